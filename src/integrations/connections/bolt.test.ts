import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { type Mishap, type Service, type ServiceOrder, startBoltService } from '#demo/services/bolt-service.ts'
import { boltClient, windowsOf } from './bolt.ts'
import { readJson, readOrders } from './bolt-answers.ts'
import { OutgoingFault, wayOut } from './outgoing.ts'

const FROM = Temporal.Instant.from('2026-06-01T00:00:00+01:00')
const second = (at: Temporal.Instant) => Math.floor(at.epochMilliseconds / 1_000)
const CLIENT = { id: 'frota', secret: 'geheim-da-frota' }

/** Makes an order `minutes` after the first of June, which ended twenty minutes later. */
function anOrder(minutes: number, more: Partial<ServiceOrder> = {}): ServiceOrder {
  const created = second(FROM) + minutes * 60
  return {
    order_reference: Buffer.from(`ride-${minutes}-1`).toString('base64'),
    order_status: 'finished',
    driver_uuid: 'd-1',
    driver_name: 'Rui Valadas',
    driver_phone: '+351912345678',
    vehicle_license_plate: 'ZX-58-MP',
    vehicle_model: 'Toyota Corolla',
    payment_method: 'app_payment',
    order_created_timestamp: created,
    order_accepted_timestamp: created + 20,
    order_pickup_timestamp: created + 300,
    order_drop_off_timestamp: created + 1_200,
    order_finished_timestamp: created + 1_210,
    order_cancelled_timestamp: null,
    payment_confirmed_timestamp: created + 1_300,
    reviewed: created + 1_300,
    ride_distance: 6_250,
    order_price: {
      ride_price: 12.3,
      booking_fee: 0.5,
      toll_fee: 1.85,
      cancellation_fee: 0,
      tip: 1,
      commission: 2.46,
      net_earnings: 13.19,
    },
    ...more,
  }
}

const services: Service[] = []
afterEach(async () => {
  for (const service of services.splice(0)) await service.close()
})

type Fleet = {
  orders?: readonly ServiceOrder[]
  states?: readonly number[]
  mishap?: (path: string, count: number) => Mishap | null
  tokenLife?: number
  /** Milliseconds; long by default, so that nothing is slow. */
  patience?: number
}

async function aFleet({ orders = [], states = [], mishap, tokenLife, patience = 10_000 }: Fleet) {
  const service = await startBoltService({
    clients: [CLIENT],
    companies: [
      {
        id: 63_530,
        name: 'Cais do Volante',
        drivers: [
          {
            driver_uuid: 'd-1',
            first_name: 'Rui',
            last_name: 'Valadas',
            email: 'rui@example.org',
            phone: '+351912345678',
            state: 'active',
          },
        ],
        vehicles: Array.from({ length: 230 }, (_, at) => ({
          uuid: `v-${at}`,
          reg_number: `ZX-${at}-AA`,
          model: 'Corolla',
          state: 'active',
        })),
        orders: () => orders,
        states: () =>
          states.map((minutes, at) => ({
            driver_uuid: 'd-1',
            vehicle_uuid: 'v-1',
            state: at % 2 ? 'inactive' : 'waiting_orders',
            created: second(FROM) + minutes * 60,
          })),
      },
    ],
    now: () => second(FROM) + 40 * 86_400,
    ...(tokenLife === undefined ? {} : { tokenLife }),
    ...(mishap ? { mishap: ({ path, count }) => mishap(path.split('/').at(-1) ?? '', count) } : {}),
  })
  services.push(service)
  const rests: number[] = []
  const send = wayOut({ local: service.url, patience })
  const client = (secret = CLIENT.secret, page?: number) =>
    boltClient(
      { clientId: CLIENT.id, clientSecret: secret },
      { send, rest: async (milliseconds) => void rests.push(milliseconds), ...(page === undefined ? {} : { page }) },
      () => FROM.add({ hours: 40 * 24 }),
    )
  return { service, rests, client }
}

const answered = (text: string) => ({ status: 200, text, bytes: Buffer.from(text), retryAfter: null })
const days = (count: number) => ({ from: FROM, to: FROM.add({ hours: count * 24 }) })

