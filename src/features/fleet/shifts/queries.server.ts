import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askTogether, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { lastDayOf } from '#domain/departure.ts'
import { showPlate } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type DayShift, type Hours, type Shift, type ShiftPattern, daysBetween, plannedOn } from '#domain/shift.ts'
import { type Week, ZONE, monday } from '#domain/week.ts'
import type { PatternRow } from './schema.ts'

/**
 * The scope in which the plan is read: everybody's, or that of one car and some drivers together, because any of
 * these may be in the way of a shift.
 */
export type ShiftScope = { vehicleId?: string; driverIds?: readonly string[] }

/** The patterns that still give a shift on `from` or later, and the single days planned from then on. */
export async function readPlan(
  from: string,
  { vehicleId, driverIds = [] }: ShiftScope = {},
  on: Kysely<DB> = db,
): Promise<{ patterns: ShiftPattern[]; dayShifts: DayShift[] }> {
  const isFiltered = vehicleId !== undefined || driverIds.length > 0
  const patternsOn = (database: Kysely<DB>) =>
    database
      .selectFrom('shift_patterns')
      .where(({ or, eb }) => or([eb('valid_until', 'is', null), eb('valid_until', '>=', from)]))
      .$if(isFiltered, (query) =>
        query.where(({ or, eb }) =>
          or([
            ...(vehicleId === undefined ? [] : [eb('vehicle_id', '=', vehicleId)]),
            ...(driverIds.length === 0 ? [] : [eb('driver_id', 'in', driverIds)]),
          ]),
        ),
      )
  const patterns = listQuestion(
    (database) =>
      patternsOn(database)
        .select(['id', 'vehicle_id as vehicleId', 'driver_id as driverId', 'weekdays', 'starts', 'ends'])
        .select(['valid_from as from', 'valid_until as until']),
    (rows: ShiftPattern[]) => rows.map((row) => ({ ...row, weekdays: row.weekdays.map(Number) })),
  )
  const dayShifts = listQuestion(
    (database) =>
      database
        .selectFrom('shifts')
        .select(['id', 'vehicle_id as vehicleId', 'driver_id as driverId', 'day', 'starts', 'ends'])
        .select('pattern_id as patternId')
        .where('day', '>=', from)
        .$if(isFiltered, (query) =>
          query.where(({ or, eb }) =>
            or([
              ...(vehicleId === undefined ? [] : [eb('vehicle_id', '=', vehicleId)]),
              ...(driverIds.length === 0 ? [] : [eb('driver_id', 'in', driverIds)]),
              // Include days of these patterns that have another driver now.
              eb('pattern_id', 'in', patternsOn(database).select('id')),
            ]),
          ),
        ),
    (rows: DayShift[]) => rows,
  )
  return askTogether({ patterns, dayShifts }, on)
}

/** The shifts that begin in a week, in a scope; `eve` has those that begin on the day before. */
export async function listShifts(
  week: Week,
  scope: ShiftScope = {},
  on: Kysely<DB> = db,
): Promise<{ shifts: Shift[]; eve: Shift[] }> {
  const first = monday(week)
  const eve = first.subtract({ days: 1 }).toString()
  const { patterns, dayShifts } = await readPlan(eve, scope, on)
  const planned = plannedOn(daysBetween(first.subtract({ days: 1 }), first.add({ days: 6 })), patterns, dayShifts)
  return { shifts: planned.filter(({ day }) => day !== eve), eve: planned.filter(({ day }) => day === eve) }
}

/** The single shifts of a week that were planned at one moment, as a copy does. Refuses `record.not-found` for what is no moment. */
export async function listCopied(week: Week, at: string, on: Kysely<DB> = db): Promise<Shift[]> {
  const planned = await on
    .selectFrom('shifts')
    .select('id')
    .where('created_at', '=', readMomentOf(at))
    .where('pattern_id', 'is', null)
    .execute()
  const ids = new Set(planned.map(({ id }) => id))
  return (await listShifts(week, {}, on)).shifts.filter(({ shiftId }) => shiftId !== null && ids.has(shiftId))
}

function readMomentOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text)
  } catch {
    throw new Refusal('record.not-found')
  }
}

/** A driver's current shift, or the next one within a week; `null` for none. */
export async function findNextShift(
  driver: OwnDriverId,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<(Hours & { day: string; plate: string }) | null> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const days = daysBetween(today.subtract({ days: 1 }), today.add({ days: 7 }))
  const { patterns, dayShifts } = await readPlan(today.subtract({ days: 1 }).toString(), { driverIds: [driver] }, on)
  const next = plannedOn(days, patterns, dayShifts).find(
    ({ driverId, to }) => driverId === driver && Temporal.Instant.compare(to, now) > 0,
  )
  if (!next) return null
  const car = await on.selectFrom('vehicles').select('plate').where('id', '=', next.vehicleId).executeTakeFirstOrThrow()
  return { day: next.day, starts: next.starts, ends: next.ends, plate: showPlate(car.plate) }
}

