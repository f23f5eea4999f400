import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { Actor, Deed } from '#features/audit/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import type { CompanyInput } from '#features/company/schema.ts'
import { changeIban } from '#features/drivers/commands.server.ts'
import { settingsIn } from '#features/financial-settings/queries.server.ts'
import { confirmBatch, exportBatch, payOne } from '#features/payments/commands.server.ts'
import { listPayees } from '#features/payments/queries.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { MONDAY, NEXT_WEEK, WEEK, aFleet, change, dropPublicSet, type Fleet } from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { askForCompany, askForSettings, beginRule, checkIban, decide, endRule } from './commands.server.ts'
import { countWaiting, listLooks, listUncheckedIbans, twoPeopleSince } from './queries.server.ts'

const refused = (code: string) => expect.objectContaining({ code })
const NEW_IBAN = 'PT50000201231234567890154'

let fleet: Fleet
let helena: Actor
let ines: Actor
const as = (actor: Actor, work: (deed: Deed) => Promise<unknown>, at = MONDAY) => change(work, { actor, at })
const person = (uid: string): Actor => ({ uid, role: 'admin', address: null, requestId: null })

beforeAll(async () => {
  fleet = await aFleet()
  helena = person(await anAccount('helena@example.org', 'admin'))
})

test('the rule needs two people who may change money, and begins once', async () => {
  await expect(as(helena, beginRule)).rejects.toEqual(refused('two-people.alone'))
  ines = person(await anAccount('ines@example.org', 'admin'))
  expect(await as(helena, endRule)).toBe('done')
  await as(helena, beginRule)
  expect((await twoPeopleSince())?.toString()).toBe(MONDAY.toString())
  await expect(as(ines, beginRule)).rejects.toEqual(refused('two-people.company-missing'))
})

test('a new IBAN is paid once somebody else than its writer has looked at that very one', async () => {
  const driver = fleet.driver('D1')
  await as(helena, (deed) => changeIban(deed, driver, { iban: NEW_IBAN, holder: null }))
  const [waiting] = await listUncheckedIbans()
  expect(waiting).toMatchObject({ driver: { id: driver }, iban: NEW_IBAN, by: { uid: helena.uid } })

  const later = MONDAY.add({ hours: 24 * 8 })
  await dropPublicSet()
  await as(helena, (deed) => approveWeek(deed, WEEK, { leaveUnmatched: true }), later)
  const before = await listPayees(WEEK, later)
  expect(before.blocked.find(({ driverId }) => driverId === driver)?.reason).toBe('unchecked')

  const seen = { driver, seen: NEW_IBAN }
  await expect(as(helena, (deed) => checkIban(deed, seen))).rejects.toEqual(refused('two-people.own'))
  await expect(as(ines, (deed) => checkIban(deed, { ...seen, seen: 'PT50' }))).rejects.toEqual(
    refused('record.changed-meanwhile'),
  )
  await as(ines, (deed) => checkIban(deed, seen))
  const after = await listPayees(WEEK, later)
  expect(after.payees.map(({ driverId }) => driverId)).toContain(driver)
  expect(await listUncheckedIbans()).toEqual([])
})

test('who approved makes no bank file of it, confirms none, and pays by no other means; another person does', async () => {
  const later = MONDAY.add({ hours: 24 * 8 })
  const { payees } = await listPayees(WEEK, later)
  const one = payees[0]!.settlementId
  await expect(as(helena, (deed) => exportBatch(deed, WEEK), later)).rejects.toEqual(refused('two-people.approved'))
  await expect(as(helena, (deed) => payOne(deed, one, 'MB WAY'), later)).rejects.toEqual(refused('two-people.approved'))
  const { batchId } = (await as(ines, (deed) => exportBatch(deed, WEEK), later)) as { batchId: number }
  await expect(as(helena, (deed) => confirmBatch(deed, batchId), later)).rejects.toEqual(refused('two-people.approved'))
  await as(ines, (deed) => confirmBatch(deed, batchId), later)
})

test('a setting waits: nobody confirms their own, and it counts when the other person does', async () => {
  const hours = async () => (await settingsIn(NEXT_WEEK)).ibanHoldHours
  const was = await hours()
  const input = { from: NEXT_WEEK, settings: { ibanHoldHours: was + 1 }, reason: 'Mais calma' }
  expect(await as(helena, (deed) => askForSettings(deed, input))).toBe('asked')
  const [look] = await listLooks()
  expect(look).toMatchObject({ kind: 'settings', before: { ibanHoldHours: was }, after: { ibanHoldHours: was + 1 } })
  const accept = { intent: 'accept' as const, look: look!.id }
  await expect(as(helena, (deed) => decide(deed, accept))).rejects.toEqual(refused('two-people.own'))
  await expect(as(ines, (deed) => decide(deed, { intent: 'withdraw', look: look!.id }))).rejects.toEqual(
    refused('two-people.not-own'),
  )
  expect(await hours()).toBe(was)
  await as(ines, (deed) => decide(deed, accept))
  expect(await hours()).toBe(was + 1)
  await expect(as(ines, (deed) => decide(deed, accept))).rejects.toEqual(refused('record.not-found'))
})

test('another account of the company waits, and what else was typed is kept at once', async () => {
  const now = (await findCompany())!
  const input = { ...now, name: 'Frota Nova, Lda.', debtorIban: NEW_IBAN } as CompanyInput
  expect(await as(helena, (deed) => askForCompany(deed, input))).toBe('asked')
  expect(await findCompany()).toMatchObject({ name: 'Frota Nova, Lda.', debtorIban: now.debtorIban })
  const [look] = await listLooks()
  await as(ines, (deed) => decide(deed, { intent: 'accept', look: look!.id }))
  expect((await findCompany())?.debtorIban).toBe(NEW_IBAN)
})

test('the rule ends with the word of the other person, who may decline; the command line ends it alone', async () => {
  expect(await as(helena, endRule)).toBe('asked')
  await expect(as(ines, endRule)).rejects.toEqual(refused('two-people.asked'))
  const [look] = await listLooks()
  await as(ines, (deed) => decide(deed, { intent: 'decline', look: look!.id, reason: 'Ainda não' }))
  expect(await countWaiting()).toBe(0)
  expect(await twoPeopleSince()).not.toBeNull()
  const event = await db
    .selectFrom('audit_events')
    .select(['actor', 'subject', 'before', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(event).toMatchObject({
    ...{ actor: ines.uid, subject: `second-look:${look!.id}` },
    ...{ before: { askedBy: helena.uid }, after: { decision: 'declined', reason: 'Ainda não' } },
  })
  await change(endRule)
  expect(await twoPeopleSince()).toBeNull()
})
