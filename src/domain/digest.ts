import { ZONE } from './week.ts'

/** How often a person of the office gets the digest of what waits. */
export const RHYTHMS = ['weekly', 'daily', 'off'] as const
export type Rhythm = (typeof RHYTHMS)[number]

/** When the digest goes out, by the clock in Lisbon: `weekday` 1 is Monday and is for the weekly one, `hour` for both. */
export type DigestTime = { weekday: number; hour: number }
export const DIGEST_TIME: DigestTime = { weekday: 1, hour: 7 }

/** Earliest and latest hour that can be chosen: clocks are never changed between them. */
export const DIGEST_HOURS = { first: 5, last: 21 } as const

/**
 * Answers the moment of the digest that is due: the last one, as long as no whole day has passed since. `null` when the
 * last one was not on a day of this rhythm.
 */
export function dueDigest(
  rhythm: Rhythm,
  { weekday, hour }: DigestTime,
  now: Temporal.Instant,
): Temporal.ZonedDateTime | null {
  const at = (day: Temporal.PlainDate) => day.toZonedDateTime({ timeZone: ZONE, plainTime: { hour } })
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const isToCome = Temporal.Instant.compare(at(today).toInstant(), now) > 0
  const last = isToCome ? today.subtract({ days: 1 }) : today
  return rhythm === 'daily' || (rhythm === 'weekly' && last.dayOfWeek === weekday) ? at(last) : null
}