test('companies, drivers, vehicles by pages of a hundred, orders by pages of a thousand, and states without a total', async () => {
  const orders = Array.from({ length: 2_345 }, (_, at) => anOrder(at * 4))
  const { client, service } = await aFleet({ orders, states: Array.from({ length: 1_500 }, (_, at) => at * 5) })
  const bolt = client()
  expect(await bolt.companies()).toEqual(['63530'])
  expect((await bolt.drivers('63530')).rows).toEqual([
    {
      id: 'd-1',
      name: 'Rui Valadas',
      email: 'rui@example.org',
      phone: '+351912345678',
      state: 'active',
      takesCash: null,
      plate: null,
      reason: null,
    },
  ])
  expect((await bolt.vehicles('63530')).rows).toHaveLength(230)
  const { rows, unread } = await bolt.orders('63530', days(7))
  expect([rows.length, unread.length]).toEqual([2_345, 0])
  expect((await bolt.states('63530', days(7))).rows).toHaveLength(1_500)
  // All requests used one token.
  expect(service.asked.filter(({ path }) => path.endsWith('/token'))).toHaveLength(1)
})

test('an order is read to the cent, as it is written, and keeps nothing of a passenger', async () => {
  const { client } = await aFleet({ orders: [anOrder(10)] })
  const { rows } = await client().orders('63530', days(1))
  expect(rows).toEqual([
    {
      reference: 'cmlkZS0xMC0x',
      status: 'finished',
      driver: 'd-1',
      plate: 'ZX58MP',
      payment: 'app_payment',
      createdAt: FROM.add({ minutes: 10 }),
      acceptedAt: FROM.add({ minutes: 10, seconds: 20 }),
      pickedUpAt: FROM.add({ minutes: 15 }),
      droppedOffAt: FROM.add({ minutes: 30 }),
      finishedAt: FROM.add({ minutes: 30, seconds: 10 }),
      cancelledAt: null,
      metres: 6_250,
      amounts: { ride: 1_230, booking: 50, toll: 185, cancellation: 0, tip: 100, commission: 246, net: 1_319 },
    },
  ])
})

test('every amount of cents comes back as it was written, and one that is no cents refuses its row alone', () => {
  const read = (price: string) =>
    readOrders([
      readJson(
        `{"order_reference":"a","order_status":"finished","order_created_timestamp":1780268400,"order_price":{"ride_price":${price}}}`,
      )!.value,
    ])
  fc.assert(
    fc.property(fc.integer({ min: -9_999_999, max: 9_999_999 }), (amount) => {
      const sign = amount < 0 ? '-' : ''
      const [euros, rest] = [Math.floor(Math.abs(amount) / 100), String(Math.abs(amount) % 100).padStart(2, '0')]
      const texts = [`${sign}${euros}.${rest}`, `"${sign}${euros}.${rest}"`, JSON.stringify(amount / 100)]
      for (const text of texts) expect(read(text).rows[0]?.amounts.ride, text).toBe(amount === 0 ? 0 : amount)
    }),
    { numRuns: 300 },
  )
  for (const price of ['12.345', '"12,30"', '1e-3', '"a"', 'true'])
    expect(read(price), price).toMatchObject({ rows: [], unread: [{ of: 'a', field: 'order_price.ride_price' }] })
})

test('a month with an hour more is asked for by weeks, and by the day around', async () => {
  const october = {
    from: Temporal.Instant.from('2026-10-01T00:00:00+01:00'),
    to: Temporal.Instant.from('2026-11-01T00:00:00+00:00'),
  }
  expect(october.from.until(october.to).total('hours')).toBe(31 * 24 + 1)
  const windows = windowsOf(october)
  expect(windows.map(({ from, to }) => from.until(to).total('hours'))).toEqual([168, 168, 168, 168, 73])
  const { client, service } = await aFleet({})
  const bolt = client()
  await bolt.orders('63530', days(31))
  const spans = service.asked.flatMap(({ body }) =>
    typeof body['start_ts'] === 'number' ? [[body['start_ts'], body['end_ts'] as number]] : [],
  )
  expect(Math.min(...spans.map(([from = 0]) => from))).toBe(second(FROM) - 86_400)
  expect(Math.max(...spans.map(([, to = 0]) => to))).toBe(second(FROM) + 32 * 86_400)
  expect(Math.max(...spans.map(([from = 0, to = 0]) => to - from))).toBe(7 * 86_400)
})

test('an order made before midnight and ended after it, and one whose price was looked at a week later, are there', async () => {
  const late = anOrder(-10)
  const looked = anOrder(-3 * 1_440, { reviewed: second(FROM) + 3_600 })
  const { client } = await aFleet({ orders: [late, looked] })
  const { rows } = await client().orders('63530', days(1))
  expect(rows.map(({ reference }) => reference).toSorted()).toEqual(
    [late, looked].map(({ order_reference }) => order_reference).toSorted(),
  )
})

