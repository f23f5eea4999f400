import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { db } from '#db/client.server.ts'
import { serve } from '#demo/services/serve.ts'
import {
  type ReportedState,
  type TakenMessage,
  type WhatsAppMishap,
  signatureOf,
  webhookBody,
  whatsAppAnswers,
} from '#demo/services/whatsapp-service.ts'
import { deliver, tellByMailToo } from '#features/mail/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { saveNoticeRules } from '#features/mail/notice-rules/commands.server.ts'
import { getSpoken, searchMessages } from '#features/mail/notice-tellings/queries.server.ts'
import { savePushChoices } from '#features/mail/push/commands.server.ts'
import { reachOfDriver } from '#features/mail/reach/queries.server.ts'
import { OPEN_NOTICES } from '#domain/notice.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { aMailServer } from '#test/mail-server.ts'
import { anAccount } from '#test/people.ts'
import {
  allowWhatsApp,
  confirmAddress,
  receiveWhatsApp,
  storeMetaAnswer,
  lookAgain,
  lookAtAccount,
  pauseWhatsApp,
  removeAccount,
  resumeWhatsApp,
  savePrices,
  sendWhatsAppTest,
  setAccount,
  orderStuckWhatsAppAgain,
  withdrawWhatsApp,
} from '#features/mail/whatsapp/commands.server.ts'
import { deliverWhatsApp } from './whatsapp-delivery.server.ts'
import {
  findAccount,
  listConsents,
  listMonths,
  listTemplatesInView,
  openAccount,
  readOwnWhatsApp,
} from '#features/mail/whatsapp/queries.server.ts'
import { accountInput, pricesInput } from '#features/mail/whatsapp/schema.ts'
import { TEMPLATE_NAMES, TEMPLATE_LANGUAGES, templateText } from '#features/mail/whatsapp/schema.ts'

const [TOKEN, SECRET] = ['token-plantado-7c1e', 'segredo-plantado-da-aplicacao-91aa']
const ID = '106540352242922'
const TYPED = {
  intent: 'save',
  phoneNumberId: ID,
  businessAccountId: '102290129340398',
  token: TOKEN,
  appSecret: SECRET,
}
/** Noon in Lisbon, in nobody's quiet hours. */
const NOON = Temporal.Instant.from('2026-06-09T11:00:00Z')
const after = (minutes: number) => NOON.add({ minutes })
const PHONE = '+351912345678'

/** `npm run slow -- connections` asks for a thousand. */
const RUNS = Number(process.env['VOLANTE_SCRIPTS'] ?? 30)

const folder = mkdtempSync(join(tmpdir(), 'volante-whatsapp-'))
let mishap: WhatsAppMishap | null = null
let taken: readonly TakenMessage[] = []
let close = async () => {}

