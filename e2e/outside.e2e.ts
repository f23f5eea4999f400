import { createServer } from 'node:net'
import { once } from 'node:events'
import { text as wholeText } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { joinCluster } from '../src/db/cluster.server.ts'
import { DEMO_BOLT, DEMO_COMPANY } from '../src/demo/services/bolt-demo.ts'
import { boltAnswers } from '../src/demo/services/bolt-service.ts'
import { DEMO_TRACKERS } from '../src/demo/services/cartrack-demo.ts'
import { cartrackAnswers } from '../src/demo/services/cartrack-service.ts'
import { DEMO_SERVER } from '../src/demo/services/traccar-demo.ts'
import { traccarAnswers } from '../src/demo/services/traccar-service.ts'
import { DEMO_ORGANISATION, DEMO_UBER } from '../src/demo/services/uber-demo.ts'
import { uberAnswers } from '../src/demo/services/uber-service.ts'
import { demoWhatsApp } from '../src/demo/services/whatsapp-demo.ts'
import { whatsAppAnswers } from '../src/demo/services/whatsapp-service.ts'
import { pt } from '../src/messages/pt.ts'
import { aMailServer } from '../test/mail-server.ts'
import { PEM_FILE, aBrowser } from '../test/push-service.ts'
import { MAILBOX_LOGIN, aMail, aMailbox } from '../test/mailbox-server.ts'
import { type Mood, aServiceOutside } from '../test/service-outside.ts'
import { stampService } from '../test/stamp-service.ts'
import { known } from './demonstration.ts'
import { aGate } from './gate.ts'
import { type Office, hiddenFields, office, signIn } from './office.ts'
import { copyOf } from './prepared.ts'
import { type Site, startSite } from './site.ts'

/**
 * Services outside, one after the other: not there, silent, failing, too busy, or replaced by the page of a gateway.
 * Shows what the office sees then, what waits, that it goes on by itself, and that one that hangs holds up nobody else.
 * `outages.e2e.ts` has the store and the mail server.
 */
const PROVIDERS = ['uber', 'bolt', 'cartrack', 'traccar'] as const
type Provider = (typeof PROVIDERS)[number]
const HOSTS: Readonly<Record<string, RegExp>> = {
  uber: /^\/(auth|api)\.uber\.com\//,
  bolt: /^\/(oidc|node)\.bolt\.eu\//,
  cartrack: /^\/fleetapi-pt\.cartrack\.com\//,
  traccar: new RegExp(`^/${DEMO_SERVER.host.replaceAll('.', String.raw`\.`)}/`),
  meta: /^\/graph\.facebook\.com\//,
}
const moods = new Map<string, Mood>()
const of = {
  uber: uberAnswers({ clients: [DEMO_UBER], organisations: [DEMO_ORGANISATION] }).answers,
  bolt: boltAnswers({ clients: [DEMO_BOLT], companies: [DEMO_COMPANY] }).answers,
  cartrack: cartrackAnswers(DEMO_TRACKERS),
  traccar: traccarAnswers(DEMO_SERVER),
  meta: whatsAppAnswers(demoWhatsApp().given).answers,
}
const nameOf = (path: string) => Object.keys(HOSTS).find((name) => HOSTS[name]!.test(path)) as keyof typeof of
const platforms = await aServiceOutside((request, response) => of[nameOf(request.url ?? '')](request, response), {
  moodOf: (path) => moods.get(nameOf(path)) ?? null,
})
const pushes = await aServiceOutside(
  async (request, response) => {
    for await (const _ of request) continue
    response.writeHead(201).end()
  },
  { pem: PEM_FILE },
)
const clock = await stampService('Relógio de fora')
const stamps = await aServiceOutside(async (request, response) => {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  response.end(await clock.reply(Buffer.concat(parts)))
})
const post = await aMailServer()

/** A virus scanner: it answers when it is `well`, and otherwise lets everybody in and says nothing. */
const scanner = { mood: 'well' as 'well' | 'silent' }
const looking = createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('error', () => socket.destroy())
  let end = Buffer.alloc(0)
  socket.on('data', (piece) => {
    end = Buffer.concat([end, Buffer.from(piece)]).subarray(-4)
    if (scanner.mood === 'well' && end.equals(Buffer.alloc(4))) socket.end('stream: OK\0')
  })
})
looking.listen(0, '127.0.0.1')
await once(looking, 'listening')

/** A mailbox, with a door in front of it. */
const letters = await aMailbox()
const gate = await aGate(letters.port)

