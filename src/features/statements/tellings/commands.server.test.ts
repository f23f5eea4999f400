import { afterAll, beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { voidSettlement } from '#features/settlements/commands.server.ts'
import { MONDAY, WEEK, anApprovedWeek, change, tried } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { takeTellingBack, tellByWhatsApp } from './commands.server.ts'
import { countTold, findInvitationText, findTelling, listTellings } from './queries.server.ts'

let ana = ''
beforeAll(async () => {
  process.env['PUBLIC_URL'] = 'https://frota.example'
  ana = (await anApprovedWeek()).driver('D1')
  await db.updateTable('drivers').set({ phone: '912 345 678', language: 'en' }).where('id', '=', ana).execute()
})
afterAll(() => delete process.env['PUBLIC_URL'])

const textOf = (address: string) => new URL(address).searchParams.get('text')!

test('WhatsApp opens with a greeting, the week and the plain address of the statement in the driver’s language, and no amount', async () => {
  const address = await change((deed) => tellByWhatsApp(deed, WEEK, ana), { at: MONDAY })
  expect(address).toMatch(/^https:\/\/wa\.me\/351912345678\?text=/)
  const text = textOf(address)
  expect(text).toContain('week 23')
  expect(text).toContain('https://frota.example/en/dashboard/payslips/2026-W23\n')
  expect(text).not.toMatch(/€|\d+[.,]\d{2}|PT50|code=/)
  expect((await listTellings(WEEK)).filter(({ told }) => told).map(({ driverId }) => driverId)).toEqual([ana])
})

test('who was told is told once, later moves the moment, and it is taken back where it was given', async () => {
  const later = MONDAY.add({ minutes: 5 })
  await change((deed) => tellByWhatsApp(deed, WEEK, ana), { at: later })
  expect((await findTelling(WEEK, ana))?.told?.at).toBe(later.toString())
  await change((deed) => takeTellingBack(deed, WEEK, ana), { at: later })
  await change((deed) => takeTellingBack(deed, WEEK, ana), { at: later })
  expect((await findTelling(WEEK, ana))?.told).toBeNull()
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
  await expect(tried((deed) => tellByWhatsApp(deed, WEEK, ana))).rejects.toMatchObject({ code: 'telling.no-phone' })
  const nobody = crypto.randomUUID()
  await expect(tried((deed) => tellByWhatsApp(deed, WEEK, nobody))).rejects.toMatchObject({ code: 'record.not-found' })
  await db.updateTable('drivers').set({ phone: '912345678' }).where('id', '=', ana).execute()
})

test('of those whose statement is approved only who has a sign-in can see it', async () => {
  const { all, withAccess } = await countTold(WEEK)
  expect([all > 1, withAccess]).toEqual([true, 0])
  await anAccount('ana@example.org', 'driver', ana)
  expect(await countTold(WEEK)).toMatchObject({ all, withAccess: 1 })
})

test('what is voided is not told any more', async () => {
  await change((deed) => tellByWhatsApp(deed, WEEK, ana), { at: MONDAY })
  const { id } = await db
    .selectFrom('settlements')
    .select('id')
    .where('driver_id', '=', ana)
    .where('week', '=', WEEK)
    .executeTakeFirstOrThrow()
  await change((deed) => voidSettlement(deed, id, 'engano'), { at: MONDAY })
  expect(await findTelling(WEEK, ana)).toBeNull()
})
