import { isInFuture } from './clock.ts'

/** How many copies stay: the newest of each of the last days, weeks (from Monday) and months that have one, by the clock in Lisbon. */
export const KEPT = { daily: 14, weekly: 8, monthly: 24 } as const

/** Hours for which every copy stays, however many were made. */
const FRESH_HOURS = 24

/**
 * Lists the moments of copies that need not be kept any longer. The newest always stays, and so does any that is
 * younger than a day. No later day needs a copy that an earlier day gave up, so pruning often or seldom leaves the same
 * copies.
 */
export function overdue(made: readonly Temporal.Instant[], now: Temporal.Instant): Temporal.Instant[] {
  const newestFirst = made.toSorted((a, b) => Temporal.Instant.compare(b, a))
  const freshSince = now.subtract({ hours: FRESH_HOURS })
  const kept = new Set(newestFirst.filter((at) => Temporal.Instant.compare(at, freshSince) >= 0))
  for (const [span, count] of [
    [dayOf, KEPT.daily],
    [weekOf, KEPT.weekly],
    [monthOf, KEPT.monthly],
  ] as const) {
    const spans = new Map<string, Temporal.Instant>()
    for (const at of newestFirst) if (!spans.has(span(at))) spans.set(span(at), at)
    for (const at of [...spans.values()].slice(0, count)) kept.add(at)
  }
  return newestFirst.filter((at) => !kept.has(at))
}

const inLisbon = (at: Temporal.Instant) => at.toZonedDateTimeISO('Europe/Lisbon').toPlainDate()
const dayOf = (at: Temporal.Instant) => inLisbon(at).toString()
const monthOf = (at: Temporal.Instant) => inLisbon(at).toPlainYearMonth().toString()
function weekOf(at: Temporal.Instant): string {
  const day = inLisbon(at)
  return day.subtract({ days: day.dayOfWeek - 1 }).toString()
}

/** How often copies are made automatically. */
export const RHYTHMS = ['hour', 'night'] as const
export type Rhythm = (typeof RHYTHMS)[number]

/** Time of the night, in Lisbon, from which the copy of a day is due. */
const NIGHT = '03:00'

/**
 * Minutes after which the next copy is due. The question is asked each quarter of an hour, so the last copy begun is
 * never older than an hour.
 */
const DUE_MINUTES = 44

/**
 * Whether a copy is due, by those already made: none within the hour, or none since the last three o'clock in the
 * night. A copy made while the clock was ahead does not count.
 */
export function isDue(made: readonly Temporal.Instant[], now: Temporal.Instant, every: Rhythm): boolean {
  const last = newestBackup(made, now)
  if (last === null) return true
  const since = every === 'hour' ? now.subtract({ minutes: DUE_MINUTES }) : lastNight(now)
  return Temporal.Instant.compare(last, since) < 0
}

function newestBackup(made: readonly Temporal.Instant[], now: Temporal.Instant): Temporal.Instant | null {
  const real = made.filter((at) => !isInFuture(at, now))
  return real.toSorted((a, b) => Temporal.Instant.compare(b, a))[0] ?? null
}

function lastNight(now: Temporal.Instant): Temporal.Instant {
  const today = now.toZonedDateTimeISO('Europe/Lisbon')
  const night = today.withPlainTime(NIGHT)
  const isOver = Temporal.ZonedDateTime.compare(night, today) <= 0
  return (isOver ? night : today.subtract({ days: 1 }).withPlainTime(NIGHT)).toInstant()
}

/** Hours after which the last copy is too old: one was missed, and the next is overdue too. */
const STALE_HOURS = { hour: 2, night: 26 } as const satisfies Record<Rhythm, number>

/** Whether the last copy made is too old. */
export function isStale(made: readonly Temporal.Instant[], now: Temporal.Instant, every: Rhythm): boolean {
  const last = newestBackup(made, now)
  return last === null || now.since(last).total('hours') > STALE_HOURS[every]
}

/** Days after which a drill restores a copy again. */
const DRILL_DAYS = 30

/** Whether a drill is due: none was held for a month. One held while the clock was ahead does not count. */
export function isDrillDue(last: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return last === null || isInFuture(last, now) || now.since(last).total('days') >= DRILL_DAYS
}