/** The ids of events that the advertiser received. */
const eventsReceived: string[] = []
const pixel = await aServiceOutside(async (request, response) => {
  const said = (await wholeText(request)) || '{"data":[]}'
  eventsReceived.push(...(JSON.parse(said) as { data: { event_id: string }[] }).data.map((one) => one.event_id))
  response.end('{}')
})

/** A server of street tiles: each tile is the same. */
const STREETS = 'ruas.example.com'
const streets = await aServiceOutside(async (_, response) => void response.end(Buffer.from([0x1a, 0])))

let site: Site
let asOwner: pg.Client
let admin: Office
let driver: Office
let givenUpBefore = 0

beforeAll(async () => {
  const data = copyOf('demonstration')
  site = await startSite(data, {
    CONNECTIONS_LOCAL: platforms.url,
    PUSH_SERVICES: `localhost:${pushes.port}`,
    NODE_EXTRA_CA_CERTS: PEM_FILE,
    VOLANTE_STAMP_URL: `${stamps.url}/`,
    CLAMD: `127.0.0.1:${(looking.address() as { port: number }).port}`,
    SMTP_URL: post.url,
    PIXEL_ID: '1234567890',
    PIXEL_TOKEN: 'token-of-the-pixel',
    PIXEL_API_HOST: pixel.url,
    NODE_OPTIONS: `${process.env['NODE_OPTIONS'] ?? ''} --import ${import.meta.resolve('./rerouted.ts')}`,
    REROUTED_HOST: STREETS,
    REROUTED_TO: streets.url,
    LOG_LEVEL: 'fatal',
  })
  const cluster = await joinCluster(data)
  asOwner = new pg.Client({ connectionString: cluster.ownerUrl })
  await asOwner.connect()
  admin = office(site.url, await signIn(site.url, { displayName: 'admin', ...known(site, 'admin') }))
  driver = office(site.url, await signIn(site.url, { displayName: 'driver', ...known(site, 'driver') }))
  givenUpBefore = await givenUp()
  // Wait until the work that the start ordered is done.
  await vi.waitFor(async () => expect(await atWork()).toBe(0), { timeout: 120_000, interval: 250 })
})

afterAll(async () => {
  await asOwner?.end()
  await site?.stop()
  looking.close()
  await Promise.all([platforms, pushes, stamps, post, pixel, streets, gate, letters].map((one) => one.close()))
})

async function rowsOf<Row extends object>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return (await asOwner.query<Row>(text, [...values])).rows
}
const countOf = async (text: string) =>
  (await rowsOf<{ count: number }>(`select count(*)::int as count from ${text}`))[0]!.count
const givenUp = () => countOf('graphile_worker.jobs where attempts >= max_attempts')
const atWork = () => countOf('graphile_worker.jobs where locked_at is not null or (run_at <= now() and attempts = 0)')

/** Orders a collection from a platform now, and waits until it has ended; answers what the run noted. */
async function collected(provider: Provider): Promise<{ trouble: string | null; said: string | null }> {
  const [last] = await rowsOf<{ id: string }>('select coalesce(max(id), 0) as id from connection_runs')
  const began = performance.now()
  expect((await admin.post(`/admin/data/connections/${provider}`, { intent: 'collect' })).status).toBe(303)
  // The form waits for no service outside.
  expect(performance.now() - began).toBeLessThan(7_000)
  return vi.waitFor(
    async () => {
      const [run] = await rowsOf<{ trouble: string | null; said: string | null }>(
        `select trouble, said from connection_runs where provider = $1 and id > $2 and kind = 'collect' and ended_at is not null`,
        [provider, last!.id],
      )
      expect(run).toBeDefined()
      return run!
    },
    { timeout: 200_000, interval: 250 },
  )
}

const words = pt.page.connections
const pageAt = async (path: string) => (await admin.get(path)).text()
const kept = () =>
  rowsOf(`select (select count(*) from platform_orders)::int as orders, (select count(*) from platform_states)::int as states,
    (select count(*) from platform_drivers)::int as drivers, (select count(*) from platform_vehicles)::int as vehicles`)

const EXPECTED: Readonly<
  Record<Exclude<Mood, 'well' | 'silent'>, { trouble: string; state: string; refusal: string }>
