import { afterEach, beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { NoticeFacts } from '#features/mail/inbox/schema.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { mailJobs } from '#features/mail/jobs.server.ts'
import { saveNoticeRules } from '#features/mail/notice-rules/commands.server.ts'
import { OPEN_NOTICES } from '#domain/notice.ts'
import { disableAccount } from '#features/accounts/commands.server.ts'
import { endSession, signOut } from '#features/sessions/commands.server.ts'
import type { Started } from '#features/sessions/commands.server.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { MONDAY, aFleet, makeChange } from '#test/factories.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { anAccount, signInAs, visit } from '#test/people.ts'
import { type Browser, type PushService, aBrowser, aPushService, readSignature } from '#test/push-service.ts'
import {
  addSubscription,
  pushKeys,
  pushToOffice,
  removeSubscription,
  renewSubscription,
  savePushChoices,
} from './commands.server.ts'
import { listSubscriptions } from './queries.server.ts'
import { pushSubscription } from './schema.ts'

let service: PushService
beforeEach(async () => {
  service = await aPushService()
  process.env['PUSH_SERVICES'] = `fcm.googleapis.com ${service.named}`
  process.env['PUBLIC_URL'] = 'https://frota.example'
})
afterEach(async () => {
  delete process.env['PUSH_SERVICES']
  delete process.env['PUBLIC_URL']
  await service.close()
})

const CHROME = 'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/156.0 Mobile Safari/537.36'

/** A driver who subscribed to notices on a phone. Jobs run on the real clock: at night nothing would ring. */
async function aDriverWithPhone(email = 'ana@example.org', ref = 'D1', isAlwaysAwake = true) {
  const fleet = await db.selectFrom('drivers').select(['id', 'ref']).execute()
  const id = fleet.find((one) => one.ref === ref)!.id
  const uid = await anAccount(email, 'driver', id)
  await db.updateTable('drivers').set({ uid }).where('id', '=', id).execute()
  const started = await signInAs(email)
  if (isAlwaysAwake) await choose(uid, {})
  const phone = await aPhoneOf(uid, started)
  return { id, uid, started, ...phone }
}

async function aPhoneOf(uid: string, { session }: Started) {
  const browser = aBrowser(`${service.origin}/push/${crypto.randomUUID()}`)
  const mark = await subscribe(uid, session.id, browser)
  return { browser, mark }
}

const subscribe = (uid: string, sessionId: string, { subscription }: Browser) =>
  makeChange(
    (change) =>
      addSubscription(
        change,
        { uid, sessionId, userAgent: CHROME },
        pushSubscription.parse(JSON.stringify({ ...subscription, expirationTime: null })),
      ),
    { at: Temporal.Now.instant() },
  )

type Choices = { topics?: string[]; quietFrom?: number; quietUntil?: number; amounts?: boolean }
const ALL = ['money', 'receipts', 'answers', 'papers', 'car', 'arrivals', 'week', 'cars', 'house'] as const
const choose = (
  uid: string,
  { topics = [...ALL], quietFrom = 0, quietUntil = 0, amounts = false }: Choices,
  role = 'driver',
) =>
  makeChange((change) =>
    savePushChoices(
      change,
      { uid, role: role as 'driver' },
      { topics: topics as never, quietFrom, quietUntil, amounts },
    ),
  )

const ISSUED: NoticeFacts = { kind: 'statement-issued', week: '2026-06-01' }
const tell = (id: string, facts: NoticeFacts = ISSUED) => makeChange((change) => writeNotices(change, [id], facts))
const rows = () => db.selectFrom('push_outbox').selectAll().orderBy('id').execute()
const deliver = async () => {
  for (const { id } of await rows()) await mailJobs['push.deliver']!({ id })
}
const shown = (browser: Browser, at = -1) => JSON.parse(browser.open(service.taken.at(at)!.body))

test('a notice is on the phone: a row, a job, one encrypted and signed request, and the words of the area without an amount', async () => {
  await aFleet()
  const { id, browser } = await aDriverWithPhone()
  await tell(id, { kind: 'adjustment', week: '2026-06-01', amount: -2_345, reason: 'Portagem' })
  expect(await rows()).toMatchObject([{ state: 'waiting', device: 'Chrome · Android', event: 'adjustment' }])
  await deliver()
  await deliver()
  expect(service.taken).toHaveLength(1)
  const { headers, path } = service.taken[0]!
  expect(service.origin + path).toBe(browser.subscription.endpoint)
  expect(headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '259200', urgency: 'normal' })
  expect(headers['topic']).toMatch(/^[\w-]{32}$/)
  const { isTrue, claims, key } = readSignature(String(headers['authorization']))
  expect({ isTrue, aud: claims.aud, sub: claims.sub, key }).toEqual({
    isTrue: true,
    aud: service.origin,
    sub: 'https://frota.example',
    key: (await pushKeys()).publicKey,
  })
  expect(shown(browser)).toEqual({
    web_push: 8030,
    notification: {
      title: 'Volante',
      body: 'O seu extrato da semana 23 tem um acerto. O motivo está na sua área.',
      navigate: 'https://frota.example/dashboard/payslips',
      lang: 'pt',
      dir: 'ltr',
      tag: 'adjustment 2026-06-01',
    },
  })
  expect(await rows()).toMatchObject([{ state: 'sent', tries: 1 }])
})

