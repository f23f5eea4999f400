import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { RouterContextProvider } from 'react-router'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { type Fix } from '#domain/position.ts'
import { tripsOf } from '#domain/trip.ts'
import { ZONE } from '#domain/week.ts'
import { makeDevice } from '#features/positions/devices/commands.server.ts'
import { showDay } from '#features/positions/queries.server.ts'
import { saveRules } from '#features/positions/rules/commands.server.ts'
import { readTrackFile } from '#integrations/positions/track-file.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { requestContext } from '#web/context.ts'
import { action, loader } from './positions.ts'

const NOW = Temporal.Now.instant()
const YESTERDAY = NOW.toZonedDateTimeISO(ZONE).toPlainDate().subtract({ days: 1 })
const RULES = {
  records: true,
  keepsDays: 7,
  duty: 'shift',
  offDuty: 'drop',
  asksReason: false,
  tellsUnheld: true,
  night: null,
} as const
const ADDRESS = 'http://localhost/api/positions'

/** Phones, each in a car that nobody has. */
async function phones(count: number): Promise<{ car: string; token: string }[]> {
  const fleet = await aFleet()
  await asOwner('delete from assignments')
  await makeChange((change) => saveRules(change, RULES), { at: NOW.subtract({ hours: 72 }) })
  const cars = await db.selectFrom('vehicles').select('id').orderBy('id').limit(count).execute()
  expect(fleet && cars).toHaveLength(count)
  return Promise.all(
    cars.map(async ({ id: car }) => {
      const device = { kind: 'phone' as const, name: 'Telemóvel', vehicleId: car, driverId: null, knownAs: '' }
      const { token } = await makeChange((change) => makeDevice(change, device), { at: NOW })
      return { car, token: token ?? '' }
    }),
  )
}

/** Sends a request as the server hands it over: an address, and a body if there is one. */
async function send(query: URLSearchParams, body?: { text: string; authorization?: string }): Promise<Response> {
  const context = new RouterContextProvider()
  context.set(requestContext, { id: 'x', address: '198.51.100.7', userAgent: '', now: Temporal.Now.instant() })
  const { text, authorization } = body ?? {}
  const request = new Request(`${ADDRESS}?${query}`, {
    method: text === undefined ? 'GET' : 'POST',
    ...(text === undefined ? {} : { body: text }),
    ...(authorization === undefined ? {} : { headers: { authorization } }),
  })
  const args = { request, context, params: {} } as unknown as Parameters<typeof loader>[0]
  return text === undefined ? loader(args) : action(args)
}

const KNOT = 1_852 / 3_600
function fieldsOf(token: string, { at, lat, lon, speed, course, accuracy }: Fix): URLSearchParams {
  const said = { speed: speed === null ? null : speed / KNOT, bearing: course, accuracy }
  const known = Object.entries(said).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]]))
  return new URLSearchParams([
    ['id', token],
    ['timestamp', String(at)],
    ['lat', String(lat)],
    ['lon', String(lon)],
    ...known,
  ])
}

/** Shuffled by a seed, so that a failure can be repeated. */
function shuffled<One>(list: readonly One[], seed: number): One[] {
  let state = seed
  const next = () => (state = (state * 1_103_515_245 + 12_345) % 2 ** 31)
  return list
    .map((one) => ({ one, by: next() }))
    .toSorted((a, b) => a.by - b.by)
    .map(({ one }) => one)
}

/** The recorded track of a car, for comparison: trips without their drivers, places rounded to a metre. */
async function trackOf(car: string) {
  const look = { by: { uid: null, role: 'command-line' as const }, reason: '', now: NOW }
  const { points, trips, stops, metres } = await showDay(look, { vehicleId: car, day: YESTERDAY.toString() })
  return {
    points: points.map((point) => ({ ...point, receivedAt: null })),
    trips: trips.map(({ from, to, metres: driven }) => ({ from, to, metres: driven })),
    stops,
    metres,
  }
}

/** The same track, as if it began yesterday at eight. */
function ofYesterday(fixes: readonly Fix[]): Fix[] {
  const first = Math.min(...fixes.map(({ at }) => at))
  const begins = YESTERDAY.toZonedDateTime({ timeZone: ZONE, plainTime: '08:00' }).epochMilliseconds
  return fixes.map((fix) => ({ ...fix, at: fix.at - first + begins }))
}

