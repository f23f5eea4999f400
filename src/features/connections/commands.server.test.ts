import fc from 'fast-check'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { Mishap, Service } from '#demo/services/bolt-service.ts'
import { type Mishap as TrackerMishap, cartrackAnswers } from '#demo/services/cartrack-service.ts'
import { serve } from '#demo/services/serve.ts'
import { traccarAnswers } from '#demo/services/traccar-service.ts'
import { ZONE, bounds, monday } from '#domain/week.ts'
import { listReadings } from '#features/fleet/odometers/queries.server.ts'
import { makeDevice } from '#features/positions/devices/commands.server.ts'
import { showFleet } from '#features/positions/queries.server.ts'
import { activityOfWeeks } from '#features/adjustments/activity/queries.server.ts'
import { openPerformance, showOwnPerformance } from '#features/weeks/performance/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { listTripsOfCar } from '#features/imports/trips/queries.server.ts'
import { BOLT_CLIENT, type BoltFleet, aBoltService, boltOrder, boltState } from '#test/bolt-fleet.ts'
import {
  MONDAY,
  WEEK,
  aFleet,
  anApprovedWeek,
  asOwner,
  drop,
  emptyDatabase,
  makeChange,
  publicFile,
} from '#test/factories.ts'
import { frozenMoney } from '#test/frozen.ts'
import {
  pauseConnection,
  removeConnection,
  resumeConnection,
  setConnection,
  tryCredentials,
} from './commands.server.ts'
import { collect, collectDue, testConnection } from './runs/commands.server.ts'
import { listHoursOfWeek } from './collected/queries.server.ts'
import { findConnection, listDue, listRuns } from './queries.server.ts'
import { connectionInput } from './schema.ts'

const TUESDAY = Temporal.Instant.from('2026-06-02T00:00:00+01:00')
/** Does not wait between tries. */
const NOW = { now: MONDAY, by: null, rest: async () => {} }

let fleet: BoltFleet
let service: Service
beforeEach(async () => {
  await emptyDatabase()
  fleet = { orders: [], states: [], mishap: () => null }
  service = await aBoltService(fleet, MONDAY)
  vi.stubEnv('CONNECTIONS_LOCAL', service.url)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await service.close()
})

const typed = (more: object = {}) =>
  connectionInput.parse({
    intent: 'save',
    clientId: BOLT_CLIENT.id,
    clientSecret: BOLT_CLIENT.secret,
    everyHours: '3',
    ...more,
  })
const set = (more: object = {}) => makeChange((change) => setConnection(change, 'bolt', typed(more)))
const orders = () => db.selectFrom('platform_orders').selectAll().orderBy('reference').execute()
const days = () =>
  db
    .selectFrom('platform_days')
    .select(['driver', 'day', 'online_seconds', 'trips', 'ride_cents', 'tip_cents', 'net_cents'])
    .orderBy('day')
    .execute()

test('the secret is sealed, and stands in no table, log of changes, run or error', async () => {
  await tryCredentials('bolt', typed())
  await set()
  fleet.mishap = (path) => (path === 'getDrivers' ? { is: 'not-json' } : null)
  await collect('bolt', NOW)
  await testConnection('bolt', NOW)
  const wrong = await tryCredentials('bolt', typed({ clientSecret: `${BOLT_CLIENT.secret}-x` })).catch((error) => error)
  expect(wrong).toMatchObject({ code: 'connection.credentials', params: { said: '401' } })
  const tables = ['connections', 'connection_runs', 'audit_events', 'platform_drivers'] as const
  const kept = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  const said = JSON.stringify([
    kept,
    await findConnection('bolt'),
    await listRuns('bolt', 10),
    String(wrong),
    wrong.stack,
  ])
  expect(said).not.toContain(BOLT_CLIENT.secret)
  expect(said).not.toContain(Buffer.from(BOLT_CLIENT.secret).toString('base64'))
  // The column alone does not give the secret away.
  const [{ secret }] = (await db.selectFrom('connections').select('secret').execute()) as [{ secret: Buffer }]
  expect(secret.toString('latin1')).not.toContain(BOLT_CLIENT.secret)
})