test('a token that is not taken any more is fetched anew once; where the fresh one is not taken either, the credentials are wrong', async () => {
  const { client, service } = await aFleet({
    mishap: (path, count) => (path === 'getCompanies' && count === 1 ? { is: 'status', status: 401 } : null),
  })
  expect(await client().companies()).toEqual(['63530'])
  expect(service.asked.filter(({ path }) => path.endsWith('/token'))).toHaveLength(2)
  const never = await aFleet({ mishap: (path) => (path === 'getCompanies' ? { is: 'status', status: 401 } : null) })
  await expect(never.client().companies()).rejects.toMatchObject({ trouble: 'credentials' })
  expect(never.service.asked.filter(({ path }) => path === '/oidc.bolt.eu/token')).toHaveLength(2)
  // A token lives ten minutes: from a minute before its end a fresh one is used.
  const short = await aFleet({ tokenLife: 60 })
  const bolt = short.client()
  await bolt.companies()
  await bolt.companies()
  expect(short.service.asked.filter(({ path }) => path.endsWith('/token'))).toHaveLength(2)
})

test('what is wrong with an account is told apart from what is wrong with the way', async () => {
  const troubleOf = async (mishap: Fleet['mishap'], secret?: string, patience?: number) => {
    const { client } = await aFleet({ ...(mishap ? { mishap } : {}), ...(patience ? { patience } : {}) })
    return client(secret)
      .companies()
      .then(
        () => null,
        (error: { trouble?: string }) => error.trouble,
      )
  }
  expect(await troubleOf(undefined, 'another')).toBe('credentials')
  for (const code of [498_809, 498_810])
    expect(await troubleOf((path) => (path === 'token' ? null : { is: 'code', code })), String(code)).toBe('access')
  expect(await troubleOf((path) => (path === 'token' ? null : { is: 'status', status: 403 }))).toBe('access')
  expect(await troubleOf((path) => (path === 'token' ? null : { is: 'code', code: 702 }))).toBe('answer')
  expect(await troubleOf(() => ({ is: 'not-json' }))).toBe('answer')
  expect(await troubleOf(() => ({ is: 'redirect' }))).toBe('answer')
  for (const path of ['token', 'getCompanies'])
    for (const mishap of [{ is: 'cut' }, { is: 'slow', milliseconds: 400 }, { is: 'status', status: 503 }] as const) {
      const patience = mishap.is === 'slow' ? 250 : undefined
      const trouble = await troubleOf((asked) => (asked === path ? mishap : null), undefined, patience)
      expect(trouble, `${path} ${mishap.is}`).toBe('unreachable')
    }
  const gone = await aFleet({})
  await gone.service.close()
  services.pop()
  await expect(gone.client().companies()).rejects.toMatchObject({ trouble: 'unreachable', detail: 'unreachable' })
})

test('a service that asks to wait is left alone as long as it says, and for longer the run ends', async () => {
  const busy = (retryAfter: string) => (path: string, count: number) =>
    path === 'getCompanies' && count === 1 ? ({ is: 'status', status: 429, retryAfter } as const) : null
  const short = await aFleet({ mishap: busy('7') })
  expect(await short.client().companies()).toEqual(['63530'])
  expect(short.rests).toEqual([7_000])
  const long = await aFleet({ mishap: busy('900') })
  const fault = await long
    .client()
    .companies()
    .catch((error: unknown) => error)
  expect(fault).toMatchObject({ trouble: 'busy', detail: '429' })
  expect((fault as { wait: Temporal.Duration }).wait.total('seconds')).toBe(900)
  expect(long.rests).toEqual([])
  // An otherwise good answer names no time to wait: the waits grow.
  const inside = await aFleet({
    mishap: (path, count) => (path === 'getCompanies' && count < 3 ? { is: 'code', code: 1_005 } : null),
  })
  expect(await inside.client().companies()).toEqual(['63530'])
  expect(inside.rests).toEqual([1_000, 2_000])
})