test('an amount stands there where its reader wants it, in the language of the reader', async () => {
  await aFleet()
  const { id, uid, browser } = await aDriverWithPhone()
  await choose(uid, { amounts: true })
  await db.updateTable('drivers').set({ language: 'en' }).where('id', '=', id).execute()
  await tell(id, { kind: 'adjustment', week: '2026-06-01', amount: -2_345, reason: 'Toll' })
  await deliver()
  const { notification } = shown(browser)
  expect(notification.body).toContain('€23.45')
  expect(notification.navigate).toBe('https://frota.example/en/dashboard/payslips')
})

test('a browser that takes none any more is forgotten, and the office sees why', async () => {
  await aFleet()
  const { id, uid } = await aDriverWithPhone()
  for (const status of [404, 410]) {
    service.answers.push({ status })
    await tell(id)
    await deliver()
    expect((await rows()).at(-1)).toMatchObject({ state: 'dropped', reason: 'gone' })
    expect(await listSubscriptions(uid, null)).toEqual([])
    await aPhoneOf(uid, await signInAs('ana@example.org'))
  }
})

test('a service that has too much, or is away, is asked again when it says, and given up in the end', async () => {
  await aFleet()
  const { id } = await aDriverWithPhone()
  await tell(id)
  service.answers.push({ status: 429, headers: { 'retry-after': '1800' } })
  await deliver()
  const [first] = await rows()
  expect(first).toMatchObject({ state: 'waiting', tries: 1, reason: '429' })
  const wait = first!.next_try_at.since(Temporal.Now.instant()).total('seconds')
  expect(wait).toBeGreaterThan(1_700)
  expect(wait).toBeLessThanOrEqual(1_800)
  for (let turn = 0; turn < 5; turn++) {
    service.answers.push({ status: 503 })
    await deliver()
  }
  expect(await rows()).toMatchObject([{ state: 'failed', tries: 6, reason: '503' }])
})

test('a service that is not reached is asked once in a minute, whoever waits for it: nobody loses a try by that, and others are served', async () => {
  await aFleet()
  const { id, uid } = await aDriverWithPhone()
  // Nothing listens at this address.
  process.env['PUSH_SERVICES'] = `127.0.0.9:9 ${service.named}`
  await db.updateTable('push_subscriptions').set({ endpoint: 'https://127.0.0.9:9/push/1' }).execute()
  await aPhoneOf(uid, await signInAs('ana@example.org'))
  for (let times = 0; times < 3; times++) await tell(id)
  const from = Temporal.Now.instant()
  await deliver()
  expect(service.taken).toHaveLength(3)
  const waiting = (await rows()).filter(({ state }) => state === 'waiting')
  expect(waiting.map(({ tries }) => tries)).toEqual([1, 0, 0])
  for (const { reason, next_try_at: next } of waiting) {
    expect(reason).toContain('ECONNREFUSED')
    expect(from.until(next).total('seconds')).toBeGreaterThan(50)
  }
})

test('a service that leads elsewhere is not followed, and a refusal is no reason to try again', async () => {
  await aFleet()
  const { id } = await aDriverWithPhone()
  service.answers.push({ status: 307, headers: { location: `${service.origin}/elsewhere` } })
  await tell(id)
  await deliver()
  expect(service.taken).toHaveLength(1)
  expect(await rows()).toMatchObject([{ state: 'failed', reason: '307' }])
})

test('in the quiet hours it waits for their end, and is sent then', async () => {
  await aFleet()
  const { id, uid } = await aDriverWithPhone()
  const { hour } = Temporal.Now.zonedDateTimeISO('Europe/Lisbon')
  await choose(uid, { quietFrom: hour, quietUntil: (hour + 2) % 24 })
  await tell(id)
  await deliver()
  expect(service.taken).toEqual([])
  const [held] = await rows()
  expect(held).toMatchObject({ state: 'waiting', tries: 0 })
  expect(held!.next_try_at.toZonedDateTimeISO('Europe/Lisbon')).toMatchObject({ hour: (hour + 2) % 24, minute: 0 })
  await choose(uid, {})
  await deliver()
  expect(service.taken).toHaveLength(1)
})

