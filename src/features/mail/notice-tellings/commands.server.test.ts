import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { type NoticeFacts, noticeFacts, spokenOf } from '#features/mail/inbox/schema.ts'
import { translator } from '#messages/translate.ts'
import { aFleet, asOwner, makeChange } from '#test/factories.ts'
import { noteSentByHand, retryFailed, takeSentByHandBack } from './commands.server.ts'
import { getSpoken, listSpoken, searchMessages } from './queries.server.ts'

const ALL = { q: '', state: '', channel: '', by: 'created', descending: true, page: 1, size: 50 }
const ENDS: NoticeFacts = {
  kind: 'paper',
  event: 'ends',
  paper: 'licence',
  pt: 'Carta de condução',
  en: 'Driving licence',
  day: '2026-07-01',
  reason: '',
}

async function anOwner() {
  const owner = { uid: 'ana', email: 'ana@example.org' }
  await db.insertInto('users').values(owner).execute()
  return owner
}

/** Facts that fill every kind, with texts that must not be in the spoken words. */
const SAID = {
  week: '2026-06-01',
  on: '2026-06-08',
  reason: 'SEGREDO',
  amount: 98_765,
  number: '12',
  day: '2026-06-02',
  at: '2026-06-01T09:00:00Z',
  place: 'Lisboa',
  plate: 'AA-11-BB',
  id: 'x',
  count: 2,
  ends: '4321',
  heldUntil: '',
  what: 'carro',
  paper: 'licence',
  pt: 'Carta',
  en: 'Licence',
  contract: 'rental',
  field: 'phone',
  hours: '06:00–18:00',
  km: null,
  provider: 'bolt',
  asked: 'erasure',
}

test('every notice has words for WhatsApp in both languages, without amounts, accounts and reasons', () => {
  const facts = noticeFacts.options.flatMap(({ shape }): NoticeFacts[] => {
    const events = 'event' in shape ? shape.event.options : [undefined]
    return events.map((event) => noticeFacts.parse({ ...SAID, kind: shape.kind.value, event }))
  })
  expect(facts.length).toBeGreaterThan(40)
  for (const language of ['pt', 'en'] as const)
    for (const one of facts) {
      const said = spokenOf(one, translator(language))
      expect(said, `${one.kind} in ${language}`).not.toMatch(/SEGREDO|987|4321|[{}]|page\.|undefined/)
      expect(said.length).toBeGreaterThan(15)
    }
})

test('a notice that reaches nobody is said by WhatsApp in the driver’s language; who noted it stands, and is taken back', async () => {
  const fleet = await aFleet()
  const driver = fleet.driver('D1')
  await asOwner(
    `update drivers set uid = null, email = null, phone = '+351912345678', language = 'en' where id = '${driver}'`,
  )
  await makeChange((change) => writeNotices(change, [driver], ENDS))
  const [notice] = await listSpoken(driver, 5)
  expect(notice).toMatchObject({ event: 'paper', sentByHand: null, readAt: null })
  expect(notice!.text).toContain('One of your documents is about to expire: Driving licence.')
  expect(notice!.text).toContain('/en/dashboard/documents')
  expect(notice!.address).toBe(`https://wa.me/351912345678?text=${encodeURIComponent(notice!.text)}`)
  expect((await searchMessages('paper', ALL)).counts).toMatchObject({ nobody: 1, told: 0 })
  const { uid } = await anOwner()
  await asOwner(`update drivers set uid = '${uid}' where id = '${driver}'`)
  expect((await searchMessages('paper', ALL)).counts).toMatchObject({ nobody: 0, unread: 1 })
  await asOwner(`update drivers set uid = null where id = '${driver}'`)

  await makeChange((change) => noteSentByHand(change, notice!.id))
  expect((await getSpoken(notice!.id)).sentByHand).not.toBeNull()
  expect((await searchMessages('paper', ALL)).counts).toMatchObject({ nobody: 0, told: 1 })
  await makeChange((change) => takeSentByHandBack(change, notice!.id))
  expect((await getSpoken(notice!.id)).sentByHand).toBeNull()
  const rows = await db.selectFrom('notice_tellings').select('taken_back_at').execute()
  expect(rows.map(({ taken_back_at }) => taken_back_at !== null)).toEqual([true])
  await expect(makeChange((change) => noteSentByHand(change, 0))).rejects.toMatchObject({ code: 'record.not-found' })
})

test('the messages of an event are found by name, state and way, and what failed is tried again', async () => {
  const fleet = await aFleet()
  const [ana, rui] = [fleet.driver('D1'), fleet.driver('D2')]
  await makeChange(async (change) => {
    await writeNotices(change, [ana, rui], { kind: 'receipt-missing', week: '2026-06-01', count: 1 })
    await writeMail(change, {
      template: 'receipt-missing',
      recipient: 'ana@example.org',
      language: 'pt',
      driverId: ana,
      params: { count: 1, link: '/dashboard/payslips' },
    })
  })
  await asOwner(`update inbox_notices set read_at = now() where driver_id = '${ana}'`)
  await asOwner(`update mail_outbox set state = 'dead', tries = 6, last_error = '550 no such user'`)
  const { messages, count, counts } = await searchMessages('receipt-missing', ALL)
  expect({ count, counts }).toMatchObject({ count: 3, counts: { read: 1, nobody: 1, dead: 1, waiting: 0 } })
  expect(messages.find(({ channel }) => channel === 'mail')).toMatchObject({ reason: '550 no such user' })
  const { name } = await db.selectFrom('drivers').select('name').where('id', '=', rui).executeTakeFirstOrThrow()
  expect((await searchMessages('receipt-missing', { ...ALL, q: name })).count).toBe(1)
  expect((await searchMessages('receipt-missing', { ...ALL, channel: 'mail', state: 'dead' })).count).toBe(1)
  expect((await searchMessages('fine', ALL)).count).toBe(0)

  expect(await makeChange((change) => retryFailed(change, 'receipt-missing'))).toBe(1)
  expect((await searchMessages('receipt-missing', ALL)).counts).toMatchObject({ dead: 0, waiting: 1 })
})
