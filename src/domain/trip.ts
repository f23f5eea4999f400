import { firstOf, lastOf } from './certain.ts'
import { type Fix, usableFixes, metresBetween } from './position.ts'

/** A place in degrees (WGS 84). */
export type Place = Pick<Fix, 'lat' | 'lon'>

/** A drive from one stop to the next; times in milliseconds since 1970. */
export type Trip = {
  from: number
  to: number
  metres: number
  /** Start, the drawn fixes, and the end. */
  path: readonly Place[]
}

/** A time at one place. */
export type Stop = { from: number; to: number; place: Place }

/**
 * Trips and stops of a car in a time with fixes. `unseen`: metres in a straight line between fixes more than an hour
 * apart, which are in no trip.
 */
export type Day = { trips: Trip[]; stops: Stop[]; metres: number; unseen: number }

/** Metres around a place within which a receiver drifts while the car stands. */
const STAYS_WITHIN = 100
/** Milliseconds at a place that make a stop: a traffic light is shorter. */
const STAYS_FOR = 180_000
/** Milliseconds within which a receiver that drifted away from a place is back at it. */
const BACK_WITHIN = 120_000
/** Metres around the middle of a stop within which its car stood: fixes farther out belong to coming and going. */
const STOOD_WITHIN = 40
/** Least metres that a drive leads away from its beginning: less is drift, or another place of the same yard. */
const GOES_AWAY = 200
/** Metres that are not counted until they add up: a receiver wanders that much from one second to the next. */
const DEAD_BAND = 15
/** Milliseconds without a fix in which a car may have been anywhere. */
export const MAX_SILENCE = 3_600_000

/**
 * Finds the trips and stops of a car from its fixes, in any order. A stop is three minutes or more within a hundred
 * metres; a drive leads two hundred metres away from its beginning. A receiver that drifts, or leaps and comes back,
 * makes neither.
 */
export function tripsOf(fixes: readonly Fix[]): Day {
  const points = usableFixes(fixes)
  const stays = withoutShortMoves(points, staysOf(points))
  const trips: Trip[] = []
  let unseen = 0
  const edges = [null, ...stays, null]
  for (const [at, before] of edges.slice(0, -1).entries()) {
    const after = edges[at + 1] ?? null
    const between = points.slice(before ? before.last + 1 : 0, after ? after.first : points.length)
    const pieces = piecesOf([
      ...(before ? [momentOfStay(before, before.to)] : []),
      ...between.map(placeOf),
      ...(after ? [momentOfStay(after, after.from)] : []),
    ])
    unseen += pieces.unseen
    trips.push(...pieces.paths.flatMap((path) => tripAlong(path) ?? []))
  }
  return {
    trips,
    stops: stays.map(({ from, to, place }) => ({ from, to, place })),
    metres: trips.reduce((total, { metres }) => total + metres, 0),
    unseen,
  }
}

/** A stop, and the indexes of its first and last fix. */
type Stay = Stop & { first: number; last: number }
type Moment = Place & { at: number }

const placeOf = ({ lat, lon, at }: Fix): Moment => ({ lat, lon, at })
const momentOfStay = ({ place }: Stay, at: number): Moment => ({ ...place, at })

function staysOf(points: readonly Fix[]): Stay[] {
  const stays: Stay[] = []
  let first = 0
  while (first < points.length) {
    const last = lastOfStay(points, first)
    const stay = stayOf(points, first, last)
    if (stay === null) {
      first += 1
      continue
    }
    stays.push(stay)
    first = stay.last + 1
  }
  return stays
}

/** Finds the last fix at one place among those from `first` on; fixes that drifted away and came back are included. */
function lastOfStay(points: readonly Fix[], first: number): number {
  const middle = new Middle(itemOf(points, first))
  let last = first
  for (let next = first + 1; next < points.length; next++) {
    if (metresBetween(middle, itemOf(points, next)) > STAYS_WITHIN) {
      const back = isStop(points, first, last) ? backAt(points, last, next, middle) : null
      if (back === null) break
      next = back
    }
    middle.add(itemOf(points, next))
    last = next
  }
  return last
}

/** Finds the fix at which a receiver that left a place after `last` is back; `null` where it does not come back soon. */
function backAt(points: readonly Fix[], last: number, next: number, middle: Place): number | null {
  const until = itemOf(points, last).at + BACK_WITHIN
  for (let later = next + 1; later < points.length && itemOf(points, later).at <= until; later++)
    if (metresBetween(middle, itemOf(points, later)) <= STAYS_WITHIN) return later
  return null
}

