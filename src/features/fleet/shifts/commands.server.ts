import { sql } from 'kysely'
import type { Tx } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { showPlate } from '#domain/identifiers.ts'
import { driverAt } from '#domain/matching.ts'
import { dayBefore } from '#domain/paper.ts'
import { Refusal } from '#domain/refusal.ts'
import {
  type DayShift,
  type Hours,
  type Shift,
  type ShiftPattern,
  clashOf,
  daysBetween,
  daysOfPattern,
  isOn,
  plannedOn,
  spanOf,
} from '#domain/shift.ts'
import { overlaps } from '#domain/vehicle.ts'
import { type Week, ZONE, minuteOf, monday, nextWeek } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { handOver, mayBeGiven, requireGivable } from '#features/fleet/vehicles/commands.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { type ShiftKey, getPattern, getShift, listCopied, namesOf, plannedAfter, readPlan } from './queries.server.ts'
import type { PatternInput, ShiftInput } from './schema.ts'

/**
 * Plans a driver for a car on one day. Refuses `shift.over`, `shift.car-taken` and `shift.person-taken`, naming the
 * shift in the way, and what `requireGivable` refuses.
 */
export async function addShift(change: Change, input: ShiftInput): Promise<void> {
  await lockPlan(change.tx)
  const { plate } = await getVehicle(input.vehicleId, change.tx)
  const shift = shiftOf(input)
  await refuseShift(change, shift)
  const free = await findFreedShift(change.tx, shift)
  // If these hours of a pattern were freed, give that row to the new driver, so that the hours can be given back to
  // the pattern's driver.
  if (free) await change.tx.updateTable('shifts').set({ driver_id: input.driverId }).where('id', '=', free).execute()
  else await insertShift(change, shift)
  await noteShift(change, plate, null, shift)
}

/**
 * Gives a shift to another driver, to nobody, or back to the pattern's driver, or moves its hours. `seen` is the
 * driver that the page showed. Returns the drivers whose plan changed. Refuses `shift.changed` when the shift is no
 * longer that driver's, `shift.over`, and what `addShift` refuses.
 */
export async function changeShift(
  change: Change,
  key: ShiftKey,
  { whose, starts, ends, seen }: Hours & { whose: string; seen?: string | undefined },
): Promise<readonly string[]> {
  await lockPlan(change.tx)
  const { plate } = await getVehicle(key.vehicleId, change.tx)
  const before = await getShift(key, change.tx)
  await requireSeen(change, before, seen)
  refuseOver(change, before)
  if (whose === 'nobody') {
    await freeShift(change, plate, before)
    return driversOf(before.driverId)
  }
  if (whose === 'usual') return driversOf(before.driverId, await restoreShift(change, plate, before))
  const after = { ...before, ...shiftOf({ ...before, driverId: whose, starts, ends }) }
  await refuseShift(change, after, before)
  await writeShift(change, before, { driverId: whose, starts, ends })
  await noteShift(change, plate, before, after)
  return driversOf(before.driverId, whose)
}

function driversOf(...drivers: readonly (string | null)[]): string[] {
  return [...new Set(drivers.filter((id) => id !== null))]
}

/** Notifies drivers that the office changed their plan, and from which day. */
export async function notifyOfChange(
  change: Change,
  drivers: readonly string[],
  { vehicleId, day, starts, ends }: Hours & { vehicleId: string; day: string },
): Promise<void> {
  const { plate } = await getVehicle(vehicleId, change.tx)
  const facts = { plate: showPlate(plate), day, hours: `${starts}–${ends}` }
  await writeNotices(change, drivers, { kind: 'shift', event: 'changed', ...facts })
}

/** A shift that moves from one driver to another. */
export type ShiftMove = { key: ShiftKey; seen: string; driverId: string }

/**
 * Moves shifts between drivers, all of them or none; in a swap, each shift counts as free for the other driver.
 * Refuses `shift.changed` when one of them is another driver's by now, and what `addShift` refuses.
 */
