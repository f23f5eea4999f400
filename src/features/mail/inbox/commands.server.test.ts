import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { cents } from '#domain/money.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { tellDrivers } from '#features/mail/commands.server.ts'
import { listWeekMessages } from '#features/mail/queries.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import {
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  anApprovedWeek,
  makeChange,
  dropPublicSet,
  tried,
  withoutIban,
} from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { readAllNotices, readNotice, writeNotices } from './commands.server.ts'
import { countUnread, listNotices } from './queries.server.ts'

const own = (id: string) => id as OwnDriverId
const noticesOf = async (id: string) => (await listNotices(own(id), { limit: 50, before: null })).notices
const kindsOf = async (id: string) => (await noticesOf(id)).map(({ facts }) => facts.kind)

test('an approval tells each driver whose statement it is, and one that is undone tells nobody', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  await tried((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  expect(await kindsOf(fleet.driver('D1'))).toEqual([])
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  for (const ref of ['D1', 'D7', 'D8'])
    expect((await noticesOf(fleet.driver(ref))).map(({ facts, isRead }) => ({ ...facts, isRead }))).toEqual([
      { kind: 'statement-issued', week: WEEK, isRead: false },
    ])
})

test('a payment tells who was paid, and a statement taken back says why', async () => {
  const fleet = await anApprovedWeek()
  const [paid, nothing] = [fleet.driver('D1'), fleet.driver('D7')]
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  await makeChange((change) => confirmBatch(change, batchId, new Map()))
  expect(await kindsOf(paid)).toEqual(['statement-paid', 'statement-issued'])
  expect(await kindsOf(nothing)).toEqual(['statement-issued'])
  const { id } = await db
    .selectFrom('settlements')
    .select('id')
    .where('driver_id', '=', nothing)
    .executeTakeFirstOrThrow()
  await makeChange((change) => voidSettlement(change, id, 'faltava um ficheiro'))
  expect((await noticesOf(nothing))[0]?.facts).toEqual({
    kind: 'statement-void',
    week: WEEK,
    reason: 'faltava um ficheiro',
  })
})

test('another IBAN and an adjustment are told, a first IBAN is not', async () => {
  const fleet = await aFleet()
  const id = fleet.driver('D1')
  await withoutIban(id)
  await makeChange((change) => changeIban(change, id, { iban: 'PT50002700000001234567833', holder: null }))
  expect(await kindsOf(id)).toEqual([])
  await makeChange((change) => changeIban(change, id, { iban: 'PT50003506090000000000130', holder: null }))
  const adjustment = { driverId: id, week: NEXT_WEEK, kind: 'other', amount: cents(-12_50), reason: 'lavagem' } as const
  await makeChange((change) => addAdjustment(change, adjustment))
  expect((await noticesOf(id)).map(({ facts }) => facts)).toEqual([
    { kind: 'adjustment', week: NEXT_WEEK, amount: -12_50, reason: 'lavagem' },
    { kind: 'iban-changed', ends: '0130', heldUntil: '2026-06-10T09:00:00Z' },
  ])
})

test('a notice is read by the driver it is for, once, and by nobody else', async () => {
  const fleet = await anApprovedWeek()
  const [ana, rui] = [own(fleet.driver('D1')), own(fleet.driver('D2'))]
  const [notice] = await noticesOf(ana)
  await expect(makeChange((change) => readNotice(change, rui, notice!.id))).rejects.toMatchObject({
    code: 'record.not-found',
  })
  expect(await countUnread(ana)).toBe(1)
  const facts = await makeChange((change) => readNotice(change, ana, notice!.id), { at: MONDAY.add({ hours: 1 }) })
  expect(facts).toEqual({ kind: 'statement-issued', week: WEEK })
  await makeChange((change) => readNotice(change, ana, notice!.id), { at: MONDAY.add({ hours: 2 }) })
  const row = await db.selectFrom('inbox_notices').select('read_at').where('id', '=', notice!.id).executeTakeFirst()
  expect(row?.read_at).toEqual(MONDAY.add({ hours: 1 }))
  expect([await countUnread(ana), await countUnread(rui)]).toEqual([0, 1])
})

test('ticking everything off leaves the others’ notices as they are', async () => {
  const fleet = await anApprovedWeek()
  const [ana, rui] = [own(fleet.driver('D1')), own(fleet.driver('D2'))]
  await makeChange((change) => writeNotices(change, [ana, rui], { kind: 'statement-paid', week: WEEK }))
  await makeChange((change) => readAllNotices(change, ana))
  expect([await countUnread(ana), await countUnread(rui)]).toEqual([0, 2])
})

test('notices come page by page, the newest first, each once', async () => {
  const fleet = await aFleet()
  const ana = own(fleet.driver('D1'))
  for (let count = 0; count < 7; count++)
    await makeChange((change) => writeNotices(change, [ana], { kind: 'statement-paid', week: WEEK }))
  const seen: number[] = []
  for (let before: number | null = null; ;) {
    const { notices, older } = await listNotices(ana, { limit: 3, before })
    seen.push(...notices.map(({ id }) => id))
    if (older === null) break
    before = older
  }
  expect(seen).toEqual((await noticesOf(ana)).map(({ id }) => id))
  expect(seen).toHaveLength(7)
})

test('the office sees who read the announcement in the area; telling again writes anew only to who has', async () => {
  const fleet = await anApprovedWeek()
  const [ana, rui] = [fleet.driver('D1'), fleet.driver('D2')]
  for (const [uid, id] of [
    ['ana', ana],
    ['rui', rui],
  ] as const) {
    await db
      .insertInto('users')
      .values({ uid, email: `${uid}@example.org` })
      .execute()
    await db.updateTable('drivers').set({ uid, email: null }).where('id', '=', id).execute()
  }
  const [notice] = await noticesOf(ana)
  await makeChange((change) => readNotice(change, own(ana), notice!.id))
  const messageOf = async (id: string) => (await listWeekMessages(WEEK)).find(({ driver }) => driver.id === id)
  expect(await messageOf(ana)).toMatchObject({
    delivery: 'no-address',
    hasAccount: true,
    isNoticed: true,
    readAt: String(MONDAY),
  })
  expect(await messageOf(rui)).toMatchObject({
    delivery: 'no-address',
    hasAccount: true,
    isNoticed: true,
    readAt: null,
  })

  expect(await makeChange((change) => tellDrivers(change, WEEK, [ana, rui]))).toBe(2)
  expect(await kindsOf(ana)).toEqual(['statement-issued', 'statement-issued'])
  expect(await kindsOf(rui)).toEqual(['statement-issued'])
  expect((await messageOf(ana))?.readAt).toBeNull()
  expect(await db.selectFrom('mail_outbox').select('id').where('driver_id', '=', ana).execute()).toEqual([])
})

test('the bell of a new account counts what came since, and the list keeps what came before', async () => {
  const fleet = await aFleet()
  const id = fleet.driver('D1')
  const tell = (reason: string, now: Temporal.Instant) =>
    makeChange(({ tx }) => writeNotices({ tx, now }, [id], { kind: 'statement-void', week: WEEK, reason }))
  await tell('antes da conta', MONDAY)
  const uid = await anAccount('new.driver@example.org', 'driver', id)
  const { created_at: opened } = await db
    .selectFrom('users')
    .select('created_at')
    .where('uid', '=', uid)
    .executeTakeFirstOrThrow()
  expect(await countUnread(own(id))).toBe(0)
  await tell('depois da conta', opened.add({ hours: 1 }))
  expect(await countUnread(own(id))).toBe(1)
  expect(await kindsOf(id)).toEqual(['statement-void', 'statement-void'])
})