test('a topic that is off, by the person or by the office, is not written; what turned off while it waited is not sent', async () => {
  await aFleet()
  const { id, uid } = await aDriverWithPhone()
  await choose(uid, { topics: ALL.filter((topic) => topic !== 'money') })
  await tell(id)
  expect(await rows()).toEqual([])
  await choose(uid, {})
  const enabled = OPEN_NOTICES.filter((one) => one !== 'statement-issued/push')
  await makeChange((change) => saveNoticeRules(change, { sent: enabled }))
  await tell(id)
  expect(await rows()).toEqual([])
  await makeChange((change) => saveNoticeRules(change, { sent: [...OPEN_NOTICES] }))
  await tell(id)
  await choose(uid, { topics: [] })
  await deliver()
  expect(await rows()).toMatchObject([{ state: 'dropped', reason: 'unwanted' }])
  expect(await db.selectFrom('inbox_notices').selectAll().execute()).toHaveLength(3)
})

test('what was read before it could ring does not ring', async () => {
  await aFleet()
  const { id } = await aDriverWithPhone()
  await tell(id)
  await db.updateTable('inbox_notices').set({ read_at: MONDAY.toString() }).execute()
  await deliver()
  expect(service.taken).toEqual([])
  expect(await rows()).toMatchObject([{ state: 'dropped', reason: 'read' }])
})

test('a person who signed out, was signed out or was shut out gets no push', async () => {
  await aFleet()
  const { id, uid, started } = await aDriverWithPhone()
  const now = Temporal.Now.instant()
  await tell(id)
  await signOut(started.token, visit())
  await deliver()
  expect(await listSubscriptions(uid, null)).toEqual([])

  const again = await signInAs('ana@example.org')
  await aPhoneOf(uid, again)
  await makeChange((change) => endSession(change, uid, again.session.id))
  expect(await listSubscriptions(uid, null)).toEqual([])

  const third = await signInAs('ana@example.org')
  await aPhoneOf(uid, third)
  // The session expired by itself: its browser still gets messages, until the person is signed out everywhere.
  await db.deleteFrom('sessions').execute()
  expect(await listSubscriptions(uid, null)).toHaveLength(1)
  await disableAccount(uid, SYSTEM, now)
  expect(await listSubscriptions(uid, null)).toEqual([])
  await tell(id)
  expect(service.taken).toEqual([])
})

test('the next sign-in of the same person keeps a subscription; that of another person in the same browser ends it', async () => {
  await aFleet()
  const { uid, mark } = await aDriverWithPhone()
  await anAccount('rui@example.org')
  const again = await signInAs('ana@example.org', visit({ pushMark: mark }))
  expect(await listSubscriptions(uid, mark)).toMatchObject([{ isHere: true }])
  const [row] = await db.selectFrom('push_subscriptions').select('session_id').execute()
  expect(row!.session_id).toBe(again.session.id)
  await signInAs('rui@example.org', visit({ pushMark: mark }))
  expect(await listSubscriptions(uid, mark)).toEqual([])
})

test('the browser of somebody else is neither taken nor removed', async () => {
  await aFleet()
  const ana = await aDriverWithPhone()
  const rui = await aDriverWithPhone('rui@example.org', 'D2')
  await expect(subscribe(rui.uid, rui.started.session.id, ana.browser)).rejects.toMatchObject({ code: 'push.taken' })
  const [own] = await listSubscriptions(ana.uid, null)
  await expect(makeChange((change) => removeSubscription(change, rui.uid, own!.id))).rejects.toMatchObject({
    code: 'record.not-found',
  })
  expect(await listSubscriptions(ana.uid, null)).toHaveLength(1)
  expect(await listSubscriptions(rui.uid, null)).toHaveLength(1)
  await makeChange((change) => removeSubscription(change, ana.uid, own!.id))
  expect(await listSubscriptions(ana.uid, null)).toEqual([])
})

