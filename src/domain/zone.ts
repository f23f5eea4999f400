import { firstOf } from './certain.ts'
import { EARTH, type Fix, usableFixes, isPlace, metresBetween } from './position.ts'
import type { Place } from './trip.ts'

/** Area in which cars are expected: a circle around a middle, or a polygon of corners in order. `radius` in metres. */
export type Shape =
  | { shape: 'circle'; lat: number; lon: number; radius: number }
  | { shape: 'polygon'; corners: Place[] }

export const SHAPES = ['circle', 'polygon'] as const

/** Least and most radius of a circle, in metres: a receiver drifts by less than the least. */
export const RADIUS = { least: 50, most: 1_000_000 } as const
/** Most corners of a polygon. */
export const MAX_CORNERS = 500

/** Metres beyond its edge from which a car has left a zone: at the edge a drifting receiver is in and out. */
const EDGE = 50
/** Metres of a degree of latitude on a sphere. */
const DEGREE = 111_195

/**
 * Computes the metres from the edge of a zone to a place, negative inside. A polygon is computed on a plane, which is
 * within 1 % for a town or a district.
 */
export function metresOutside(zone: Shape, place: Place): number {
  if (zone.shape === 'circle') return metresBetween(zone, place) - zone.radius
  const narrow = Math.cos((place.lat * Math.PI) / 180)
  const corners = zone.corners.map(({ lat, lon }) => ({
    x: (lon - place.lon) * DEGREE * narrow,
    y: (lat - place.lat) * DEGREE,
  }))
  let [isInside, nearest] = [false, Infinity]
  for (const [at, corner] of corners.entries()) {
    const other = corners[(at + 1) % corners.length] ?? corner
    if (corner.y > 0 !== other.y > 0 && corner.x + ((other.x - corner.x) * -corner.y) / (other.y - corner.y) > 0)
      isInside = !isInside
    nearest = Math.min(nearest, metresToLine(corner, other))
  }
  return isInside ? -nearest : nearest
}

/** Number of corners with which a circle is drawn. */
const CIRCLE_CORNERS = 72

/** Answers the edge of a zone for drawing, open: the last corner does not repeat the first. */
export function edgeOfZone(zone: Shape): Place[] {
  if (zone.shape === 'polygon') return zone.corners
  return Array.from({ length: CIRCLE_CORNERS }, (_, step) =>
    placeOnCircle(zone, zone.radius, (step / CIRCLE_CORNERS) * 2 * Math.PI),
  )
}

/** Computes the place at a distance from a middle; `angle` from the east, in radians. On the sphere of `metresBetween`. */
export function placeOnCircle({ lat, lon }: Place, metres: number, angle: number): Place {
  const [share, here, bearing] = [metres / EARTH, (lat * Math.PI) / 180, Math.PI / 2 - angle]
  const latitude = Math.asin(Math.sin(here) * Math.cos(share) + Math.cos(here) * Math.sin(share) * Math.cos(bearing))
  const turned = Math.atan2(
    Math.sin(bearing) * Math.sin(share) * Math.cos(here),
    Math.cos(share) - Math.sin(here) * Math.sin(latitude),
  )
  return { lat: (latitude * 180) / Math.PI, lon: lon + (turned * 180) / Math.PI }
}

type Point = { x: number; y: number }

/** Computes the metres from the origin to the line between two points. */
function metresToLine(one: Point, other: Point): number {
  const [x, y] = [other.x - one.x, other.y - one.y]
  const square = x * x + y * y
  const share = square === 0 ? 0 : Math.max(0, Math.min(1, -(one.x * x + one.y * y) / square))
  return Math.hypot(one.x + share * x, one.y + share * y)
}

/** Entry or exit of a car at a zone, and where it was first seen after it. `at` in milliseconds since 1970. */
export type Crossing = Place & { at: number; goes: 'in' | 'out'; speed: number | null }

/** Fixes in a row that prove that a car is on the other side of an edge: one alone may be wrong. */
const FIXES_TO_PROVE = 2

/**
 * Finds when a car entered and left a zone, from its fixes in any order. Two fixes in a row must be on the other side,
 * and outside beyond the edge, so neither a leap nor a drift at the edge counts. The place of the first fixes is where
 * the car was already.
 */
export function crossingsOf(fixes: readonly Fix[], zone: Shape): Crossing[] {
  const crossings: Crossing[] = []
  let side: 'in' | 'out' | null = null
  let waiting: Fix[] = []
  for (const fix of usableFixes(fixes)) {
    const metres = metresOutside(zone, fix)
    const sideNow = metres <= 0 ? 'in' : metres > EDGE ? 'out' : null
    if (sideNow === null || sideNow === side) {
      waiting = []
      continue
    }
    const [before] = waiting
    if (before !== undefined && (metresOutside(zone, before) <= 0 ? 'in' : 'out') !== sideNow) waiting = []
    waiting.push(fix)
    if (waiting.length < FIXES_TO_PROVE) continue
    const { at, lat, lon, speed } = firstOf(waiting)
    if (side !== null) crossings.push({ at, lat, lon, speed, goes: sideNow })
    side = sideNow
    waiting = []
  }
  return crossings
}

