import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { voidSettlement } from '#features/settlements/commands.server.ts'
import { MONDAY, WEEK, anApprovedWeek, makeChange, tried } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { COMMAND_LINE } from '#features/audit/commands.server.ts'
import { noteLook } from '#features/statements/links/commands.server.ts'
import { findLinkedStatement } from '#features/statements/links/queries.server.ts'
import { LINK_DAYS } from '#features/statements/links/schema.ts'
import { noteShared, revokeLink, takeTellingBack, tellByWhatsApp } from './commands.server.ts'
import { countSentByHand, findInvitationText, findTelling, listTellings } from './queries.server.ts'

let ana = ''
beforeAll(async () => {
  process.env['PUBLIC_URL'] = 'https://frota.example'
  ana = (await anApprovedWeek()).driver('D1')
  await db.updateTable('drivers').set({ phone: '912 345 678', language: 'en' }).where('id', '=', ana).execute()
})
afterAll(() => delete process.env['PUBLIC_URL'])

const textOf = (address: string) => new URL(address).searchParams.get('text')!

test('WhatsApp opens with the week, the amount and a personal link to the paper for who has no account, and no number of a person', async () => {
  const address = await makeChange((change) => tellByWhatsApp(change, WEEK, ana), { at: MONDAY })
  expect(address).toMatch(/^https:\/\/wa\.me\/351912345678\?text=/)
  const text = textOf(address)
  expect(text).toContain('week 23')
  expect(text).toMatch(/€\d+\.\d{2} to receive\./)
  expect(text).toMatch(/https:\/\/frota\.example\/en\/statement\/[\w-]{20,}\n/)
  expect(text).not.toMatch(/PT50|code=/)
  expect(
    (await listTellings(WEEK, MONDAY)).filter(({ sentByHand }) => sentByHand).map(({ driverId }) => driverId),
  ).toEqual([ana])
})

test('of a link only the hash is kept; it opens that paper alone, until it is over, replaced, revoked or voided, and each look is counted', async () => {
  const tokenOf = async () =>
    /statement\/([\w-]+)/.exec(
      textOf(await makeChange((change) => tellByWhatsApp(change, WEEK, ana), { at: MONDAY })),
    )![1]!
  const first = await tokenOf()
  const second = await tokenOf()
  const at = (days: number) => MONDAY.add({ hours: 24 * days })
  expect(await findLinkedStatement(first, at(1))).toBeNull()
  const found = (await findLinkedStatement(second, at(1)))!
  expect(found).toMatchObject({ driver: ana, week: WEEK })
  expect(await findLinkedStatement(second, at(LINK_DAYS))).toBeNull()
  expect(await findLinkedStatement(second, at(-1))).toBeNull()
  expect(await findLinkedStatement(`${second}x`, at(1))).toBeNull()
  const visitor = { ...COMMAND_LINE, role: 'anonymous' as const, address: '192.0.2.7' }
  await noteLook(found, { actor: visitor, now: at(1) })
  await noteLook(found, { actor: visitor, now: at(2) })
  expect((await findTelling(WEEK, ana, at(2)))?.link).toMatchObject({ looks: 2, lookedAt: at(2).toString() })
  for (const table of ['statement_links', 'audit_events', 'whatsapp_tellings'] as const)
    expect(JSON.stringify(await db.selectFrom(table).selectAll().execute())).not.toContain(second)
  await makeChange((change) => revokeLink(change, WEEK, ana), { at: at(2) })
  expect(await findLinkedStatement(second, at(2))).toBeNull()
  expect((await findTelling(WEEK, ana, at(2)))?.link).toBeNull()
})

test('the paper that was shared from a phone is noted as such, without a number in the record', async () => {
  await db.updateTable('drivers').set({ phone: null }).where('id', '=', ana).execute()
  await makeChange((change) => noteShared(change, WEEK, ana), { at: MONDAY })
  expect(await findTelling(WEEK, ana, MONDAY)).toMatchObject({ hasNumber: false, sentByHand: { way: 'file' } })
  await db.updateTable('drivers').set({ phone: '912 345 678' }).where('id', '=', ana).execute()
})

test('who was told is told once, later moves the moment, and it is taken back where it was given', async () => {
  const later = MONDAY.add({ minutes: 5 })
  await makeChange((change) => tellByWhatsApp(change, WEEK, ana), { at: later })
  expect((await findTelling(WEEK, ana, MONDAY))?.sentByHand?.at).toBe(later.toString())
  await makeChange((change) => takeTellingBack(change, WEEK, ana), { at: later })
  await makeChange((change) => takeTellingBack(change, WEEK, ana), { at: later })
  expect((await findTelling(WEEK, ana, MONDAY))?.sentByHand).toBeNull()
  const events = await db.selectFrom('audit_events').select('id').where('subject', '=', `driver:${ana}`).execute()
  expect(events.length).toBeGreaterThanOrEqual(4)
})

test('an invitation is handed over with its link in a text of the driver’s language, by WhatsApp where there is a number', async () => {
  const link = 'https://frota.example/en/invite?code=abc'
  const { text, address } = await findInvitationText(ana, link)
  expect(text).toMatch(/72 hours/)
  expect(text.split('\n')).toContain(link)
  expect(address).toMatch(/^https:\/\/wa\.me\/351912345678\?text=/)
  expect(textOf(address!)).toBe(text)
})

test('a number that cannot be dialled is refused with what lifts it, and so is a week without an approved statement', async () => {
  await db.updateTable('drivers').set({ phone: 'não tem' }).where('id', '=', ana).execute()
  await expect(tried((change) => tellByWhatsApp(change, WEEK, ana))).rejects.toMatchObject({
    code: 'telling.no-phone',
  })
  const nobody = crypto.randomUUID()
  await expect(tried((change) => tellByWhatsApp(change, WEEK, nobody))).rejects.toMatchObject({
    code: 'record.not-found',
  })
  await db.updateTable('drivers').set({ phone: '912345678' }).where('id', '=', ana).execute()
})

test('of those whose statement is approved only who has a sign-in can see it', async () => {
  const { all, withAccess } = await countSentByHand(WEEK)
  expect([all > 1, withAccess]).toEqual([true, 0])
  await anAccount('ana@example.org', 'driver', ana)
  expect(await countSentByHand(WEEK)).toMatchObject({ all, withAccess: 1 })
})

test('what is voided is not told any more', async () => {
  await makeChange((change) => tellByWhatsApp(change, WEEK, ana), { at: MONDAY })
  const { id } = await db
    .selectFrom('settlements')
    .select('id')
    .where('driver_id', '=', ana)
    .where('week', '=', WEEK)
    .executeTakeFirstOrThrow()
  await makeChange((change) => voidSettlement(change, id, 'engano'), { at: MONDAY })
  expect(await findTelling(WEEK, ana, MONDAY)).toBeNull()
})
