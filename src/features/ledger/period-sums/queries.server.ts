import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { CompanyAccount, DriverAccount } from '#domain/ledger.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import type { AccountEntry } from '#features/ledger/current-accounts/schema.ts'

type Account = CompanyAccount | DriverAccount
type Kind = AccountEntry['kind']

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
    select a.code, j.kind,
      coalesce(sum(e.amount_cents) filter (where j.effective_on < ${first.toString()}::date), 0)::bigint as before,
      coalesce(-sum(e.amount_cents) filter (where j.effective_on >= ${first.toString()}::date and e.amount_cents < 0), 0)::bigint as debit,
      coalesce(sum(e.amount_cents) filter (where j.effective_on >= ${first.toString()}::date and e.amount_cents > 0), 0)::bigint as credit
    from entries e join journals j on j.id = e.journal_id join ledger_accounts a on a.id = e.account_id
    where j.effective_on <= ${last.toString()}::date
    group by a.code, j.kind`.execute(on)
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