> = {
  closed: { trouble: 'unreachable', state: 'waiting', refusal: 'A plataforma não respondeu até ao fim.' },
  failing: { trouble: 'unreachable', state: 'waiting', refusal: 'A plataforma não respondeu até ao fim.' },
  busy: { trouble: 'busy', state: 'waiting', refusal: 'A plataforma pediu para esperar.' },
  wrong: { trouble: 'answer', state: 'error', refusal: 'respondeu de uma forma que não se percebe' },
}

test.each(['closed', 'failing', 'busy', 'wrong'] as const)(
  'platforms that are %s: each says so on its page and in the list, what came stays, and it goes on by itself',
  async (mood) => {
    const before = await kept()
    await platforms.set(mood)
    const { trouble, state, refusal } = EXPECTED[mood]
    const found: string[] = []
    for (const provider of PROVIDERS) {
      const run = await collected(provider)
      const page = await pageAt(`/admin/data/connections/${provider}`)
      const advice = String(words.advice[state as 'waiting'])
        .split('{at}')[0]!
        .split('{provider}')[1]!
        .trim()
      const tried = await admin.post(`/admin/data/connections/${provider}`, { intent: 'test' })
      const isSaid = page.includes(advice) && page.includes(words.page.since)
      found.push(`${provider} ${run.trouble} ${isSaid} ${tried.status} ${(await tried.text()).includes(refusal)}`)
    }
    expect(found).toEqual(PROVIDERS.map((provider) => `${provider} ${trouble} true 503 true`))
    const list = await pageAt('/admin/data/integrations')
    expect(list.split(`>${words.states[state as 'waiting']}<`).length - 1).toBe(PROVIDERS.length)
    expect(list.split(`>${words.page.since}<`).length - 1).toBe(PROVIDERS.length)
    expect(await kept()).toEqual(before)

    await platforms.set('well')
    // Let its time come; nobody presses anything.
    await asOwner.query('update connections set next_at = now()')
    await asOwner.query(`select order_job('connections.collect-due', '{}', 'connections.collect-due', 'outside')`)
    await vi.waitFor(
      async () => expect(await countOf(`connections where state = 'connected'`)).toBe(PROVIDERS.length),
      { timeout: 120_000, interval: 250 },
    )
    expect((await pageAt('/admin/data/integrations')).includes(`>${words.page.since}<`)).toBe(false)
  },
)

/** Gives the driver a phone, and orders messages to it, which then wait. */
async function tellPhone(count: number): Promise<void> {
  const { subscription } = aBrowser(`https://localhost:${pushes.port}/push/${crypto.randomUUID()}`)
  const added = await driver.post('/dashboard/profile', {
    intent: 'add-push',
    subscription: JSON.stringify(subscription),
  })
  expect(added.status).toBe(303)
  await asOwner.query(
    `insert into push_choices (uid, quiet_from, quiet_until, changed_at)
      select uid, 0, 0, now() from push_subscriptions on conflict (uid) do update set quiet_from = 0, quiet_until = 0`,
  )
  await asOwner.query(
    `insert into push_outbox (subscription_id, uid, driver_id, event, params, device, next_try_at, created_at)
      select phones.id, phones.uid, drivers.id, 'statement-issued', jsonb_build_object('week', '2026-06-01'), device, now(), now()
      from push_subscriptions phones join drivers using (uid), generate_series(1, $1)`,
    [count],
  )
}

