import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { inParts } from '#db/parts.ts'
import type { Difference } from '#domain/adjustment.ts'
import type { Cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { ManualKind } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { keepAttachment } from '#features/files/commands.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { requireStanding } from '#features/fleet/standing/queries.server.ts'
import { openWeekFor } from '#features/fleet/open-weeks/queries.server.ts'
import { getAdjustment, listDueRecurring } from './queries.server.ts'

export type WrittenAdjustment = {
  driverId: string
  week: Week
  kind: ManualKind
  amount: Cents
  reason: string
  attachment?: File | undefined
}

/**
 * Writes a credit or debit on the first week from one on that is open for the driver (`openWeekFor`), whatever was approved since
 * the form was seen; answers its id and that week. Refuses what `requireStanding` does, `adjustment.file-unknown` for anything
 * but PDF, PNG and JPEG by content, and `adjustment.file-too-large`.
 */
export async function addAdjustment(deed: Deed, written: WrittenAdjustment): Promise<{ id: string; week: Week }> {
  const { driverId, kind, amount, reason, attachment } = written
  await lockBalances(deed.tx)
  await requireStanding(driverId, deed.tx)
  const week = await openWeekFor(driverId, written.week, deed.tx)
  const file = await keepAttachment(deed.tx, attachment)
  const { id } = await deed.tx
    .insertInto('adjustments')
    .values({
      driver_id: driverId,
      week,
      kind,
      amount_cents: amount,
      reason,
      state: 'accepted',
      decided_at: deed.now.toString(),
      decided_by: deed.actor.uid,
      file_sha256: file?.sha256 ?? null,
      file_name: file?.name ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeNotices(deed, [driverId], { kind: 'adjustment', week, amount, reason })
  deed.note({ subject: `driver:${driverId}`, after: { adjustment: id, week, kind, amount, reason } })
  return { id, week }
}

/** Keeps what the office said to a difference: accepted for the week `on`, or declined with its reason. */
export async function decideLate(
  deed: Deed,
  of: { driverId: string; about: Week; on: Week },
  { amount, changes, came, gone }: Difference,
  answer: { state: 'accepted' | 'declined'; reason: string },
): Promise<void> {
  const { id } = await deed.tx
    .insertInto('adjustments')
    .values({
      driver_id: of.driverId,
      week: of.on,
      about: of.about,
      kind: 'late',
      amount_cents: amount,
      reason: answer.reason,
      changes: JSON.stringify(changes),
      state: answer.state,
      decided_at: deed.now.toString(),
      decided_by: deed.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = [...came, ...gone]
  await sql`insert into adjustment_rows (adjustment_id, import_row_id, came)
    select ${id}, * from unnest(${rows}::bigint[], ${[...came.map(() => true), ...gone.map(() => false)]}::boolean[])`.execute(
    deed.tx,
  )
  deed.note({
    subject: `driver:${of.driverId}`,
    after: { adjustment: id, about: of.about, week: of.on, amount, ...answer },
  })
}

/**
 * Takes an adjustment of a driver back before any statement carries it; of a difference that was declined, the no, so that
 * it is asked again. Refuses `record.not-found`, also for another
 * driver's, and `adjustment.frozen`.
 */
export async function withdrawAdjustment(deed: Deed, driverId: string, id: string): Promise<void> {
  await lockBalances(deed.tx)
  const { driverId: whose, week, amount, state, isFrozen: carried } = await getAdjustment(id, deed.tx)
  if (whose !== driverId) throw new Refusal('record.not-found')
  if (carried || state === 'withdrawn') throw new Refusal('adjustment.frozen')
  await withdraw(deed, [id])
  deed.note({
    subject: `driver:${driverId}`,
    before: { adjustment: id, week, amount, state },
    after: { state: 'withdrawn' },
  })
}

/**
 * After statements of these drivers were voided: what no statement carries any more and is about a week that is a draft
 * again would count twice, for the draft has it all; and so would a reward, which the draft works out anew. Call it under
 * `lockBalances`.
 */
export async function withdrawLoose(deed: Deed, driverIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    id: string
    driver_id: string
  }>`select id, driver_id from adjustments where driver_id = any(${[...driverIds]}::uuid[]) and state = 'accepted'
    and (referral_id is not null or goal_id is not null or kind = 'late'
      and not exists (select from settlements s where s.driver_id = adjustments.driver_id and s.week = about and s.state <> 'void'))
    and not exists (select from settlement_lines l join settlements s on s.id = l.settlement_id
      where l.adjustment_id = adjustments.id and s.state <> 'void')`.execute(deed.tx)
  if (rows.length === 0) return
  await withdraw(
    deed,
    rows.map(({ id }) => id),
  )
  for (const [driverId, own] of Map.groupBy(rows, ({ driver_id }) => driver_id))
    deed.note({ subject: `driver:${driverId}`, after: { withdrawn: own.map(({ id }) => id) } })
}

async function withdraw({ tx, now, actor }: Deed, ids: readonly string[]) {
  await tx
    .updateTable('adjustments')
    .set({ state: 'withdrawn', withdrawn_at: now.toString(), withdrawn_by: actor.uid })
    .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    .execute()
}

export type RecurringRule = {
  driverId: string
  kind: ManualKind
  amount: Cents
  reason: string
  first: Week
  last: Week | null
  total: Cents | null
}

/**
 * Adds or takes the same every week, from the first on that is open for the driver (`openWeekFor`); answers the id of the rule.
 * Refuses what `requireStanding` does, and `adjustment.week-frozen` where its last week is closed.
 */
export async function addRecurring(deed: Deed, rule: RecurringRule): Promise<string> {
  const { driverId, kind, amount, reason, last, total } = rule
  await lockBalances(deed.tx)
  await requireStanding(driverId, deed.tx)
  const first = await openWeekFor(driverId, rule.first, deed.tx)
  if (last !== null && last < first) throw new Refusal('adjustment.week-frozen')
  const { id } = await deed.tx
    .insertInto('recurring_adjustments')
    .values({
      ...{ driver_id: driverId, kind, amount_cents: amount, reason },
      ...{ first_week: first, last_week: last, total_cents: total },
      ...{ created_at: deed.now.toString(), created_by: deed.actor.uid },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  deed.note({ subject: `driver:${driverId}`, after: { recurring: id, kind, amount, first, last, total, reason } })
  return id
}

/** Leaves a week out of a rule, with a reason; what was written stays. Refuses `adjustment.changed-meanwhile`. */
export async function pauseRecurring(
  deed: Deed,
  { driverId, rule, week, reason }: { driverId: string; rule: string; week: Week; reason: string },
): Promise<void> {
  await lockRunning(deed.tx, driverId, rule)
  await deed.tx
    .insertInto('recurring_pauses')
    .values({ recurring_id: rule, week, reason, created_at: deed.now.toString(), created_by: deed.actor.uid })
    .onConflict((conflict) => conflict.columns(['recurring_id', 'week']).doNothing())
    .execute()
  deed.note({ subject: `driver:${driverId}`, after: { recurring: rule, week, state: 'paused', reason } })
}

/** Ends a rule, with a reason; what was written stays. Refuses `adjustment.changed-meanwhile` when it has ended. */
export async function stopRecurring(
  deed: Deed,
  { driverId, rule, reason }: { driverId: string; rule: string; reason: string },
): Promise<void> {
  await lockRunning(deed.tx, driverId, rule)
  await deed.tx
    .updateTable('recurring_adjustments')
    .set({ stopped_at: deed.now.toString(), stopped_by: deed.actor.uid, stop_reason: reason })
    .where('id', '=', rule)
    .execute()
  deed.note({ subject: `driver:${driverId}`, after: { recurring: rule, state: 'stopped', reason } })
}

async function lockRunning(tx: Tx, driverId: string, rule: string) {
  await lockBalances(tx)
  const running = await tx
    .selectFrom('recurring_adjustments')
    .select('id')
    .where('id', '=', readRecordId(rule))
    .where('driver_id', '=', driverId)
    .where('stopped_at', 'is', null)
    .executeTakeFirst()
  if (!running) throw new Refusal('adjustment.changed-meanwhile')
}

/** Writes down the parts of rules that statements about to be frozen carry, by their ids. Call it under `lockBalances`. */
export async function writeRecurring(deed: Deed, week: Week, carried: ReadonlySet<string>): Promise<void> {
  const due = [...(await listDueRecurring(week, deed.tx)).values()].flat().filter(({ id }) => carried.has(id))
  const rows = due.map(({ id, recurringId, driverId, kind, amount, reason }) => ({
    ...{ id, recurring_id: recurringId, driver_id: driverId, week, kind, amount_cents: amount, reason },
    ...{ state: 'accepted', decided_at: deed.now.toString(), decided_by: deed.actor.uid },
  }))
  for (const part of inParts(rows)) await deed.tx.insertInto('adjustments').values(part).execute()
}
