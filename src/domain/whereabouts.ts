import { FASTEST, type Fix, usableFixes, metresBetween } from './position.ts'
import { tripsOf } from './trip.ts'

type Place = { lat: number; lon: number }

/**
 * Where a car was at a moment, by its fixes: standing, from and until when; driving, with the fix before and the one
 * after; or unknown, because no fix is near enough. Moments in milliseconds.
 */
export type Whereabouts =
  | { is: 'standing'; place: Place; from: number; to: number }
  | { is: 'driving'; before: Fix; after: Fix }
  | { is: 'unknown'; nearest: Fix | null }

/** Most milliseconds between two fixes between which a car counts as driving. */
const DRIVEN_WITHIN = 10 * 60_000

/** Works out from the fixes around a moment where a car was. */
export function whereaboutsAt(at: number, fixes: readonly Fix[]): Whereabouts {
  const usable = usableFixes(fixes)
  const stop = tripsOf(usable).stops.find(({ from, to }) => from <= at && at <= to)
  if (stop) return { is: 'standing', place: stop.place, from: stop.from, to: stop.to }
  const [before, after] = [usable.findLast((fix) => fix.at <= at), usable.find((fix) => fix.at >= at)]
  if (before && after && after.at - before.at <= DRIVEN_WITHIN) return { is: 'driving', before, after }
  const nearest = [before, after]
    .flatMap((fix) => fix ?? [])
    .toSorted((a, b) => Math.abs(a.at - at) - Math.abs(b.at - at))
  return { is: 'unknown', nearest: nearest[0] ?? null }
}

/** Largest distance from the middle of a town to its edge, in metres. */
const TOWN = 10_000

/**
 * Answers whether a car cannot have been in a town at a moment, and how far from its middle it was, in metres: from its
 * known places it could not get there in time, even at the highest speed. `null` where nothing is known.
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
  const distances = known.map((fix) => ({
    metres: metresBetween(town, fix),
    reach: (Math.abs(fix.at - at) / 1_000) * FASTEST,
  }))
  return {
    metres: Math.min(...distances.map(({ metres }) => metres)),
    isElsewhere: distances.some(({ metres, reach }) => metres - reach > TOWN),
  }
}
