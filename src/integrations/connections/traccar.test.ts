import fc from 'fast-check'
import { afterEach, expect, test } from 'vitest'
import { serve } from '#demo/services/serve.ts'
import {
  type Mishap,
  type ServicePosition,
  type TraccarServer,
  traccarAnswers,
} from '#demo/services/traccar-service.ts'
import { wayToServer } from './outgoing.ts'
import { readServerAddress, traccarClient } from './traccar.ts'

const HOST = 'traccar.example.org'
const TOKEN = 'S3gredo-plantado-9a4e'
const DEVICES = [
  { id: 3, uniqueId: '350612074801234', name: 'ZX-11-TA' },
  { id: 8, uniqueId: '350612074805678', name: 'ZX-22-TA' },
]
const FROM = Temporal.Instant.from('2026-06-01T00:00:00Z')
const SPAN = { from: FROM, to: FROM.add({ hours: 60 }) }

let close = async () => {}
afterEach(() => close())

/** Makes a position every `minutes` over sixty hours. */
const everyMinutes = (minutes: number): ServicePosition[] =>
  Array.from({ length: (60 * 60) / minutes }, (_, at) => ({
    at: FROM.epochMilliseconds + at * minutes * 60_000,
    lat: 38.7 + at / 10_000,
    lon: -9.1,
    speed: 10,
    course: 90,
  }))

async function aClient(server: Partial<TraccarServer>, { token = TOKEN, most = 50_000, patience = 10_000 } = {}) {
  const all = everyMinutes(10)
  const positions: TraccarServer['positions'] = (device, from, to) =>
    device.id === 3 ? all.filter(({ at }) => at >= from && at <= to) : []
  const service = await serve(
    traccarAnswers({ host: HOST, token: TOKEN, devices: DEVICES, positions, most, ...server }),
  )
  close = service.close
  const send = wayToServer({ local: service.url, inside: null, patience })
  return traccarClient({ clientId: `https://${HOST}`, clientSecret: token }, { send, rest: async () => {} }, most)
}

async function momentsOf(client: Awaited<ReturnType<typeof aClient>>, device = 3): Promise<number[]> {
  const moments = new Set<number>()
  for await (const fixes of client.fixes(device, SPAN)) for (const { at } of fixes) moments.add(at)
  return [...moments].toSorted((a, b) => a - b)
}
const ALL = everyMinutes(10).map(({ at }) => at)

test('a device is known by its identifier, and its positions are all there, day after day, with the speed in metres a second', async () => {
  const client = await aClient({})
  expect(await client.devices()).toEqual({
    rows: DEVICES.map(({ id, uniqueId }) => ({ id, uniqueId })),
    unread: [],
  })
  expect(await momentsOf(client)).toEqual(ALL)
  expect(await momentsOf(client, 8)).toEqual([])
  const [first] = (await client.fixes(3, SPAN).next()).value ?? []
  expect(first).toMatchObject({ at: ALL[0], lat: 38.7, lon: -9.1, course: 90, accuracy: null })
  expect(first?.speed).toBeCloseTo(10, 6)
})

test('a server that cuts its list without a word is asked again in halves', async () => {
  const client = await aClient({}, { most: 7 })
  expect(await momentsOf(client)).toEqual(ALL)
})

const troubles: [string, Mishap, string][] = [
  ['the token may not', { is: 'status', status: 403 }, 'access'],
  ['it asks to wait', { is: 'status', status: 429, retryAfter: '3600' }, 'busy'],
  ['it is down', { is: 'status', status: 503 }, 'unreachable'],
  ['it breaks off', { is: 'cut' }, 'unreachable'],
  ['it takes too long', { is: 'slow', milliseconds: 400 }, 'unreachable'],
  ['it leads elsewhere', { is: 'redirect' }, 'answer'],
  ['it answers with a page', { is: 'not-json' }, 'answer'],
  ['there is another program', { is: 'status', status: 404 }, 'answer'],
]

