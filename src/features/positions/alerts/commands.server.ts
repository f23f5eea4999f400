import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { type Alarm, SAME_EVENT, type Watched, alarmsOf, isNight } from '#domain/position-alert.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE, lisbon } from '#domain/week.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { tellOffice } from '#features/mail/commands.server.ts'
import { listRecent } from '#features/positions/queries.server.ts'
import { holdCar } from '#features/positions/rules/commands.server.ts'
import { readSettings } from '#features/positions/rules/queries.server.ts'
import { getAlert, readWatched } from './queries.server.ts'
import type { AnswerInput } from './schema.ts'

/** Milliseconds before the last pass that are looked at again, as an event may have begun there. */
const LOOK_BACK_MS = 30 * 60_000
/** Milliseconds by which a fix may be stored later than the moment it gives for its arrival. */
const MAX_STORED_LATE_MS = 60_000
/** The most milliseconds that a pass catches up on after a long pause. */
const MAX_MISSED_MS = 12 * 3_600_000
/** Milliseconds before that time for which assignments have to be known. */
const DAY_MS = 24 * 3_600_000

/**
 * Looks through the fixes since the last pass, and tells the office of each event once. Does nothing where nothing is
 * recorded.
 */
export async function watchCars(now: Temporal.Instant): Promise<void> {
  const settings = await readSettings()
  if (settings.recordsSince === null) return
  const last = settings.watchedAt === null ? -Infinity : Temporal.Instant.from(settings.watchedAt).epochMilliseconds
  const since = Math.max(last - MAX_STORED_LATE_MS, now.epochMilliseconds - MAX_MISSED_MS)
  const { rows } = await sql<{ vehicle_id: string }>`
    select vehicle_id from positions.list_heard(${momentText(since)})`.execute(db)
  const ids = rows.map(({ vehicle_id }) => vehicle_id)
  const time = { from: since - LOOK_BACK_MS - DAY_MS, to: now.epochMilliseconds + 1 }
  const watched = ids.length === 0 ? new Map<string, Watched>() : await readWatched(ids, time, settings)
  const affected = [...watched].filter(([, watchedCar]) =>
    isAsked(watchedCar, { from: since - LOOK_BACK_MS, to: time.to }),
  )
  const fixes = await listRecent(
    affected.map(([id]) => id),
    Temporal.Instant.fromEpochMilliseconds(since - LOOK_BACK_MS),
    now,
  )
  const alarms = affected.flatMap(([id, watchedCar]) =>
    alarmsOf(fixes.get(id) ?? [], watchedCar)
      .filter(({ to }) => to >= since - LOOK_BACK_MS)
      .map((alarm) => ({ ...alarm, vehicleId: id })),
  )
  for (const alarm of alarms.toSorted((a, b) => a.from - b.from)) await raiseAlert(alarm, now)
  await db.updateTable('position_settings').set({ watched_at: now.toString() }).execute()
  // Delete old alerts only once a day.
  if (last === -Infinity || dayOf(now) !== dayOf(Temporal.Instant.fromEpochMilliseconds(last))) await forgetAlerts(now)
}

/** Whether a car has to be watched: not one that somebody has, when the office asks for neither night hours nor zones. */
function isAsked({ held, isInWorkshop, tellsUnheld, night, zones }: Watched, time: { from: number; to: number }) {
  if (isInWorkshop) return false
  if (zones.length > 0) return true
  if (night !== null && (isNight(time.from, night) || isNight(time.to, night))) return true
  return tellsUnheld && !held.some(({ from, to }) => from <= time.from && time.to <= to)
}

const dayOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO(ZONE).toPlainDate().toString()
const momentText = (milliseconds: number) => moment(Temporal.Instant.fromEpochMilliseconds(Math.round(milliseconds)))
const iso = (milliseconds: number) => Temporal.Instant.fromEpochMilliseconds(milliseconds).toString()

