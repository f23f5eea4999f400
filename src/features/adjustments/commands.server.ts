import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import { inParts } from '#db/parts.ts'
import type { Difference } from '#domain/adjustment.ts'
import type { Cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Adjustment, ManualKind } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { lockBalances } from '#features/ledger/commands.server.ts'
import { requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { hasStatement, openWeekFor } from '#features/fleet/open-weeks/queries.server.ts'
import { getAdjustment, listDueRecurring } from './queries.server.ts'

export type WrittenAdjustment = {
  driverId: string
  week: Week
  kind: ManualKind
  amount: Cents
  reason: string
  attachment?: File | undefined
  /** The lines of an earlier week that it corrects; their differences sum to `amount`. */
  changes?: Adjustment['changes']
}

/**
 * Adds a credit or debit to the first week, from the given one on, that is open for the driver (`openWeekFor`), even
 * if weeks were approved since the form was opened; returns its id and that week. Refuses what `requireCurrent`
 * refuses, `adjustment.file-unknown` for a file whose content is not PDF, PNG or JPEG, and
 * `adjustment.file-too-large`.
 */
export async function addAdjustment(change: Change, written: WrittenAdjustment): Promise<{ id: string; week: Week }> {
  const { driverId, kind, amount, reason, attachment, changes = [] } = written
  await lockBalances(change.tx)
  await requireCurrent(driverId, change.tx)
  const week = await openWeekFor(driverId, written.week, change.tx)
  const file = await saveAttachment(change.tx, attachment)
  const { id } = await change.tx
    .insertInto('adjustments')
    .values({
      driver_id: driverId,
      week,
      kind,
      amount_cents: amount,
      reason,
      changes: JSON.stringify(changes),
      state: 'accepted',
      decided_at: change.now.toString(),
      decided_by: change.actor.uid,
      file_sha256: file?.sha256 ?? null,
      file_name: file?.name ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeNotices(change, [driverId], { kind: 'adjustment', week, amount, reason })
  change.note({ subject: `driver:${driverId}`, after: { adjustment: id, week, kind, amount, reason } })
  return { id, week }
}

/**
 * Saves the office's decision on a difference that late rows make for the week `about`: accepted, it is paid with the
 * statement of the week `on`; or declined with a reason.
 */
export async function decideLateDifference(
  change: Change,
  subject: { driverId: string; about: Week; on: Week },
  { amount, changes, came, gone }: Difference,
  answer: { state: 'accepted' | 'declined'; reason: string },
): Promise<void> {
  const { id } = await change.tx
    .insertInto('adjustments')
    .values({
      driver_id: subject.driverId,
      week: subject.on,
      about: subject.about,
      kind: 'late',
      amount_cents: amount,
      reason: answer.reason,
      changes: JSON.stringify(changes),
      state: answer.state,
      decided_at: change.now.toString(),
      decided_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = [...came, ...gone]
  await sql`insert into adjustment_rows (adjustment_id, import_row_id, came)
    select ${id}, * from unnest(${rows}::bigint[], ${[...came.map(() => true), ...gone.map(() => false)]}::boolean[])`.execute(
    change.tx,
  )
  change.note({
    subject: `driver:${subject.driverId}`,
    after: { adjustment: id, about: subject.about, week: subject.on, amount, ...answer },
  })
}

/**
 * Withdraws an adjustment of a driver that no statement includes yet. Without the answer of a declined difference, the office
 * is asked about it again. Refuses `adjustment.frozen`, and `record.not-found`, also for another driver's adjustment.
 */
export async function withdrawAdjustment(change: Change, driverId: string, id: string): Promise<void> {
  await lockBalances(change.tx)
  const { driverId: ownerId, week, amount, state, isFrozen } = await getAdjustment(id, change.tx)
  if (ownerId !== driverId) throw new Refusal('record.not-found')
  if (isFrozen || state === 'withdrawn') throw new Refusal('adjustment.frozen')
  await withdraw(change, [id])
  change.note({
    subject: `driver:${driverId}`,
    before: { adjustment: id, week, amount, state },
    after: { state: 'withdrawn' },
  })
}

/**
 * Withdraws adjustments after statements of these drivers were voided, so that they do not count twice: late ones
 * about a week that is a draft again, because the draft includes those rows, and rewards, because the draft
 * calculates them again. Call it under `lockBalances`.
 */
export async function withdrawUncarried(change: Change, driverIds: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    id: string
    driver_id: string
  }>`select id, driver_id from adjustments where driver_id = any(${[...driverIds]}::uuid[]) and state = 'accepted'
    and (referral_id is not null or goal_id is not null or kind = 'late'
      and not exists (select from settlements s where s.driver_id = adjustments.driver_id and s.week = about and s.state <> 'void'))
    and not exists (select from settlement_lines l join settlements s on s.id = l.settlement_id
      where l.adjustment_id = adjustments.id and s.state <> 'void')`.execute(change.tx)
  if (rows.length === 0) return
  await withdraw(
    change,
    rows.map(({ id }) => id),
  )
  for (const [driverId, withdrawn] of Map.groupBy(rows, ({ driver_id }) => driver_id))
    change.note({ subject: `driver:${driverId}`, after: { withdrawn: withdrawn.map(({ id }) => id) } })
}

async function withdraw({ tx, now, actor }: Change, ids: readonly string[]) {
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
 * Adds a rule that credits or debits the same amount every week, from the first week that is open for the driver
 * (`openWeekFor`); returns its id. Refuses what `requireCurrent` refuses, and `adjustment.week-frozen` when its last
 * week is closed.
 */
export async function addRecurring(change: Change, rule: RecurringRule): Promise<string> {
  const { driverId, kind, amount, reason, last, total } = rule
  await lockBalances(change.tx)
  await requireCurrent(driverId, change.tx)
  const first = await openWeekFor(driverId, rule.first, change.tx)
  if (last !== null && last < first) throw new Refusal('adjustment.week-frozen')
  const { id } = await change.tx
    .insertInto('recurring_adjustments')
    .values({
      driver_id: driverId,
      kind,
      amount_cents: amount,
      reason,
      first_week: first,
      last_week: last,
      total_cents: total,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: `driver:${driverId}`, after: { recurring: id, kind, amount, first, last, total, reason } })
  return id
}

/**
 * Leaves a week out of a rule, with a reason. Refuses `adjustment.week-frozen` for a week with a statement, and
 * `adjustment.changed-meanwhile`.
 */
export async function pauseRecurring(
  change: Change,
  { driverId, rule, week, reason }: { driverId: string; rule: string; week: Week; reason: string },
): Promise<void> {
  await lockRunning(change.tx, driverId, rule)
  await refuseWeekWithStatement(change.tx, driverId, week)
  await change.tx
    .insertInto('recurring_pauses')
    .values({ recurring_id: rule, week, reason, created_at: change.now.toString(), created_by: change.actor.uid })
    .onConflict((conflict) => conflict.columns(['recurring_id', 'week']).doNothing())
    .execute()
  change.note({ subject: `driver:${driverId}`, after: { recurring: rule, week, state: 'paused', reason } })
}

/**
 * Lets a skipped week of a rule count again. Refuses `adjustment.week-frozen` when the week has a statement, and
 * `adjustment.changed-meanwhile` when it is not skipped any more.
 */
export async function takePauseBack(
  change: Change,
  { driverId, rule, week }: { driverId: string; rule: string; week: Week },
): Promise<void> {
  await lockRunning(change.tx, driverId, rule)
  await refuseWeekWithStatement(change.tx, driverId, week)
  const pause = await change.tx
    .deleteFrom('recurring_pauses')
    .where('recurring_id', '=', rule)
    .where('week', '=', week)
    .returning('reason')
    .executeTakeFirst()
  if (!pause) throw new Refusal('adjustment.changed-meanwhile')
  change.note({
    subject: `driver:${driverId}`,
    before: { recurring: rule, week, state: 'paused', reason: pause.reason },
    after: { state: 'running' },
  })
}

async function refuseWeekWithStatement(tx: Tx, driverId: string, week: Week): Promise<void> {
  if (await hasStatement(driverId, week, tx)) throw new Refusal('adjustment.week-frozen')
}

/** Ends a rule, with a reason; adjustments already written stay. Refuses `adjustment.changed-meanwhile` when it has ended. */
export async function stopRecurring(
  change: Change,
  { driverId, rule, reason }: { driverId: string; rule: string; reason: string },
): Promise<void> {
  await lockRunning(change.tx, driverId, rule)
  await change.tx
    .updateTable('recurring_adjustments')
    .set({ stopped_at: change.now.toString(), stopped_by: change.actor.uid, stop_reason: reason })
    .where('id', '=', rule)
    .execute()
  change.note({ subject: `driver:${driverId}`, after: { recurring: rule, state: 'stopped', reason } })
}

/**
 * Lets a stopped rule go on with the weeks that have no statement yet. Refuses what `requireCurrent` refuses, and
 * `adjustment.changed-meanwhile` when it is not stopped.
 */
export async function resumeRecurring(
  change: Change,
  { driverId, rule }: { driverId: string; rule: string },
): Promise<void> {
  await lockBalances(change.tx)
  await requireCurrent(driverId, change.tx)
  const stopped = await change.tx
    .selectFrom('recurring_adjustments')
    .select('stop_reason as reason')
    .where('id', '=', readRecordId(rule))
    .where('driver_id', '=', driverId)
    .where('stopped_at', 'is not', null)
    .executeTakeFirst()
  if (!stopped) throw new Refusal('adjustment.changed-meanwhile')
  await change.tx
    .updateTable('recurring_adjustments')
    .set({ stopped_at: null, stopped_by: null, stop_reason: null })
    .where('id', '=', rule)
    .execute()
  change.note({
    subject: `driver:${driverId}`,
    before: { recurring: rule, state: 'stopped', reason: stopped.reason },
    after: { state: 'running' },
  })
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

/**
 * Saves the adjustments of recurring rules that are lines of the statements about to be issued; `carried` has their
 * ids. Call it under `lockBalances`.
 */
export async function writeRecurring(change: Change, week: Week, carried: ReadonlySet<string>): Promise<void> {
  const due = [...(await listDueRecurring(week, change.tx)).values()].flat().filter(({ id }) => carried.has(id))
  const rows = due.map(({ id, recurringId, driverId, kind, amount, reason }) => ({
    id,
    recurring_id: recurringId,
    driver_id: driverId,
    week,
    kind,
    amount_cents: amount,
    reason,
    state: 'accepted',
    decided_at: change.now.toString(),
    decided_by: change.actor.uid,
  }))
  for (const part of inParts(rows)) await change.tx.insertInto('adjustments').values(part).execute()
}
