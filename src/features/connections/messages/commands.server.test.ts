import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, expect, test } from 'vitest'
import { RouterContextProvider } from 'react-router'
import { db, inTransaction } from '#db/client.server.ts'
import { saveFetchedDrivers } from '#features/connections/collected/commands.server.ts'
import { setConnection } from '#features/connections/commands.server.ts'
import { connectionInput } from '#features/connections/schema.ts'
import { action } from '#web/routes/api/platform-messages.ts'
import { requestContext } from '#web/context.ts'
import { MONDAY, asOwner, emptyDatabase, makeChange } from '#test/factories.ts'
import { receiveMessage } from './commands.server.ts'
import { listMessages } from './queries.server.ts'

const KEY = 'chave-plantada-dos-avisos-5e1b'
const DRIVER = '51dbed65-348c-466c-ade0-38c901b9df35'

const minute = (minutes: number) => MONDAY.add({ minutes })
const keep = (state: string, at: Temporal.Instant) =>
  inTransaction((tx) =>
    saveFetchedDrivers(tx, { provider: 'uber', company: 'o', now: at }, [
      { id: DRIVER, name: 'Cássio', email: null, phone: null, state, takesCash: null, plate: null, reason: null },
    ]),
  )
const stateNow = async () =>
  (await db.selectFrom('platform_drivers').select('state').where('driver', '=', DRIVER).executeTakeFirstOrThrow()).state

beforeEach(async () => {
  await emptyDatabase()
  const typed = {
    intent: 'save',
    clientId: 'frota',
    clientSecret: 'segredo',
    signingKey: KEY,
    everyHours: '3',
    unasked: 'on',
  }
  await makeChange((change) => setConnection(change, 'uber', connectionInput.parse(typed)))
  await keep('ONBOARDING_STATUS_ACTIVE', minute(0))
})

type Said = { event_id?: string; event_time?: number; event_type?: string; meta?: unknown }
function message(at: Temporal.Instant, status: string, more: Said = {}) {
  const said = {
    event_id: `e-${at.epochMilliseconds}-${status}`,
    event_time: Math.floor(at.epochMilliseconds / 1_000),
    event_type: 'driver.status_changed',
    meta: { resource_id: DRIVER.toUpperCase(), status },
    ...more,
  }
  return Buffer.from(JSON.stringify(said))
}
const sign = (body: Uint8Array, key = KEY) => createHmac('sha256', key).update(body).digest('hex')
const receive = (body: Uint8Array, now = minute(30), signature: string | null = sign(body)) =>
  receiveMessage('uber', { body, signature }, now)

test('a signed message says how a driver stands, once however often it is sent', async () => {
  const body = message(minute(10), 'REJECTED')
  expect(await receive(body)).toBe('kept')
  expect(await stateNow()).toBe('REJECTED')
  expect(await receive(body)).toBe('twice')
  expect(await listMessages('uber', 5)).toMatchObject([{ driver: 'Cássio', state: 'REJECTED', outcome: 'kept' }])
})

test('without the signature, with that of another key and with a byte changed nothing is read or kept', async () => {
  const body = message(minute(10), 'REJECTED')
  const changed = Buffer.from(body.toString().replace('REJECTED', 'ACTIVE!!'))
  expect(await receive(body, minute(30), null)).toBe('unsigned')
  expect(await receive(body, minute(30), sign(body, 'outra'))).toBe('unsigned')
  expect(await receive(changed, minute(30), sign(body))).toBe('unsigned')
  expect(await receive(body, minute(30), `${sign(body)}00`)).toBe('unsigned')
  expect(await listMessages('uber', 5)).toEqual([])
  await db.updateTable('connections').set({ signing_key: null }).execute()
  expect(await receive(body)).toBe('unsigned')
})

/** The ways in which a message may come, or fail to. */
const WAYS = ['well', 'well', 'well', 'twice', 'forged', 'cut', 'signed-cut', 'old', 'of-nobody'] as const
/** `npm run slow -- connections` runs a thousand. */
const RUNS = Number(process.env['VOLANTE_SCRIPTS'] ?? 25)