/**
 * Sends a track three times, by a device each: one position after the other in the address; shuffled, twice, in parts of a list; and
 * all of it late, the newest first, as forms.
 */
async function sendThrice(fixes: readonly Fix[], [first, second, third]: readonly { token: string }[]): Promise<void> {
  const answers: number[] = []
  const note = ({ status }: Response) => answers.push(status)
  for (const fix of fixes) note(await send(fieldsOf(first?.token ?? '', fix)))
  const mixed = shuffled([...fixes, ...fixes], fixes.length)
  for (let at = 0; at < mixed.length; at += 50)
    note(
      await send(new URLSearchParams(), {
        text: JSON.stringify({ fixes: mixed.slice(at, at + 50) }),
        authorization: `Bearer ${second?.token}`,
      }),
    )
  for (const fix of fixes.toReversed())
    note(await send(new URLSearchParams(), { text: String(fieldsOf(third?.token ?? '', fix)) }))
  expect(new Set(answers)).toEqual(new Set([200]))
}

async function expectSame(fixes: readonly Fix[]): Promise<void> {
  const devices = await phones(3)
  await sendThrice(fixes, devices)
  const [track, shuffledTrack, lateTrack] = await Promise.all(devices.map(({ car }) => trackOf(car)))
  expect(shuffledTrack).toEqual(track)
  expect(lateTrack).toEqual(track)
  const judged = tripsOf(fixes)
  expect(track?.trips).toHaveLength(judged.trips.length)
  expect(Math.abs((track?.metres ?? 0) - judged.metres)).toBeLessThanOrEqual(judged.metres / 100)
}

test('shuffled, doubled and delayed, single and in lists, a track gives the same table and the trips that its file tells', async () => {
  const track = readTrackFile(readFileSync('test/fixtures/zx-11-ta.gpx'))
  if (typeof track === 'string') throw new Error(track)
  const fixes = ofYesterday(track.fixes)
  await expectSame(fixes)
  expect(tripsOf(fixes).trips).toHaveLength(1)
})

const SAMPLES = process.env['VOLANTE_SAMPLES'] ?? ''
const ofSamples = (...path: string[]) => readFileSync(join(SAMPLES, ...path))

test.skipIf(!existsSync(SAMPLES))('tracks of other people’s receivers are replayed alike', async () => {
  for (const name of readdirSync(join(SAMPLES, 'gps'))) {
    const track = readTrackFile(ofSamples('gps', name))
    if (typeof track !== 'string' && track.fixes.length > 0) await expectSame(ofYesterday(track.fixes))
    await asOwner("delete from position_devices; select positions.sweep(now() + interval '40 days')")
  }
})

test.skipIf(!existsSync(SAMPLES))(
  'what Traccar’s own tests send is answered as they expect, and lies where they say',
  async () => {
    const [phone] = await phones(1)
    const queries = ofSamples('traccar', 'osmand_queries.tsv').toString().split('\n')
    for (const [expected, query] of queries.map((line) => line.split('\t'))) {
      if (query === undefined || !expected?.startsWith('verify')) continue
      const fields = new URLSearchParams(query.replace(/^\/\?/, ''))
      const isNamed = fields.has('id') || fields.has('deviceid')
      for (const name of ['id', 'deviceid']) if (fields.has(name)) fields.set(name, phone?.token ?? '')
      expect((await send(fields)).status).toBe(isNamed ? 200 : 404)
    }
    const bodies = JSON.parse(ofSamples('traccar', 'osmand_json_bodies.json').toString())
    const begins = YESTERDAY.toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' }).toInstant()
    for (const [at, body] of bodies.entries()) {
      body.location.timestamp = begins.add({ minutes: at }).toString()
      const answer = await send(new URLSearchParams(), { text: JSON.stringify({ ...body, device_id: phone?.token }) })
      expect(answer.status).toBe(200)
    }
    const { points } = await trackOf(phone?.car ?? '')
    expect(points.map(({ lat, lon }) => [lat, lon])).toEqual(
      bodies.map(({ location: { coords } }: { location: { coords: { latitude: number; longitude: number } } }) => [
        Number(coords.latitude.toFixed(7)),
        Number(coords.longitude.toFixed(7)),
      ]),
    )
  },
)
