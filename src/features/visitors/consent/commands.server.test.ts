import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { db, inTransaction } from '#db/client.server.ts'
import { type Queue, startQueue } from '#db/queue.server.ts'
import { type Consent, CONSENT_VERSION, type Purpose } from '#domain/consent.ts'
import { orderPixelEvent, purgeConsents, recordConsent, sendPixelEvent } from './commands.server.ts'
import { consentJobs } from './jobs.server.ts'
import { stillAllowsAdvertising } from './queries.server.ts'
import { allowedBy, consentInput } from './schema.ts'

const NOON = Temporal.Instant.from('2026-06-10T12:00:00Z')
const answer = (...purposes: Purpose[]): Consent => ({
  id: crypto.randomUUID(),
  version: CONSENT_VERSION,
  purposes,
  seconds: NOON.epochMilliseconds / 1000,
})
const news = (consent: Consent | null) => ({
  event: 'lead' as const,
  eventId: crypto.randomUUID(),
  seconds: NOON.epochMilliseconds / 1000,
  address: 'https://volante.example/contact',
  userAgent: 'Mozilla/5.0',
  consent,
})

type ReceivedEvent = { url: string; body: { data: Record<string, unknown>[]; access_token: string } }
let stop: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const one of stop) await one()
  stop = []
  for (const name of ['PIXEL_ID', 'PIXEL_TOKEN', 'PIXEL_API_HOST']) delete process.env[name]
})

/** An advertiser on loopback. Answers the events it received, and a promise of the first one. */
async function advertiser(): Promise<{ received: ReceivedEvent[]; first: Promise<void> }> {
  const received: ReceivedEvent[] = []
  const { promise: first, resolve } = Promise.withResolvers<void>()
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (piece) => (text += piece))
    request.on('end', () => {
      received.push({ url: request.url!, body: JSON.parse(text) })
      response.end('{"events_received":1}')
      resolve()
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  stop.push(() => new Promise((closed) => server.close(() => closed())))
  process.env['PIXEL_ID'] = '1234567890'
  process.env['PIXEL_TOKEN'] = 'token-of-the-pixel'
  process.env['PIXEL_API_HOST'] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { received, first }
}

async function workers(): Promise<void> {
  const queue: Queue = await startQueue(consentJobs)
  stop.unshift(() => queue.stop())
}

test('the last answer under an id is the one that counts; an unknown id allows nothing', async () => {
  const consent = answer('analytics', 'advertising')
  expect(await stillAllowsAdvertising(consent.id)).toBe(false)
  await recordConsent(consent, 'pt', NOON)
  expect(await stillAllowsAdvertising(consent.id)).toBe(true)
  await recordConsent({ ...consent, purposes: [] }, 'pt', NOON.add({ hours: 1 }))
  expect(await stillAllowsAdvertising(consent.id)).toBe(false)
})

test('an answer is kept 24 months and then forgotten, and holds nobody’s address', async () => {
  const consent = answer('advertising')
  await recordConsent(consent, 'en', NOON)
  const kept = () => db.selectFrom('consents').selectAll().where('id', '=', consent.id).execute()
  expect((await kept()).map((row) => Object.keys(row).toSorted())).toEqual([
    ['advertising', 'analytics', 'at', 'id', 'language', 'version'],
  ])
  await purgeConsents(Temporal.Instant.from('2028-06-10T11:00:00Z'))
  expect(await kept()).toHaveLength(1)
  await purgeConsents(Temporal.Instant.from('2028-06-12T12:00:00Z'))
  expect(await kept()).toEqual([])
})

test('a lead is told from server to server through the queue, without who it was', async () => {
  const { received, first } = await advertiser()
  const consent = answer('advertising')
  await recordConsent(consent, 'pt', NOON)
  const lead = news(consent)
  await inTransaction((tx) => orderPixelEvent(tx, lead))
  await workers()
  await first
  expect(received).toHaveLength(1)
  expect(received[0]!.url).toBe('/v21.0/1234567890/events')
  expect(received[0]!.body.access_token).toBe('token-of-the-pixel')
  expect(received[0]!.body.data).toEqual([
    {
      event_name: 'Lead',
      event_time: 1_781_092_800,
      event_id: lead.eventId,
      action_source: 'website',
      event_source_url: 'https://volante.example/contact',
      user_data: { external_id: [expect.stringMatching(/^[0-9a-f]{64}$/)], client_user_agent: 'Mozilla/5.0' },
    },
  ])
  expect(JSON.stringify(received)).not.toContain(consent.id)
})

test('nothing is ordered for those who did not consent to advertising', async () => {
  const { received, first } = await advertiser()
  const consent = answer('advertising')
  await recordConsent(consent, 'pt', NOON)
  const willing = news(consent)
  await inTransaction(async (tx) => {
    for (const other of [answer(), answer('analytics'), null]) await orderPixelEvent(tx, news(other))
    await orderPixelEvent(tx, willing)
  })
  await workers()
  await first
  expect(received.map(({ body }) => body.data[0]!['event_id'])).toEqual([willing.eventId])
})

test('what was ordered is not told after the consent was taken back, nor without a pixel', async () => {
  const { received } = await advertiser()
  const { consent: _, ...lead } = news(null)
  const changed = answer('advertising')
  await recordConsent(changed, 'pt', NOON)
  await recordConsent({ ...changed, purposes: ['analytics'] }, 'pt', NOON.add({ seconds: 1 }))
  await sendPixelEvent({ ...lead, consentId: changed.id })
  const other = answer('advertising')
  await recordConsent(other, 'pt', NOON)
  await sendPixelEvent({ ...lead, consentId: other.id })
  expect(received).toHaveLength(1)
  delete process.env['PIXEL_TOKEN']
  await sendPixelEvent({ ...lead, consentId: other.id })
  expect(received).toHaveLength(1)
})

test('what the advertiser does not take is tried again, and its error does not tell the token', async () => {
  await advertiser()
  const consent = answer('advertising')
  await recordConsent(consent, 'pt', NOON)
  const { consent: _, ...lead } = news(consent)
  const failed = sendPixelEvent({ ...lead, consentId: consent.id }, async () => new Response('no', { status: 400 }))
  await expect(failed).rejects.toThrow(/^The pixel answered 400$/)
})

test('a form allows what it names of what was asked, and nothing when it says necessary or takes it back', () => {
  const allowed = (form: Record<string, unknown>, asked: readonly Purpose[] = ['analytics', 'advertising']) =>
    allowedBy(consentInput.parse(form), asked)
  expect(allowed({ choice: 'all' })).toEqual(['analytics', 'advertising'])
  expect(allowed({ choice: 'all' }, ['advertising'])).toEqual(['advertising'])
  expect(allowed({ choice: 'chosen', purposes: ['analytics'] })).toEqual(['analytics'])
  expect(allowed({ choice: 'chosen' })).toEqual([])
  expect(allowed({ choice: 'necessary', purposes: ['analytics'] })).toEqual([])
  expect(allowed({ choice: 'withdrawn', purposes: ['advertising'] })).toEqual([])
})