test('while Uber, Meta, the services of notices and of time stamps say nothing, everybody else is served, and all of it goes on', async () => {
  const [contract] = await rowsOf<{ id: string }>(
    `select contracts.id::text as id from contracts left join contract_stamps on contract_id = contracts.id
      where file_sha256 is not null and contract_id is null order by contracts.id limit 1`,
  )
  moods.set('uber', 'silent').set('meta', 'silent')
  await pushes.set('silent')
  await stamps.set('silent')
  expect((await admin.post(`/admin/contracts/${contract!.id}`, { intent: 'stamp' })).status).toBe(303)
  expect((await admin.post('/admin/data/connections/uber', { intent: 'collect' })).status).toBe(303)
  expect((await admin.post('/admin/data/connections/bolt', { intent: 'collect' })).status).toBe(303)
  for (const end of ['1', '2', '3', '4'])
    expect((await admin.post('/admin/mail/whatsapp', { intent: 'test', to: `+35191234567${end}` })).status).toBe(303)
  await tellPhone(12)
  await pause(1_000)

  // A message that a person waits for is not queued behind all these: of two workers, one takes the services that hang for long.
  const { email } = known(site, 'driver')
  const began = performance.now()
  expect((await office(site.url, '').post('/forgot', { email })).status).toBeLessThan(400)
  await vi.waitFor(() => expect(post.received.map(({ to }) => to)).toContain(email), {
    timeout: 120_000,
    interval: 100,
  })
  expect(performance.now() - began).toBeLessThan(60_000)

  // The pages say which work waits for which service.
  await vi.waitFor(
    async () => {
      const page = await pageAt(`/admin/contracts/${contract!.id}`)
      expect(page).toContain(pt.page.contracts.stamp.waiting)
      expect(page).toContain(pt.page.contracts.stamp.trouble.unreachable)
    },
    { timeout: 120_000, interval: 500 },
  )
  await vi.waitFor(
    async () =>
      expect(
        await rowsOf(`select provider, state from connections where provider in ('uber', 'bolt') order by provider`),
      ).toEqual([
        { provider: 'bolt', state: 'connected' },
        { provider: 'uber', state: 'waiting' },
      ]),
    { timeout: 200_000, interval: 500 },
  )
  expect(await countOf(`push_outbox where state = 'waiting' and reason is not null`)).toBe(12)
  expect(await countOf(`push_outbox where state = 'waiting' and tries > 2`)).toBe(0)
  // A service that hangs is asked as often as fits into a minute, not once for each of the twelve messages.
  expect(pushes.state.asked).toBeLessThan(8)
  expect(await countOf(`whatsapp_outbox where event = 'test' and state in ('waiting', 'asking', 'unsure')`)).toBe(4)

  moods.clear()
  await pushes.set('well')
  await stamps.set('well')
  await asOwner.query(`update push_outbox set next_try_at = now() where state = 'waiting'`)
  await asOwner.query(`update whatsapp_outbox set next_try_at = now() where state = 'waiting'`)
  await vi.waitFor(
    async () => {
      expect(
        await countOf(
          `push_outbox where state = 'sent' and event = 'statement-issued' and params ->> 'week' = '2026-06-01'`,
        ),
      ).toBeGreaterThanOrEqual(12)
      expect(await countOf(`whatsapp_outbox where event = 'test' and state = 'waiting'`)).toBe(0)
    },
    { timeout: 180_000, interval: 500 },
  )
  expect((await admin.post(`/admin/contracts/${contract!.id}`, { intent: 'stamp' })).status).toBe(303)
  await vi.waitFor(async () => expect(await pageAt(`/admin/contracts/${contract!.id}`)).toContain('Relógio de fora'), {
    timeout: 60_000,
    interval: 500,
  })
})

test('a phone whose service knows it no more is taken off, and one at fault is asked again when it says', async () => {
  const waiting = () => countOf(`push_outbox where state = 'waiting'`)
  for (const mood of ['failing', 'busy', 'closed', 'wrong'] as const) {
    await pushes.set(mood)
    await tellPhone(1)
    if (mood === 'wrong') {
      // A message counts as taken when the service answers so, whatever else it writes.
      await vi.waitFor(async () => expect(await waiting()).toBe(0), { timeout: 90_000, interval: 250 })
      continue
    }
    await vi.waitFor(
      async () =>
        expect(
          await countOf(`push_outbox where state = 'waiting' and reason is not null and next_try_at > now()`),
        ).toBeGreaterThan(0),
      { timeout: 90_000, interval: 250 },
    )
    await pushes.set('well')
    await asOwner.query(`update push_outbox set next_try_at = now() where state = 'waiting'`)
    await vi.waitFor(
      async () => {
        await asOwner.query(
          `update push_outbox set next_try_at = now() where state = 'waiting' and next_try_at > now() + interval '1 second'`,
        )
        expect(await waiting()).toBe(0)
      },
      { timeout: 90_000, interval: 2_000 },
    )
  }
  await pushes.set('well')
})

test('what looks for viruses says nothing: the form comes back with its words, and goes through afterwards, once', async () => {
  const photo = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#a33' } })
    .jpeg()
    .toBuffer()
  const form = new FormData()
  for (const [name, value] of [
    ['idempotencyKey', crypto.randomUUID()],
    ['topic', 'other'],
    ['about', ''],
    ['words', 'Escrito à mão, com um papel'],
  ] as const)
    form.set(name, value)
  form.set('files[]', new File([new Uint8Array(photo)], 'papel.jpg'))
  scanner.mood = 'silent'
  const answer = await driver.post('/dashboard/help/new', form)
  const page = await answer.text()
  expect([
    answer.status,
    page.includes('O antivírus não responde'),
    page.includes('Escrito à mão, com um papel'),
  ]).toEqual([503, true, true])
  scanner.mood = 'well'
  const before = await countOf('tickets')
  for (let times = 0; times < 2; times++) expect((await driver.post('/dashboard/help/new', form)).status).toBe(303)
  expect(await countOf('tickets')).toBe(before + 1)
})