export async function moveShifts(change: Change, moves: readonly ShiftMove[]): Promise<void> {
  await lockPlan(change.tx)
  const before = await Promise.all(moves.map(({ key }) => getShift(key, change.tx)))
  const after: Shift[] = []
  for (const [at, { seen, driverId }] of moves.entries()) {
    const shift = before[at]
    if (!shift) continue
    await requireSeen(change, shift, seen)
    const moved = { ...shift, ...shiftOf({ ...shift, driverId }) }
    await refuseShift(change, moved, ...before)
    after.push(moved)
  }
  await refuseClash(change, after, [])
  for (const [at, shift] of before.entries()) {
    const moved = after[at]
    if (!moved) continue
    await writeShift(change, shift, moved)
    const { plate } = await getVehicle(shift.vehicleId, change.tx)
    await noteShift(change, plate, shift, moved)
  }
}

/** Sets a day back to its pattern; returns the pattern's driver. */
async function restoreShift(change: Change, plate: string, before: Shift): Promise<string> {
  if (before.patternId === null || before.shiftId === null) throw new Refusal('record.not-found')
  const { driverId, starts, ends } = await getPattern(before.patternId, change.tx)
  const after = { ...before, ...shiftOf({ ...before, driverId, starts, ends }) }
  await refuseShift(change, after, before)
  await change.tx.deleteFrom('shifts').where('id', '=', before.shiftId).execute()
  await noteShift(change, plate, before, after)
  return driverId
}

/** Deletes an added shift. A pattern's shift stays, with nobody planned on that day. */
async function freeShift(change: Change, plate: string, before: Shift): Promise<void> {
  if (before.patternId === null && before.shiftId !== null)
    await change.tx.deleteFrom('shifts').where('id', '=', before.shiftId).execute()
  else await writeShift(change, before, { ...before, driverId: null })
  await noteShift(change, plate, before, null)
}

/** Saves the driver and hours of a shift on its day. */
async function writeShift(
  { tx, now, actor }: Change,
  { shiftId, patternId, vehicleId, day }: Shift,
  { driverId, starts, ends }: Hours & { driverId: string | null },
): Promise<void> {
  if (shiftId !== null)
    await tx.updateTable('shifts').set({ driver_id: driverId, starts, ends }).where('id', '=', shiftId).execute()
  else
    await tx
      .insertInto('shifts')
      .values({
        vehicle_id: vehicleId,
        driver_id: driverId,
        day,
        starts,
        ends,
        pattern_id: patternId,
        created_at: now.toString(),
        created_by: actor.uid,
      })
      .execute()
}

/**
 * Plans a driver for a car on some days of each week; returns the pattern's id. `single`: entries for single days
 * that stay, of the pattern that this one continues. Refuses `shift.past` for a pattern that would begin before
 * today, and what `addShift` refuses, for the first day on which the pattern meets another shift.
 */
