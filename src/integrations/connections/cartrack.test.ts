import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { type CartrackFleet, type Mishap, type ServiceTrip, cartrackAnswers } from '#demo/services/cartrack-service.ts'
import { serve } from '#demo/services/serve.ts'
import { cartrackClient } from './cartrack.ts'
import { wayOut } from './outgoing.ts'

const USER = { name: 'frota-de-teste', password: 'S3gredo-plantado-7c1d' }
const MONDAY = Temporal.Instant.from('2026-06-01T00:00:00+01:00')
const SPAN = { from: MONDAY, to: MONDAY.add({ hours: 7 * 24 }) }

let close = async () => {}
afterEach(() => close())

/** Makes a trip of an hour on day `day`, with its odometer. */
const aTrip = (day: number, more: Partial<ServiceTrip> = {}): ServiceTrip => {
  const from = MONDAY.add({ hours: day * 24 + 9 })
  const first = 100_000_000 + day * 50_000
  return {
    id: 10_000 + day,
    registration: 'ZX-11-TA',
    from,
    to: from.add({ hours: 1 }),
    first,
    last: first + 50_000,
    ...more,
  }
}

async function aClient(
  fleet: Partial<CartrackFleet>,
  { password = USER.password, page = 1_000, patience = 10_000 } = {},
) {
  const service = await serve(cartrackAnswers({ user: USER, cars: () => [], trips: () => [], ...fleet }))
  close = service.close
  const send = wayOut({ local: service.url, patience })
  return cartrackClient({ clientId: USER.name, clientSecret: password }, { send, rest: async () => {} }, page)
}

const within = (trips: readonly ServiceTrip[]) => (from: Temporal.Instant, to: Temporal.Instant) =>
  trips.filter((trip) => Temporal.Instant.compare(trip.to, from) >= 0 && Temporal.Instant.compare(trip.from, to) <= 0)

test('trips of all pages and windows are there, each once, with their odometers in metres', async () => {
  const trips = Array.from({ length: 20 }, (_, day) => aTrip(day))
  const client = await aClient({ trips: within(trips) }, { page: 3 })
  const { rows, unread } = await client.trips({ from: MONDAY, to: MONDAY.add({ hours: 20 * 24 }) })
  expect(unread).toEqual([])
  expect(rows).toHaveLength(20)
  expect(rows[0]).toEqual({
    id: '10000',
    plate: 'ZX11TA',
    from: Temporal.Instant.from('2026-06-01T09:00:00+01:00'),
    to: Temporal.Instant.from('2026-06-01T10:00:00+01:00'),
    first: 100_000_000,
    last: 100_050_000,
  })
})

test('a list without its envelope is read as well, to the page that is not full', async () => {
  const trips = Array.from({ length: 5 }, (_, day) => aTrip(day))
  const client = await aClient({ trips: within(trips), mishap: () => ({ is: 'bare' }) }, { page: 2 })
  expect((await client.trips(SPAN)).rows).toHaveLength(5)
})

test('where a car is now is read with its own time; a speed of another moment, and a fix that is not whole, are not known', async () => {
  const at = MONDAY
  const place = { lat: 38.7223, lon: -9.1393, speed: 72, bearing: 180 }
  const client = await aClient({
    cars: () => [
      { registration: 'ZX-11-TA', at, odometer: null, place },
      { registration: 'ZX-22-TA', at, odometer: null, place: { ...place, at: at.subtract({ minutes: 5 }) } },
      { registration: 'ZX-33-TA', at, odometer: 5_000, place: { ...place, fixType: 1 } },
      { registration: 'ZX-44-TA', at, odometer: null, place: { ...place, lat: 0, lon: 0 } },
    ],
  })
  const { rows, unread } = await client.statuses()
  expect(unread).toEqual([])
  expect(rows.map(({ fix }) => fix)).toEqual([
    { at: at.epochMilliseconds, lat: 38.7223, lon: -9.1393, speed: 20, course: 180, accuracy: null },
    { at: at.epochMilliseconds - 300_000, lat: 38.7223, lon: -9.1393, speed: null, course: null, accuracy: null },
    null,
    null,
  ])
  expect(rows[2]?.metres).toBe(5_000)
})