test('a form without a secret keeps the known one, for the same client alone', async () => {
  await expect(tryCredentials('bolt', typed({ clientSecret: '' }))).rejects.toMatchObject({
    code: 'connection.secret-missing',
  })
  await set()
  await tryCredentials('bolt', typed({ clientSecret: '' }))
  await set({ clientSecret: '', everyHours: '12' })
  expect(await findConnection('bolt')).toMatchObject({ everyHours: 12, state: 'connected' })
  expect(await collect('bolt', NOW)).toMatchObject({ trouble: null })
  await expect(set({ clientSecret: '', clientId: 'outra' })).rejects.toMatchObject({
    code: 'connection.secret-missing',
  })
})

test('orders and states are kept by what they are known by: the same again changes nothing, and what changed is one', async () => {
  fleet.orders = [0, 30, 60].map((minutes) => boltOrder(TUESDAY.add({ hours: 9, minutes })))
  fleet.states = [
    boltState(TUESDAY.add({ hours: 9 }), 'waiting_orders'),
    boltState(TUESDAY.add({ hours: 10 }), 'has_order'),
    boltState(TUESDAY.add({ hours: 11, minutes: 30 }), 'inactive'),
  ]
  await set()
  const first = await collect('bolt', NOW)
  expect(first).toMatchObject({ trouble: null, refused: 0 })
  expect(first.lists).toMatchObject({ orders: { kept: 3 }, states: { kept: 3 }, drivers: { received: 1 } })
  const before = [await orders(), await days()]
  expect(before[1]).toEqual([
    {
      driver: 'd-1',
      day: '2026-06-02',
      online_seconds: 9_000,
      trips: 3,
      ride_cents: 3_690,
      tip_cents: 300,
      net_cents: 3_957,
    },
  ])
  const again = await collect('bolt', NOW)
  expect(again.lists).toMatchObject({ orders: { kept: 0 }, states: { kept: 0 } })
  expect([await orders(), await days()]).toEqual(before)

  // A price is changed later, and a finished order comes again as if it had not ended.
  const [one, two, three] = fleet.orders
  fleet.orders = [
    { ...one!, order_price: { ...one!.order_price, tip: 2.5 } },
    { ...two!, order_status: 'driver_did_not_respond', order_price: {} },
    three!,
  ]
  expect((await collect('bolt', NOW)).lists).toMatchObject({ orders: { kept: 1 } })
  expect(await days()).toMatchObject([{ trips: 3, ride_cents: 3_690, tip_cents: 450 }])
})

test('an order that ends after midnight belongs to the day it ends on, also when it was told before', async () => {
  const late = TUESDAY.add({ hours: 23, minutes: 50 })
  const open = { order_status: 'waiting', order_finished_timestamp: null, order_drop_off_timestamp: null }
  fleet.orders = [boltOrder(late, open)]
  await set()
  await collect('bolt', NOW)
  expect(await days()).toMatchObject([{ day: '2026-06-02', trips: 0, ride_cents: 1_230 }])
  fleet.orders = [boltOrder(late)]
  await collect('bolt', NOW)
  expect(await days()).toMatchObject([
    { day: '2026-06-02', trips: 0, ride_cents: 0 },
    { day: '2026-06-03', trips: 1, ride_cents: 1_230 },
  ])
})

test('what cannot be read refuses its row alone, is named in the log, and counts as refused', async () => {
  fleet.orders = [boltOrder(TUESDAY), boltOrder(TUESDAY.add({ hours: 1 }), { order_price: { ride_price: 12.345 } })]
  await set()
  const { refused, lists } = await collect('bolt', NOW)
  expect([refused, lists.orders]).toEqual([
    1,
    {
      received: expect.any(Number),
      kept: 1,
      refused: expect.any(Number),
      named: expect.arrayContaining([{ of: fleet.orders[1]!.order_reference, field: 'order_price.ride_price' }]),
    },
  ])
})

