import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { metresBetween } from '#domain/position.ts'
import { metresAlong, tripsOf } from '#domain/trip.ts'
import { readJson, readOsmAnd, readTime } from './sent.ts'
import { readTrackFile } from './track-file.ts'

const NOW = Date.UTC(2026, 5, 9, 10)
const asked = (query: string) => readOsmAnd(new URL(query, 'http://localhost').searchParams, NOW)

test('a request of a phone is read in each of its spellings', () => {
  expect(
    asked('/?id=902064&lat=42.06288&lon=-88.23412&timestamp=2016-01-27T18%3A55%3A47Z&speed=10&bearing=90&accuracy=12'),
  ).toEqual({
    key: '902064',
    known: null,
    fix: {
      at: Date.UTC(2016, 0, 27, 18, 55, 47),
      lat: 42.06288,
      lon: -88.23412,
      speed: 18_520 / 3_600,
      course: 90,
      accuracy: 12,
    },
  })
  expect(asked('/?deviceid=1&location=60.0,30.0&heading=360').fix).toMatchObject({
    at: NOW,
    lat: 60,
    lon: 30,
    course: 0,
  })
  expect(asked('/?id=1&lat=60&lon=30&timestamp=1442068686579').fix?.at).toBe(1_442_068_686_579)
  expect(asked('/?id=1&lat=60&lon=30&timestamp=1377177267').fix?.at).toBe(1_377_177_267_000)
  expect(asked('/?id=1&lat=49.6&lon=6.1&timestamp=2014-06-04+09%3A10%3A11').fix?.at).toBe(
    Date.UTC(2014, 5, 4, 9, 10, 11),
  )
  expect(asked('/?id=1&lat=60&lon=30&valid=1').fix).not.toBeNull()
  // Without a fix, a place, a number or a time the device only says that it is there: nothing is drawn.
  for (const query of [
    'lat=60&lon=30&valid=false',
    'batt=80',
    'lat=0&lon=0',
    'lat=60&lon=x',
    'lat=91&lon=1',
    'lat=60,5&lon=3',
    'lat=1&lon=1&timestamp=ontem',
  ])
    expect(asked(`/?id=1&${query}`)).toEqual({ key: '1', known: null, fix: null })
  expect(asked('/?lat=60&lon=30').key).toBeNull()
})

test('times are read with and without a zone, and what is none is none', () => {
  expect(readTime('2022-01-28 16:48:03+02')).toBe(Date.UTC(2022, 0, 28, 14, 48, 3))
  expect(readTime('2025-06-15T13:45:12.862Z')).toBe(Date.UTC(2025, 5, 15, 13, 45, 12, 862))
  expect(readTime('2022-01-28T16:48:03+0100')).toBe(Date.UTC(2022, 0, 28, 15, 48, 3))
  for (const none of ['', '2022-13-01T00:00:00Z', '28/01/2022 10:00', -1, 1e18, null, {}, '2022-01-28'])
    expect(readTime(none)).toBeNull()
})

test('a Traccar server sends on in knots, by the name that it knows a device by', () => {
  const position = {
    id: 7,
    deviceId: 3,
    fixTime: '2026-06-09T09:59:00.000+00:00',
    latitude: 38.72,
    longitude: -9.14,
    speed: 10,
    course: 271.3,
    accuracy: 0,
    valid: true,
  }
  const device = { id: 3, uniqueId: '990000000000001', name: 'Carrinha' }
  expect(readJson({ position, device })).toEqual([
    {
      key: null,
      known: '990000000000001',
      fix: {
        at: Date.UTC(2026, 5, 9, 9, 59),
        lat: 38.72,
        lon: -9.14,
        speed: 18_520 / 3_600,
        course: 271.3,
        accuracy: null,
      },
    },
  ])
  expect(readJson({ position: { ...position, valid: false }, device })?.[0]?.fix).toBeNull()
})

test('a program sends many at once, and what is no shape of ours is none', () => {
  const fixes = [
    { at: 1_780_000_000, lat: 38.72, lon: -9.14, speed: 12.5 },
    { device: 'b', at: '2026-06-09T10:00:00Z', lat: '38.7', lon: '-9.1' },
    { at: 1 },
    7,
  ]
  expect(readJson({ device: 'a', fixes })?.map(({ known, fix }) => [known, fix?.speed])).toEqual([
    ['a', 12.5],
    ['b', null],
    ['a', undefined],
    ['a', undefined],
  ])
  expect(readJson(fixes)).toHaveLength(4)
  for (const other of [null, 1, 'x', {}, { location: 1 }, { fixes: {} }]) expect(readJson(other)).toBeNull()
})

