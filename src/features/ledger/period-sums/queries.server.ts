import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { CompanyAccount, DriverAccount } from '#domain/ledger.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import type { AccountEntry } from '#features/ledger/current-accounts/schema.ts'

type Account = CompanyAccount | DriverAccount
/** What moved it; what an account of the bank began with is no movement, nor is that booked back. */
type Kind = AccountEntry['kind'] | 'opening'

/** What moved on one account between two days, both included. Cents; a credit is +, and `debit` is a size. */
export type AccountSums = { before: Cents; debit: Cents; credit: Cents; kinds: ReadonlyMap<Kind, Cents> }

type Row = { code: Account; kind: Kind; before: number; debit: number; credit: number }

const NOTHING: AccountSums = { before: ZERO, debit: ZERO, credit: ZERO, kinds: new Map() }

/** The sums of every account that has entries up to `last`; those of all drivers together by kind. */
export async function sumPeriod(
  first: Temporal.PlainDate,
  last: Temporal.PlainDate,
  on: Kysely<DB> = db,
): Promise<(account: Account) => AccountSums> {
  const { rows } = await sql<Row>`
    with opened as (
      select distinct o.journal_id from entries o join ledger_accounts oa on oa.id = o.account_id and oa.code = 'opening'
    )
    select a.code, case when opened.journal_id is null then j.kind else 'opening' end as kind,
      coalesce(sum(e.amount_cents) filter (where j.effective_on < ${first.toString()}::date), 0)::bigint as before,
      coalesce(-sum(e.amount_cents) filter (where j.effective_on >= ${first.toString()}::date and e.amount_cents < 0), 0)::bigint as debit,
      coalesce(sum(e.amount_cents) filter (where j.effective_on >= ${first.toString()}::date and e.amount_cents > 0), 0)::bigint as credit
    from entries e join journals j on j.id = e.journal_id join ledger_accounts a on a.id = e.account_id
    left join opened on opened.journal_id = j.id
    where j.effective_on <= ${last.toString()}::date
    group by a.code, 2`.execute(on)
  const accounts = Map.groupBy(rows, ({ code }) => code)
  return (account) => {
    const own = accounts.get(account)
    if (!own) return NOTHING
    const of = (pick: (row: Row) => number) => sum(own.map((row) => cents(pick(row))))
    return {
      before: of(({ before }) => before),
      debit: of(({ debit }) => debit),
      credit: of(({ credit }) => credit),
      kinds: new Map(own.map(({ kind, debit, credit }) => [kind, cents(credit - debit)])),
    }
  }
}
