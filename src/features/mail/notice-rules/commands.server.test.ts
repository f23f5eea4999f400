import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { NOTICE_EVENTS, OPEN_NOTICES, channelRule } from '#domain/notice.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { noticeFacts } from '#features/mail/inbox/schema.ts'
import { MONDAY, aFleet, asOwner, makeChange } from '#test/factories.ts'
import { saveNoticeRules, saveNoticeTimes } from './commands.server.ts'
import { isNoticeEnabled, listNoticeRows, readDigestTime, readNoticeTimes } from './queries.server.ts'
import { noticeRulesInput, noticeTimesInput } from './schema.ts'

const without = (...left: string[]) => ({ sent: OPEN_NOTICES.filter((one) => !left.includes(one)) })

test('every kind of notice in a driver’s area has its line in the table of events', () => {
  const kinds = noticeFacts.options.map((option) => option.shape.kind.value)
  expect(kinds.filter((kind) => channelRule(kind, 'inbox') === null)).toEqual([])
  const inTable = Object.entries(NOTICE_EVENTS).filter(([, event]) => 'inbox' in event)
  expect(inTable.map(([event]) => event).toSorted()).toEqual(kinds.toSorted())
})

test('a notice that is left out is written to nobody, and is sent again once it is turned on', async () => {
  const fleet = await aFleet()
  const own = fleet.driver('D1') as OwnDriverId
  const paid = () => makeChange((change) => writeNotices(change, [own], { kind: 'statement-paid', week: '2026-06-01' }))
  const arrived = () =>
    makeChange((change) =>
      writeMail(change, {
        template: 'application-arrived',
        recipient: 'office@example.org',
        language: 'pt',
        params: { applicant: 'Ana', link: '/admin/recruitment/1' },
      }),
    )
  await makeChange((change) => saveNoticeRules(change, without('statement-paid/inbox', 'application-arrived/mail')))
  await paid()
  expect(await arrived()).toBe(false)
  expect((await listNotices(own, { limit: 10, before: null })).notices).toEqual([])
  expect(await db.selectFrom('mail_outbox').selectAll().execute()).toEqual([])

  await makeChange((change) => saveNoticeRules(change, without()))
  await paid()
  expect(await arrived()).toBe(true)
  expect((await listNotices(own, { limit: 10, before: null })).notices).toHaveLength(1)
})

test('what law or money asks for cannot be left out, neither by the form nor by a row', async () => {
  const fleet = await aFleet()
  expect(noticeRulesInput.safeParse({ sent: ['iban-changed/mail'] }).success).toBe(false)
  await asOwner(`insert into notice_rules (event, channel, off_since) values ('adjustment', 'inbox', now())`)
  expect(await isNoticeEnabled('adjustment', 'inbox')).toBe(true)
  const own = fleet.driver('D1') as OwnDriverId
  await makeChange((change) =>
    writeNotices(change, [own], { kind: 'adjustment', week: '2026-06-01', amount: 100, reason: 'x' }),
  )
  expect((await listNotices(own, { limit: 10, before: null })).notices).toHaveLength(1)
})

test('each way says what became of its messages', async () => {
  const fleet = await aFleet()
  await makeChange((change) =>
    writeNotices(change, [fleet.driver('D1'), fleet.driver('D2')], { kind: 'statement-paid', week: '2026-06-01' }),
  )
  await asOwner(`update inbox_notices set read_at = now() where driver_id = '${fleet.driver('D1')}'`)
  const rows = await listNoticeRows(MONDAY)
  expect(rows.find(({ event }) => event === 'statement-paid')!.ways).toEqual([
    { channel: 'inbox', isEnabled: true, states: { read: 1, unread: 1 } },
    { channel: 'mail', isEnabled: true, states: {} },
    { channel: 'push', isEnabled: true, states: {} },
    { channel: 'whatsapp', isEnabled: true, states: {} },
  ])
})

test('a mail that went into a file, as no server is set up, is counted as kept and not as sent', async () => {
  const sentAt = MONDAY.toString()
  const mail = { template: 'application-received', params: '{}', recipient: 'ana@example.org', language: 'pt' }
  const done = { state: 'sent', created_at: sentAt, sent_at: sentAt }
  await db
    .insertInto('mail_outbox')
    .values([
      { ...mail, ...done, sent_via: 'outbox' },
      { ...mail, ...done, sent_via: 'smtp' },
    ])
    .execute()
  const rows = await listNoticeRows(MONDAY)
  const ways = rows.find(({ event }) => event === 'application-received')!.ways
  expect(ways.find(({ channel }) => channel === 'mail')!.states).toEqual({ kept: 1, sent: 1 })
})

test('the office sets when a paper and a receipt are told of and when the digest goes out; nothing else is a day', async () => {
  const typed = { weekday: '4', hour: '18', paper: '7, 45 ,1', receiptMissing: '10; 3' }
  for (const days of ['', '0', '7, 7', '121', '1,2,3,4,5,6,7', 'sete', '-1'])
    expect(noticeTimesInput.safeParse({ ...typed, paper: days }).success, days).toBe(false)
  for (const wrong of [{ hour: '2' }, { hour: '24' }, { weekday: '0' }, { weekday: '8' }])
    expect(noticeTimesInput.safeParse({ ...typed, ...wrong }).success).toBe(false)
  expect(await readNoticeTimes()).toEqual({
    weekday: 1,
    hour: 7,
    paper: [60, 30, 15, 7, 1],
    receiptMissing: [7, 14, 28],
  })
  await makeChange((change) => saveNoticeTimes(change, noticeTimesInput.parse(typed)))
  expect(await readNoticeTimes()).toEqual({ weekday: 4, hour: 18, paper: [45, 7, 1], receiptMissing: [3, 10] })

  // Saving only days does not put the digest off.
  const { changedAt } = await readDigestTime()
  await makeChange((change) => saveNoticeTimes(change, noticeTimesInput.parse({ ...typed, paper: '30' })), {
    at: MONDAY.add({ hours: 5 }),
  })
  expect((await readDigestTime()).changedAt).toEqual(changedAt)
})
