import { dayAfter } from './paper.ts'
import { type Span, overlaps } from './vehicle.ts'
import { ZONE, lisbon, lisbonBoth } from './week.ts'

/** Hours of a shift on the Lisbon clock, `06:00`; one that ends at or before its beginning ends on the next day. */
export type Hours = { starts: string; ends: string }

/** Hours that two drivers of one car usually agree on. */
export const USUAL_HOURS = {
  day: { starts: '06:00', ends: '18:00' },
  night: { starts: '18:00', ends: '06:00' },
} as const satisfies Record<string, Hours>
export const SHIFT_KINDS = ['day', 'night', 'own'] as const
export type ShiftKind = (typeof SHIFT_KINDS)[number]

/** Days of the week by ISO 8601: 1 is Monday. */
export const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const

/** A pattern: who has a car on some days of each week, from a day on; `until` is the last one. */
export type ShiftPattern = Hours & {
  id: string
  vehicleId: string
  driverId: string
  weekdays: readonly number[]
  from: string
  until: string | null
}

/**
 * A shift entered for one day. `patternId`: it replaces the pattern's shift of that day; `driverId` is `null` where
 * nobody has the car then.
 */
export type DayShift = Hours & {
  id: string
  vehicleId: string
  driverId: string | null
  day: string
  patternId: string | null
}

/** A planned shift, `[from, to)`. `driverId` is `null` where the car is free in hours that usually belong to somebody. */
export type Shift = Hours & {
  vehicleId: string
  driverId: string | null
  day: string
  from: Temporal.Instant
  to: Temporal.Instant
  patternId: string | null
  /** Id of the entry for this day alone. */
  shiftId: string | null
}

/** Answers the name of a shift's hours, `own` where they are not usual ones. */
export function kindOf({ starts, ends }: Hours): ShiftKind {
  const isUsual = (kind: 'day' | 'night') => USUAL_HOURS[kind].starts === starts && USUAL_HOURS[kind].ends === ends
  return isUsual('day') ? 'day' : isUsual('night') ? 'night' : 'own'
}

/**
 * Works out the first and last moment of a shift on a day. In an hour that comes twice the first is meant; a time that
 * never comes is the moment at which the clock leaps over it, so that two shifts that meet on the clock also meet in
 * time.
 */
export function spanOf(day: string, { starts, ends }: Hours): { from: Temporal.Instant; to: Temporal.Instant } {
  return { from: momentOf(day, starts), to: momentOf(ends > starts ? day : dayAfter(day), ends) }
}

function momentOf(day: string, time: string): Temporal.Instant {
  const local = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time))
  if (lisbonBoth(local) !== null) return lisbon(local)
  // Start before the leap: seen from after it, 01:00 would be the leap itself, and the previous leap is half a year
  // away.
  const before = local.toZonedDateTime(ZONE, { disambiguation: 'earlier' })
  return before.getTimeZoneTransition('next')?.toInstant() ?? before.toInstant()
}

/** Whether a pattern has a shift on a day; `weekday` is the day of the week of that day. */
export function isOn(
  { weekdays, from, until }: Pick<ShiftPattern, 'weekdays' | 'from' | 'until'>,
  day: string,
  weekday = Temporal.PlainDate.from(day).dayOfWeek,
): boolean {
  return day >= from && (until === null || day <= until) && weekdays.includes(weekday)
}

/**
 * Lists every shift that begins on one of these days, in order: patterns, entries for single days that replace them,
 * and added ones. A free shift is left out where the car has a driver meanwhile.
 */
export function plannedOn(
  days: readonly string[],
  patterns: readonly ShiftPattern[],
  dayShifts: readonly DayShift[],
): Shift[] {
  const daySet = new Set(days)
  const placed = new Set(dayShifts.flatMap(({ patternId, day }) => (patternId === null ? [] : [`${patternId} ${day}`])))
  // A fleet has a thousand shifts a week but few different hours: compute the moments once for each.
  const spans = new Map<string, ReturnType<typeof spanOf>>()
  const shiftOf = (shiftOfDay: Omit<Shift, 'from' | 'to'>): Shift => {
    const key = `${shiftOfDay.day} ${shiftOfDay.starts} ${shiftOfDay.ends}`
    const span = spans.get(key) ?? spanOf(shiftOfDay.day, shiftOfDay)
    spans.set(key, span)
    return { ...shiftOfDay, ...span }
  }
  const usual = days.flatMap((day) => {
    const weekday = Temporal.PlainDate.from(day).dayOfWeek
    return patterns
      .filter((pattern) => isOn(pattern, day, weekday) && !placed.has(`${pattern.id} ${day}`))
      .map(({ id, vehicleId, driverId, starts, ends }) =>
        shiftOf({ vehicleId, driverId, day, starts, ends, patternId: id, shiftId: null }),
      )
  })
  const single = dayShifts
    .filter(({ day }) => daySet.has(day))
    .map(({ id, ...shift }) => shiftOf({ ...shift, shiftId: id }))
  const planned = [...usual, ...single].filter(({ from, to }) => Temporal.Instant.compare(from, to) < 0)
  const drivenByCar = Map.groupBy(
    planned.filter(({ driverId }) => driverId !== null),
    ({ vehicleId }) => vehicleId,
  )
  const isTaken = (shift: Shift) =>
    (drivenByCar.get(shift.vehicleId) ?? []).some((drivenShift) => overlaps(drivenShift, shift))
  const shown = planned.filter((shift) => shift.driverId !== null || !isTaken(shift))
  return shown.toSorted((a, b) => Temporal.Instant.compare(a.from, b.from) || (a.vehicleId < b.vehicleId ? -1 : 1))
}