const gpx = (points: string) =>
  new TextEncoder().encode(
    `\uFEFF<?xml version="1.0"?><gpx version="1.1"><wpt lat="1" lon="1"><time>2026-06-09T10:00:00Z</time></wpt><trk><trkseg>${points}</trkseg></trk></gpx>`,
  )

test('a file of a track is read, whatever kind it is, and what is no track is told', () => {
  const point = '<trkpt lat="38.72" lon="-9.14"><ele>3</ele><time>2026-06-09T10:00:00Z</time><speed>3.2</speed></trkpt>'
  expect(readTrackFile(gpx(`${point}<trkpt lat="38.72" lon="-9.14"/>`))).toMatchObject({
    fixes: [{ lat: 38.72, speed: 3.2 }],
    unread: 1,
  })
  const text = (words: string) => readTrackFile(new TextEncoder().encode(words))
  expect(
    text(
      'time;latitude;longitude;Matrícula\n2026-06-09 10:00:00;38.72;-9.14;ZX-11-TA\n;;;\n2026-06-09 10:01:00;x;-9.14;ZX-11-TA\n',
    ),
  ).toMatchObject({
    fixes: [{ at: NOW, known: 'ZX-11-TA' }],
    unread: 1,
  })
  expect(text('[{"at":1780000000,"lat":38.72,"lon":-9.14}]')).toMatchObject({ fixes: [{ lat: 38.72 }], unread: 0 })
  expect([
    text('<html></html>'),
    text('{"a":'),
    text('a;b\n1;2\n'),
    text('{"fixes":[]}'),
    readTrackFile(new Uint8Array([255, 254, 0])),
  ]).toEqual(['kind', 'broken', 'kind', 'empty', 'kind'])
  expect(readTrackFile(gpx('<trkpt lat="1" lon="1">'))).toBe('broken')
})

const THIRD_PARTY = process.env['VOLANTE_SAMPLES'] ?? ''
const sample = (...path: string[]) => readFileSync(join(THIRD_PARTY, ...path))

test.skipIf(!existsSync(THIRD_PARTY))('what Traccar’s own tests send is read as they say', () => {
  const lines = sample('traccar', 'osmand_queries.tsv')
    .toString()
    .split('\n')
    .filter((line) => line.startsWith('verify'))
  expect(lines).toHaveLength(11)
  for (const [expected, query = ''] of lines.map((line) => line.split('\t'))) {
    const { key, fix } = asked(query)
    if (expected === 'verifyNull') expect(key).toBeNull()
    else expect([key !== null, fix !== null]).toEqual([true, expected === 'verifyPosition'])
    const [lat] = /(?<=[?&]lat=)[-\d.]+/.exec(query) ?? []
    if (fix && lat) expect(fix.lat).toBe(Number(lat))
  }
  for (const body of JSON.parse(sample('traccar', 'osmand_json_bodies.json').toString())) {
    const [{ key, fix } = { key: null, fix: null }] = readJson(body) ?? []
    expect(key).toBe(body.device_id)
    expect(fix).toMatchObject({ lat: body.location.coords.latitude, at: Date.parse(body.location.timestamp) })
    expect(fix?.speed).toBe(body.location.coords.speed < 0 ? null : body.location.coords.speed)
    expect(fix?.course).toBe(body.location.coords.heading < 0 ? null : body.location.coords.heading)
  }
})

test.skipIf(!existsSync(THIRD_PARTY))(
  'tracks of real cars have the length that their files state, and drift makes no trips',
  () => {
    const tracks = Object.fromEntries(
      readdirSync(join(THIRD_PARTY, 'gps')).map((name) => {
        const track = readTrackFile(sample('gps', name))
        return [name, typeof track === 'string' ? track : { ...tripsOf(track.fixes), fixes: track.fixes }]
      }),
    )
    // The file has no track points; way points were not driven.
    expect(tracks['gpxpy_unicode_with_bom.gpx']).toBe('empty')
    for (const [name, day] of Object.entries(tracks)) {
      if (typeof day === 'string') continue
      const along = day.fixes.slice(1).reduce((sum, fix, at) => sum + metresBetween(day.fixes[at]!, fix), 0)
      const stated = [
        ...sample('gps', name)
          .toString()
          .replaceAll(/<!--[^]*?-->/g, '')
          .matchAll(/<gh:distance>([\d.]+)/g),
      ].reduce((sum, [, metres]) => sum + Number(metres), 0)
      if (stated > 0) expect(metresAlong(day.fixes) / stated).toBeCloseTo(1, 1.9)
      if (day.trips.length > 0) expect(Math.abs(day.metres / along - 1)).toBeLessThan(0.3)
    }
  },
)
