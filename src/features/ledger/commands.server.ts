import { firstOf } from '#domain/certain.ts'
import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import type { Posting } from '#domain/ledger.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'

export type Journal = {
  /**
   * A key that was posted already changes nothing: `settlement:<id>`, `payment:<batch>:<settlement>`, `plan:<id>`,
   * `plan:<id>:<movement>`, `final:<id>`, `reclass:<id>`, `bank:<answer>`, and `reversal:<key>` of a journal taken
   * back.
   */
  key: string
  kind: 'settlement' | 'payment' | 'plan' | 'final' | 'reclass' | 'bank' | 'reversal'
  /** `null` when only the company's accounts move. */
  driverId: string | null
  week: Week | null
  effectiveOn: Temporal.PlainDate
  postings: readonly Posting[]
  reverses?: number
}

/** Lets one transaction at a time change balances, of whatever week: two approvals at once, or an approval and what is charged to its week, would count the same money twice. */
export async function lockBalances(tx: Tx) {
  await sql`select pg_advisory_xact_lock(hashtext('balances'))`.execute(tx)
}

/** Lets one transaction at a time work on these weeks: an import never runs beside the approval of the same week. */
export async function lockWeeks(tx: Tx, weeks: readonly Week[]) {
  for (const week of weeks.toSorted())
    await sql`select pg_advisory_xact_lock(hashtext('week'), hashtext(${week}))`.execute(tx)
}

/** Posts one journal. A journal without movement posts nothing. */
export function postJournal(change: Change, journal: Journal): Promise<void> {
  return postJournals(change, [journal])
}

/** Posts many journals at once, each as `postJournal` would, in one statement of the database: see `031-posting-at-once.sql`. */
export async function postJournals(change: Change, journals: readonly Journal[]): Promise<void> {
  const moving = journals.filter(({ postings }) => postings.length > 0)
  if (moving.length === 0) return
  const entries = moving.flatMap(({ postings }, index) =>
    postings.map(({ account, amount }) => ({ place: index + 1, account, amount })),
  )
  await sql`select post_journals(
    ${moving.map(({ key }) => key)}::text[], ${moving.map(({ kind }) => kind)}::text[], ${moving.map(({ week }) => week)}::date[],
    ${moving.map(({ driverId }) => driverId)}::uuid[], ${moving.map(({ effectiveOn }) => effectiveOn.toString())}::date[],
    ${moving.map(({ reverses }) => reverses ?? null)}::bigint[], ${change.actor.uid},
    ${entries.map(({ place }) => place)}::integer[], ${entries.map(({ account }) => account)}::text[],
    ${entries.map(({ amount }) => amount)}::bigint[])`.execute(change.tx)
}

/** Reverses a journal once, by posting its exact negative: on `effectiveOn`, else on the journal's own day. */
export function reverseJournal(change: Change, key: string, effectiveOn?: Temporal.PlainDate): Promise<void> {
  return reverseJournals(change, [key], effectiveOn)
}

/** Reverses many journals at once, each as `reverseJournal` would; keys that were never posted are passed over. */
export async function reverseJournals(
  change: Change,
  keys: readonly string[],
  effectiveOn?: Temporal.PlainDate,
): Promise<void> {
  const entries = await change.tx
    .selectFrom('journals')
    .innerJoin('entries', 'journal_id', 'journals.id')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'entries.account_id')
    .select(['journals.id', 'journals.key', 'journals.driver_id', 'journals.week', 'effective_on'])
    .select(['code', 'amount_cents'])
    .where('journals.key', '=', sql<string>`any(${[...keys]})`)
    .orderBy('journals.id')
    .orderBy('line')
    .execute()
  const journals = [...Map.groupBy(entries, ({ id }) => id).values()]
  await postJournals(
    change,
    journals.map((lines): Journal => {
      const { id, key, driver_id, week, effective_on } = firstOf(lines)
      return {
        key: `reversal:${key}`,
        kind: 'reversal',
        driverId: driver_id,
        week: week as Week | null,
        effectiveOn: effectiveOn ?? Temporal.PlainDate.from(effective_on),
        postings: lines.map(({ code, amount_cents }) => ({ account: code, amount: -amount_cents }) as Posting),
        reverses: id,
      }
    }),
  )
}
