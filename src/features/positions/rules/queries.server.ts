import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import {
  type CarRules,
  type Duty,
  type DriverRules,
  MAX_AHEAD_MS,
  NOTICE_VERSION,
  type OffDuty,
  type Rules,
  type Stretch,
} from '#domain/position.ts'
import { plannedOn, daysBetween } from '#domain/shift.ts'
import { ZONE } from '#domain/week.ts'
import { readPlan } from '#features/fleet/shifts/queries.server.ts'
import { type Hold, type NoticeWay, type PositionSettings, UNSET } from './schema.ts'

/** The rules of the operator. */
export async function readSettings(on: Kysely<DB> = db): Promise<PositionSettings> {
  const row = await on.selectFrom('position_settings').selectAll().executeTakeFirst()
  if (!row) return UNSET
  return {
    recordsSince: row.records_since?.toString() ?? null,
    keepsDays: row.keeps_days,
    duty: row.duty as Duty,
    offDuty: row.off_duty as OffDuty,
    asksReason: row.asks_reason,
    tellsUnheld: row.tells_unheld,
    night:
      row.night_from === null || row.night_until === null ? null : { from: row.night_from, until: row.night_until },
    watchedAt: row.watched_at?.toString() ?? null,
  }
}

/** The first moment from which anything is kept; today is one of the days. */
export function keptFrom(keepsDays: number, now: Temporal.Instant): Temporal.Instant {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  return today
    .subtract({ days: keepsDays - 1 })
    .toZonedDateTime(ZONE)
    .toInstant()
}

/** The cars and drivers behind some fixes, and the time of these, in milliseconds. */
export type Involved = { vehicles: readonly string[]; drivers: readonly string[]; from: number; to: number }

/**
 * All rules by which fixes of these cars and drivers are allowed or refused. A merged record counts as the one that
 * stays.
 */
export async function readRules(involved: Involved, now: Temporal.Instant, on: Kysely<DB> = db): Promise<Rules> {
  const settings = await readSettings(on)
  const first = keptFrom(settings.keepsDays, now)
  const noRules: Rules = {
    now: now.epochMilliseconds,
    recordsSince:
      settings.recordsSince === null ? null : Temporal.Instant.from(settings.recordsSince).epochMilliseconds,
    keptFrom: first.epochMilliseconds,
    duty: settings.duty,
    offDuty: settings.offDuty,
    cars: new Map(),
    drivers: new Map(),
  }
  const from = Math.max(involved.from, noRules.keptFrom)
  const to = Math.min(involved.to, noRules.now + MAX_AHEAD_MS) + 1
  if (noRules.recordsSince === null || to <= from) return noRules
  const cars = await readCars(involved, { from, to }, on)
  const holders = [...new Set([...cars.values()].flatMap(({ held }) => held.map(({ driverId }) => driverId)))]
  return { ...noRules, cars, drivers: await readDrivers(holders, settings.duty, { from, to }, on) }
}

const momentText = (milliseconds: number) =>
  sql<Temporal.Instant>`${Temporal.Instant.fromEpochMilliseconds(milliseconds).toString()}::timestamptz`
const stretch = (from: Temporal.Instant | null, to: Temporal.Instant | null): Stretch => ({
  from: from?.epochMilliseconds ?? -Infinity,
  to: to?.epochMilliseconds ?? Infinity,
})

async function readCars(
  { vehicles, drivers }: Involved,
  time: Stretch,
  on: Kysely<DB>,
): Promise<Map<string, CarRules>> {
  const span = sql`tstzrange(${momentText(time.from)}, ${momentText(time.to)})`
  const { rows } = await sql<{
    id: string
    own: boolean
    driver: string | null
    from: Temporal.Instant | null
    to: Temporal.Instant | null
  }>`
    with asked as (
      select unnest(${vehicles}::uuid[]) as id
      union select vehicle_id from assignments
      where standing_record(driver_id) = any (${drivers}::uuid[]) and cardinality(${drivers}::uuid[]) > 0 and period && ${span})
    select vehicles.id, coalesce(title = 'driver', false) as own, standing_record(driver_id) as driver,
      lower(period) as from, upper(period) as to
    from asked join vehicles using (id)
      left join vehicle_titles on vehicle_titles.vehicle_id = vehicles.id
      left join assignments on assignments.vehicle_id = vehicles.id and period && ${span}`.execute(on)
  const held = Map.groupBy(rows, ({ id }) => id)
  const thefts = await on
    .selectFrom('position_holds')
    .select(['vehicle_id', 'from_at', 'until_at', 'ended_at'])
    .where('kind', '=', 'theft')
    .where('vehicle_id', 'in', [...held.keys(), '00000000-0000-0000-0000-000000000000'])
    .execute()
  const theftsByCar = Map.groupBy(thefts, ({ vehicle_id }) => vehicle_id)
  return new Map(
    [...held].map(([id, rowsOfCar]) => [
      id,
      {
        isOwn: rowsOfCar.some((row) => row.own),
        held: rowsOfCar.flatMap(({ driver, from, to }) =>
          driver === null ? [] : [{ driverId: driver, ...stretch(from, to) }],
        ),
        thefts: (theftsByCar.get(id) ?? []).map(({ from_at, ended_at, until_at }) =>
          stretch(from_at, ended_at ?? until_at),
        ),
      },
    ]),
  )
}

