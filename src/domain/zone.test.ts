import { expect, test } from 'vitest'
import { type Shape, crossingsOf, metresOutside, readCorners, readPlace, writeCorners } from './zone.ts'

const SQUARE: Shape = {
  shape: 'polygon',
  corners: [
    { lat: 38.7, lon: -9.2 },
    { lat: 38.8, lon: -9.2 },
    { lat: 38.8, lon: -9.1 },
    { lat: 38.7, lon: -9.1 },
  ],
}
const fix = (minute: number, lat: number, lon = -9.15) => ({
  at: minute * 180_000,
  lat,
  lon,
  speed: null,
  course: null,
  accuracy: null,
})

test('metres to the edge are right inside and outside, of a circle and of a polygon with a bay', () => {
  const circle: Shape = { shape: 'circle', lat: 38.7, lon: -9.1, radius: 1_000 }
  expect(metresOutside(circle, { lat: 38.7, lon: -9.1 })).toBeCloseTo(-1_000)
  expect(metresOutside(circle, { lat: 38.72, lon: -9.1 })).toBeCloseTo(1_224, 0)
  expect(metresOutside(SQUARE, { lat: 38.75, lon: -9.15 })).toBeCloseTo(-4_336, 0)
  expect(metresOutside(SQUARE, { lat: 38.81, lon: -9.15 })).toBeCloseTo(1_112, 0)
  expect(metresOutside(SQUARE, { lat: 38.81, lon: -9.08 })).toBeGreaterThan(2_000)
  const bay: Shape = {
    shape: 'polygon',
    corners: [...SQUARE.corners, { lat: 38.75, lon: -9.15 }],
  }
  expect(metresOutside(bay, { lat: 38.72, lon: -9.15 })).toBeGreaterThan(0)
  expect(metresOutside(bay, { lat: 38.78, lon: -9.15 })).toBeLessThan(0)
})

test('a crossing is said by two fixes in a row, in whatever order they came', () => {
  const way = [fix(0, 38.75), fix(1, 38.79), fix(2, 38.81), fix(3, 38.82), fix(4, 38.79), fix(5, 38.78)]
  const crossings = crossingsOf(way, SQUARE)
  expect(crossings.map(({ at, goes }) => [at / 180_000, goes])).toEqual([
    [2, 'out'],
    [4, 'in'],
  ])
  expect(crossingsOf([way[3]!, way[0]!, way[5]!, way[2]!, way[1]!, way[4]!], SQUARE)).toEqual(crossings)
  expect(crossingsOf(way.slice(2), SQUARE).map(({ goes }) => goes)).toEqual(['in'])
  expect(crossingsOf([fix(0, 38.75), fix(1, 38.76), fix(2, 38.81), fix(3, 38.76)], SQUARE)).toEqual([])
})

test('corners are read as they are typed or as GeoJSON, and what is written is read again', () => {
  const typed = writeCorners(SQUARE.corners)
  expect(readCorners(`\n${typed}\n38.7, -9.2`)).toEqual({ ok: true, corners: SQUARE.corners })
  expect(
    readCorners(
      typed
        .replaceAll('.', ';')
        .replaceAll(', ', '; ')
        .replaceAll(/(\d);(\d)/g, '$1,$2'),
    ),
  ).toEqual({
    ok: true,
    corners: SQUARE.corners,
  })
  const ring = [...SQUARE.corners, SQUARE.corners[0]!].map(({ lat, lon }) => [lon, lat])
  const polygon = { type: 'Polygon', coordinates: [ring] }
  for (const said of [
    polygon,
    { type: 'Feature', geometry: polygon },
    { type: 'FeatureCollection', features: [{ type: 'Feature', geometry: polygon }] },
    { type: 'MultiPolygon', coordinates: [[ring]] },
  ])
    expect(readCorners(JSON.stringify(said))).toEqual({ ok: true, corners: SQUARE.corners })
})

test('what is no zone is said, with its line', () => {
  const wrong = (text: string) => {
    const read = readCorners(text)
    return read.ok ? 'read' : 'line' in read ? `line ${read.line}` : read.wrong
  }
  expect(wrong('38.7, -9.2\nLisboa\n38.8, -9.1')).toBe('line 2')
  expect(wrong('38.7, -9.2\n38.8, -9.1')).toBe('few')
  expect(wrong('')).toBe('few')
  expect(wrong('{')).toBe('geojson')
  expect(wrong('{"type":"Point","coordinates":[1,2]}')).toBe('geojson')
  const ring = [
    [0, 1],
    [1, 1],
    [1, 0],
  ]
  expect(wrong(JSON.stringify({ type: 'Polygon', coordinates: [ring, ring] }))).toBe('hole')
  expect(wrong(JSON.stringify({ type: 'MultiPolygon', coordinates: [[ring], [ring]] }))).toBe('several')
  expect(wrong('0, 1\n1, 2\n0, 2\n1, 1')).toBe('crosses')
  expect(wrong(JSON.stringify({ type: 'Polygon', coordinates: [[...ring, [200, 100]]] }))).toBe('place')
  expect(wrong(Array.from({ length: 501 }, (_, at) => `${1 + (at % 2)}, ${at / 10}`).join('\n'))).toBe('many')
  expect(readPlace('38,7223; -9,1393')).toEqual({ lat: 38.7223, lon: -9.1393 })
  for (const typed of ['38,7223, -9,1393', '138.7, -9', 'Lisboa', '0, 0', '']) expect(readPlace(typed)).toBeNull()
})
