import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { type Posting, isDriverAccount } from '#domain/ledger.ts'
import type { Week } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'

export type Journal = {
  /** Posting the same key again changes nothing: `settlement:<id>`, `payment:<batch>:<settlement>`, `plan:<id>`. */
  key: string
  kind: 'settlement' | 'payment' | 'plan' | 'reversal'
  driverId: string
  week: Week | null
  effectiveOn: Temporal.PlainDate
  postings: readonly Posting[]
  reverses?: number
}

/** One at a time over all weeks: two approved at once, or a week and what is put on it, would count the same money twice. */
export async function lockBalances(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtext('balances'))`.execute(tx)
}

/** Posts one journal between a driver's account and the company's. A journal without movement posts nothing. */
export function postJournal(deed: Deed, journal: Journal): Promise<void> {
  return postJournals(deed, [journal])
}

/** Posts many at once, each as `postJournal` would. */
export async function postJournals(deed: Deed, journals: readonly Journal[]): Promise<void> {
  const moving = journals.filter(({ postings }) => postings.length > 0)
  if (moving.length === 0) return
  const { rows: heads } = await sql<{ id: number; key: string }>`
    insert into journals (key, kind, week, driver_id, effective_on, created_by, reverses)
    select key, kind, week, driver_id, effective_on, ${deed.actor.uid}, reverses
    from unnest(${moving.map(({ key }) => key)}::text[], ${moving.map(({ kind }) => kind)}::text[], ${moving.map(({ week }) => week)}::date[],
      ${moving.map(({ driverId }) => driverId)}::uuid[], ${moving.map(({ effectiveOn }) => effectiveOn.toString())}::date[],
      ${moving.map(({ reverses }) => reverses ?? null)}::bigint[]) as n(key, kind, week, driver_id, effective_on, reverses)
    on conflict (key) do nothing
    returning id, key`.execute(deed.tx)
  const ids = new Map(heads.map(({ id, key }) => [key, id]))
  const accounts = await accountIds(deed.tx, moving)
  const entries = moving.flatMap((journal) => {
    const id = ids.get(journal.key)
    if (id === undefined) return []
    return journal.postings.map(({ account, amount }) => ({
      journal: id,
      account: accounts.get(accountKey(account, journal.driverId))!,
      amount,
    }))
  })
  await sql`select post_entries(${entries.map(({ journal }) => journal)}::bigint[], ${entries.map(({ account }) => account)}::bigint[],
    ${entries.map(({ amount }) => amount)}::bigint[])`.execute(deed.tx)
}

/** Takes a journal back by its exact negative, once. */
export async function reverseJournal(deed: Deed, key: string, effectiveOn: Temporal.PlainDate): Promise<void> {
  const journal = await deed.tx.selectFrom('journals').selectAll().where('key', '=', key).executeTakeFirst()
  if (!journal?.driver_id) return
  const entries = await deed.tx
    .selectFrom('entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'entries.account_id')
    .select(['code', 'amount_cents'])
    .where('journal_id', '=', journal.id)
    .execute()
  await postJournal(deed, {
    key: `reversal:${key}`,
    kind: 'reversal',
    driverId: journal.driver_id,
    week: journal.week as Week | null,
    effectiveOn,
    postings: entries.map(({ code, amount_cents }) => ({ account: code, amount: -amount_cents }) as Posting),
    reverses: journal.id,
  })
}

/** The numbers of the accounts that journals touch; a driver's own come into being with the first posting. */
async function accountIds(tx: Tx, journals: readonly Journal[]): Promise<Map<string, number>> {
  const drivers = [...new Set(journals.map(({ driverId }) => driverId))]
  const own = new Map(
    journals.flatMap(({ postings, driverId }) =>
      postings.flatMap(({ account }) =>
        isDriverAccount(account) ? [[`${driverId} ${account}`, { account, driverId }] as const] : [],
      ),
    ),
  )
  const moved = [...own].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one)
  await sql`
    insert into ledger_accounts (code, driver_id)
    select * from unnest(${moved.map(({ account }) => account)}::text[], ${moved.map(({ driverId }) => driverId)}::uuid[])
    on conflict (code, driver_id) do nothing`.execute(tx)
  const rows = await tx
    .selectFrom('ledger_accounts')
    .select(['id', 'code', 'driver_id'])
    .where((account) =>
      account.or([account('driver_id', 'is', null), account('driver_id', '=', sql<string>`any(${drivers})`)]),
    )
    .execute()
  return new Map(rows.map(({ id, code, driver_id }) => [accountKey(code, driver_id), id]))
}

/** An account is known by its code, and a driver's by the driver too. */
function accountKey(code: string, driverId: string | null): string {
  return isDriverAccount(code) ? `${code} ${driverId}` : code
}