/** The reason for which a shift is impossible: the car has another driver then, or the driver another car. */
export type ShiftClash = { of: 'car' | 'person'; shift: Shift; other: Shift }

/** Finds the first candidate that clashes with others; `null` where none does. Free shifts clash with nothing. */
export function clashOf(planned: readonly Shift[], others: readonly Shift[]): ShiftClash | null {
  for (const [at, shift] of planned.entries()) {
    if (shift.driverId === null) continue
    for (const other of [...others, ...planned.slice(0, at)]) {
      if (other.driverId === null || !overlaps(shift, other)) continue
      if (other.vehicleId === shift.vehicleId) return { of: 'car', shift, other }
      if (other.driverId === shift.driverId) return { of: 'person', shift, other }
    }
  }
  return null
}

/** Events of shifts that a driver is told: what others ask and answer, and what the office does. */
export const SHIFT_EVENTS = [
  'asked',
  'given',
  'offered',
  'accepted',
  'waits',
  'refused',
  'declined',
  'withdrawn',
  'confirmed',
  'undone',
  'changed',
  'passed',
  'left',
] as const
export type ShiftEvent = (typeof SHIFT_EVENTS)[number]

/**
 * Days within which two patterns have met if they ever do: a week and the night that ends after it, and a second week,
 * because two may meet only in the hour that the clock skips.
 */
const ROUND = 15

/** Lists the days on which a pattern may meet others: until all of them have begun, and no single day has an entry any more. */
export function daysOfPattern(
  { from, until }: ShiftPattern,
  patterns: readonly ShiftPattern[],
  dayShifts: readonly DayShift[],
): string[] {
  const first = Temporal.PlainDate.from(from)
  const latest =
    [from, ...patterns.map((pattern) => pattern.from), ...dayShifts.map(({ day }) => day)].toSorted().at(-1) ?? from
  const open = Temporal.PlainDate.from(latest).add({ days: ROUND })
  const last = until !== null && until < open.toString() ? Temporal.PlainDate.from(until) : open
  return daysBetween(first.subtract({ days: 1 }), last.add({ days: 1 }))
}

/** Lists each day from one to another, both included. */
export function daysBetween(first: Temporal.PlainDate, last: Temporal.PlainDate): string[] {
  const days: string[] = []
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    days.push(day.toString())
  return days
}

/** Finds the parts of `[from, to)` that no span covers, in order. */
export function gapsIn(
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
  spans: readonly Span[],
): { from: Temporal.Instant; to: Temporal.Instant }[] {
  const { compare } = Temporal.Instant
  const inOrder = spans
    .map((span) => ({ from: span.from ?? from, to: span.to ?? to }))
    .toSorted((a, b) => compare(a.from, b.from))
  const gaps: { from: Temporal.Instant; to: Temporal.Instant }[] = []
  let at = from
  for (const span of inOrder) {
    if (compare(span.from, at) > 0) gaps.push({ from: at, to: compare(span.from, to) < 0 ? span.from : to })
    if (compare(span.to, at) > 0) at = span.to
    if (compare(at, to) >= 0) break
  }
  if (compare(at, to) < 0) gaps.push({ from: at, to })
  return gaps.filter((gap) => compare(gap.from, gap.to) < 0)
}

/** Minutes by which a hand-over may differ from the plan without being mentioned. */
const LEEWAY = 60

/** Driver who had a car in place of the planned one, and for how many minutes; `driverId` is `null` where nobody had it. */
export type Substitute = { driverId: string | null; minutes: number }

/**
 * Finds who had the car instead of the planned driver during the past part of a shift, by the assignments, which decide
 * the money. Answers nobody where a shift is still to come, is free, or differs by less than an hour.
 */
export function substitutesDuring(
  { driverId, from, to }: Pick<Shift, 'driverId' | 'from' | 'to'>,
  held: readonly (Span & { driverId: string })[],
  now: Temporal.Instant,
): Substitute[] {
  const end = Temporal.Instant.compare(now, to) < 0 ? now : to
  if (driverId === null || Temporal.Instant.compare(from, end) >= 0) return []
  const found = new Map<string | null, number>()
  const add = (of: string | null, span: { from: Temporal.Instant; to: Temporal.Instant }) =>
    found.set(of, (found.get(of) ?? 0) + span.to.since(span.from).total('minutes'))
  for (const holding of held) {
    const inside = spanWithin(holding, { from, to: end })
    if (holding.driverId !== driverId && inside) add(holding.driverId, inside)
  }
  for (const gap of gapsIn({ from, to: end }, held)) add(null, gap)
  const instead = [...found].map(([id, minutes]) => ({ driverId: id, minutes: Math.round(minutes) }))
  const totalMinutes = instead.reduce((minutes, substitute) => minutes + substitute.minutes, 0)
  return totalMinutes < LEEWAY ? [] : instead.toSorted((a, b) => b.minutes - a.minutes)
}

function spanWithin(span: Span, bounds: { from: Temporal.Instant; to: Temporal.Instant }) {
  const { compare } = Temporal.Instant
  const from = span.from && compare(span.from, bounds.from) > 0 ? span.from : bounds.from
  const to = span.to && compare(span.to, bounds.to) < 0 ? span.to : bounds.to
  return compare(from, to) < 0 ? { from, to } : null
}
