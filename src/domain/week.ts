import { lastOf } from './certain.ts'
import { Refusal } from './refusal.ts'

/**
 * A settlement week: the ISO date of its Monday, as `2026-06-01`. It runs from Monday 00:00 to
 * Sunday 24:00 in Lisbon, so two weeks a year have 167 or 169 hours.
 */
export type Week = string & { readonly unit: 'week' }

/** Time zone of the fleet: times in files that name no zone are local to it. */
export const ZONE = 'Europe/Lisbon'

/** The week a day belongs to. */
export function weekOf(day: Temporal.PlainDate): Week {
  return day.subtract({ days: day.dayOfWeek - 1 }).toString() as Week
}

/** The week an instant falls in, on the Lisbon clock. */
export function weekAt(instant: Temporal.Instant): Week {
  return weekOf(instant.toZonedDateTimeISO(ZONE).toPlainDate())
}

/** Finds the newest of these weeks that is over. */
export function newestEnded(weeks: readonly Week[], now: Temporal.Instant): Week | undefined {
  const running = weekAt(now)
  return weeks.toSorted().findLast((week) => week < running)
}

/** Beginning of a readable day, week or month: its year is 1900 to 2999, so that the next year still is a date for the database. */
export const READ_YEAR = /^(?:19|2\d)\d{2}-/

/** Reads `2026-W23` or the ISO date of a Monday. Refuses (`week.unreadable`) any other text, and years outside 1900 to 2999. */
export function readWeek(text: string): Week {
  const iso = /^(\d{4})-W(\d{2})$/.exec(text)
  if (!READ_YEAR.test(text)) throw new Refusal('week.unreadable', { text })
  if (iso) {
    const week = weekNumbered(Number(iso[1]), Number(iso[2]))
    if (weekName(week) === text) return week
  } else if (readDay(text)?.dayOfWeek === 1) {
    return text as Week
  }
  throw new Refusal('week.unreadable', { text })
}

/** The Monday of ISO week `number` of `year` (the week that holds the year's Nth Thursday). */
export function weekNumbered(year: number, number: number): Week {
  const fourthOfJanuary = Temporal.PlainDate.from({ year, month: 1, day: 4 })
  return weekOf(fourthOfJanuary.add({ weeks: number - 1 }))
}

/** The name used in addresses and file names: `2026-W23`. */
export function weekName(week: Week): string {
  const { year, number } = isoWeek(week)
  return `${year}-W${String(number).padStart(2, '0')}`
}

/** ISO year and number of the week, for "Semana 23". */
export function isoWeek(week: Week): { year: number; number: number } {
  const day = Temporal.PlainDate.from(week)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the ISO calendar numbers its weeks
  return { year: day.yearOfWeek!, number: day.weekOfYear! }
}

export function monday(week: Week): Temporal.PlainDate {
  return Temporal.PlainDate.from(week)
}

export function sunday(week: Week): Temporal.PlainDate {
  return monday(week).add({ days: 6 })
}

/** First and last day of a week as text: for comparing with many days. */
export type WeekDays = { first: string; last: string }

export function daysOfWeek(week: Week): WeekDays {
  return { first: week, last: dayAfter(week, 6) }
}

const DAY = 86_400_000

/** Adds `days` to an ISO day; may be negative. A calendar day has no zone, so every day has 24 hours here. */
export function dayAfter(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY).toISOString().slice(0, 10)
}

/** Counts the weeks from one week to another; negative if the other is earlier. */
export function weeksFrom(week: Week, other: Week): number {
  return (Date.parse(other) - Date.parse(week)) / DAY / 7
}

/** Counts the days from one ISO day to another, both included; 0 or less if the last is before the first. */
export function daysFrom(first: string, last: string): number {
  return (Date.parse(last) - Date.parse(first)) / DAY + 1
}

export function nextWeek(week: Week, count = 1): Week {
  return dayAfter(week, 7 * count) as Week
}

export function previousWeek(week: Week, count = 1): Week {
  return nextWeek(week, -count)
}

/** Lists every week from the earliest of these to the latest, in order; none if there are none. */
export function weeksBetween(some: readonly Week[]): Week[] {
  const inOrder = some.toSorted()
  const weeks = inOrder.slice(0, 1)
  while (weeks.length > 0 && lastOf(weeks) < lastOf(inOrder)) weeks.push(nextWeek(lastOf(weeks)))
  return weeks
}

/** First instant of the week and first instant after it, on the Lisbon clock. */
export function bounds(week: Week): { start: Temporal.Instant; end: Temporal.Instant } {
  const start = monday(week).toZonedDateTime(ZONE).toInstant()
  const end = monday(week).add({ days: 7 }).toZonedDateTime(ZONE).toInstant()
  return { start, end }
}

/** The beginning of the minute an instant falls in. */
export function minuteOf(instant: Temporal.Instant): Temporal.Instant {
  return instant.round({ smallestUnit: 'minute', roundingMode: 'floor' })
}

/** The instant of a Lisbon wall-clock time; in the hour that comes twice in October, the first. */
export function lisbon(local: Temporal.PlainDateTime): Temporal.Instant {
  return local.toZonedDateTime(ZONE, { disambiguation: 'earlier' }).toInstant()
}

/** Which of two instants a Lisbon time means in the hour that comes twice, on the Sunday in October when the clocks go back. */
export type Twice = 'first' | 'second'

/**
 * Finds both instants of a Lisbon wall-clock time: they differ only in the hour that comes twice in October. `null` for
 * a time that never comes, on the Sunday in March.
 */
export function lisbonBoth(local: Temporal.PlainDateTime): Record<Twice, Temporal.Instant> | null {
  const first = lisbon(local)
  if (!local.equals(first.toZonedDateTimeISO(ZONE).toPlainDateTime())) return null
  return { first, second: local.toZonedDateTime(ZONE, { disambiguation: 'later' }).toInstant() }
}

/** Answers whether an instant is in the first or the second pass of the hour that comes twice; `null` in any other hour. */
export function twiceOf(instant: Temporal.Instant): Twice | null {
  const both = lisbonBoth(instant.toZonedDateTimeISO(ZONE).toPlainDateTime())
  if (both === null || both.first.equals(both.second)) return null
  return both.first.equals(instant) ? 'first' : 'second'
}

/** A calendar day written `2026-06-01`, or `null` when the text is not one (`2026-02-30`, `2026-06-01T10:00`). */
export function readDay(text: string): Temporal.PlainDate | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  try {
    return Temporal.PlainDate.from(text, { overflow: 'reject' })
  } catch {
    return null
  }
}
