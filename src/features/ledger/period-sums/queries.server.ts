import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type RowQuestion, askAlone } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { CompanyAccount, DriverAccount } from '#domain/ledger.ts'
import { type Cents, cents, minus, sum } from '#domain/money.ts'
import type { AccountEntry } from '#features/ledger/current-accounts/schema.ts'

type Account = CompanyAccount | DriverAccount
/** The kind of a movement. An opening of a bank account, or its reversal, is no movement. */
type Kind = AccountEntry['kind'] | 'opening'

/** The moves of one account between two days, both included. Cents; a credit is +, and `debit` has no sign. */
export type AccountSums = { before: Cents; debit: Cents; credit: Cents; kinds: ReadonlyMap<Kind, Cents> }

type Moved = { code: Account; kind: Kind; debit: number; credit: number; since: number }

/** The sums of every account between two days; the drivers' accounts are summed by kind. */
export async function sumPeriod(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  on: Kysely<DB> = db,
): Promise<(account: Account) => AccountSums> {
  return askAlone(periodSums(first, last), on)
}

type Period = { balances: Record<string, number>; moved: Moved[] }

/**
 * The sums of a period, as a question that is asked together with others. The balance before is the current one less
 * what moved since, so that nothing older than the first day is read.
 */
export const periodSums = (
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
): RowQuestion<Period, (account: Account) => AccountSums> => ({
  ask: () => sql`(
    with opened as (
      select distinct o.journal_id from entries o join ledger_accounts oa on oa.id = o.account_id and oa.code = 'opening'
    ),
    since_then as materialized (
      select id, case when opened.journal_id is null then kind else 'opening' end as kind,
        effective_on <= ${last.toString()}::date as is_within
      from journals left join opened on opened.journal_id = id where effective_on >= ${first.toString()}::date),
    -- Thousands of entries are added up by the number of their account; only the sums are by its name.
    by_account as (
      select account_id, kind, sum(amount_cents) as since,
        sum(amount_cents) filter (where is_within and amount_cents < 0) as debit,
        sum(amount_cents) filter (where is_within and amount_cents > 0) as credit
      from since_then join entries on journal_id = id
      where journal_id >= (select min(id) from since_then)
      group by account_id, kind),
    moved as (
      select code, kind, sum(since)::bigint as since, coalesce(-sum(debit), 0)::bigint as debit,
        coalesce(sum(credit), 0)::bigint as credit
      from by_account join ledger_accounts on ledger_accounts.id = account_id
      group by code, kind)
    select
      (select json_object_agg(code, balance) from (
        select code, sum(balance_cents)::bigint as balance from ledger_accounts group by code) accounts) as balances,
      coalesce((select json_agg(moved) from moved), '[]') as moved)`,
  read: ({ balances, moved }) => {
    const accounts = Map.groupBy(moved, ({ code }) => code)
    return (account) => {
      const codesOfAccount = accounts.get(account) ?? []
      const of = (pick: (row: Moved) => number) => sum(codesOfAccount.map((row) => cents(pick(row))))
      return {
        before: sum([cents(balances[account] ?? 0), minus(of(({ since }) => since))]),
        debit: of(({ debit }) => debit),
        credit: of(({ credit }) => credit),
        kinds: new Map(codesOfAccount.map(({ kind, debit, credit }) => [kind, cents(credit - debit)])),
      }
    }
  },
})