test('a window that takes too long is asked for in halves, and not less than six hours', async () => {
  const orders = Array.from({ length: 40 }, (_, at) => anOrder(at * 200))
  const slow = (body: Record<string, unknown>) => (body['end_ts'] as number) - (body['start_ts'] as number) > 3 * 86_400
  const picky = await startBoltService({
    clients: [CLIENT],
    companies: [{ id: 1, name: 'A', drivers: [], vehicles: [], orders: () => orders, states: () => [] }],
    now: () => second(FROM) + 40 * 86_400,
    mishap: ({ body }) => (typeof body['start_ts'] === 'number' && slow(body) ? { is: 'code', code: 498_806 } : null),
  })
  services.push(picky)
  const bolt = boltClient(
    { clientId: CLIENT.id, clientSecret: CLIENT.secret },
    { send: wayOut({ local: picky.url }), rest: async () => {} },
  )
  expect((await bolt.orders('1', days(7))).rows).toHaveLength(40)
  const spans: number[] = []
  const hanging = boltClient(
    { clientId: CLIENT.id, clientSecret: CLIENT.secret },
    {
      send: async ({ url, body }) => {
        if (url.endsWith('/token')) return answered('{"access_token":"t","expires_in":600}')
        const { start_ts: from, end_ts: to } = JSON.parse(body ?? '{}')
        spans.push((to - from) / 3_600)
        throw new OutgoingFault('slow')
      },
      rest: async () => {},
    },
  )
  const day = { from: FROM, to: FROM.add({ hours: 24 }) }
  await expect(hanging.states('63530', day)).rejects.toMatchObject({ trouble: 'unreachable', detail: 'slow' })
  expect(spans).toEqual([24, 12, 6])
})

test('only hosts that are known are asked, and only encrypted', async () => {
  const send = wayOut({ local: null })
  const ask = (url: string) => send({ url, method: 'GET', headers: {}, body: null })
  for (const url of [
    'https://example.org/',
    'http://node.bolt.eu/',
    'https://node.bolt.eu.example.org/',
    'https://node.bolt.eu:8443/',
  ])
    await expect(ask(url), url).rejects.toThrow('is no host that is asked')
})

test('more than an answer is, is not read to its end', async () => {
  const { service } = await aFleet({ orders: Array.from({ length: 900 }, (_, at) => anOrder(at)) })
  const bolt = boltClient(
    { clientId: CLIENT.id, clientSecret: CLIENT.secret },
    { send: wayOut({ local: service.url, mostBytes: 20_000 }), rest: async () => {} },
  )
  await expect(bolt.orders('63530', days(1))).rejects.toMatchObject({ trouble: 'answer', detail: 'too-large' })
})

const mishaps: fc.Arbitrary<Mishap> = fc.oneof(
  fc.constantFrom<Mishap>(
    { is: 'not-json' },
    { is: 'cut' },
    { is: 'short' },
    { is: 'doubled' },
    { is: 'shuffled' },
    { is: 'redirect' },
  ),
  fc.constantFrom(401, 403, 429, 500, 502, 503).map((status): Mishap => ({ is: 'status', status })),
  fc.constantFrom(1_005, 702, 498_809).map((code): Mishap => ({ is: 'code', code })),
)
/** `npm run slow -- connections` asks for a thousand. */
const RUNS = Number(process.env['VOLANTE_SCRIPTS'] ?? 50)

test('whatever goes wrong on the way, a list is whole or not there, and no account is called dead for it', async () => {
  const orders = Array.from({ length: 123 }, (_, at) => anOrder(at * 55))
  const states = Array.from({ length: 104 }, (_, at) => at * 60)
  const script = { now: new Map<number, Mishap>(), asked: 0 }
  const { client } = await aFleet({ orders, states, mishap: () => script.now.get(script.asked++) ?? null })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(14), mishaps), { maxLength: 6 }), async (steps) => {
      script.now = new Map(steps)
      script.asked = 0
      const bolt = client(CLIENT.secret, 40)
      const read = async () => {
        const said = await bolt.orders('63530', days(5))
        const logs = await bolt.states('63530', days(5))
        return [said.rows.length, new Set(said.rows.map(({ reference }) => reference)).size, logs.rows.length]
      }
      const found = await read().catch((error: { trouble?: string }) => error.trouble ?? String(error))
      if (typeof found !== 'string') expect(found).toEqual([123, 123, 104])
      else if (!steps.some(([, mishap]) => mishap.is === 'status' && mishap.status === 401))
        expect(found).not.toBe('credentials')
      // As soon as nothing goes wrong any more, everything arrives.
      script.now = new Map()
      expect(await read()).toEqual([123, 123, 104])
    }),
    { numRuns: RUNS },
  )
})
