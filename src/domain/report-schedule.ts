import { DIGEST_HOURS } from './digest.ts'
import { ZONE } from './week.ts'

/** How often a report is mailed. */
export const REPORT_RHYTHMS = ['daily', 'weekly', 'monthly'] as const
export type ReportRhythm = (typeof REPORT_RHYTHMS)[number]

/**
 * When a report is mailed, by the clock in Lisbon: `weekday` 1 is Monday and is for the weekly one, `day` for the
 * monthly one, `hour` for all.
 */
export type ReportTime = { rhythm: ReportRhythm; weekday: number; day: number; hour: number }

/** The last day that every month has. */
export const LAST_DAY = 28
export const REPORT_HOURS = DIGEST_HOURS

/**
 * Answers the moment that is due: the last one, as long as no whole day has passed since. `null` when the last one was
 * not on a day of this rhythm.
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