test('an address that is no push service’s is refused, and so are keys that are none', async () => {
  await aFleet()
  const { uid, started } = await aDriverWithPhone()
  const at = (endpoint: string) => subscribe(uid, started.session.id, aBrowser(endpoint))
  for (const endpoint of ['https://169.254.169.254/x', 'https://fcm.googleapis.com:8443/x', 'https://example.org/x'])
    await expect(at(endpoint)).rejects.toMatchObject({ code: 'push.service' })
  for (const wrong of ['', 'x', '{}', '{"endpoint":"http://fcm.googleapis.com/x","keys":{"p256dh":"a","auth":"b"}}'])
    expect(pushSubscription.safeParse(wrong).success).toBe(false)
  const browser = aBrowser('https://fcm.googleapis.com/x')
  browser.subscription.keys.auth = 'short'
  await expect(subscribe(uid, started.session.id, browser)).rejects.toMatchObject({ code: 'push.not-asked' })
})

test('a known service at an address of the own house is not sent to', async () => {
  await aFleet()
  const { id } = await aDriverWithPhone()
  process.env['PUSH_SERVICES'] = 'localhost 127.0.0.1'
  for (const endpoint of ['https://localhost/x', 'https://127.0.0.1/x']) {
    await db.updateTable('push_subscriptions').set({ endpoint }).execute()
    await tell(id)
    await deliver()
    expect((await rows()).at(-1)).toMatchObject({ state: 'failed', reason: 'private-address' })
  }
})

test('the office is told on its own phones, those of the office alone', async () => {
  await aFleet()
  const { id } = await aDriverWithPhone()
  const uid = await anAccount('helena@frota.example', 'admin')
  await choose(uid, {}, 'admin')
  const { browser } = await aPhoneOf(uid, await signInAs('helena@frota.example'))
  const params = JSON.stringify({ count: 2, link: '/admin/weekly/disputes?view=late' })
  await makeChange((change) => pushToOffice(change, { event: 'disputes-late', params }))
  await deliver()
  expect(service.taken).toHaveLength(1)
  expect(shown(browser).notification.navigate).toBe('https://frota.example/admin/weekly/disputes?view=late')
  expect((await rows()).map((row) => row.driver_id)).not.toContain(id)
  // The alert for a stolen car rings in quiet hours too, unless its reader turned it off.
  const { hour } = Temporal.Now.zonedDateTimeISO('Europe/Lisbon')
  await choose(uid, { quietFrom: hour, quietUntil: (hour + 2) % 24 }, 'admin')
  const taken = {
    plate: 'AA-11-BB',
    kind: 'unheld',
    zone: '',
    at: '2026-06-09T03:12:00Z',
    link: '/admin/monitor/alerts/1',
  }
  await makeChange((change) => pushToOffice(change, { event: 'car-alert', params: JSON.stringify(taken) }))
  await deliver()
  expect(service.taken).toHaveLength(2)
  expect(shown(browser).notification.navigate).toBe('https://frota.example/admin/monitor/alerts/1')
})

test('keys are made once, and kept sealed', async () => {
  const [one, other] = await Promise.all([pushKeys(), pushKeys()])
  expect(one).toEqual(other)
  const row = await db.selectFrom('push_keys').selectAll().executeTakeFirstOrThrow()
  expect(row.private_key.toString('latin1')).not.toContain(one.privateKey)
})

test('a browser that changed its address says so by its cookie alone, and takes no other’s', async () => {
  await aFleet()
  const { id, mark } = await aDriverWithPhone()
  const rui = await aDriverWithPhone('rui@example.org', 'D2')
  const fresh = aBrowser(`${service.origin}/push/fresh`)
  const renew = (by: string, { subscription }: Browser) =>
    makeChange((change) => renewSubscription(change, by, pushSubscription.parse(JSON.stringify(subscription))))
  await renew('x'.repeat(43), fresh)
  await expect(renew(mark, rui.browser)).rejects.toMatchObject({ code: 'push.taken' })
  await renew(mark, fresh)
  await tell(id)
  await deliver()
  expect(service.taken.map(({ path }) => path)).toEqual(['/push/fresh'])
  expect(shown(fresh).web_push).toBe(8030)
})

test('before a notice is sent the page says whether it rings on a phone: for a driver with a phone, for topics not turned off, while the office sends it', async () => {
  await aFleet()
  const { id, uid } = await aDriverWithPhone()
  const rings = async (event: 'fine' | 'paper' | 'contact-changed') => (await reachOfDriver({ id }, event))?.onPhone
  expect([await rings('fine'), await rings('paper'), await rings('contact-changed')]).toEqual([true, true, false])
  await choose(uid, { topics: ALL.filter((topic) => topic !== 'car') })
  expect([await rings('fine'), await rings('paper')]).toEqual([false, true])
  await db
    .insertInto('notice_rules')
    .values({ event: 'paper', channel: 'push', off_since: '2026-06-01T00:00:00Z' })
    .execute()
  expect(await rings('paper')).toBe(false)
})