test('each trouble leaves its state; nobody reached is never an account that ended', async () => {
  await set()
  const after = async (mishap: BoltFleet['mishap']) => {
    fleet.mishap = mishap
    const { trouble } = await collect('bolt', NOW)
    const { state, nextAt } = (await findConnection('bolt'))!
    return [trouble, state, MONDAY.until(Temporal.Instant.from(nextAt)).total('minutes')]
  }
  const gone = (mishap: Mishap) => () => mishap
  expect(await after(gone({ is: 'status', status: 503 }))).toEqual(['unreachable', 'waiting', 15])
  expect(await after(gone({ is: 'cut' }))).toEqual(['unreachable', 'waiting', 30])
  expect(await after(gone({ is: 'status', status: 429, retryAfter: '5400' }))).toEqual(['busy', 'waiting', 90])
  expect(await after((path) => (path === 'token' ? null : { is: 'code', code: 498_809 }))).toEqual([
    'access',
    'needs-access',
    1_440,
  ])
  expect(await after((path) => (path === 'token' ? { is: 'status', status: 401 } : null))).toEqual([
    'credentials',
    'expired',
    1_440,
  ])
  expect((await after(gone({ is: 'not-json' })))[1]).toBe('error')
  expect(await after(() => null)).toEqual([null, 'connected', 180])
  expect((await listRuns('bolt', 10)).map(({ trouble }) => trouble)).toEqual([
    ...[null, 'answer', 'credentials', 'access', 'busy', 'unreachable', 'unreachable'],
  ])
})

test('a run that breaks off in the middle keeps the weeks that came, and the next one goes on', async () => {
  fleet.orders = [-20, -13, -6, 1].map((day) => boltOrder(TUESDAY.add({ hours: 24 * day })))
  await set()
  let asked = 0
  fleet.mishap = (path) => (path === 'getFleetStateLogs' && ++asked > 3 ? { is: 'status', status: 502 } : null)
  expect(await collect('bolt', NOW)).toMatchObject({ trouble: 'unreachable' })
  const half = (await findConnection('bolt'))!.collected!
  expect(half.until < MONDAY.toString()).toBe(true)
  fleet.mishap = () => null
  await collect('bolt', NOW)
  expect(await orders()).toHaveLength(4)
  expect((await findConnection('bolt'))!.collected).toEqual({ from: half.from, until: MONDAY.toString() })
})

test('a paused connection is asked by nobody, and goes on where it was', async () => {
  await set()
  await makeChange((change) => pauseConnection(change, 'bolt'))
  expect(await listDue(MONDAY.add({ hours: 99 }))).toEqual([])
  await expect(collect('bolt', NOW)).rejects.toMatchObject({ code: 'connection.paused' })
  await makeChange((change) => resumeConnection(change, 'bolt'))
  await collectDue(MONDAY)
  expect(await listDue(MONDAY)).toEqual([])
  expect(await listDue(MONDAY.add({ hours: 3 }))).toEqual(['bolt'])
  await makeChange((change) => removeConnection(change, 'bolt'))
  await expect(collect('bolt', NOW)).rejects.toMatchObject({ code: 'connection.not-set' })
})

