import { DIGEST_HOURS } from './digest.ts'
import { ZONE } from './week.ts'

/** How often a report is mailed. */
export const REPORT_RHYTHMS = ['daily', 'weekly', 'monthly'] as const
export type ReportRhythm = (typeof REPORT_RHYTHMS)[number]

/** When, as clocks in Lisbon say: `weekday` 1 is Monday and is of the weekly one, `day` of the monthly one, `hour` of all. */
export type ReportTime = { rhythm: ReportRhythm; weekday: number; day: number; hour: number }

/** The last day that every month has. */
export const LAST_DAY = 28
export const REPORT_HOURS = DIGEST_HOURS

/**
 * The moment that is due: the last one, while no whole day has gone by on the clock since. `null` when the last one was of no day
 * of this rhythm.
 */
export function dueReport(
  { rhythm, weekday, day, hour }: ReportTime,
  now: Temporal.Instant,
): Temporal.ZonedDateTime | null {
  const at = (of: Temporal.PlainDate) => of.toZonedDateTime({ timeZone: ZONE, plainTime: { hour } })
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const last = Temporal.Instant.compare(at(today).toInstant(), now) > 0 ? today.subtract({ days: 1 }) : today
  const isDay = { daily: true, weekly: last.dayOfWeek === weekday, monthly: last.day === day }[rhythm]
  return isDay ? at(last) : null
}
