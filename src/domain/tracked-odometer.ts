/** A trip of a car as the tracker in it reports: its times, and the odometer in metres at both ends. */
export type TrackedTrip = { from: Temporal.Instant; to: Temporal.Instant; first: number; last: number }

/** Most metres between the two ends of one pause: trackers count in steps. More is a drive that was not reported. */
export const MAX_PAUSE_METRES = 1_000

/**
 * Works out the odometer at a moment, in whole kilometres as a driver reads them, from the trips around it: the car
 * stood between the trip before and the trip after. `null` while one of the two is unknown, where the moment lies
 * within a trip, and where the next trip began farther from the end of the last than a pause allows. Nothing is guessed
 * between two readings.
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
  if (Math.abs(after.first - before.last) > MAX_PAUSE_METRES) return null
  return Math.floor(before.last / 1_000)
}

const { compare } = Temporal.Instant

function isLater(one: TrackedTrip, other: TrackedTrip): boolean {
  return compare(one.to, other.to) > 0 || (one.to.equals(other.to) && one.last > other.last)
}
