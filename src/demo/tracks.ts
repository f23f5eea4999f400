import { type Fix, metresBetween } from '#domain/position.ts'
import { ZONE } from '#domain/week.ts'
import { seededRandom } from './random.ts'

/** Places in and around Lisbon. Degrees, latitude first. */
const PLACES = {
  airport: [38.77, -9.1285],
  saldanha: [38.7352, -9.1453],
  marques: [38.7253, -9.1497],
  sodre: [38.706, -9.1443],
  belem: [38.697, -9.2035],
  almada: [38.679, -9.157],
  benfica: [38.753, -9.1885],
  orient: [38.768, -9.099],
} as const satisfies Record<string, readonly [number, number]>
type Place = keyof typeof PLACES

/** Roads between these places, drawn by hand as a driver would go. Degrees, latitude first. */
const ROADS: readonly { from: Place; to: Place; by: readonly (readonly [number, number])[] }[] = [
  {
    from: 'airport',
    to: 'saldanha',
    by: [
      [38.764, -9.131],
      [38.753, -9.1335],
      [38.7424, -9.1337],
      [38.7425, -9.14],
      [38.7421, -9.1455],
    ],
  },
  { from: 'saldanha', to: 'marques', by: [[38.73, -9.148]] },
  {
    from: 'marques',
    to: 'sodre',
    by: [
      [38.721, -9.1467],
      [38.7165, -9.1425],
      [38.7138, -9.1394],
      [38.7077, -9.1366],
    ],
  },
  {
    from: 'sodre',
    to: 'belem',
    by: [
      [38.7066, -9.151],
      [38.7049, -9.159],
      [38.7022, -9.175],
      [38.6985, -9.189],
    ],
  },
  {
    from: 'belem',
    to: 'almada',
    by: [
      [38.6985, -9.189],
      [38.7022, -9.175],
      [38.7075, -9.1745],
      [38.6905, -9.1772],
      [38.68, -9.1775],
      [38.6655, -9.1725],
      [38.6705, -9.162],
    ],
  },
  {
    from: 'marques',
    to: 'benfica',
    by: [
      [38.724, -9.161],
      [38.733, -9.164],
      [38.74, -9.1668],
      [38.7475, -9.176],
    ],
  },
  {
    from: 'benfica',
    to: 'airport',
    by: [
      [38.759, -9.177],
      [38.761, -9.165],
      [38.763, -9.152],
      [38.766, -9.14],
    ],
  },
  { from: 'airport', to: 'orient', by: [[38.769, -9.115]] },
]

/** When a car is out: hours after midnight; an end above 24 is on the next day. */
export type Round = { begins: number; ends: number; seed: number }

/** Metres per second in the city, seconds between two fixes, and the shortest and longest wait for a passenger in seconds. */
const PACE = 9.5
const EVERY = 30
const WAITS = [150, 900] as const
/** Maximum error of a phone's position, in metres. */
const WRONG = 5

type Leg = { from: number; to: number; path: readonly (readonly [number, number])[] }

/** Calculates a car's fixes, one every half minute, in a span of the round that began on a day. The result is the same each time. */
export function roundOf(day: Temporal.PlainDate, round: Round, span: { from: number; to: number }): Fix[] {
  const midnight = day.toZonedDateTime(ZONE).epochMilliseconds
  const [begin, end] = [midnight + round.begins * 3_600_000, midnight + round.ends * 3_600_000]
  const random = seededRandom(round.seed * 1_000 + day.dayOfYear)
  const legs = legsOf(begin, end, random)
  const fixes: Fix[] = []
  for (let at = begin; at < end; at += EVERY * 1_000) {
    const [north, east] = [random() - 0.5, random() - 0.5]
    if (at < span.from || at >= span.to) continue
    fixes.push(fixAt(at, legs, { north, east }))
  }
  return fixes
}

function legsOf(begin: number, end: number, random: () => number): Leg[] {
  const legs: Leg[] = []
  const names = Object.keys(PLACES) as Place[]
  let here: Place = names[Math.floor(random() * names.length)] ?? 'marques'
  for (let at = begin; at < end;) {
    const routes = ROADS.flatMap(({ from, to, by }) =>
      from === here ? [{ to, by }] : to === here ? [{ to: from, by: by.toReversed() }] : [],
    )
    const route = routes[Math.floor(random() * routes.length)]
    if (!route) break
    const path = [PLACES[here], ...route.by, PLACES[route.to]]
    const from = at + (WAITS[0] + random() * (WAITS[1] - WAITS[0])) * 1_000
    const to = from + (lengthOf(path) / PACE) * 1_000
    legs.push({ from, to, path })
    here = route.to
    at = to
  }
  return legs
}

function fixAt(at: number, legs: readonly Leg[], { north, east }: { north: number; east: number }): Fix {
  const leg = legs.findLast(({ from }) => from <= at) ?? legs[0]
  const path = leg?.path ?? [PLACES.marques]
  const drives = leg !== undefined && at >= leg.from && at <= leg.to
  const gone = leg === undefined || at < leg.from ? 0 : Math.min(at, leg.to) - leg.from
  const { lat, lon, course } = pointAlong(path, (gone / 1_000) * PACE)
  return {
    at,
    lat: lat + (north * WRONG) / 111_000,
    lon: lon + (east * WRONG) / 87_000,
    speed: drives ? PACE : 0,
    course,
    accuracy: 8,
  }
}

function pointAlong(path: readonly (readonly [number, number])[], metres: number) {
  let left = metres
  for (const [at, [lat, lon]] of path.entries()) {
    const next = path[at + 1]
    if (!next) return { lat, lon, course: 0 }
    const far = metresBetween({ lat, lon }, { lat: next[0], lon: next[1] })
    const [up, aside] = [next[0] - lat, (next[1] - lon) * 0.78]
    const course = (Math.atan2(aside, up) * 180) / Math.PI
    if (left <= far) {
      const part = far === 0 ? 0 : left / far
      return { lat: lat + up * part, lon: lon + (next[1] - lon) * part, course: course < 0 ? course + 360 : course }
    }
    left -= far
  }
  return { lat: PLACES.marques[0], lon: PLACES.marques[1], course: 0 }
}

function lengthOf(path: readonly (readonly [number, number])[]): number {
  return path.slice(1).reduce((all, [lat, lon], at) => {
    const [before = lat, lonBefore = lon] = path[at] ?? []
    return all + metresBetween({ lat: before, lon: lonBefore }, { lat, lon })
  }, 0)
}
