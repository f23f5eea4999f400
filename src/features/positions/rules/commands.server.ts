import { sql } from 'kysely'
import { inParts } from '#db/parts.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { NOTICE_VERSION } from '#domain/position.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE, lisbon } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { readOwn, readSettings } from './queries.server.ts'
import type { HoldInput, PositionSettings, RulesInput, NotifiedInput } from './schema.ts'

type Rules = Omit<PositionSettings, 'watchedAt'>

/**
 * Sets whether and by which rules positions are recorded from now on. Those recorded before are deleted when the days for which
 * they are kept are over.
 */
export async function saveRules(change: Change, input: RulesInput): Promise<void> {
  const before = await readSettings(change.tx)
  const since = input.records ? (before.recordsSince ?? change.now.toString()) : null
  const values = {
    records_since: since,
    keeps_days: input.keepsDays,
    duty: input.duty,
    off_duty: input.offDuty,
    asks_reason: input.asksReason,
    tells_unheld: input.tellsUnheld,
    night_from: input.night === null ? null : input.night.from,
    night_until: input.night === null ? null : input.night.until,
    changed_at: change.now.toString(),
    changed_by: change.actor.uid,
  }
  await change.tx
    .insertInto('position_settings')
    .values(values)
    .onConflict((conflict) => conflict.column('single').doUpdateSet(values))
    .execute()
  change.note({ subject: 'positions', before: logFields(before), after: logFields({ ...input, recordsSince: since }) })
}

function logFields({ recordsSince, keepsDays, duty, offDuty, asksReason, tellsUnheld, night }: Rules) {
  const hours = night === null ? null : `${night.from}–${night.until}`
  return { recordsSince, keepsDays, duty, offDuty, asksReason, tellsUnheld, night: hours }
}

/** Records that a driver read the notice in force; a second time changes nothing. */
export async function readNotice(change: Change, driver: OwnDriverId): Promise<void> {
  await writeNoticeRows(change, [driver], 'read', change.now)
  change.note({ subject: `driver:${driver}`, after: { notice: NOTICE_VERSION } })
}

/**
 * Records that the office notified some drivers on a day. It counts from the end of that day, as the hour is unknown; for today,
 * from now on.
 */
export async function noteDriversNotified(change: Change, { drivers, on }: NotifiedInput): Promise<void> {
  const today = change.now.toZonedDateTimeISO(ZONE).toPlainDate()
  const from =
    on === today.toString() ? change.now : lisbon(Temporal.PlainDate.from(on).add({ days: 1 }).toPlainDateTime())
  await writeNoticeRows(change, drivers, 'told', from)
  for (const driver of drivers) change.note({ subject: `driver:${driver}`, after: { notice: NOTICE_VERSION, on } })
}

async function writeNoticeRows(
  { tx, actor }: Change,
  drivers: readonly string[],
  way: 'read' | 'told',
  from: Temporal.Instant,
) {
  const rows = drivers.map((driver) => ({
    driver_id: driver,
    version: NOTICE_VERSION,
    way,
    told_at: from.toString(),
    by_uid: actor.uid,
  }))
  for (const part of inParts(rows))
    await tx
      .insertInto('position_notices')
      .values(part)
      .onConflict((conflict) => conflict.columns(['driver_id', 'version']).doNothing())
      .execute()
}

/**
 * Begins a driver's private time: nothing of them is recorded from now on, and what came during this request is deleted.
 * Changes nothing when it has begun already.
 */
export async function beginPrivateTime(change: Change, driver: OwnDriverId): Promise<void> {
  if ((await readOwn(driver, change.tx)).privateSince !== null) return
  await change.tx
    .insertInto('position_private_times')
    .values({ driver_id: driver, from_at: change.now.toString() })
    .onConflict((conflict) => conflict.column('driver_id').where('to_at', 'is', null).doNothing())
    .execute()
  await sql`select positions.forget_private(${driver}, ${change.now.toString()})`.execute(change.tx)
  change.note({ subject: `driver:${driver}`, after: { private: true } })
}

/** Ends a driver's private time: they are seen again while on duty. */
export async function endPrivateTime(change: Change, driver: OwnDriverId): Promise<void> {
  await change.tx
    .updateTable('position_private_times')
    .set({ to_at: change.now.toString() })
    .where(sql<string>`standing_record(driver_id)`, '=', driver)
    .where('to_at', 'is', null)
    .execute()
  change.note({ subject: `driver:${driver}`, after: { private: false } })
}

/** The most days that a hold lasts. */
const LONGEST_HOLD = 90

/**
 * Keeps the positions of a car since a day for longer; for theft, also those from now on, whatever the rules. Answers the
 * number of the hold. Refuses `record.not-found`, `position.hold-ends`.
 */
export async function holdCar(change: Change, input: HoldInput): Promise<number> {
  const { id } = await getVehicle(input.vehicleId, change.tx)
  const from = lisbon(Temporal.PlainDate.from(input.from).toPlainDateTime())
  const until = lisbon(Temporal.PlainDate.from(input.until).add({ days: 1 }).toPlainDateTime())
  const latest = change.now.add({ hours: 24 * LONGEST_HOLD })
  const { compare } = Temporal.Instant
  if (
    compare(until, change.now) <= 0 ||
    compare(until, latest) > 0 ||
    compare(until, from) <= 0 ||
    change.actor.uid === null
  )
    throw new Refusal('position.hold-ends', { days: LONGEST_HOLD - 1 })
  const hold = await change.tx
    .insertInto('position_holds')
    .values({
      vehicle_id: id,
      kind: input.kind,
      reason: input.reason,
      from_at: from.toString(),
      until_at: until.toString(),
      made_at: change.now.toString(),
      made_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: `vehicle:${id}`, after: { hold: input.kind, until: input.until, reason: input.reason } })
  return hold.id
}

/** Ends a hold: the positions that it kept are deleted when their days are over. Refuses `record.not-found`. */
export async function endHold(change: Change, id: number): Promise<void> {
  if (!Number.isSafeInteger(id)) throw new Refusal('record.not-found')
  const ended = await change.tx
    .updateTable('position_holds')
    .set({ ended_at: change.now.toString(), ended_by: change.actor.uid })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .returning(['vehicle_id', 'kind'])
    .executeTakeFirst()
  if (!ended) throw new Refusal('record.not-found')
  change.note({ subject: `vehicle:${ended.vehicle_id}`, before: { hold: ended.kind }, after: null })
}