/** Fault in a text that should be the corners of a polygon; `line` counts from 1. */
export type CornersWrong =
  | { wrong: 'line'; line: number }
  | { wrong: 'geojson' | 'hole' | 'several' | 'few' | 'many' | 'crosses' | 'place' }

/**
 * Reads corners as a person types them, "38.72, -9.14" one a line, or a polygon of GeoJSON, in which the longitude
 * comes first. A last corner that repeats the first is dropped. Text that cannot be read is reported, and nothing is
 * guessed.
 */
export function readCorners(text: string): { ok: true; corners: Place[] } | ({ ok: false } & CornersWrong) {
  const typed = text.trim()
  const read = /^[{[]/.test(typed) ? readGeoJson(typed) : readLines(typed)
  if (!read.ok) return read
  const { corners } = read
  const [first] = corners
  const last = corners.at(-1)
  const open =
    corners.length > 1 && first && last && first.lat === last.lat && first.lon === last.lon
      ? corners.slice(0, -1)
      : corners
  if (open.some(({ lat, lon }) => !isPlace(lat, lon))) return { ok: false, wrong: 'place' }
  if (open.length < 3) return { ok: false, wrong: 'few' }
  if (open.length > MAX_CORNERS) return { ok: false, wrong: 'many' }
  return crossesItself(open) ? { ok: false, wrong: 'crosses' } : { ok: true, corners: open }
}

type Corners = ReturnType<typeof readCorners>

function readLines(typed: string): Corners {
  const corners: Place[] = []
  for (const [at, line] of typed.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const place = readPlace(line)
    if (place === null) return { ok: false, wrong: 'line', line: at + 1 }
    corners.push(place)
  }
  return { ok: true, corners }
}

/** Reads a place as it is typed or copied from a map: "38.7223, -9.1393", or "38,7223; -9,1393". `null` for any other text. */
export function readPlace(typed: string): Place | null {
  const dots = /^\s*(-?\d{1,2}(?:\.\d+)?)\s*[,;\s]\s*(-?\d{1,3}(?:\.\d+)?)\s*$/.exec(typed)
  const commas = /^\s*(-?\d{1,2}(?:,\d+)?)\s*;\s*(-?\d{1,3}(?:,\d+)?)\s*$/.exec(typed)
  const [, lat, lon] = dots ?? commas ?? []
  if (lat === undefined || lon === undefined) return null
  const place = { lat: Number(lat.replace(',', '.')), lon: Number(lon.replace(',', '.')) }
  return isPlace(place.lat, place.lon) ? place : null
}

function readGeoJson(text: string): Corners {
  const unread = { ok: false, wrong: 'geojson' } as const
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return unread
  }
  const polygons = polygonsOf(value)
  if (polygons === null || polygons.length === 0) return unread
  if (polygons.length > 1) return { ok: false, wrong: 'several' }
  const rings = firstOf(polygons)
  if (!Array.isArray(rings) || rings.length === 0) return unread
  if (rings.length > 1) return { ok: false, wrong: 'hole' }
  const ring: unknown = rings[0]
  if (!Array.isArray(ring)) return unread
  const corners: Place[] = []
  for (const corner of ring as unknown[]) {
    const [lon, lat] = Array.isArray(corner) ? (corner as unknown[]) : []
    if (typeof lat !== 'number' || typeof lon !== 'number') return unread
    corners.push({ lat, lon })
  }
  return { ok: true, corners }
}

/** Answers the polygons of a value that may be GeoJSON (RFC 7946); `null` where it is none. */
function polygonsOf(json: unknown): unknown[] | null {
  const { type, coordinates, geometry, features } = Object(json) as Record<string, unknown>
  if (type === 'Polygon') return [coordinates]
  if (type === 'MultiPolygon') return Array.isArray(coordinates) ? (coordinates as unknown[]) : null
  if (type === 'Feature') return polygonsOf(geometry)
  if (type !== 'FeatureCollection' || !Array.isArray(features)) return null
  const polygons = (features as unknown[]).map((feature) => polygonsOf(feature))
  return polygons.includes(null) ? null : polygons.flatMap((some) => some ?? [])
}

/** Whether two sides of a polygon cross: then nobody can say what is inside. */
function crossesItself(corners: readonly Place[]): boolean {
  const sides = corners.map((corner, at) => [corner, corners[(at + 1) % corners.length] ?? corner] as const)
  return sides.some(([a, b], at) =>
    sides.slice(at + 2).some(([c, d], beyond) => {
      // The first and the last side share a corner.
      if (at === 0 && at + 2 + beyond === sides.length - 1) return false
      return turnOf(a, b, c) * turnOf(a, b, d) < 0 && turnOf(c, d, a) * turnOf(c, d, b) < 0
    }),
  )
}

function turnOf(a: Place, b: Place, c: Place): number {
  return Math.sign((b.lon - a.lon) * (c.lat - a.lat) - (b.lat - a.lat) * (c.lon - a.lon))
}

/** Writes corners as a person types them. */
export function writeCorners(corners: readonly Place[]): string {
  return corners.map(writePlace).join('\n')
}

export function writePlace({ lat, lon }: Place): string {
  return `${shortDegrees(lat)}, ${shortDegrees(lon)}`
}

const shortDegrees = (degrees: number) => String(Number(degrees.toFixed(6)))
