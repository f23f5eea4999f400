import type { Platform } from './performance.ts'
import { type Week, ZONE, weekAt, weekOf } from './week.ts'

/** A time in which a passenger may have been in a car: `[from, to]`, from a platform's trip or order. */
export type Ride = { from: Temporal.Instant; to: Temporal.Instant }

/** Weeks (by their Mondays) for which all trips of a platform are known. Uber's weeks begin at four in the morning. */
export type RidesKnown = Readonly<Record<Platform, ReadonlySet<Week>>>

/** Whether a toll was passed with a passenger on board; `unknown` where a platform that could tell has not. */
export type TollTime = 'aboard' | 'empty' | 'unknown'

/**
 * Answers whether a toll was passed with a passenger, by the trips of the car (`rulings.md` C.8, `docs/decisions/267`).
 * A passage is known to the minute: it was `aboard` if a trip touches that minute. It was `empty` only if all trips of
 * that moment are known from every platform in `paidBy`, which paid the driver in the week, or may have. Before four on
 * a Monday Uber counts the week before, in which the driver may have worked for it.
 */
export function tollTime(
  at: Temporal.Instant,
  rides: readonly Ride[],
  paidBy: ReadonlySet<Platform>,
  known: RidesKnown,
): TollTime {
  const from = at.epochMilliseconds - (at.epochMilliseconds % MINUTE)
  if (rides.some((ride) => ride.from.epochMilliseconds < from + MINUTE && ride.to.epochMilliseconds >= from))
    return 'aboard'
  const [week, uberWeek] = [weekAt(at), uberWeekAt(at)]
  const isUberReported = known.uber.has(uberWeek) || (!paidBy.has('uber') && uberWeek === week)
  const isBoltReported = known.bolt.has(week) || !paidBy.has('bolt')
  return isUberReported && isBoltReported ? 'empty' : 'unknown'
}

const MINUTE = 60_000
/** Hour of Monday, on the Lisbon clock, at which Uber's week begins (`formats.md` 1.1). */
const UBER_WEEK_BEGINS = 4

function uberWeekAt(at: Temporal.Instant): Week {
  return weekOf(at.toZonedDateTimeISO(ZONE).toPlainDateTime().subtract({ hours: UBER_WEEK_BEGINS }).toPlainDate())
}