const boxWords = pt.page.mailboxes
const BOX = {
  intent: 'save',
  name: 'Relatórios',
  host: '127.0.0.1',
  safety: 'none',
  ...MAILBOX_LOGIN,
  folder: 'INBOX',
  movesTo: 'Guardados',
  senders: '@uber.example',
  proof: '',
}
const NO_BOX: Readonly<Record<Exclude<Mood, 'well' | 'failing'>, { fault: string; state: string; refusal: string }>> = {
  closed: { fault: 'unreachable', state: 'waiting', refusal: 'Ninguém responde em 127.0.0.1 nessa porta.' },
  silent: { fault: 'slow', state: 'waiting', refusal: '127.0.0.1 demorou demais.' },
  busy: { fault: 'busy', state: 'waiting', refusal: '127.0.0.1 pediu para esperar.' },
  wrong: { fault: 'cut', state: 'waiting', refusal: '127.0.0.1 cortou a ligação.' },
}

test('a mailbox that is closed, silent, busy or no mailbox says so, keeps nobody waiting, and what lies there comes afterwards, once', async () => {
  const box = { ...BOX, port: String(gate.port) }
  // A form comes back with what was typed while nobody answers.
  await gate.set('silent')
  const refused = await admin.post('/admin/data/deliveries/mailboxes/new', box)
  const again = await refused.text()
  expect([refused.status, again.includes(NO_BOX.silent.refusal), again.includes('@uber.example')]).toEqual([
    503,
    true,
    true,
  ])
  await gate.set('well')
  expect((await admin.post('/admin/data/deliveries/mailboxes/new', box)).status).toBe(303)
  const [{ id } = { id: '' }] = await rowsOf<{ id: string }>(
    'select way_id::text as id from mailboxes where port = $1',
    [gate.port],
  )
  const [mine, one] = [`from mailboxes where way_id = '${id}'`, `way_id = '${id}'`]
  const path = `/admin/data/deliveries/mailboxes/${id}`
  const isConnected = async () =>
    expect(await rowsOf(`select state, fault ${mine}`)).toEqual([{ state: 'connected', fault: null }])
  await vi.waitFor(isConnected, { timeout: 120_000, interval: 250 })
  letters.receive(aMail({ parts: [{ name: 'semana.csv', bytes: 'a,b\n1,2\n' }] }))

  const found: string[] = []
  const ways = ['closed', 'silent', 'busy', 'wrong'] as const
  for (const mood of ways) {
    await gate.set(mood)
    const [before] = await rowsOf<{ at: Date | null }>(`select looked_at as at ${mine}`)
    expect((await admin.post(path, { intent: 'look' })).status).toBe(303)
    await vi.waitFor(
      async () => {
        const [now] = await rowsOf<{ at: Date }>(`select looked_at as at ${mine} and at_work_since is null`)
        expect(now).toBeDefined()
        expect(now!.at).not.toEqual(before?.at)
      },
      { timeout: 120_000, interval: 250 },
    )
    const [row] = await rowsOf<{ state: string; fault: string }>(`select state, fault ${mine}`)
    const page = await pageAt(path)
    const isSaid = page.includes(boxWords.advice.waiting.split('{at}')[0]!) && page.includes(NO_BOX[mood].refusal)
    const tried = await admin.post(path, { intent: 'test' })
    const list = await pageAt('/admin/data/deliveries')
    const isListed = list.includes(`>${words.states.waiting}<`)
    found.push(`${mood} ${row!.state} ${row!.fault} ${isSaid} ${tried.status} ${isListed}`)
    expect(await tried.text()).toContain(NO_BOX[mood].refusal)
  }
  expect(found).toEqual(ways.map((mood) => `${mood} waiting ${NO_BOX[mood].fault} true 503 true`))
  expect(await countOf(`mailbox_mails where ${one}`)).toBe(0)

  await gate.set('well')
  await asOwner.query(`update mailboxes set next_at = now() where ${one}`)
  await asOwner.query(`select order_job('mailboxes.look-due', '{}', 'mailboxes.look-due', 'outside')`)
  await vi.waitFor(isConnected, { timeout: 120_000, interval: 250 })
  await vi.waitFor(async () => expect(await countOf(`mailbox_mails where ${one} and outcome = 'taken'`)).toBe(1), {
    timeout: 60_000,
    interval: 250,
  })
  expect([letters.count('INBOX'), letters.count('Guardados'), await countOf(`file_deliveries where ${one}`)]).toEqual([
    0, 1, 1,
  ])
})

