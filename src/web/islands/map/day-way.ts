import { worldPoint } from './placing.ts'

type Place = readonly [lon: number, lat: number]

/** The drawing of a car's day: its points with their moment (seconds) and speed (kilometres an hour), trips and stops. */
export type DayTrack = {
  points: readonly (readonly [at: number, lon: number, lat: number, speed: number | null])[]
  trips: readonly (readonly Place[])[]
  stops: readonly Place[]
}

/** Length of the drawing's longer side, in its own units. */
const SIZE = 1000
/** Share of the drawing left empty around the way. */
const EDGE = 0.06

/** The way as a plain drawing, which shows without a map where the car turned and stopped. */
export function drawingOf({ points, trips, stops }: DayTrack) {
  const worldPoints = points.map(([, lon, lat]) => worldPoint({ lat, lon }, 0))
  const [xs, ys] = [worldPoints.map(({ x }) => x), worldPoints.map(({ y }) => y)]
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const [wide, high] = [Math.max(...xs) - left, Math.max(...ys) - top]
  const scale = SIZE / Math.max(wide, high, 1e-6)
  const at = ([lon, lat]: Place) => {
    const { x, y } = worldPoint({ lat, lon }, 0)
    return { x: Math.round((x - left) * scale), y: Math.round((y - top) * scale) }
  }
  const edge = SIZE * EDGE
  return {
    viewBox: [-edge, -edge, Math.round(wide * scale) + 2 * edge, Math.round(high * scale) + 2 * edge].join(' '),
    dot: SIZE / 70,
    trips: trips.map((path) => path.map((place) => Object.values(at(place)).join(',')).join(' ')),
    stops: stops.map(at),
  }
}