beforeEach(async () => {
  vi.stubEnv('VOLANTE_DATA', folder)
  vi.stubEnv('PUBLIC_URL', 'https://frota.example')
  mishap = null
  const service = whatsAppAnswers({
    phoneNumberId: ID,
    businessAccountId: TYPED.businessAccountId,
    token: TOKEN,
    phone: '+351 21 000 0000',
    name: 'Frota',
    templates: atMeta(),
    mishap: () => mishap,
  })
  const { url, close: end } = await serve(service.answers)
  vi.stubEnv('CONNECTIONS_LOCAL', url)
  taken = service.taken
  close = end
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await close()
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function atMeta() {
  return TEMPLATE_NAMES.flatMap((name) =>
    (['pt', 'en'] as const).map((language) => ({
      name,
      language: TEMPLATE_LANGUAGES[language],
      status: 'APPROVED' as 'APPROVED' | 'PENDING',
      text: templateText(name, language, 'https://frota.example'),
    })),
  )
}

async function connect(typed: object = {}) {
  const input = accountInput.parse({ ...TYPED, ...typed })
  const looked = input.unasked ? null : await lookAtAccount(input)
  await makeChange((change) => setAccount(change, input, looked), { at: NOON })
}

/** A driver with an account, who wants WhatsApp. */
async function aDriver(ref = 'D1', phone = '912 345 678') {
  const id = (await aFleet()).driver(ref)
  return { id, uid: await wanting(id, `${ref}@example.org`, phone) }
}

async function wanting(id: string, email: string, phone: string) {
  const uid = await anAccount(email, 'driver', id)
  await db.updateTable('drivers').set({ uid, phone, email }).where('id', '=', id).execute()
  await makeChange((change) => allowWhatsApp(change, id, `+351${phone.replaceAll(' ', '')}`), { at: NOON })
  return uid
}

const PAID = { kind: 'statement-paid', week: '2026-06-01' } as const
const tell = (id: string, at = NOON) => makeChange((change) => tellByMailToo(change, [id], PAID), { at })
const rows = () => db.selectFrom('whatsapp_outbox').selectAll().orderBy('id').execute()
const mails = () =>
  db.selectFrom('mail_outbox').select(['state', 'sent_via', 'next_try_at', 'whatsapp_id']).orderBy('id').execute()
const run = async (at = NOON) => {
  for (const { id } of await rows()) await deliverWhatsApp(id, at)
}
const receive = (states: ReportedState[], at = after(1), secret = SECRET) => {
  const body = webhookBody(ID, { states })
  return receiveWhatsApp({ body, signature: signatureOf(body, secret) }, at)
}
const answer = (text: string, at: Temporal.Instant, from = '351912345678') => {
  const body = webhookBody(ID, { answers: [{ from, text, at }] })
  return receiveWhatsApp({ body, signature: signatureOf(body, SECRET) }, at)
}

test('a notice goes by WhatsApp first, and its mail is spared once it arrived; each state is kept with its moment', async () => {
  const { id } = await aDriver()
  await connect()
  await tell(id)
  const [held] = await mails()
  expect(held).toMatchObject({ state: 'waiting' })
  expect(held!.next_try_at.toString()).toBe(after(120).toString())
  await run()
  await run()
  expect(taken).toMatchObject([
    {
      to: '351912345678',
      template: 'volante_paid',
      language: 'pt_PT',
      words: [expect.any(String), '23', 'O valor está na sua área.'],
    },
  ])
  const [{ id: wamid }] = taken as [TakenMessage]
  expect(await rows()).toMatchObject([{ state: 'sent', message_id: wamid, tries: 1 }])
  await receive([{ id: wamid, status: 'delivered', at: after(2) }], after(2))
  expect(await rows()).toMatchObject([{ state: 'delivered', category: 'utility', billable: true }])
  expect(await mails()).toMatchObject([{ state: 'sent', sent_via: 'whatsapp' }])
  await receive([{ id: wamid, status: 'read', at: after(3) }], after(3))
  expect(await rows()).toMatchObject([{ state: 'read', read_at: after(3), delivered_at: after(2) }])
  const { notice_id } = (await rows())[0]!
  expect((await getSpoken(notice_id!)).whatsApps).toMatchObject([{ state: 'read', to: PHONE }])
  const { messages, counts } = await searchMessages('statement-paid', {
    q: '',
    state: '',
    channel: 'whatsapp',
    by: 'created',
    descending: true,
    page: 1,
    size: 10,
  })
  expect([messages.length, counts.read]).toEqual([1, 1])
})

test('what was not delivered goes by mail at once, by a server that is there', async () => {
  const server = await aMailServer()
  vi.stubEnv('SMTP_URL', server.url)
  const { id } = await aDriver()
  await connect()
  await tell(id)
  await run()
  await receive([{ id: taken[0]!.id, status: 'failed', at: after(1), code: 131_026 }])
  expect(await rows()).toMatchObject([{ state: 'failed', reason: '131026', billable: null }])
  const [mail] = await db.selectFrom('mail_outbox').select(['id', 'next_try_at']).execute()
  expect(mail!.next_try_at.toString()).toBe(after(1).toString())
  await deliver(mail!.id, after(1))
  expect(server.received).toHaveLength(1)
  await server.close()
})

test('only who wants it is told by WhatsApp, and the reach says so before', async () => {
  const fleet = await aFleet()
  const { id } = await aDriver()
  const reach = async () => (await reachOfDriver({ id }, 'statement-paid'))?.byWhatsApp
  expect(await reach()).toBe(false)
  await connect()
  expect(await reach()).toBe(true)
  expect((await reachOfDriver({ id }, 'fine'))?.byWhatsApp).toBe(false)
  await tell(fleet.driver('D2'))
  expect(await rows()).toEqual([])
  await makeChange((change) => pauseWhatsApp(change))
  expect(await reach()).toBe(false)
  await tell(id)
  expect(await rows()).toEqual([])
  await makeChange((change) => resumeWhatsApp(change))
  await makeChange((change) =>
    saveNoticeRules(change, { sent: OPEN_NOTICES.filter((one) => one !== 'statement-paid/whatsapp') }),
  )
  expect(await reach()).toBe(false)
})

test('a number is confirmed as the record has it; another one in the record is confirmed anew', async () => {
  const { id } = await aDriver()
  await connect()
  const allow = (number: string) => makeChange((change) => allowWhatsApp(change, id, number), { at: after(5) })
  await db.updateTable('drivers').set({ phone: '+351 913 000 000' }).where('id', '=', id).execute()
  expect(await readOwnWhatsApp(id)).toMatchObject({ number: '+351913000000', isNumberNew: true })
  await tell(id)
  expect(await rows()).toEqual([])
  await expect(allow(PHONE)).rejects.toMatchObject({ code: 'whats-app.number-changed' })
  await allow('+351913000000')
  expect(await listConsents([id])).toMatchObject([
    { phone: '+351913000000', endedAt: null },
    { phone: PHONE, endedBy: 'number' },
  ])
  await db.updateTable('drivers').set({ phone: null }).where('id', '=', id).execute()
  await expect(allow(PHONE)).rejects.toMatchObject({ code: 'whats-app.no-number' })
})

test('who takes it back, answers STOP, closes the account or read it meanwhile gets none; the mail goes', async () => {
  const { id, uid } = await aDriver()
  await connect()
  const released = async () => (await mails()).at(-1)!.next_try_at.toString()
  await tell(id)
  await makeChange((change) => withdrawWhatsApp(change, id), { at: after(1) })
  await run(after(2))
  expect(await rows()).toMatchObject([{ state: 'dropped', reason: 'consent' }])
  expect(await released()).toBe(after(2).toString())

  const agree = (at: Temporal.Instant) => makeChange((change) => allowWhatsApp(change, id, PHONE), { at })
  await agree(after(10))
  await answer('Parar.', after(5)) // doubled: from before
  expect((await readOwnWhatsApp(id)).consent).not.toBeNull()
  await answer('obrigado', after(11))
  expect((await readOwnWhatsApp(id)).consent).not.toBeNull()
  await answer(' STOP! ', after(12))
  expect((await listConsents([id]))[0]).toMatchObject({ endedBy: 'reply' })
  expect(await db.selectFrom('audit_events').select('subject').where('action', '=', 'whatsapp.stop').execute()).toEqual(
    [{ subject: `driver:${id}` }],
  )

  await agree(after(20))
  await tell(id, after(21))
  await db
    .updateTable('inbox_notices')
    .set({ read_at: after(22).toString() })
    .execute()
  await run(after(23))
  expect((await rows()).at(-1)).toMatchObject({ state: 'dropped', reason: 'read' })
  expect((await mails()).at(-1)).toMatchObject({ sent_via: 'whatsapp' })

  await tell(id, after(30))
  await asOwner(`update users set disabled = true where uid = '${uid}'`)
  await run(after(31))
  expect((await rows()).at(-1)).toMatchObject({ state: 'dropped', reason: 'consent' })
  expect(taken).toEqual([])
})

test('at night it waits for the morning, its mail a while longer; topics and amounts are those of the phone', async () => {
  const { id, uid } = await aDriver()
  await connect()
  const night = Temporal.Instant.from('2026-06-09T22:30:00Z')
  const morning = Temporal.Instant.from('2026-06-10T07:00:00Z')
  await tell(id, night)
  await run(night)
  expect(await rows()).toMatchObject([
    { state: 'waiting', tries: 0, next_try_at: morning, expires_at: morning.add({ hours: 2 }) },
  ])
  expect((await mails())[0]!.next_try_at.toString()).toBe(morning.add({ hours: 2 }).toString())
  const choose = (topics: string[]) =>
    makeChange((change) =>
      savePushChoices(
        change,
        { uid, role: 'driver' },
        { topics: topics as never, quietFrom: 0, quietUntil: 0, amounts: true },
      ),
    )
  await choose(['papers'])
  await run(night)
  expect(await rows()).toMatchObject([{ state: 'dropped', reason: 'unwanted' }])
  await choose(['money'])
  await asOwner(`insert into settlements (driver_id, week, version, state, earnings_cents, costs_cents, adjustments_cents, net_cents,
      receipt_value_cents, carried_over_cents, payable_cents, terms, terms_from, sources, issued_at, approved_at, paid_on, paid_at)
    values ('${id}', '2026-06-01', 1, 'paid', 31240, 0, 0, 31240, 0, 0, 31240, '{}', '2026-06-01', '[]', now(), now(), '2026-06-09', now())`)
  await tell(id, night)
  await run(night)
  expect(taken.map(({ words }) => words.at(-1))).toEqual(['Valor: 312,40 €.'])
})

test.each([
  ['a limit', { is: 'error', code: 130_429, status: 429 }, 'waiting', '130429'],
  ['a limit without a word', { is: 'status', status: 429, retryAfter: '600' }, 'waiting', 'http-429'],
  ['Meta at fault', { is: 'error', code: 131_000, status: 500 }, 'waiting', '131000'],
  ['undeliverable', { is: 'error', code: 131_026, status: 400 }, 'failed', '131026'],
  ['re-engagement', { is: 'error', code: 131_047, status: 400 }, 'failed', '131047'],
  ['a token that ended', { is: 'error', code: 190, status: 401 }, 'failed', '190'],
  ['no payment', { is: 'error', code: 131_042, status: 400 }, 'failed', '131042'],
  ['another template', { is: 'error', code: 132_001, status: 404 }, 'failed', '132001'],
  ['taken, and cut', { is: 'taken-cut' }, 'unsure', 'cut'],
  ['taken, and broken off', { is: 'taken-broken' }, 'unsure', 'cut'],
  ['taken, and not JSON', { is: 'taken-not-json' }, 'unsure', 'answer'],
  ['taken, and a gateway that knows nothing', { is: 'taken-gateway' }, 'unsure', 'http-504'],
  ['led elsewhere', { is: 'redirect' }, 'unsure', 'led-elsewhere'],
] as const)('%s', async (_, wrong, state, reason) => {
  const { id } = await aDriver()
  await connect()
  await tell(id)
  mishap = wrong
  await run()
  expect(await rows()).toMatchObject([{ state, reason, tries: 1 }])
  const count = taken.length
  mishap = null
  await run(after(1))
  if (state !== 'waiting') expect(taken).toHaveLength(count)
  const [mail] = await mails()
  if (state === 'failed') expect(mail!.next_try_at.toString()).toBe(NOON.toString())
  if (state === 'unsure') {
    expect(mail!.next_try_at.toString()).toBe(after(30).toString())
    const [kept] = taken
    if (kept) await receive([{ id: kept.id, mark: kept.mark, status: 'delivered', at: after(1) }])
    if (kept) expect(await rows()).toMatchObject([{ state: 'delivered', message_id: kept.id }])
    if (kept) expect(await mails()).toMatchObject([{ sent_via: 'whatsapp' }])
  }
})

test('Meta’s own wait counts for every message; nobody who is there is sent twice, and a service that is away is asked again', async () => {
  const { id } = await aDriver()
  await connect()
  await tell(id)
  mishap = { is: 'status', status: 429, retryAfter: '600' }
  await run()
  await tell(id, after(1))
  mishap = null
  await run(after(1))
  expect(taken).toEqual([])
  expect(await rows()).toMatchObject([{ next_try_at: after(10) }, { next_try_at: after(10), tries: 0 }])
  await run(after(10))
  expect(taken).toHaveLength(2)
  await close()
  await tell(id, after(20))
  await run(after(20))
  expect((await rows()).at(-1)).toMatchObject({ state: 'waiting', reason: 'unreachable', next_try_at: after(21) })
  // The next message is not sent within that minute, and loses no try.
  await tell(id, after(20))
  await run(after(20))
  expect((await rows()).at(-1)).toMatchObject({ state: 'waiting', tries: 0, next_try_at: after(21) })
  close = async () => {}
})

test('a token that ended stops new messages until Meta is asked again; a template that is gone stops its own', async () => {
  const { id } = await aDriver()
  await connect()
  await tell(id)
  mishap = { is: 'error', code: 190, status: 401 }
  await run()
  expect(await findAccount()).toMatchObject({ state: 'expired', reason: '190' })
  await tell(id)
  expect(await rows()).toHaveLength(1)
  await expect(lookAgain(NOON)).rejects.toMatchObject({ code: 'whats-app.credentials' })
  mishap = null
  const looked = await lookAgain(NOON)
  await makeChange((change) => storeMetaAnswer(change, looked))
  expect(await findAccount()).toMatchObject({ state: 'connected', reason: null })
  await tell(id)
  mishap = { is: 'error', code: 132_015, status: 400 }
  await run()
  mishap = null
  const stopped = (await listTemplatesInView()).filter(({ state }) => state !== 'approved')
  expect(stopped).toMatchObject([{ name: 'volante_paid', language: 'pt', state: 'stopped' }])
  await tell(id)
  await run()
  expect(taken).toMatchObject([{ language: 'en' }])
})

test('what a process left half asked is not known, and not sent again; what is late is left to the mail', async () => {
  const { id } = await aDriver()
  await connect()
  await tell(id)
  await db.updateTable('whatsapp_outbox').set({ state: 'asking', asked_at: NOON.toString() }).execute()
  await orderStuckWhatsAppAgain(after(6))
  await run(after(6))
  expect(await rows()).toMatchObject([{ state: 'unsure', reason: 'left' }])
  await tell(id)
  await run(after(121))
  expect((await rows()).at(-1)).toMatchObject({ state: 'failed', reason: 'expired' })
  expect(taken).toEqual([])
  await tell(id)
  await makeChange((change) => removeAccount(change))
  await run()
  expect((await rows()).at(-1)).toMatchObject({ state: 'failed', reason: 'off' })
})

test('forged, replayed and doubled words change nothing, and no state moves back', async () => {
  const { id } = await aDriver()
  await connect()
  await tell(id)
  await run()
  const [{ id: wamid, mark }] = taken as [TakenMessage]
  expect(await receive([{ id: wamid, status: 'read', at: after(1) }], after(1), 'outro')).toBe('unsigned')
  const body = webhookBody(ID, { states: [{ id: wamid, status: 'read', at: after(1) }] })
  expect(await receiveWhatsApp({ body, signature: null }, after(1))).toBe('unsigned')
  expect(
    await receiveWhatsApp({ body: Buffer.from('nada'), signature: signatureOf(Buffer.from('nada'), SECRET) }, NOON),
  ).toBe('no-message')
  const of = webhookBody('999', { states: [{ id: wamid, status: 'read', at: after(1) }] })
  await receiveWhatsApp({ body: of, signature: signatureOf(of, SECRET) }, after(1))
  expect(await rows()).toMatchObject([{ state: 'sent', read_at: null }])

  const words = ['sent', 'delivered', 'read', 'failed'] as const
  await fc.assert(
    fc.asyncProperty(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 }), async (order) => {
      await asOwner(`update whatsapp_outbox set state = 'sent', delivered_at = null, read_at = null, billable = null`)
      for (const status of order)
        await receive(
          [{ id: wamid, mark, status, at: after(2), ...(status === 'failed' ? { code: 131_026 } : {}) }],
          after(3),
        )
      const best = order.includes('read')
        ? 'read'
        : order.includes('delivered')
          ? 'delivered'
          : order.includes('failed')
            ? 'failed'
            : 'sent'
      expect((await rows())[0]!.state).toBe(best)
    }),
    { numRuns: 40 },
  )
  await asOwner(`update whatsapp_outbox set billable = null, category = null`)
  for (let time = 0; time < 3; time++) await receive([{ id: wamid, status: 'delivered', at: after(2) }])
  expect(await listMonths(5)).toMatchObject([{ month: '2026-06', category: 'utility', billable: 1, price: null }])
})