test('while the pixel is away a visitor waits for nobody and is told nothing of it, and the event is counted afterwards, once', async () => {
  const id = crypto.randomUUID()
  const cookie = `volante-consent=1.p.${Math.floor(Date.now() / 1_000)}.${id}`
  await asOwner.query(`insert into consents values ($1, now(), 1, false, true, 'pt')`, [id])
  const visitor = office(site.url, cookie)
  const tells = () =>
    rowsOf<{ id: string; attempts: number; said: string | null }>(
      `select id, attempts, last_error as said from graphile_worker.jobs where task_identifier = 'consent.tell-pixel' order by id`,
    )
  const ways = ['failing', 'busy', 'silent', 'closed'] as const
  for (const [count, mood] of ways.entries()) {
    await pixel.set(mood)
    const fields = hiddenFields(await (await visitor.get('/contact/message')).text())
    // Wait: no person writes as fast as a program.
    await pause(2_100)
    const sent = { ...fields, topic: 'other', name: 'Rita', email: 'rita@exemplo.pt', phone: '' }
    const began = performance.now()
    const answer = await visitor.post('/contact/message', { ...sent, text: `Uma pergunta: ${mood}` })
    expect([mood, answer.status]).toEqual([mood, 303])
    expect(performance.now() - began).toBeLessThan(7_000)
    await vi.waitFor(async () => expect((await tells()).filter(({ said }) => said !== null)).toHaveLength(count + 1), {
      timeout: 60_000,
      interval: 250,
    })
  }
  expect(await countOf(`contact_messages where text like 'Uma pergunta: %'`)).toBe(ways.length)
  expect(eventsReceived).toEqual([])
  await pixel.set('well')
  // The site leaves the pixel alone for a minute, and a try before that would count as one.
  await pause(61_000)
  await vi.waitFor(
    async () => {
      const waiting = (await tells()).map(({ id: job }) => job)
      await asOwner.query('select graphile_worker.reschedule_jobs($1::bigint[], now())', [waiting])
      expect(waiting).toEqual([])
    },
    { timeout: 60_000, interval: 5_000 },
  )
  expect([eventsReceived.length, new Set(eventsReceived).size]).toEqual([ways.length, ways.length])
})

const TILES = `https://${STREETS}/{z}/{x}/{y}.pbf`

test('while the service of streets is away the map opens, no tile keeps a browser for long, and they come back by themselves', async () => {
  await asOwner.query('delete from map_services')
  const tile = (x: number) => admin.get(`/admin/monitor/tiles/10/${x}/5?v=x`)
  const name = () => admin.post('/admin/monitor/streets', { address: TILES })
  for (const mood of ['closed', 'failing', 'busy', 'wrong', 'silent'] as const) {
    await streets.set(mood)
    const answer = await name()
    const page = await answer.text()
    // The form keeps what was typed; the page of a gateway is not taken for a server of streets.
    expect([mood, answer.status, page.includes(STREETS)]).toEqual([mood, 422, true])
  }
  await streets.set('well')
  expect((await name()).status).toBe(303)
  expect((await tile(1)).status).toBe(200)

  for (const mood of ['failing', 'busy', 'wrong'] as const) {
    await streets.set(mood)
    expect([mood, (await tile(40)).status]).toEqual([mood, 503])
  }
  await streets.set('silent')
  const before = streets.state.asked
  const first = await Promise.all([2, 3, 4, 5, 6, 7].map(tile))
  expect(first.map(({ status }) => status)).toEqual(first.map(() => 503))
  // The next requests of a browser are refused without asking the service: waiting for it, the browser could open no
  // other page of the site.
  const next = await Promise.all(Array.from({ length: 20 }, (_, x) => tile(10 + x)))
  expect(next.map(({ status }) => status)).toEqual(next.map(() => 503))
  expect(streets.state.asked - before).toBe(first.length)
  expect((await admin.get('/admin/monitor')).status).toBe(200)

  await streets.set('well')
  await vi.waitFor(async () => expect((await tile(50)).status).toBe(200), { timeout: 90_000, interval: 1_000 })
})

test('nothing that was ordered meanwhile was given up', async () => {
  expect(await givenUp()).toBe(givenUpBefore)
})