test.each(troubles)('%s: the trouble is told by its kind', async (_, mishap, trouble) => {
  const client = await aClient({ mishap: () => mishap }, mishap.is === 'slow' ? { patience: 200 } : {})
  await expect(momentsOf(client)).rejects.toMatchObject({ name: 'ConnectionFault', trouble })
})

test('a wrong token is one of credentials, and stands in no error', async () => {
  const client = await aClient({}, { token: 'S3gredo-errado-55aa' })
  const error: Error = await client.letIn().catch((thrown) => thrown)
  expect(error).toMatchObject({ trouble: 'credentials', detail: '401' })
  expect(JSON.stringify([String(error), error.stack])).not.toContain('S3gredo-errado-55aa')
})

test('a server in the own house is asked only where the one who runs the site says so', async () => {
  const service = await serve(traccarAnswers({ host: HOST, token: TOKEN, devices: DEVICES, positions: () => [] }))
  close = service.close
  const clientId = `${service.url}/${HOST}`
  const ask = (inside: string | null) =>
    traccarClient(
      { clientId, clientSecret: TOKEN },
      { send: wayToServer({ local: null, inside }), rest: async () => {}, tries: 1 },
    ).letIn()
  await expect(ask(null)).rejects.toMatchObject({ name: 'ConnectionFault' })
  await expect(ask(new URL(service.url).origin)).resolves.toBeUndefined()
  for (const own of ['https://127.0.0.1', 'https://[::1]', 'https://10.0.0.7', 'https://localhost']) {
    const send = wayToServer({ local: null, inside: service.url })
    const client = traccarClient({ clientId: own, clientSecret: TOKEN }, { send, rest: async () => {}, tries: 1 })
    await expect(client.letIn(), own).rejects.toMatchObject({ trouble: 'answer', detail: 'inside' })
  }
})

test('an address is written as a browser shows it', () => {
  expect(readServerAddress('https://traccar.example.org/', null)).toBe('https://traccar.example.org')
  expect(readServerAddress('https://example.org/traccar/', null)).toBe('https://example.org/traccar')
  expect(readServerAddress('http://127.0.0.1:8082', 'http://127.0.0.1:8082')).toBe('http://127.0.0.1:8082')
  for (const wrong of [
    'http://traccar.example.org',
    'traccar',
    'https://me:word@example.org',
    'https://a.example/?x=1',
  ])
    expect(readServerAddress(wrong, 'http://127.0.0.1:8082'), wrong).toBeNull()
})

const mishaps: fc.Arbitrary<Mishap> = fc.oneof(
  fc.constantFrom<Mishap>({ is: 'not-json' }, { is: 'cut' }, { is: 'doubled' }, { is: 'shuffled' }, { is: 'redirect' }),
  fc.constantFrom(401, 403, 404, 422, 429, 500, 503).map((status): Mishap => ({ is: 'status', status })),
)
/** `npm run slow -- connections` asks for a thousand. */
const RUNS = Number(process.env['VOLANTE_SCRIPTS'] ?? 20)

test('whatever goes wrong on the way, a time is whole or not there, and no token is called dead for it', async () => {
  const script = { now: new Map<number, Mishap>(), asked: 0 }
  const client = await aClient({ mishap: () => script.now.get(script.asked++) ?? null }, { most: 40 })
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(fc.nat(12), mishaps), { maxLength: 6 }), async (steps) => {
      script.now = new Map(steps)
      script.asked = 0
      const found = await momentsOf(client).catch((error: { trouble?: string }) => error.trouble ?? String(error))
      if (typeof found !== 'string') expect(found).toEqual(ALL)
      else {
        expect(['credentials', 'access', 'busy', 'unreachable', 'answer']).toContain(found)
        if (!steps.some(([, mishap]) => mishap.is === 'status' && mishap.status === 401))
          expect(found).not.toBe('credentials')
      }
      script.now = new Map()
      expect(await momentsOf(client)).toEqual(ALL)
    }),
    { numRuns: RUNS },
  )
})