export async function addPattern(
  change: Change,
  input: PatternInput,
  single: readonly DayShift[] = [],
): Promise<string> {
  await lockPlan(change.tx)
  const { plate } = await getVehicle(input.vehicleId, change.tx)
  if (input.from < todayOf(change)) throw new Refusal('shift.past')
  await requireGivable(change, input.vehicleId, {
    driverId: input.driverId,
    from: spanOf(input.from, input).from,
    to: null,
  })
  const pattern: ShiftPattern = { ...input, id: '' }
  const { patterns, dayShifts } = await readPlan(dayBefore(input.from), scopeOf(input), change.tx)
  const others = dayShifts.filter((dayShift) => !single.some(({ id }) => id === dayShift.id))
  const days = daysOfPattern(pattern, patterns, dayShifts)
  await refuseClash(change, plannedOn(days, [pattern], single), plannedOn(days, patterns, others))
  const { id } = await change.tx
    .insertInto('shift_patterns')
    .values({
      vehicle_id: input.vehicleId,
      driver_id: input.driverId,
      weekdays: [...input.weekdays],
      starts: input.starts,
      ends: input.ends,
      valid_from: input.from,
      valid_until: input.until,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await notePattern(change, plate, null, pattern)
  return id
}

/**
 * Gives a pattern its last day, or deletes one that would have no day. Changes to single days stay. Refuses
 * `shift.past` for a day before yesterday, and `record.not-found`.
 */
export async function endPattern(change: Change, id: string, until: string): Promise<void> {
  await lockPlan(change.tx)
  const before = await getPattern(id, change.tx)
  if (until < dayBefore(todayOf(change))) throw new Refusal('shift.past')
  // Days on which nobody was planned instead of the pattern mean nothing after its end.
  await change.tx
    .deleteFrom('shifts')
    .where('pattern_id', '=', id)
    .where('driver_id', 'is', null)
    .where('day', '>', until)
    .execute()
  if (until < before.from) {
    await change.tx.updateTable('shifts').set({ pattern_id: null }).where('pattern_id', '=', id).execute()
    await change.tx.deleteFrom('shift_patterns').where('id', '=', id).execute()
    return await notePattern(change, before.plate, before, null)
  }
  const after = { ...before, until }
  if (before.until === null || until < before.until) await setUntil(change.tx, id, until)
  else await prolong(change, before, until)
  await notePattern(change, before.plate, before, after)
}

async function setUntil(tx: Tx, id: string, until: string | null): Promise<void> {
  await tx.updateTable('shift_patterns').set({ valid_until: until }).where('id', '=', id).execute()
}

/** Prolongs a pattern. Refuses when somebody else has the car on one of the new days. */
async function prolong(change: Change, before: ShiftPattern, until: string): Promise<void> {
  const longer: ShiftPattern = { ...before, until }
  const { patterns, dayShifts } = await readPlan(dayBefore(before.from), scopeOf(before), change.tx)
  const others = patterns.filter(({ id }) => id !== before.id)
  const days = daysOfPattern(longer, others, dayShifts)
  await refuseClash(
    change,
    plannedOn(
      days,
      [longer],
      dayShifts.filter(({ patternId }) => patternId === before.id),
    ),
    plannedOn(
      days,
      others,
      dayShifts.filter(({ patternId }) => patternId !== before.id),
    ),
  )
  await setUntil(change.tx, before.id, until)
}

/**
 * Changes a pattern from a day on: ends it the day before, unless it has ended by then, and begins a new one. Entries
 * for single days stay: those that give the car to another driver, and, when the driver is the same, those that give
 * it to nobody. Refuses what `addPattern` refuses.
 */
export async function changePattern(change: Change, id: string, input: PatternInput): Promise<void> {
  if (input.from < todayOf(change)) throw new Refusal('shift.past')
  await lockPlan(change.tx)
  const before = await getPattern(id, change.tx)
  const single = await entriesThatStay(change.tx, before, input)
  const eve = dayBefore(input.from)
  if (before.until === null || before.until > eve) await endPattern(change, id, eve)
  const next = await addPattern(change, input, single)
  for (const entry of single) {
    if (entry.driverId !== null)
      await change.tx.updateTable('shifts').set({ pattern_id: next }).where('id', '=', entry.id).execute()
    else await writeShift(change, { ...entry, ...spanOf(entry.day, entry), patternId: next, shiftId: null }, entry)
  }
}

/** The pattern's entries for single days that stay valid after the pattern changes. */
async function entriesThatStay(tx: Tx, before: ShiftPattern, input: PatternInput): Promise<DayShift[]> {
  if (before.vehicleId !== input.vehicleId) return []
  const entries = await tx
    .selectFrom('shifts')
    .select(['id', 'driver_id as driverId', 'starts', 'ends', sql<string>`day`.as('day')])
    .where('pattern_id', '=', before.id)
    .where('day', '>=', input.from)
    .orderBy('day')
    .execute()
  const { starts, ends } = input
  return entries
    .filter(({ driverId, day }) => isOn(input, day) && (driverId !== null || before.driverId === input.driverId))
    .map((entry) => ({
      ...entry,
      ...(entry.driverId === null ? { starts, ends } : {}),
      vehicleId: input.vehicleId,
      patternId: '',
    }))
}

/**
 * Removes a driver who leaves at a moment from the plan: their patterns end, and nobody is planned for their later
 * shifts. Past shifts stay as they were. Call it before locking cars, because whoever plans a shift locks the plan
 * first.
 */
export async function endShiftsOf(change: Change, driverId: string, at: Temporal.Instant): Promise<void> {
  await lockPlan(change.tx)
  const { until, patterns, shifts } = await plannedAfter(driverId, at, change.now, change.tx)
  for (const { id } of patterns) await endPattern(change, id, until)
  for (const shift of shifts) {
    const { plate } = await getVehicle(shift.vehicleId, change.tx)
    await freeShift(change, plate, shift)
  }
}

/**
 * Copies the single days planned in a week to the next one; patterns continue automatically. Returns how many were
 * copied, and the shifts that were not, because the car or the driver is taken there. Refuses
 * `shift.nothing-to-copy`.
 */
export async function copyWeek(change: Change, week: Week): Promise<{ copied: number; left: Shift[] }> {
  await lockPlan(change.tx)
  const next = monday(nextWeek(week))
  const eve = monday(week).subtract({ days: 1 })
  const { patterns, dayShifts } = await readPlan(eve.toString(), {}, change.tx)
  const days = daysBetween(monday(week), monday(week).add({ days: 6 }))
  const shifts = plannedOn(days, [], dayShifts)
    .filter(({ driverId, patternId }) => driverId !== null && patternId === null)
    .map((shift) => {
      const day = Temporal.PlainDate.from(shift.day).add({ days: 7 }).toString()
      return { ...shift, day, ...spanOf(day, shift), shiftId: null }
    })
  if (shifts.length === 0) throw new Refusal('shift.nothing-to-copy')
  const planned = plannedOn(daysBetween(next.subtract({ days: 1 }), next.add({ days: 7 })), patterns, dayShifts)
  const notCopied: Shift[] = []
  let copied = 0
  for (const shift of shifts) {
    if (isAlreadyPlanned(shift, planned)) continue
    const { driverId } = shift
    const isFree = Temporal.Instant.compare(shift.to, change.now) > 0 && clashOf([shift], planned) === null
    if (!isFree || driverId === null || !(await mayBeGiven(change, shift.vehicleId, { ...shift, driverId }))) {
      notCopied.push(shift)
      continue
    }
    await insertShift(change, shift)
    const { plate } = await getVehicle(shift.vehicleId, change.tx)
    await noteShift(change, plate, null, shift)
    planned.push(shift)
    copied++
  }
  return { copied, left: notCopied }
}

/**
 * Takes away the shifts that a copy planned in a week at a moment, those of hours to come, also if they were changed since. Refuses
 * `record.changed-meanwhile` when none is left.
 */
export async function undoCopy(change: Change, week: Week, at: string): Promise<void> {
  await lockPlan(change.tx)
  const copied = (await listCopied(week, at, change.tx)).filter(
    ({ to }) => Temporal.Instant.compare(to, change.now) > 0,
  )
  if (copied.length === 0) throw new Refusal('record.changed-meanwhile')
  for (const shift of copied) {
    const { plate } = await getVehicle(shift.vehicleId, change.tx)
    await freeShift(change, plate, shift)
  }
}

/** Hours before a shift from which its driver may report that they have the car. */
const EARLY_HOURS = 2

/** Hours after which a hand-over that waited on a phone is left to the office, because its week may be paid by then. */
const LATE_HOURS = 48

/**
 * Gives a car to the driver of a shift from the minute in which the driver reported it: this is the assignment by
 * which money is charged. A phone without a network sends the report later (`saidAt`); a report that was too early
 * counts from the first allowed moment. Notifies the former holder. If the driver has the car already, changes
 * nothing. Refuses `shift.not-now` outside the hours of the driver's shift, `shift.too-late` for a report that waited
 * too long, `shift.went-on` when somebody has the car after that, and what `handOver` and `addReading` refuse.
 */
export async function takeOver(
  change: Change,
  driver: OwnDriverId,
  key: ShiftKey,
  { kilometres = null, saidAt = change.now }: { kilometres?: number | null; saidAt?: Temporal.Instant } = {},
): Promise<void> {
  const shift = await getShift(key, change.tx)
  if (shift.driverId !== driver) throw new Refusal('record.not-found')
  const { compare } = Temporal.Instant
  const first = shift.from.subtract({ hours: EARLY_HOURS })
  const countedFrom = compare(saidAt, first) < 0 ? first : saidAt
  if (compare(change.now, countedFrom) < 0 || compare(countedFrom, shift.to) >= 0) throw new Refusal('shift.not-now')
  if (change.now.since(countedFrom).total('hours') > LATE_HOURS) throw new Refusal('shift.too-late')
  const at = minuteOf(countedFrom)
  const { plate } = await getVehicle(key.vehicleId, change.tx)
  const assignments = await listAssignments(key.vehicleId, change.tx)
  const formerDriver = driverAt(assignments, at)
  if (formerDriver !== driver) {
    const isTaken = assignments.some(
      (assignment) => assignment.driverId !== formerDriver && overlaps(assignment, { from: at, to: null }),
    )
    if (isTaken) throw new Refusal('shift.went-on', { plate: showPlate(plate) })
    await handOver(change, key.vehicleId, driver, at)
  }
  if (kilometres !== null) await addReading(change, key.vehicleId, { at, kilometres, reason: '' })
  const { day, starts, ends } = shift
  if (formerDriver !== null && formerDriver !== driver)
    await writeNotices(change, [formerDriver], {
      kind: 'shift',
      event: 'passed',
      plate: showPlate(plate),
      day,
      hours: `${starts}–${ends}`,
    })
}

function isAlreadyPlanned(shift: Shift, planned: readonly Shift[]): boolean {
  return planned.some(
    ({ vehicleId, driverId, from, to }) =>
      vehicleId === shift.vehicleId && driverId === shift.driverId && from.equals(shift.from) && to.equals(shift.to),
  )
}

/** Locks the plan, because otherwise two cars could be planned for one driver at the same moment. */
async function lockPlan(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('shifts'))`.execute(tx)
}

function shiftOf({ vehicleId, driverId, day, starts, ends }: ShiftInput | (Shift & { driverId: string })): Shift {
  const hours = { starts, ends }
  return { vehicleId, driverId, day, ...hours, ...spanOf(day, hours), patternId: null, shiftId: null }
}

/** The freed shift of a pattern on its day, in exactly these hours. */
async function findFreedShift(tx: Tx, { vehicleId, day, starts, ends }: Shift): Promise<string | null> {
  const free = await tx
    .selectFrom('shifts')
    .select('id')
    .where('vehicle_id', '=', vehicleId)
    .where('driver_id', 'is', null)
    .where('day', '=', day)
    .where('starts', '=', starts)
    .where('ends', '=', ends)
    .executeTakeFirst()
  return free?.id ?? null
}

async function insertShift(change: Change, shift: Shift): Promise<void> {
  await writeShift(change, { ...shift, shiftId: null }, shift)
}

/** Refuses a shift that is over, whose driver may not be given the car, or that overlaps another. */
async function refuseShift(change: Change, shift: Shift, ...replaced: readonly Shift[]): Promise<void> {
  const { vehicleId, driverId, day, from, to } = shift
  refuseOver(change, shift)
  if (driverId === null) return
  await requireGivable(change, vehicleId, { driverId, from, to })
  const around = Temporal.PlainDate.from(day)
  const days = daysBetween(around.subtract({ days: 1 }), around.add({ days: 1 }))
  const { patterns, dayShifts } = await readPlan(days[0] ?? day, scopeOf({ vehicleId, driverId }), change.tx)
  const others = plannedOn(days, patterns, dayShifts)
  const remaining = others.filter((other) => !replaced.some((gone) => isSame(other, gone)))
  await refuseClash(change, [shift], remaining)
}

function isSame(one: Shift, other: Shift): boolean {
  return one.vehicleId === other.vehicleId && one.day === other.day && one.starts === other.starts
}

function scopeOf({ vehicleId, driverId }: { vehicleId: string; driverId: string }) {
  return { vehicleId, driverIds: [driverId] }
}

function refuseOver({ now }: Change, { to }: Shift): void {
  if (Temporal.Instant.compare(to, now) <= 0) throw new Refusal('shift.over')
}

async function refuseClash(change: Change, shifts: readonly Shift[], others: readonly Shift[]): Promise<void> {
  const clash = clashOf(shifts, others)
  if (clash === null) return
  const { other } = clash
  const names = await namesOf([other.driverId], change.tx)
  const { plate } = await getVehicle(other.vehicleId, change.tx)
  throw new Refusal(clash.of === 'car' ? 'shift.car-taken' : 'shift.person-taken', {
    plate: showPlate(plate),
    driver: names.get(other.driverId ?? '') ?? '',
    period: hoursText(other),
  })
}

async function requireSeen(change: Change, { driverId }: Shift, seen: string | undefined): Promise<void> {
  if (seen === undefined || seen === (driverId ?? '')) return
  const names = await namesOf([driverId], change.tx)
  throw new Refusal('shift.changed', { driver: names.get(driverId ?? '') ?? '–' })
}

function todayOf({ now }: Change): string {
  return now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}

/** "24/11/2026 06:00–18:00": the same in both languages. */
export function hoursText({ day, starts, ends }: Hours & { day: string }): string {
  return `${day.slice(8)}/${day.slice(5, 7)}/${day.slice(0, 4)} ${starts}–${ends}`
}

/** Notes a changed shift in the history of the car and of everybody it concerns. */
async function noteShift(change: Change, plate: string, before: Shift | null, after: Shift | null): Promise<void> {
  const names = await namesOf([before?.driverId ?? null, after?.driverId ?? null], change.tx)
  const fact = (shift: Shift) => ({
    plate: showPlate(plate),
    driver: names.get(shift.driverId ?? '') ?? null,
    shift: hoursText(shift),
  })
  noteAll(change, [before, after], { before: before && fact(before), after: after && fact(after) })
}

async function notePattern(
  change: Change,
  plate: string,
  before: ShiftPattern | null,
  after: ShiftPattern | null,
): Promise<void> {
  const names = await namesOf([before?.driverId ?? null, after?.driverId ?? null], change.tx)
  const fact = ({ driverId, weekdays, starts, ends, from, until }: ShiftPattern) => ({
    plate: showPlate(plate),
    driver: names.get(driverId) ?? null,
    shiftWeekdays: weekdays.join(' '),
    shiftHours: `${starts}–${ends}`,
    shiftFrom: from,
    shiftUntil: until,
  })
  noteAll(change, [before, after], { before: before && fact(before), after: after && fact(after) })
}

type Concerned = { vehicleId: string; driverId: string | null } | null

function noteAll(
  change: Change,
  concerned: readonly Concerned[],
  facts: Pick<Parameters<Change['note']>[0], 'before' | 'after'>,
): void {
  const known = concerned.filter((person) => person !== null)
  const subjects = [
    ...known.map(({ vehicleId }) => `vehicle:${vehicleId}`),
    ...known.flatMap(({ driverId }) => (driverId === null ? [] : [`driver:${driverId}`])),
  ]
  for (const subject of new Set(subjects)) change.note({ subject, ...facts })
}