function isStop(points: readonly Fix[], first: number, last: number): boolean {
  return itemOf(points, last).at - itemOf(points, first).at >= STAYS_FOR
}

/** Makes the stop of fixes at one place, without those of coming and going; `null` where they are no stop. */
function stayOf(points: readonly Fix[], first: number, last: number): Stay | null {
  if (!isStop(points, first, last)) return null
  const fixesOfStay = points.slice(first, last + 1)
  const place = { lat: median(fixesOfStay.map(({ lat }) => lat)), lon: median(fixesOfStay.map(({ lon }) => lon)) }
  const isAtStop = fixesOfStay.map((point) => metresBetween(place, point) <= STOOD_WITHIN)
  const [from, to] = [isAtStop.indexOf(true), isAtStop.lastIndexOf(true)]
  const [begins, ends] = from < 0 || !isStop(fixesOfStay, from, to) ? [0, fixesOfStay.length - 1] : [from, to]
  return {
    place,
    first: first + begins,
    last: first + ends,
    from: itemOf(fixesOfStay, begins).at,
    to: itemOf(fixesOfStay, ends).at,
  }
}

/** Joins two stops if no drive led away between them. */
function withoutShortMoves(points: readonly Fix[], stays: readonly Stay[]): Stay[] {
  const kept: Stay[] = []
  for (const stay of stays) {
    const before = kept.at(-1)
    const between = before ? points.slice(before.last + 1, stay.first) : []
    const isAway = before && leavesStart([before.place, ...between, stay.place])
    if (before && !isAway) kept[kept.length - 1] = { ...before, to: stay.to, last: stay.last }
    else kept.push(stay)
  }
  return kept
}

function leavesStart(path: readonly Place[]): boolean {
  return path.some((place) => metresBetween(firstOf(path), place) >= GOES_AWAY)
}

/** Cuts a path where the car was not seen for an hour, or moved no faster than at a stop. */
function piecesOf(moments: readonly Moment[]): { paths: Moment[][]; unseen: number } {
  const paths: Moment[][] = []
  let unseen = 0
  let path = moments.slice(0, 1)
  for (const [index, moment] of moments.slice(1).entries()) {
    const before = itemOf(moments, index)
    const duration = moment.at - before.at
    const metres = metresBetween(before, moment)
    const isUnseen = duration > MAX_SILENCE
    if (isUnseen) unseen += metres
    if (isUnseen || (duration >= STAYS_FOR && metres / duration < GOES_AWAY / STAYS_FOR)) {
      // A phone may sleep before it reports where the car stopped: it reports that when it wakes there.
      paths.push(isUnseen ? path : [...path, { ...moment, at: before.at }])
      path = []
    }
    path.push(moment)
  }
  return { paths: [...paths, path], unseen }
}

function tripAlong(path: readonly Moment[]): Trip | null {
  if (path.length < 2 || !leavesStart(path)) return null
  return {
    from: firstOf(path).at,
    to: lastOf(path).at,
    metres: Math.round(metresAlong(path)),
    path: path.map(({ lat, lon }) => ({ lat, lon })),
  }
}

/** Sums the metres along a path, without the wandering of the receiver. */
export function metresAlong(path: readonly Place[]): number {
  const [start, ...rest] = path
  if (start === undefined) return 0
  let from = start
  let metres = 0
  for (const place of rest) {
    const step = metresBetween(from, place)
    if (step < DEAD_BAND) continue
    metres += step
    from = place
  }
  return metres + metresBetween(from, lastOf(path))
}

/** Middle of the places added so far. */
class Middle implements Place {
  lat: number
  lon: number
  #count = 1

  constructor({ lat, lon }: Place) {
    this.lat = lat
    this.lon = lon
  }

  add({ lat, lon }: Place): void {
    this.#count += 1
    this.lat += (lat - this.lat) / this.#count
    this.lon += (lon - this.lon) / this.#count
  }
}

function median(values: number[]): number {
  return itemOf(
    values.toSorted((a, b) => a - b),
    values.length >> 1,
  )
}

function itemOf<One>(list: readonly One[], index: number): One {
  const item = list[index]
  if (item === undefined) throw new RangeError(`${index} is none of ${list.length}`)
  return item
}