async function readDrivers(
  drivers: readonly string[],
  duty: Duty,
  time: Stretch,
  on: Kysely<DB>,
): Promise<Map<string, DriverRules>> {
  if (drivers.length === 0) return new Map()
  const record = sql<string>`standing_record(driver_id)`
  const notices = await on
    .selectFrom('position_notices')
    .select([record.as('driver'), 'told_at'])
    .where(record, 'in', drivers)
    .where('version', '=', NOTICE_VERSION)
    .execute()
  const times = await on
    .selectFrom('position_private_times')
    .select([record.as('driver'), 'from_at', 'to_at'])
    .where(record, 'in', drivers)
    .where(({ or, eb }) => or([eb('to_at', 'is', null), eb('to_at', '>=', momentText(time.from))]))
    .execute()
  const shifts = duty === 'shift' ? await readShifts(drivers, time, on) : []
  return new Map(
    drivers.map((id) => [
      id,
      {
        notifiedAt: notices
          .filter(({ driver }) => driver === id)
          .reduce<number | null>((first, { told_at }) => Math.min(first ?? Infinity, told_at.epochMilliseconds), null),
        privateTimes: times.filter(({ driver }) => driver === id).map(({ from_at, to_at }) => stretch(from_at, to_at)),
        shifts: Map.groupBy(
          shifts.filter(({ driverId }) => driverId === id),
          ({ vehicleId }) => vehicleId,
        ),
      },
    ]),
  )
}

/** Planned shifts of some drivers that may overlap a time, with their cars. */
export async function readShifts(drivers: readonly string[], time: Stretch, on: Kysely<DB>) {
  const dayOf = (milliseconds: number) =>
    Temporal.Instant.fromEpochMilliseconds(milliseconds).toZonedDateTimeISO(ZONE).toPlainDate()
  const eve = dayOf(time.from).subtract({ days: 1 })
  const { patterns, dayShifts } = await readPlan(eve.toString(), { driverIds: drivers }, on)
  return plannedOn(daysBetween(eve, dayOf(time.to)), patterns, dayShifts).map(({ vehicleId, driverId, from, to }) => ({
    vehicleId,
    driverId,
    ...stretch(from, to),
  }))
}

/**
 * Drivers who have a car of the operator now, with when and how each was notified of the rules in force; `null` where
 * they were not.
 */
export async function listNotified(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ id: string; ref: string; name: string; notifiedAt: string | null; way: NoticeWay | null }[]> {
  const { rows } = await sql<{
    id: string
    ref: string
    name: string
    told_at: Temporal.Instant | null
    way: NoticeWay | null
  }>`
    select drivers.id, drivers.ref, drivers.name, n.told_at, n.way from drivers
      left join lateral (select told_at, way from position_notices
        where standing_record(driver_id) = drivers.id and version = ${NOTICE_VERSION} order by told_at limit 1) n on true
    where exists (
      select from assignments a left join vehicle_titles t using (vehicle_id)
      where a.driver_id = drivers.id and a.period @> ${now.toString()}::timestamptz and coalesce(t.title, '') <> 'driver')
    order by name, id`.execute(on)
  return rows.map(({ told_at, ...driver }) => ({ ...driver, notifiedAt: told_at?.toString() ?? null }))
}

/** When and how one driver got the notice in force, and since when they are private. */
export async function readOwn(
  driver: string,
  on: Kysely<DB> = db,
): Promise<{ notice: { at: string; way: NoticeWay } | null; privateSince: string | null }> {
  const notice = await on
    .selectFrom('position_notices')
    .select(['told_at', 'way'])
    .where(sql<string>`standing_record(driver_id)`, '=', driver)
    .where('version', '=', NOTICE_VERSION)
    .orderBy('told_at')
    .executeTakeFirst()
  const open = await on
    .selectFrom('position_private_times')
    .select('from_at')
    .where(sql<string>`standing_record(driver_id)`, '=', driver)
    .where('to_at', 'is', null)
    .orderBy('from_at')
    .executeTakeFirst()
  return {
    notice: notice ? { at: notice.told_at.toString(), way: notice.way as NoticeWay } : null,
    privateSince: open?.from_at.toString() ?? null,
  }
}

/** Holds in force, the latest first. */
export async function listHolds(now: Temporal.Instant, on: Kysely<DB> = db): Promise<Hold[]> {
  const { rows } = await sql<{
    id: number
    vehicle_id: string
    plate: string
    kind: Hold['kind']
    reason: string
    from_at: Temporal.Instant
    until_at: Temporal.Instant
    by: string | null
  }>`
    select h.id, h.vehicle_id, v.plate, h.kind, h.reason, h.from_at, h.until_at, coalesce(u.display_name, u.email) as by
    from position_holds h join vehicles v on v.id = h.vehicle_id left join users u on u.uid = h.made_by
    where h.ended_at is null and h.until_at > ${now.toString()}::timestamptz order by h.made_at desc, h.id desc`.execute(
    on,
  )
  return rows.map(({ vehicle_id, from_at, until_at, ...row }) => ({
    ...row,
    vehicleId: vehicle_id,
    from: from_at.toString(),
    until: until_at.toString(),
  }))
}
