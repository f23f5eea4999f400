import { dayAfter } from './paper.ts'
import { type Span, overlaps } from './vehicle.ts'
import { ZONE, lisbon, lisbonBoth } from './week.ts'

/** Hours of a shift on the Lisbon clock, `06:00`; one that ends by when it begins ends on the day after. */
export type Hours = { starts: string; ends: string }

/** What two drivers of one car usually agree on. */
export const USUAL_HOURS = {
  day: { starts: '06:00', ends: '18:00' },
  night: { starts: '18:00', ends: '06:00' },
} as const satisfies Record<string, Hours>
export const SHIFT_KINDS = ['day', 'night', 'own'] as const
export type ShiftKind = (typeof SHIFT_KINDS)[number]

/** Days of the week by ISO 8601: 1 is Monday. */
export const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const

/** Who has a car on some days of each week, from a day on; `until` is the last one. */
export type ShiftPattern = Hours & {
  id: string
  vehicleId: string
  driverId: string
  weekdays: readonly number[]
  from: string
  until: string | null
}

/** What was said of one day. `patternId`: it stands for the pattern's shift of that day; `driverId` is `null` where nobody has it then. */
export type DayShift = Hours & {
  id: string
  vehicleId: string
  driverId: string | null
  day: string
  patternId: string | null
}

/** A shift as it is planned, `[from, to)`. `driverId` is `null` where the car is free in hours that are usually somebody's. */
export type Shift = Hours & {
  vehicleId: string
  driverId: string | null
  day: string
  from: Temporal.Instant
  to: Temporal.Instant
  patternId: string | null
  /** Of what was said of this day alone. */
  shiftId: string | null
}

/** The hours a shift is known by, `own` where they are no usual ones. */
export function kindOf({ starts, ends }: Hours): ShiftKind {
  const isUsual = (kind: 'day' | 'night') => USUAL_HOURS[kind].starts === starts && USUAL_HOURS[kind].ends === ends
  return isUsual('day') ? 'day' : isUsual('night') ? 'night' : 'own'
}

/**
 * A shift of a day from its first moment to its last. Of an hour that comes twice the first is meant; one that never comes is
 * the moment at which the clock leaps over it, so that two shifts that meet on the clock meet in time.
 */
export function spanOf(day: string, { starts, ends }: Hours): { from: Temporal.Instant; to: Temporal.Instant } {
  return { from: momentOf(day, starts), to: momentOf(ends > starts ? day : dayAfter(day), ends) }
}

function momentOf(day: string, time: string): Temporal.Instant {
  const local = Temporal.PlainDate.from(day).toPlainDateTime(Temporal.PlainTime.from(time))
  if (lisbonBoth(local) !== null) return lisbon(local)
  // Asked from before the leap: from after it, 01:00 would be the leap itself, and the leap before it is half a year away.
  const before = local.toZonedDateTime(ZONE, { disambiguation: 'earlier' })
  return before.getTimeZoneTransition('next')?.toInstant() ?? before.toInstant()
}

/** Whether a pattern has a shift on a day, which is this day of the week. */
function isOn({ weekdays, from, until }: ShiftPattern, day: string, weekday: number): boolean {
  return day >= from && (until === null || day <= until) && weekdays.includes(weekday)
}

/**
 * Every shift that begins on one of these days, in order: patterns, what was said of single days in their place, and what was added.
 * A shift that is nobody's is left out where the car has a driver meanwhile.
 */
export function plannedOn(
  days: readonly string[],
  patterns: readonly ShiftPattern[],
  said: readonly DayShift[],
): Shift[] {
  const asked = new Set(days)
  const placed = new Set(said.flatMap(({ patternId, day }) => (patternId === null ? [] : [`${patternId} ${day}`])))
  // A fleet has a thousand shifts a week and a handful of hours: the calendar is asked once for each.
  const spans = new Map<string, ReturnType<typeof spanOf>>()
  const shiftOf = (one: Omit<Shift, 'from' | 'to'>): Shift => {
    const key = `${one.day} ${one.starts} ${one.ends}`
    const span = spans.get(key) ?? spanOf(one.day, one)
    spans.set(key, span)
    return { ...one, ...span }
  }
  const usual = days.flatMap((day) => {
    const weekday = Temporal.PlainDate.from(day).dayOfWeek
    return patterns
      .filter((pattern) => isOn(pattern, day, weekday) && !placed.has(`${pattern.id} ${day}`))
      .map(({ id, vehicleId, driverId, starts, ends }) =>
        shiftOf({ vehicleId, driverId, day, starts, ends, patternId: id, shiftId: null }),
      )
  })
  const single = said.filter(({ day }) => asked.has(day)).map(({ id, ...one }) => shiftOf({ ...one, shiftId: id }))
  const all = [...usual, ...single].filter(({ from, to }) => Temporal.Instant.compare(from, to) < 0)
  const taken = Map.groupBy(
    all.filter(({ driverId }) => driverId !== null),
    ({ vehicleId }) => vehicleId,
  )
  const isTaken = (shift: Shift) => (taken.get(shift.vehicleId) ?? []).some((one) => overlaps(one, shift))
  const seen = all.filter((one) => one.driverId !== null || !isTaken(one))
  return seen.toSorted((a, b) => Temporal.Instant.compare(a.from, b.from) || (a.vehicleId < b.vehicleId ? -1 : 1))
}