test('what Meta charges is counted, and priced only by a price that the office typed', async () => {
  const { id } = await aDriver()
  await connect()
  await tell(id)
  await run()
  await receive([{ id: taken[0]!.id, status: 'delivered', at: after(1) }])
  await makeChange((change) =>
    savePrices(change, pricesInput.parse({ intent: 'prices', utility: '0,0170', marketing: '' })),
  )
  expect(await listMonths(5)).toEqual([
    { month: '2026-06', category: 'utility', sent: 1, delivered: 1, read: 0, failed: 0, billable: 1, price: 1_700 },
  ])
  for (const wrong of ['-1', '2', '0,000001', 'x', '1e3'])
    expect(pricesInput.safeParse({ intent: 'prices', utility: wrong }).success, wrong).toBe(false)
})

test('the account is asked before it is saved, a secret stays with the account it was typed for, and templates are named as they stand', async () => {
  await connect({ unasked: 'on' })
  expect(await findAccount()).toMatchObject({ state: 'waiting', phone: null })
  await connect({ token: '', appSecret: '' })
  expect(await findAccount()).toMatchObject({ state: 'connected', phone: '+351 21 000 0000' })
  await expect(connect({ phoneNumberId: '999999', token: '' })).rejects.toMatchObject({
    code: 'whats-app.secret-missing',
  })
  await expect(connect({ token: 'outro' })).rejects.toMatchObject({
    code: 'whats-app.credentials',
    params: { said: '190' },
  })
  await expect(connect({ phoneNumberId: '999999' })).rejects.toMatchObject({ code: 'whats-app.access' })
  mishap = { is: 'not-json' }
  await expect(connect()).rejects.toMatchObject({ code: 'whats-app.answer' })
  mishap = { is: 'status', status: 503 }
  await expect(connect()).rejects.toMatchObject({ code: 'whats-app.unreachable' })
  expect((await listTemplatesInView()).map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'approved'))
  expect(accountInput.safeParse({ ...TYPED, phoneNumberId: '+351 912' }).success).toBe(false)
})

