/** A trip of a car as a tracker in it tells: from when to when, and the odometer in metres at both ends. */
export type TrackedTrip = { from: Temporal.Instant; to: Temporal.Instant; first: number; last: number }

/** Metres that two ends of one pause may lie apart: trackers count in steps. More is a drive that nobody reported. */
export const STANDS_STILL = 1_000

/**
 * What the odometer said at a moment, in whole kilometres as a driver reads them, from the trips around it: the car stood there since the
 * trip before and until the trip after. `null` while one of the two is not known, where the moment lies within a trip, and where the
 * car came away further than it had stopped. Nothing is guessed between two readings.
 */
export function kilometresAt(moment: Temporal.Instant, trips: readonly TrackedTrip[]): number | null {
  let before: TrackedTrip | null = null
  let after: TrackedTrip | null = null
  for (const trip of trips) {
    const [begins, ends] = [compare(trip.from, moment), compare(trip.to, moment)]
    if (begins < 0 && ends > 0) return null
    if (ends <= 0 && (before === null || isLater(trip, before))) before = trip
    if (begins >= 0 && ends > 0 && (after === null || compare(trip.from, after.from) < 0)) after = trip
  }
  if (before === null || after === null) return null
  if (Math.abs(after.first - before.last) > STANDS_STILL) return null
  return Math.floor(before.last / 1_000)
}

const { compare } = Temporal.Instant

function isLater(one: TrackedTrip, other: TrackedTrip): boolean {
  return compare(one.to, other.to) > 0 || (one.to.equals(other.to) && one.last > other.last)
}