test('in whatever order and however broken messages and answers come, each counts once, and what happened last stands', async () => {
  const one = fc.record({ at: fc.integer({ min: 1, max: 25 }), way: fc.constantFrom(...WAYS) })
  const script = fc.uniqueArray(one, { minLength: 1, maxLength: 9, selector: ({ at }) => at })
  await fc.assert(
    fc.asyncProperty(script, fc.nat(9), async (messages, fetchedAt) => {
      await asOwner('delete from platform_messages')
      await asOwner('delete from platform_drivers')
      await keep('S0', minute(0))
      const received: number[] = []
      for (const [place, { at, way }] of messages.entries()) {
        if (place === fetchedAt) await keep(`S${at}`, minute(at))
        const body = message(
          minute(at),
          `S${at}`,
          way === 'of-nobody' ? { meta: { resource_id: 'x', status: 'S' } } : {},
        )
        const half = body.subarray(0, body.length / 2)
        if (way === 'forged') expect(await receive(body, minute(30), sign(body, 'outra'))).toBe('unsigned')
        else if (way === 'cut') expect(await receive(half, minute(30), sign(body))).toBe('unsigned')
        else if (way === 'signed-cut') expect(await receive(half)).toBe('no-message')
        else if (way === 'old') expect(await receive(body, minute(8 * 24 * 60))).toBe('late')
        else if (way === 'of-nobody') expect(await receive(body)).toBe('nobody')
        else {
          const outcome = await receive(body)
          expect(outcome).toBe(at > Math.max(0, ...received, place === fetchedAt ? at : 0) ? 'kept' : 'older')
          if (way === 'twice') expect(await receive(body)).toBe('twice')
        }
        if (way === 'well' || way === 'twice' || place === fetchedAt) received.push(at)
      }
      expect(await stateNow()).toBe(`S${Math.max(0, ...received)}`)
      const kept = messages.filter(({ way }) => !['forged', 'cut', 'signed-cut'].includes(way))
      expect(await db.selectFrom('platform_messages').select('id').execute()).toHaveLength(kept.length)
    }),
    { numRuns: RUNS },
  )
})

test('an answer that was asked for before a message came does not go over it', async () => {
  await receive(message(minute(20), 'REJECTED'))
  await keep('ONBOARDING_STATUS_ACTIVE', minute(15))
  expect(await stateNow()).toBe('REJECTED')
})

test('what is too old, of a time to come, of nobody or of a kind nobody knows is kept, and changes nothing', async () => {
  const late = minute(8 * 24 * 60)
  expect(await receive(message(minute(10), 'REJECTED'), late)).toBe('late')
  expect(await receive(message(minute(60), 'REJECTED'))).toBe('late')
  const other = { resource_id: 'ninguem', status: 'REJECTED' }
  expect(await receive(message(minute(11), 'a', { meta: other }))).toBe('nobody')
  for (const kind of ['driver.document_status', 'VEHICLE_STATUS', 'driver.realtime_status', 'algo.novo'])
    expect(await receive(message(minute(12), kind, { event_type: kind })), kind).toBe('unread')
  expect(await receive(message(minute(13), 'b', { meta: { driver: 1 } }))).toBe('unread')
  expect(await receive(Buffer.from('isto não é JSON'))).toBe('no-message')
  expect(await receive(Buffer.from('{"event_id":1}'))).toBe('no-message')
  expect(await stateNow()).toBe('ONBOARDING_STATUS_ACTIVE')
})

test('whoever cannot sign is answered 401 and nothing more; whatever is signed is answered well', async () => {
  const send = async (body: Uint8Array, signature: string | null) => {
    const context = new RouterContextProvider()
    context.set(requestContext, { id: 'x', address: '127.0.0.1', userAgent: '', now: minute(30) })
    const headers = signature === null ? {} : { 'x-uber-signature': signature }
    const request = new Request('http://localhost/api/messages/uber', {
      method: 'POST',
      body: new Uint8Array(body),
      headers,
    })
    const answer = await action({ request, context } as unknown as Parameters<typeof action>[0])
    return [answer.status, await answer.text()]
  }
  const body = message(minute(10), 'REJECTED')
  expect(await send(body, null)).toEqual([401, ''])
  expect(await send(body, sign(body, 'outra'))).toEqual([401, ''])
  expect(await send(body, sign(body))).toEqual([200, ''])
  const nothing = Buffer.from('nada')
  expect(await send(nothing, sign(nothing))).toEqual([200, ''])
})

test('the key is sealed, and stands in no table, log of changes or message', async () => {
  await receive(
    message(minute(10), 'REJECTED', { meta: { resource_id: DRIVER, status: 'REJECTED', name: 'de-ninguem' } }),
  )
  const tables = ['connections', 'audit_events', 'platform_messages', 'platform_drivers'] as const
  const kept = JSON.stringify(await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute())))
  const [row] = await db.selectFrom('connections').select('signing_key').execute()
  expect(row!.signing_key!.toString('latin1')).not.toContain(KEY)
  expect(kept).not.toContain(KEY)
  expect(kept).not.toContain('de-ninguem')
})