test('the address is confirmed to who knows the word, and a test goes to oneself', async () => {
  await connect()
  const { verifyToken } = (await openAccount())!
  const query = (word: string) =>
    new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': word, 'hub.challenge': '42' })
  expect(await confirmAddress(query('x'), NOON)).toBeNull()
  expect(await findAccount()).toMatchObject({ confirmedAt: null })
  expect(await confirmAddress(query(verifyToken), NOON)).toBe('42')
  await expect(makeChange((change) => sendWhatsAppTest(change, '12'))).rejects.toMatchObject({
    code: 'whats-app.bad-number',
  })
  await makeChange((change) => sendWhatsAppTest(change, '919 999 999'), { at: NOON })
  await run()
  expect(taken).toMatchObject([{ to: '351919999999', template: 'volante_statement' }])
})

test('secrets stand in no table, log of changes or answer', async () => {
  const { id } = await aDriver()
  await connect()
  mishap = { is: 'error', code: 190, status: 401 }
  await tell(id)
  await run()
  const refusal = await lookAgain(NOON).catch((error: unknown) => error)
  const { verifyToken } = (await openAccount())!
  const tables = ['whatsapp_account', 'whatsapp_outbox', 'whatsapp_templates', 'audit_events'] as const
  const kept = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()))
  const [account] = await db.selectFrom('whatsapp_account').select(['token', 'app_secret', 'verify_token']).execute()
  const sealed = Object.values(account!)
    .map((bytes) => bytes.toString('latin1'))
    .join()
  const said = JSON.stringify([kept, refusal, await findAccount()]) + String(refusal) + sealed
  for (const secret of [TOKEN, SECRET, verifyToken]) expect(said).not.toContain(secret)
})