test('a car without an odometer says none, and a row that cannot be read is named alone', async () => {
  const at = MONDAY
  const client = await aClient({
    cars: () => [
      { registration: 'ZX-11-TA', at, odometer: 100_000_000 },
      { registration: 'ZX-22-TA', at, odometer: null },
      { registration: 'ZX-33-TA', at, odometer: -5 },
    ],
    trips: () => [aTrip(0), aTrip(1, { last: 3 })],
  })
  expect(await client.statuses()).toMatchObject({
    rows: [
      { plate: 'ZX11TA', at, metres: 100_000_000, fix: null },
      { plate: 'ZX22TA', metres: null },
    ],
    unread: [{ of: 'ZX-33-TA', field: 'odometer' }],
  })
  expect(await client.trips(SPAN)).toMatchObject({
    rows: [{ id: '10000' }],
    unread: [{ of: 'ZX-11-TA', field: 'end_odometer' }],
  })
})

const troubles: [string, Mishap, string][] = [
  ['the interface is not opened for the account', { is: 'not-opened' }, 'access'],
  ['the account may not', { is: 'status', status: 403 }, 'access'],
  ['it asks to wait', { is: 'status', status: 429, retryAfter: '3600' }, 'busy'],
  ['it is down', { is: 'status', status: 503 }, 'unreachable'],
  ['it breaks off', { is: 'cut' }, 'unreachable'],
  ['it takes too long', { is: 'slow', milliseconds: 400 }, 'unreachable'],
  ['it leads elsewhere', { is: 'redirect' }, 'answer'],
  ['it answers with a page', { is: 'not-json' }, 'answer'],
  ['it does not know the address', { is: 'status', status: 404 }, 'answer'],
]

test.each(troubles)('%s: nothing is half there, and the trouble is told by its kind', async (_, mishap, trouble) => {
  const client = await aClient(
    { trips: () => [aTrip(0)], mishap: () => mishap },
    mishap.is === 'slow' ? { patience: 200 } : {},
  )
  await expect(client.trips(SPAN)).rejects.toMatchObject({ name: 'ConnectionFault', trouble })
})

test('a wrong password is one of credentials, and stands in no error', async () => {
  const client = await aClient({}, { password: 'S3gredo-errado-55aa' })
  const error: Error = await client.letIn().catch((thrown) => thrown)
  expect(error).toMatchObject({ trouble: 'credentials', detail: '401' })
  expect(JSON.stringify([String(error), error.stack])).not.toContain('S3gredo-errado-55aa')
})

const mishaps: fc.Arbitrary<Mishap> = fc.oneof(
  fc.constantFrom<Mishap>(
    { is: 'not-json' },
    { is: 'cut' },
    { is: 'short' },
    { is: 'doubled' },
    { is: 'shuffled' },
    { is: 'redirect' },
    { is: 'not-opened' },
  ),
  fc.constantFrom(401, 403, 404, 422, 429, 500, 503).map((status): Mishap => ({ is: 'status', status })),
)
/** `npm run slow -- connections` asks for a thousand. */
const RUNS = Number(process.env['VOLANTE_SCRIPTS'] ?? 20)

test('whatever goes wrong on the way, a list is whole or not there, and no account is called dead for it', async () => {
  const trips = Array.from({ length: 40 }, (_, day) => aTrip(day / 6, { id: 10_000 + day }))
  const cars = Array.from({ length: 17 }, (_, car) => ({ registration: `ZX-${10 + car}-TA`, at: MONDAY, odometer: 1 }))
  const script = { now: new Map<number, Mishap>(), asked: 0 }
  const client = await aClient(
    { cars: () => cars, trips: within(trips), mishap: () => script.now.get(script.asked++) ?? null },
    { page: 7 },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(12), mishaps), { maxLength: 6 }), async (steps) => {
      script.now = new Map(steps)
      script.asked = 0
      const read = async () => [(await client.statuses()).rows.length, (await client.trips(SPAN)).rows.length]
      const found = await read().catch((error: { trouble?: string }) => error.trouble ?? String(error))
      if (typeof found !== 'string') expect(found).toEqual([17, 40])
      else {
        expect(['credentials', 'access', 'busy', 'unreachable', 'answer']).toContain(found)
        if (!steps.some(([, mishap]) => mishap.is === 'status' && mishap.status === 401))
          expect(found).not.toBe('credentials')
      }
      // As soon as nothing goes wrong any more, everything arrives.
      script.now = new Map()
      expect(await read()).toEqual([17, 40])
    }),
    { numRuns: RUNS },
  )
})
