import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { sealedNif } from '#db/sealed-columns.server.ts'
import { showIban } from '#domain/identifiers.ts'
import { listIbans } from '#features/fleet/ibans/queries.server.ts'
import { MONDAY, NEXT_WEEK, WEEK, aFleet, makeChange, type Fleet } from '#test/factories.ts'
import { reveal } from './commands.server.ts'
import { isRevealGood, revealTicketFor } from './queries.server.ts'

let fleet: Fleet
beforeAll(async () => {
  fleet = await aFleet()
  const id = fleet.driver('D1')
  await db
    .updateTable('drivers')
    .set(sealedNif('drivers.nif', id, '299999998'))
    .where('id', '=', id)
    .execute()
})
const look = (what: Parameters<typeof reveal>[1], id: string) =>
  makeChange((change) => reveal(change, what, id, 'Comprovativo do banco'), { action: 'sealed.reveal' })

test('what is opened in full is in the log with whose, which and why, and never the value', async () => {
  const id = fleet.driver('D1')
  const masked = (await listIbans(id, MONDAY))[0]!.masked
  const iban = await look('iban', id)
  expect(iban.replaceAll(' ', '').slice(-4)).toBe(masked.slice(-4))
  expect(iban).toBe(showIban(iban.replaceAll(' ', '')))
  expect(await look('nif', id)).toBe('299999998')
  expect(await look('company', '1')).toMatch(/^PT50( \d{4}){5} \d$/)
  const events = await db
    .selectFrom('audit_events')
    .selectAll()
    .where('action', '=', 'sealed.reveal')
    .orderBy('seq')
    .execute()
  expect(events.map(({ subject, after }) => [subject, after])).toEqual([
    [`driver:${id}`, { revealed: 'iban', reason: 'Comprovativo do banco' }],
    [`driver:${id}`, { revealed: 'nif', reason: 'Comprovativo do banco' }],
    ['company', { revealed: 'iban', reason: 'Comprovativo do banco' }],
  ])
  expect(JSON.stringify(events)).not.toContain(iban.replaceAll(' ', ''))
})

test('somebody who is not there and somebody who has nothing look the same', async () => {
  const missing = { code: 'record.not-found' }
  await expect(look('iban', crypto.randomUUID())).rejects.toMatchObject(missing)
  await expect(look('application', 'nobody')).rejects.toMatchObject(missing)
  await db.updateTable('drivers').set({ nif: null, nif_index: null }).where('id', '=', fleet.driver('D2')).execute()
  await expect(look('nif', fleet.driver('D2'))).rejects.toMatchObject(missing)
})

test('the file of a week with every number is for who said why, of that week and kind, and for five minutes', () => {
  const ticket = revealTicketFor('uid-1', WEEK, 'csv', MONDAY)
  const isGood = (other: Partial<typeof ticket> = {}, uid = 'uid-1', week = WEEK, at = MONDAY) =>
    isRevealGood({ ...ticket, ...other }, uid, week, at)
  expect(isGood()).toBe(true)
  expect(isGood({}, 'uid-1', WEEK, MONDAY.add({ minutes: 6 }))).toBe(false)
  expect([isGood({}, 'uid-2'), isGood({}, 'uid-1', NEXT_WEEK), isGood({ format: 'xlsx' })]).toEqual([
    false,
    false,
    false,
  ])
  expect(isGood({ until: MONDAY.add({ hours: 1 }).toString() })).toBe(false)
  // The ticket does not open the invoices of a month either.
  expect(isRevealGood(ticket, 'uid-1', '2026-06', MONDAY)).toBe(false)
})