/** Why a shift cannot be: the car has another driver then, or the driver another car. */
export type ShiftClash = { of: 'car' | 'person'; shift: Shift; other: Shift }

/** The first of some shifts that cannot be beside others; `null` where all can. Nobody's shift is in nobody's way. */
export function clashOf(wanted: readonly Shift[], others: readonly Shift[]): ShiftClash | null {
  for (const [at, shift] of wanted.entries()) {
    if (shift.driverId === null) continue
    for (const other of [...others, ...wanted.slice(0, at)]) {
      if (other.driverId === null || !overlaps(shift, other)) continue
      if (other.vehicleId === shift.vehicleId) return { of: 'car', shift, other }
      if (other.driverId === shift.driverId) return { of: 'person', shift, other }
    }
  }
  return null
}

/** What a driver is told about shifts: what others ask and answer, and what the office does. */
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
] as const
export type ShiftEvent = (typeof SHIFT_EVENTS)[number]

/**
 * Days after which patterns have met wherever they do: a week and the night that ends on it, and a second week, for two may meet
 * in the very hour that the clock leaps over.
 */
const ROUND = 15

/** All the days on which a pattern may meet others: until every one of them has begun, and nothing is said of single days any more. */
export function daysOfPattern(
  { from, until }: ShiftPattern,
  patterns: readonly ShiftPattern[],
  said: readonly DayShift[],
): string[] {
  const first = Temporal.PlainDate.from(from)
  const latest = [from, ...patterns.map((one) => one.from), ...said.map(({ day }) => day)].toSorted().at(-1) ?? from
  const open = Temporal.PlainDate.from(latest).add({ days: ROUND })
  const last = until !== null && until < open.toString() ? Temporal.PlainDate.from(until) : open
  return daysBetween(first.subtract({ days: 1 }), last.add({ days: 1 }))
}

/** Each day from one to another, both of them. */
export function daysBetween(first: Temporal.PlainDate, last: Temporal.PlainDate): string[] {
  const days: string[] = []
  for (let day = first; Temporal.PlainDate.compare(day, last) <= 0; day = day.add({ days: 1 }))
    days.push(day.toString())
  return days
}

/** The stretches within `[from, to)` that none of some spans covers, in order. */
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

/** Minutes by which a hand-over may be earlier or later than planned without being worth a word. */
const LEEWAY = 60

/** Who had a car in place of the planned driver, for how many minutes; `driverId` is `null` where nobody had it. */
export type Instead = { driverId: string | null; minutes: number }

/**
 * Who had the car during the part of a shift that is over, by the assignments: what settles money. Nobody in the place of the planned
 * driver where a shift is to come, is nobody's, or differs by less than an hour.
 */
export function insteadOf(
  { driverId, from, to }: Pick<Shift, 'driverId' | 'from' | 'to'>,
  held: readonly (Span & { driverId: string })[],
  now: Temporal.Instant,
): Instead[] {
  const end = Temporal.Instant.compare(now, to) < 0 ? now : to
  if (driverId === null || Temporal.Instant.compare(from, end) >= 0) return []
  const found = new Map<string | null, number>()
  const add = (of: string | null, span: { from: Temporal.Instant; to: Temporal.Instant }) =>
    found.set(of, (found.get(of) ?? 0) + span.to.since(span.from).total('minutes'))
  for (const one of held) {
    const inside = within(one, { from, to: end })
    if (one.driverId !== driverId && inside) add(one.driverId, inside)
  }
  for (const gap of gapsIn({ from, to: end }, held)) add(null, gap)
  const instead = [...found].map(([id, minutes]) => ({ driverId: id, minutes: Math.round(minutes) }))
  const all = instead.reduce((minutes, one) => minutes + one.minutes, 0)
  return all < LEEWAY ? [] : instead.toSorted((a, b) => b.minutes - a.minutes)
}

function within(span: Span, bounds: { from: Temporal.Instant; to: Temporal.Instant }) {
  const { compare } = Temporal.Instant
  const from = span.from && compare(span.from, bounds.from) > 0 ? span.from : bounds.from
  const to = span.to && compare(span.to, bounds.to) < 0 ? span.to : bounds.to
  return compare(from, to) < 0 ? { from, to } : null
}
