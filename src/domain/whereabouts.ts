import { FASTEST, type Fix, drawn, metresBetween } from './position.ts'
import { tripsOf } from './trip.ts'

type Place = { lat: number; lon: number }

/**
 * Where a car was at a moment, as far as its fixes tell: standing, from and until when; driving, with the fix before and the one after; or not known, for none
 * is near enough. Moments in milliseconds.
 */
export type Whereabouts =
  | { is: 'standing'; place: Place; from: number; to: number }
  | { is: 'driving'; before: Fix; after: Fix }
  | { is: 'unknown'; nearest: Fix | null }

/** Milliseconds between two fixes within which a car is said to have driven. */
const DRIVEN_WITHIN = 10 * 60_000

/** What fixes around a moment tell of it. */
export function whereaboutsAt(at: number, fixes: readonly Fix[]): Whereabouts {
  const usable = drawn(fixes)
  const stop = tripsOf(usable).stops.find(({ from, to }) => from <= at && at <= to)
  if (stop) return { is: 'standing', place: stop.place, from: stop.from, to: stop.to }
  const [before, after] = [usable.findLast((fix) => fix.at <= at), usable.find((fix) => fix.at >= at)]
  if (before && after && after.at - before.at <= DRIVEN_WITHIN) return { is: 'driving', before, after }
  const nearest = [before, after]
    .flatMap((fix) => fix ?? [])
    .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
  return { is: 'unknown', nearest: nearest[0] ?? null }
}

/** Metres that a town reaches around its middle, at the most. */
const TOWN = 10_000

/**
 * Whether a car cannot have been in a town at a moment, and how far from its middle it was, in metres: from what is known it could not come there in the time
 * between, at the speed of the fastest. `null` where nothing is known.
 */
export function distanceFrom(
  town: Place,
  at: number,
  whereabouts: Whereabouts,
): { metres: number; isElsewhere: boolean } | null {
  const known =
    whereabouts.is === 'standing'
      ? [{ ...whereabouts.place, at }]
      : whereabouts.is === 'driving'
        ? [whereabouts.before, whereabouts.after]
        : whereabouts.nearest === null
          ? []
          : [whereabouts.nearest]
  if (known.length === 0) return null
  const ways = known.map((fix) => ({
    metres: metresBetween(town, fix),
    reach: (Math.abs(fix.at - at) / 1_000) * FASTEST,
  }))
  return {
    metres: Math.min(...ways.map(({ metres }) => metres)),
    isElsewhere: ways.some(({ metres, reach }) => metres - reach > TOWN),
  }
}