/** Tells the office of an event, unless it is ignored until later; extends an event that the office was told of already. */
async function raiseAlert(alarm: Alarm & { vehicleId: string }, now: Temporal.Instant): Promise<void> {
  const rows = await db
    .selectFrom('position_alerts')
    .select(['id', 'from_at', 'until_at', 'ignored_until'])
    .where('vehicle_id', '=', alarm.vehicleId)
    .where('kind', '=', alarm.kind)
    .where('zone_id', 'is not distinct from', alarm.zoneId)
    .where((row) =>
      row.or([
        row('until_at', '>=', momentText(alarm.from - SAME_EVENT)),
        row('ignored_until', '>', momentText(alarm.from)),
      ]),
    )
    .execute()
  const same = rows.find(
    ({ from_at, until_at }) =>
      from_at.epochMilliseconds - SAME_EVENT <= alarm.to && until_at.epochMilliseconds >= alarm.from - SAME_EVENT,
  )
  if (same && same.until_at.epochMilliseconds < alarm.to)
    await db
      .updateTable('position_alerts')
      .set({ until_at: iso(alarm.to) })
      .where('id', '=', same.id)
      .execute()
  if (rows.length > 0) return
  await carryOut({ actor: SYSTEM, action: 'position.alert', now }, async (change) => {
    const inserted = await change.tx
      .insertInto('position_alerts')
      .values({
        vehicle_id: alarm.vehicleId,
        kind: alarm.kind,
        zone_id: alarm.zoneId,
        from_at: iso(alarm.from),
        until_at: iso(alarm.to),
        told_at: now.toString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
      .executeTakeFirst()
    if (!inserted) return null
    const { plate, zone, kind, from } = await getAlert(inserted.id, change.tx)
    await tellOffice(change, {
      template: 'car-alert',
      params: { plate, kind, zone: zone ?? '', at: from, link: `/admin/monitor/alerts/${inserted.id}` },
    })
    change.note({ subject: `vehicle:${alarm.vehicleId}`, after: { alert: kind, at: from, zone } })
    return null
  })
}

/**
 * Answers an alert: it is explained, it is ignored until the end of a day, or the car is held for theft from that day
 * on under this person's name. Refuses `record.not-found`, `alert.answered`, `alert.ignored-until`, and as `holdCar`
 * does.
 */
export async function answerAlert(change: Change, id: number, input: AnswerInput): Promise<void> {
  const alert = await getAlert(id, change.tx)
  const { answer, text } = input
  const ignored = answer === 'ignored' ? endOf(input.ignoredUntil ?? '') : null
  if (ignored !== null && Temporal.Instant.compare(ignored, change.now) <= 0) throw new Refusal('alert.ignored-until')
  const hold = answer === 'theft' ? await holdFor(change, alert, input) : null
  const answered = await change.tx
    .updateTable('position_alerts')
    .set({
      answer,
      answer_text: text,
      ignored_until: ignored?.toString() ?? null,
      hold_id: hold,
      answered_at: change.now.toString(),
      answered_by: change.actor.uid,
    })
    .where('id', '=', id)
    .where('answer', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!answered) throw new Refusal('alert.answered')
  change.note({ subject: `vehicle:${alert.vehicleId}`, after: { alert: alert.kind, answer, text } })
}

/**
 * Takes the answer back, so that the alert waits again. A hold that the answer began goes on. Refuses `record.not-found`.
 */
export async function reopenAlert(change: Change, id: number): Promise<void> {
  const alert = await getAlert(id, change.tx)
  if (alert.answer === null) return
  const noAnswer = { answer: null, answer_text: null, ignored_until: null, hold_id: null, answered_at: null }
  await change.tx
    .updateTable('position_alerts')
    .set({ ...noAnswer, answered_by: null })
    .where('id', '=', id)
    .execute()
  change.note({
    subject: `vehicle:${alert.vehicleId}`,
    before: { alert: alert.kind, answer: alert.answer, text: alert.text },
    after: { alert: alert.kind, answer: null },
  })
}

/** Days for which alerts and answers are kept, as long as looks are. */
const KEPT = 400

async function forgetAlerts(now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('position_alerts')
    .where('until_at', '<', moment(now.subtract({ hours: 24 * KEPT })))
    .execute()
}

function endOf(day: string): Temporal.Instant {
  return lisbon(Temporal.PlainDate.from(day).add({ days: 1 }).toPlainDateTime())
}

async function holdFor(change: Change, alert: { vehicleId: string; from: string }, { text, heldUntil }: AnswerInput) {
  const from = Temporal.Instant.from(alert.from).toZonedDateTimeISO(ZONE).toPlainDate().toString()
  return holdCar(change, { vehicleId: alert.vehicleId, kind: 'theft', reason: text, from, until: heldUntil ?? '' })
}