test('two that ask at once are one run', async () => {
  fleet.orders = [boltOrder(TUESDAY)]
  await set()
  const both = await Promise.allSettled([collect('bolt', NOW), collect('bolt', NOW)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await orders()).toHaveLength(1)
})

test('hours and trips fill what no file says, and add to no file that says them', async () => {
  const { driver, vehicle } = await aFleet()
  const named = await db
    .selectFrom('source_keys')
    .select(['value'])
    .where('source', '=', 'bolt')
    .where('kind', '=', 'driver')
    .where('driver_id', '=', driver('D1'))
    .executeTakeFirstOrThrow()
  const { plate } = await db
    .selectFrom('vehicles')
    .select('plate')
    .where('id', '=', vehicle('ZX11TA'))
    .executeTakeFirstOrThrow()
  const own = { driver_uuid: named.value, vehicle_license_plate: plate }
  fleet.drivers = [{ id: named.value }]
  fleet.orders = [boltOrder(TUESDAY.add({ hours: 9 }), own), boltOrder(TUESDAY.add({ hours: 11 }), own)]
  fleet.states = [
    boltState(TUESDAY.add({ hours: 9 }), 'waiting_orders', named.value),
    boltState(TUESDAY.add({ hours: 12 }), 'inactive', named.value),
  ]
  await set()
  await collect('bolt', NOW)
  const ownActivity = async () => (await activityOfWeeks([WEEK], db)).get(WEEK)?.get(driver('D1'))
  expect((await ownActivity())?.reported.bolt).toMatchObject({
    trips: 2,
    onlineMinutes: 180,
    metres: 12_500,
    received: null,
  })
  expect(await listTripsOfCar(vehicle('ZX11TA'), WEEK)).toMatchObject([
    {
      source: 'bolt',
      driver: named.value,
      from: TUESDAY.add({ hours: 9, seconds: 20 }),
      to: TUESDAY.add({ hours: 9, minutes: 20 }),
    },
    { source: 'bolt' },
  ])
  // A figure that is in no file names the connection as its source.
  const opened = await openPerformance(driver('D1'), null, MONDAY)
  expect(opened.reportedRows).toEqual([])
  expect(opened.connected).toMatchObject([{ source: 'bolt', week: WEEK, measures: { trips: 2, online_minutes: 180 } }])
  expect((await openPerformance(driver('D2'), null, MONDAY)).connected).toEqual([])
  await drop([publicFile('2026W23')])
  const shown = await showOwnPerformance(driver('D1') as OwnDriverId, MONDAY)
  expect(shown.trips).toEqual([{ day: 2, from: 8, trips: 2 }])
  expect(shown.connected).toMatchObject([{ source: 'bolt' }])
  // Three hours of one morning: on the day itself, and the most within 24 hours.
  expect(shown.days).toEqual([{ day: shown.days[0]!.day, seconds: 10_800, most: 10_800 }])
  const after = await ownActivity()
  expect(after?.reported.bolt.received).not.toBeNull()
  expect(after?.reported.bolt).toMatchObject({ trips: 2, onlineMinutes: 180 })
})

test('an hour of the week has what was taken on in it and the time online, of the days whose hours are known', async () => {
  const evening = TUESDAY.add({ hours: 22, minutes: 30 })
  fleet.orders = [
    boltOrder(evening.add({ minutes: 10 })),
    // An order accepted before midnight that ended after it.
    boltOrder(evening.add({ minutes: 80 })),
    // An order of another driver, who has no states.
    boltOrder(evening.add({ minutes: 20 }), { driver_uuid: 'd-2' }),
  ]
  fleet.states = [boltState(evening, 'waiting_orders'), boltState(evening.add({ hours: 2 }), 'inactive')]
  await set()
  await collect('bolt', NOW)
  const after = Temporal.Instant.from('2026-06-15T09:00:00+01:00')
  const net = 1_319
  expect(await listHoursOfWeek(after)).toEqual([
    { day: 2, hour: 22, seconds: 1_800, paid: net },
    { day: 2, hour: 23, seconds: 3_600, paid: net },
    { day: 3, hour: 0, seconds: 1_800, paid: 0 },
  ])
  // The week still runs; eight weeks later it is too old.
  expect(await listHoursOfWeek(TUESDAY.add({ hours: 48 }))).toEqual([])
  expect(await listHoursOfWeek(after.add({ hours: 24 * 7 * 7 }))).toEqual([])
  expect(await listHoursOfWeek(after, db, [])).toEqual([])
})

test('a tracker reads the cars at the moments that count, keeps no trip, and names what contradicts a person', async () => {
  const { vehicle } = await aFleet()
  const car = vehicle('ZX11TA')
  const start = monday(WEEK).toZonedDateTime(ZONE).toInstant()
  const aTrip = (id: number, hours: number, first: number, last: number) => ({
    id,
    registration: 'ZX-11-TA',
    from: start.add({ hours }),
    to: start.add({ hours: hours + 2 }),
    first: first * 1_000,
    last: last * 1_000,
  })
  const trips = [aTrip(1, -8, 119_900, 120_000), aTrip(2, 9, 120_000, 120_140), aTrip(3, 164, 121_100, 121_200)]
  let mishap: TrackerMishap | null = null
  const trackers = await serve(
    cartrackAnswers({
      user: { name: 'frota', password: 'S3gredo-plantado-7c1d' },
      cars: () => [{ registration: 'ZX-11-TA', at: MONDAY, odometer: 121_200_400 }],
      trips: () => trips,
      mishap: () => mishap,
    }),
  )
  try {
    vi.stubEnv('CONNECTIONS_LOCAL', trackers.url)
    const input = typed({ clientId: 'frota', clientSecret: 'S3gredo-plantado-7c1d' })
    await tryCredentials('cartrack', input)
    await makeChange((change) => setConnection(change, 'cartrack', input))
    mishap = { is: 'not-opened' }
    expect(await collect('cartrack', NOW)).toMatchObject({ trouble: 'access', kept: 0 })
    expect(await findConnection('cartrack')).toMatchObject({ state: 'needs-access' })
    mishap = { is: 'cut' }
    expect(await collect('cartrack', NOW)).toMatchObject({ trouble: 'unreachable', kept: 0 })
    expect(await listReadings(car)).toEqual([])
    mishap = null
    expect((await collect('cartrack', NOW)).lists).toMatchObject({
      trips: { received: 3 },
      readings: { kept: 2, refused: 0 },
    })
    expect((await listReadings(car)).map(({ at, kilometres }) => [at, kilometres])).toEqual([
      [bounds(WEEK).end.toString(), 121_200],
      [start.toString(), 120_000],
    ])
    expect((await collect('cartrack', NOW)).lists).toMatchObject({ readings: { kept: 0 } })
    const kept = JSON.stringify(
      await Promise.all(
        (['connections', 'connection_runs', 'audit_events', 'odometer_readings'] as const).map((table) =>
          db.selectFrom(table).selectAll().execute(),
        ),
      ),
    )
    for (const word of ['S3gredo-plantado-7c1d', '2026-06-01T09:00', '2026-06-01T08:00'])
      expect(kept).not.toContain(word)
  } finally {
    await trackers.close()
  }
})

test('where cars are now is kept of those whose device the office made, by the rules of any device, and once', async () => {
  const { vehicle } = await aFleet()
  const [car, other] = [vehicle('ZX11TA'), vehicle('ZX22TB')]
  await asOwner('delete from assignments')
  const now = Temporal.Now.instant()
  const place = { lat: 38.7223, lon: -9.1393, speed: 36, bearing: 90 }
  const at = now.subtract({ minutes: 3 }).round('second')
  const trackers = await serve(
    cartrackAnswers({
      user: { name: 'frota', password: 'S3gredo-plantado-7c1d' },
      cars: () => ['ZX-11-TA', 'ZX-22-TB'].map((registration) => ({ registration, at, odometer: null, place })),
      trips: () => [],
    }),
  )
  try {
    vi.stubEnv('CONNECTIONS_LOCAL', trackers.url)
    const input = typed({ clientId: 'frota', clientSecret: 'S3gredo-plantado-7c1d' })
    await makeChange((change) => setConnection(change, 'cartrack', input))
    const positions = async () => (await collect('cartrack', { now, by: null })).lists.positions
    expect(await positions()).toMatchObject({ received: 2, kept: 0 })
    const device = {
      kind: 'tracker' as const,
      name: 'Cartrack',
      vehicleId: car,
      driverId: null,
      knownAs: 'cartrack ZX-11-TA',
    }
    await makeChange((change) => makeDevice(change, device), { at: now })
    // Positions are not recorded yet.
    expect(await positions()).toMatchObject({ received: 2, kept: 0 })
    await asOwner(`insert into position_settings (records_since) values (now() - interval '1 day')`)
    expect(await positions()).toMatchObject({ received: 2, kept: 1 })
    await positions()
    const look = { by: { uid: null, role: 'command-line' as const }, cars: [car, other], reason: '', now }
    expect(await showFleet(look)).toMatchObject([
      { vehicleId: car, fixAt: at.toString(), speed: 36, source: { name: 'Cartrack' } },
    ])
    const { rows } = await sql<{ outcome: string; count: number }>`
      select outcome, sum(count)::int as count from position_counts group by 1 order by 1`.execute(db)
    expect(rows).toEqual([
      { outcome: 'double', count: 1 },
      { outcome: 'kept', count: 1 },
      { outcome: 'off', count: 1 },
    ])
  } finally {
    await trackers.close()
  }
})

test('a server of the operator’s own fills the gaps of its devices, as far as days are kept, and counts nothing twice', async () => {
  const { vehicle } = await aFleet()
  const car = vehicle('ZX11TA')
  await asOwner('delete from assignments')
  const now = Temporal.Now.instant()
  const minutesAgo = (minutes: number) => now.subtract({ minutes }).round('second').epochMilliseconds
  const at = (minutes: number) => ({ at: minutesAgo(minutes), lat: 38.7, lon: -9.1, speed: 10, course: 90 })
  const known = [at(60 * 24 * 9), at(90), at(60)]
  const asked: number[] = []
  const server = await serve(
    traccarAnswers({
      host: 'traccar.example.org',
      token: 'S3gredo-plantado-9a4e',
      devices: [
        { id: 3, uniqueId: '350612074801234', name: 'ZX-11-TA' },
        { id: 8, uniqueId: '350612074805678', name: 'nobody’s' },
      ],
      positions: (device, from, to) => {
        asked.push(device.id)
        return known.filter((one) => one.at >= from && one.at <= to)
      },
    }),
  )
  try {
    vi.stubEnv('CONNECTIONS_LOCAL', server.url)
    const input = (clientId: string) => typed({ clientId, clientSecret: 'S3gredo-plantado-9a4e' })
    await expect(tryCredentials('traccar', input('traccar.example.org'))).rejects.toMatchObject({
      code: 'connection.address',
    })
    const right = input('https://traccar.example.org/')
    await tryCredentials('traccar', right)
    await makeChange((change) => setConnection(change, 'traccar', right))
    const device = { kind: 'tracker' as const, name: 'Localizador', vehicleId: car, driverId: null }
    await makeChange((change) => makeDevice(change, { ...device, knownAs: '350612074801234' }), { at: now })
    const positions = async (later = 0) =>
      (await collect('traccar', { now: now.add({ seconds: later }), by: null })).lists.positions

    // Positions are not recorded yet, so no device is asked about.
    expect(await positions()).toBeUndefined()
    await asOwner(`insert into position_settings (records_since) values (now() - interval '30 days')`)
    await asOwner(`update connections set collected_from = null, collected_until = null`)
    expect(await positions(1)).toMatchObject({ received: 2, kept: 2 })
    // Late positions are found too, and none counts as new twice.
    known.push(at(75))
    expect(await positions(2)).toMatchObject({ received: 3, kept: 1 })
    expect(await positions(3)).toMatchObject({ received: 3, kept: 0 })
    expect(new Set(asked)).toEqual(new Set([3]))
    const { rows } = await sql<{ outcome: string; count: number }>`
      select outcome, sum(count)::int as count from position_counts group by 1 order by 1`.execute(db)
    expect(rows).toEqual([{ outcome: 'kept', count: 3 }])
    const look = { by: { uid: null, role: 'command-line' as const }, cars: [car], reason: '', now }
    expect(await showFleet(look)).toMatchObject([
      { fixAt: Temporal.Instant.fromEpochMilliseconds(minutesAgo(60)).toString() },
    ])
  } finally {
    await server.close()
  }
})

const mishaps: fc.Arbitrary<Mishap> = fc.oneof(
  fc.constantFrom<Mishap>({ is: 'not-json' }, { is: 'cut' }, { is: 'short' }, { is: 'doubled' }, { is: 'shuffled' }),
  fc.constantFrom(401, 429, 500, 503).map((status): Mishap => ({ is: 'status', status })),
  fc.constantFrom(1_005, 702, 498_806).map((code): Mishap => ({ is: 'code', code })),
)
/** `npm run slow -- connections` runs a thousand. */
const RUNS = Number(process.env['VOLANTE_SCRIPTS'] ?? 8)

test('whatever goes wrong, when it is over every row is there once, no network ended an account, and nothing that was approved changed', async () => {
  await anApprovedWeek()
  const approved = [await frozenMoney(), await getWeek(WEEK)]
  fleet.orders = Array.from({ length: 24 }, (_, at) => boltOrder(TUESDAY.add({ hours: at * 5 })))
  fleet.states = Array.from({ length: 30 }, (_, at) =>
    boltState(TUESDAY.add({ hours: at * 4 }), at % 2 ? 'inactive' : 'waiting_orders'),
  )
  await set()
  await collect('bolt', NOW)
  const whole = [await orders(), await days()]
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(25), mishaps), { maxLength: 5 }), async (steps) => {
      for (const table of ['platform_orders', 'platform_states', 'platform_days'] as const)
        await asOwner(`delete from ${table}`)
      await db.updateTable('connections').set({ collected_from: null, collected_until: null }).execute()
      const script = new Map(steps)
      let asked = 0
      fleet.mishap = () => script.get(asked++) ?? null
      const { trouble } = await collect('bolt', NOW)
      const isOfNetwork = steps.every(
        ([, mishap]) => mishap.is === 'cut' || (mishap.is === 'status' && mishap.status >= 500),
      )
      if (isOfNetwork) expect(['connected', 'waiting']).toContain((await findConnection('bolt'))!.state)
      if (trouble === null) expect([await orders(), await days()]).toEqual(whole)
      fleet.mishap = () => null
      await collect('bolt', NOW)
      expect([await orders(), await days()]).toEqual(whole)
    }),
    { numRuns: RUNS },
  )
  expect([await frozenMoney(), await getWeek(WEEK)]).toEqual(approved)
})