/**
 * The plan of a driver after the moment at which they leave: patterns with days after `until`, and single shifts.
 * Leaves out past shifts.
 */
export async function plannedAfter(
  driverId: string,
  at: Temporal.Instant,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ until: string; patterns: ShiftPattern[]; shifts: Shift[] }> {
  const lastDay = lastDayOf(at).toString()
  const yesterday = now.toZonedDateTimeISO(ZONE).toPlainDate().subtract({ days: 1 }).toString()
  const until = lastDay < yesterday ? yesterday : lastDay
  const { patterns, dayShifts } = await readPlan(until, { driverIds: [driverId] }, on)
  const days = [...new Set([until, ...dayShifts.map(({ day }) => day)])]
  const ended = patterns.map((pattern) => ({ ...pattern, until }))
  const { compare } = Temporal.Instant
  return {
    until,
    patterns: patterns.filter(
      (pattern) => pattern.driverId === driverId && (pattern.until === null || pattern.until > until),
    ),
    shifts: plannedOn(days, ended, dayShifts).filter(
      (shift) => shift.driverId === driverId && compare(shift.from, at) >= 0 && compare(shift.to, now) > 0,
    ),
  }
}

/** Hours before a shift in which a hand-over is probably to the driver of the shift. */
const SOON_HOURS = 2

/** The driver planned for a car at present or within two hours; `null` for nobody. */
export async function findPlannedDriver(
  vehicleId: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<string | null> {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const days = daysBetween(today.subtract({ days: 1 }), today.add({ days: 1 }))
  const { patterns, dayShifts } = await readPlan(days[0] ?? '', { vehicleId: readRecordId(vehicleId) }, on)
  const soon = now.add({ hours: SOON_HOURS })
  const { compare } = Temporal.Instant
  const found = plannedOn(days, patterns, dayShifts).findLast(
    ({ from, to }) => compare(from, soon) <= 0 && compare(now, to) < 0,
  )
  return found?.driverId ?? null
}

/** The car, day and start that identify a shift, because a car has only one shift at a time. */
export type ShiftKey = { vehicleId: string; day: string; starts: string }

/** The shift with this key. Refuses `record.not-found`. */
export async function getShift({ vehicleId, day, starts }: ShiftKey, on: Kysely<DB> = db): Promise<Shift> {
  const { patterns, dayShifts } = await readPlan(readDayOf(day), { vehicleId: readRecordId(vehicleId) }, on)
  const found = plannedOn([day], patterns, dayShifts).find(
    (shift) => shift.vehicleId === vehicleId && shift.starts === starts,
  )
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** Reads a day from an address. Refuses `record.not-found` for anything else. */
export function readDayOf(text: string): string {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text) && text >= '2000' && text < '2200') {
    try {
      return Temporal.PlainDate.from(text, { overflow: 'reject' }).toString()
    } catch {
      // The text is no day.
    }
  }
  throw new Refusal('record.not-found')
}

/** The patterns that are not over on a day, by car, hour and first day, with the names of car and driver. */
export async function listPatterns(today: string, on: Kysely<DB> = db): Promise<PatternRow[]> {
  const rows = await patternRows(on)
    .where(({ or, eb }) => or([eb('valid_until', 'is', null), eb('valid_until', '>=', today)]))
    .orderBy('plate')
    .orderBy('starts')
    .orderBy('valid_from')
    .execute()
  return rows.map(patternRow)
}

/** One pattern. Refuses `record.not-found`. */
export async function getPattern(id: string, on: Kysely<DB> = db): Promise<PatternRow> {
  const row = await patternRows(on).where('shift_patterns.id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return patternRow(row)
}

function patternRows(on: Kysely<DB>) {
  return on
    .selectFrom('shift_patterns')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['shift_patterns.id', 'vehicle_id as vehicleId', 'driver_id as driverId', 'weekdays', 'starts', 'ends'])
    .select(['plate', 'drivers.name as driver'])
    .select([sql<string>`valid_from`.as('from'), sql<string | null>`valid_until`.as('until')])
}

function patternRow(row: Awaited<ReturnType<ReturnType<typeof patternRows>['execute']>>[number]): PatternRow {
  return { ...row, weekdays: row.weekdays.map(Number) }
}

/** The names of some drivers, by id. */
export async function namesOf(ids: readonly (string | null)[], on: Kysely<DB> = db): Promise<Map<string, string>> {
  const known = [...new Set(ids.filter((id) => id !== null))]
  if (known.length === 0) return new Map()
  const rows = await on.selectFrom('drivers').select(['id', 'name']).where('id', 'in', known).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