test('whatever happens on the way, no notice is lost, and none that was taken is sent again', async () => {
  const { id } = await aDriver()
  await connect()
  const wrongs: readonly (WhatsAppMishap | null)[] = [
    null,
    { is: 'error', code: 130_429, status: 429 },
    { is: 'status', status: 429, retryAfter: '60' },
    { is: 'error', code: 131_026, status: 400 },
    { is: 'error', code: 131_000, status: 500 },
    { is: 'taken-cut' },
    { is: 'taken-broken' },
    { is: 'taken-not-json' },
    { is: 'taken-gateway' },
    { is: 'not-json' },
    { is: 'redirect' },
  ]
  const script = fc.record({
    way: fc.array(fc.constantFrom(...wrongs), { minLength: 1, maxLength: 5 }),
    said: fc.array(fc.constantFrom('sent', 'delivered', 'read', 'failed', 'doubled', 'forged'), { maxLength: 5 }),
    isKilled: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(script, async ({ way, said, isKilled }) => {
      await asOwner('delete from mail_outbox')
      await asOwner('delete from whatsapp_outbox')
      await asOwner(`update whatsapp_account set state = 'connected', rest_until = null`)
      const before = taken.length
      await makeChange((change) => tellByMailToo(change, [id], PAID), { at: NOON })
      if (isKilled)
        await db.updateTable('whatsapp_outbox').set({ state: 'asking', asked_at: NOON.toString() }).execute()
      for (const [turn, wrong] of way.entries()) {
        mishap = wrong
        await run(after(turn * 20))
        await orderStuckWhatsAppAgain(after(turn * 20))
      }
      mishap = null
      const own = taken.slice(before)
      for (const status of said) {
        const [one] = own
        if (!one) continue
        const state = {
          id: one.id,
          mark: one.mark,
          status: status === 'doubled' || status === 'forged' ? 'read' : status,
          at: after(90),
        }
        if (status === 'forged') await receive([state], after(90), 'outro')
        else await receive([{ ...state, ...(status === 'failed' ? { code: 131_026 } : {}) }], after(90))
      }
      await orderStuckWhatsAppAgain(after(600))
      await run(after(600))
      expect(own.length, 'taken at most once').toBeLessThanOrEqual(1)
      const [row] = await rows()
      const [mail] = await mails()
      // Either the message arrived, or its mail still goes by itself.
      const arrived = row!.state === 'delivered' || row!.state === 'read' || row!.reason === 'read'
      expect(arrived || mail!.sent_via === null, JSON.stringify(row)).toBe(true)
      if (!arrived) expect(Temporal.Instant.compare(mail!.next_try_at, after(181))).toBeLessThan(0)
      if (arrived && said.length > 0 && own.length > 0) expect(mail!.state).toBe('sent')
      expect(['waiting', 'asking']).not.toContain(row!.state)
    }),
    { numRuns: RUNS },
  )
})

test('writing a notice alone orders its WhatsApp message too, and a notice without a template goes another way', async () => {
  const { id } = await aDriver()
  await connect()
  await makeChange((change) => writeNotices(change, [id], { kind: 'statement-issued', week: '2026-06-01' }), {
    at: NOON,
  })
  await makeChange(
    (change) => writeNotices(change, [id], { kind: 'ticket', event: 'closed', id: crypto.randomUUID(), number: '4' }),
    { at: NOON },
  )
  expect((await rows()).map(({ template }) => template)).toEqual(['volante_statement'])
})