test('whatever goes wrong with a tracker, when it is over every reading is there once, and no network ended its account', async () => {
  await aFleet()
  const cars = await db.selectFrom('vehicles').select(['id', 'plate']).orderBy('plate').limit(4).execute()
  const start = monday(WEEK).toZonedDateTime(ZONE).toInstant()
  const trips = cars.flatMap(({ plate }, car) =>
    [-30, -8, 9, 164].map((hours, at) => ({
      id: 1_000 + car * 10 + at,
      registration: plate,
      from: start.add({ hours }),
      to: start.add({ hours: hours + 2 }),
      first: (120_000 + at * 100) * 1_000,
      last: (120_100 + at * 100) * 1_000,
    })),
  )
  let script = new Map<number, TrackerMishap>()
  let asked = 0
  const trackers = await serve(
    cartrackAnswers({
      user: { name: 'frota', password: 'S3gredo-plantado-7c1d' },
      cars: () => cars.map(({ plate }) => ({ registration: plate, at: MONDAY, odometer: 120_400_000 })),
      trips: () => trips,
      mishap: () => script.get(asked++) ?? null,
    }),
  )
  const readings = async () =>
    (await Promise.all(cars.map(({ id }) => listReadings(id)))).map((list) =>
      list.map(({ at, kilometres }) => [at, kilometres]),
    )
  const wrongs = fc.oneof(
    fc.constantFrom<TrackerMishap>({ is: 'not-json' }, { is: 'cut' }, { is: 'short' }, { is: 'doubled' }),
    fc.constantFrom<TrackerMishap>({ is: 'shuffled' }, { is: 'not-opened' }, { is: 'redirect' }, { is: 'bare' }),
    fc.constantFrom(401, 403, 429, 500, 503).map((status): TrackerMishap => ({ is: 'status', status })),
  )
  try {
    vi.stubEnv('CONNECTIONS_LOCAL', trackers.url)
    const input = typed({ clientId: 'frota', clientSecret: 'S3gredo-plantado-7c1d' })
    await makeChange((change) => setConnection(change, 'cartrack', input))
    await collect('cartrack', NOW)
    const whole = await readings()
    expect(whole.flat().length).toBeGreaterThan(3)
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(9), wrongs), { maxLength: 5 }), async (steps) => {
        await asOwner('delete from odometer_readings')
        await db.updateTable('connections').set({ collected_from: null, collected_until: null }).execute()
        script = new Map(steps)
        asked = 0
        const { trouble } = await collect('cartrack', NOW)
        const isOfNetwork = steps.every(
          ([, mishap]) => mishap.is === 'cut' || (mishap.is === 'status' && mishap.status >= 500),
        )
        if (isOfNetwork) expect(['connected', 'waiting']).toContain((await findConnection('cartrack'))!.state)
        if (trouble === null) expect(await readings()).toEqual(whole)
        script = new Map()
        await collect('cartrack', NOW)
        expect(await readings()).toEqual(whole)
      }),
      { numRuns: RUNS },
    )
  } finally {
    await trackers.close()
  }
})
