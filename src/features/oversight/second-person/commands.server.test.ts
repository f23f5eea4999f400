import { askAlone } from '#db/together.server.ts'
import { beforeAll, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { basisPoints, cents } from '#domain/money.ts'
import { maskIban } from '#domain/identifiers.ts'
import { createAccount, setAccess } from '#features/accounts/commands.server.ts'
import { type Actor, type Change, SYSTEM } from '#features/audit/commands.server.ts'
import { findCompany } from '#features/company/queries.server.ts'
import type { CompanyInput } from '#features/company/schema.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { findPayingWeek, getFinalAccount } from '#features/departures/final-accounts/queries.server.ts'
import { settingsIn } from '#features/company/financial-settings/queries.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { listPayees } from '#features/payments/queries.server.ts'
import { movePlan, requestAdvance } from '#features/plans/commands.server.ts'
import { getPlan, listPlans } from '#features/plans/queries.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { MONDAY, NEXT_WEEK, WEEK, aFleet, makeChange, dropPublicSet, type Fleet, paidBy } from '#test/factories.ts'
import { anAccount, password } from '#test/people.ts'
import {
  askForApproval,
  askForCompany,
  askForFinal,
  askForPlan,
  askForReturn,
  askForSettings,
  beginRule,
  checkIban,
  decide,
  endRule,
  takeBackIbanCheck,
} from './commands.server.ts'
import {
  waitingLooks,
  listCheckedIbans,
  listFreshPeople,
  listLooks,
  listUncheckedIbans,
  twoPeopleSince,
} from './queries.server.ts'

const refused = (code: string) => expect.objectContaining({ code })
const NEW_IBAN = 'PT50000201231234567890154'

let fleet: Fleet
let helena: Actor
let ines: Actor
const as = (actor: Actor, work: (change: Change) => Promise<unknown>, at = MONDAY) => makeChange(work, { actor, at })
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
  await as(helena, (change) => changeIban(change, driver, { iban: NEW_IBAN, holder: null }))
  const [waiting] = await listUncheckedIbans()
  expect(waiting).toMatchObject({ driver: { id: driver }, masked: maskIban(NEW_IBAN), by: { uid: helena.uid } })

  const later = MONDAY.add({ hours: 24 * 8 })
  await dropPublicSet()
  await as(helena, (change) => approveWeek(change, WEEK, { leaveUnmatched: true }), later)
  const before = await listPayees(WEEK, later)
  expect(before.blocked.find(({ driverId }) => driverId === driver)?.reason).toBe('unchecked')

  const seen = { driver, seen: waiting!.seen }
  await expect(as(helena, (change) => checkIban(change, seen))).rejects.toEqual(refused('two-people.own'))
  await expect(as(ines, (change) => checkIban(change, { ...seen, seen: '0' }))).rejects.toEqual(
    refused('record.changed-meanwhile'),
  )
  await as(ines, (change) => checkIban(change, seen))
  // A check that was a mistake is taken back, by whoever notices it: the IBAN waits for somebody else than its writer again.
  await as(helena, (change) => takeBackIbanCheck(change, driver))
  expect((await listPayees(WEEK, later)).blocked.find(({ driverId }) => driverId === driver)?.reason).toBe('unchecked')
  await expect(as(helena, (change) => takeBackIbanCheck(change, driver))).rejects.toEqual(refused('record.not-found'))
  await expect(as(helena, (change) => checkIban(change, seen))).rejects.toEqual(refused('two-people.own'))
  await as(ines, (change) => checkIban(change, seen))
  expect(await listCheckedIbans()).toMatchObject([{ driver: { id: driver }, by: { uid: ines.uid }, isInFile: false }])
  const after = await listPayees(WEEK, later)
  expect(after.payees.map(({ driverId }) => driverId)).toContain(driver)
  expect(await listUncheckedIbans()).toEqual([])
})

test('who approved makes no bank file of it, confirms none, and pays by no other means; another person does', async () => {
  const later = MONDAY.add({ hours: 24 * 8 })
  const { payees } = await listPayees(WEEK, later)
  const one = payees[0]!.settlementId
  await expect(as(helena, (change) => exportBatch(change, WEEK), later)).rejects.toEqual(refused('two-people.approved'))
  await expect(as(helena, (change) => payOne(change, one, paidBy('MB WAY')), later)).rejects.toEqual(
    refused('two-people.approved'),
  )
  const { batchId } = (await as(ines, (change) => exportBatch(change, WEEK), later)) as { batchId: number }
  await expect(as(helena, (change) => confirmBatch(change, batchId), later)).rejects.toEqual(
    refused('two-people.approved'),
  )
  const checked = fleet.driver('D1')
  expect(await listCheckedIbans()).toEqual([])
  await expect(as(ines, (change) => takeBackIbanCheck(change, checked))).rejects.toEqual(
    refused('two-people.iban-in-file'),
  )
  await expect(db.deleteFrom('iban_checks').execute()).rejects.toThrow('a bank file rests on the check')
  await as(ines, (change) => confirmBatch(change, batchId), later)
})

test('a setting waits: nobody confirms their own, and it counts when the other person does', async () => {
  const hours = async () => (await settingsIn(NEXT_WEEK)).ibanHoldHours
  const was = await hours()
  const input = { from: NEXT_WEEK, settings: { ibanHoldHours: was + 1 }, reason: 'Mais calma' }
  expect(await as(helena, (change) => askForSettings(change, input))).toBe('asked')
  const [look] = await listLooks()
  expect(look).toMatchObject({ kind: 'settings', before: { ibanHoldHours: was }, after: { ibanHoldHours: was + 1 } })
  const accept = { intent: 'accept' as const, look: look!.id }
  await expect(as(helena, (change) => decide(change, accept))).rejects.toEqual(refused('two-people.own'))
  await expect(as(ines, (change) => decide(change, { intent: 'withdraw', look: look!.id }))).rejects.toEqual(
    refused('two-people.not-own'),
  )
  expect(await hours()).toBe(was)
  await as(ines, (change) => decide(change, accept))
  expect(await hours()).toBe(was + 1)
  await expect(as(ines, (change) => decide(change, accept))).rejects.toEqual(refused('record.not-found'))
})

test('another account of the company waits, and what else was typed is kept at once', async () => {
  const now = (await findCompany())!
  const input = { ...now, name: 'Frota Nova, Lda.', debtorIban: NEW_IBAN } as CompanyInput
  expect(await as(helena, (change) => askForCompany(change, input))).toBe('asked')
  expect(await findCompany()).toMatchObject({ name: 'Frota Nova, Lda.', debtorIban: now.debtorIban })
  const [look] = await listLooks()
  await as(ines, (change) => decide(change, { intent: 'accept', look: look!.id }))
  expect((await findCompany())?.debtorIban).toBe(NEW_IBAN)
})

const advance = (driverId: string) => ({
  driverId,
  kind: 'advance' as const,
  total: cents(300_00),
  count: 3,
  first: NEXT_WEEK,
  reason: 'Reparação do carro',
  skipsIdle: false,
})
const owedOf = async (driverId: string) =>
  (await listPlans(MONDAY)).filter(({ driver, state }) => driver.id === driverId && state === 'active').length

test('an advance is granted when another person confirms, once its IBAN was looked at; before that nothing is owed', async () => {
  const driver = fleet.driver('D2')
  const paper = new File([new Uint8Array([0x25, 0x50, 0x44, 0x46])], 'transferencia.pdf')
  await expect(as(helena, (change) => askForPlan(change, advance(driver), paper))).rejects.toEqual(
    refused('two-people.paper-later'),
  )
  const tooMany = { ...advance(driver), total: cents(2) }
  await expect(as(helena, (change) => askForPlan(change, tooMany))).rejects.toEqual(refused('plan.too-many'))
  const ledger = await db.selectFrom('journals').select('id').execute()
  expect(await as(helena, (change) => askForPlan(change, advance(driver)))).toBeNull()
  await expect(as(ines, (change) => askForPlan(change, advance(driver)))).rejects.toEqual(refused('two-people.asked'))
  expect([await owedOf(driver), await db.selectFrom('journals').select('id').execute()]).toEqual([0, ledger])

  const [look] = await listLooks()
  expect(look).toMatchObject({ kind: 'advance', after: { driver, amount: 300_00, count: 3, first: NEXT_WEEK } })
  const accept = { intent: 'accept' as const, look: look!.id }
  await expect(as(helena, (change) => decide(change, accept))).rejects.toEqual(refused('two-people.own'))
  await as(ines, (change) => changeIban(change, driver, { iban: NEW_IBAN, holder: null }))
  await expect(as(ines, (change) => decide(change, accept))).rejects.toEqual(refused('two-people.iban-unchecked'))
  const [unseen] = await listUncheckedIbans()
  await as(helena, (change) => checkIban(change, { driver, seen: unseen!.seen }))
  await as(ines, (change) => decide(change, accept))
  expect([await owedOf(driver), await askAlone(waitingLooks, db)]).toEqual([1, 0])
})

test('what a driver asked for is granted by two, and what the office opens that pays nothing out does not wait', async () => {
  const driver = fleet.driver('D3')
  const asked = { total: cents(200_00), count: 2, first: NEXT_WEEK, reason: 'Férias', interest: basisPoints(0) }
  const id = await as(helena, (change) => requestAdvance(change, driver as OwnDriverId, asked))
  const terms = { total: cents(150_00), count: 2, first: NEXT_WEEK, reason: 'Menos' }
  expect(await as(helena, (change) => askForApproval(change, id as string, terms))).toBeNull()
  expect((await getPlan(id as string, MONDAY)).state).toBe('requested')
  const [look] = await listLooks()
  expect(look).toMatchObject({ kind: 'advance-request', before: { amount: 200_00 }, after: { amount: 150_00 } })
  await as(ines, (change) => decide(change, { intent: 'accept', look: look!.id }))
  expect((await getPlan(id as string, MONDAY)).state).toBe('replaced')
  expect(await as(helena, (change) => askForPlan(change, { ...advance(driver), kind: 'damage' }))).toMatch(
    /^[0-9a-f-]{36}$/,
  )
})

test('a deposit goes back, and a final account is paid, when another person confirms the very figure', async () => {
  const driver = fleet.driver('D2')
  const conditions = { ...advance(driver), kind: 'deposit' as const, total: cents(100_00), count: 1 }
  const deposit = (await as(helena, (change) => askForPlan(change, conditions))) as string
  await as(helena, (change) => movePlan(change, deposit, { kind: 'early', amount: cents(100_00), reason: 'Entrega' }))
  const back = { amount: cents(40_00), reason: 'Metade' }
  await expect(
    as(helena, (change) => askForReturn(change, deposit, { ...back, amount: cents(400_00) })),
  ).rejects.toEqual(refused('plan.too-much'))
  expect(await as(helena, (change) => askForReturn(change, deposit, back))).toBe('asked')
  const held = async () => (await getPlan(deposit, MONDAY)).held
  expect(await held()).toBe(100_00)
  const [look] = await listLooks()
  await as(ines, (change) => decide(change, { intent: 'accept', look: look!.id }))
  expect(await held()).toBe(60_00)

  const leaver = fleet.driver('D1')
  const given = (await as(helena, (change) => askForPlan(change, { ...conditions, driverId: leaver }))) as string
  await as(helena, (change) => movePlan(change, given, { kind: 'early', amount: cents(100_00), reason: 'Entrega' }))
  const LEFT = MONDAY.add({ hours: 24 * 9 })
  const WAITED = LEFT.add({ hours: 24 * 60 })
  const day = (at: Temporal.Instant) => at.toString().slice(0, 10)
  const leaving = { at: LEFT, reason: 'Mudou', waitsUntil: day(WAITED), signsInUntil: null, done: [] }
  await as(helena, (change) => recordDeparture(change, leaver, leaving), LEFT)
  const { figures } = await getFinalAccount(leaver, WAITED)
  const week = await findPayingWeek(WAITED)
  const closing = { week, expected: figures.figure, reason: 'Conta final' }
  expect(figures.figure).toBeGreaterThan(0)
  await expect(as(helena, (change) => askForFinal(change, leaver, closing), LEFT)).rejects.toEqual(
    refused('departure.waiting'),
  )
  expect(await as(helena, (change) => askForFinal(change, leaver, closing), WAITED)).toBe('asked')
  expect((await getFinalAccount(leaver, WAITED)).movements).toEqual([])
  const [last] = await listLooks()
  expect(last).toMatchObject({ kind: 'final', after: { driver: leaver, amount: figures.figure } })
  await as(ines, (change) => decide(change, { intent: 'accept', look: last!.id }), WAITED)
  expect((await getFinalAccount(leaver, WAITED)).movements).toMatchObject([{ kind: 'closed' }])
})

test('the rule ends with the word of the other person, who may decline; the command line ends it alone', async () => {
  expect(await as(helena, endRule)).toBe('asked')
  await expect(as(ines, endRule)).rejects.toEqual(refused('two-people.asked'))
  const [look] = await listLooks()
  await as(ines, (change) => decide(change, { intent: 'decline', look: look!.id, reason: 'Ainda não' }))
  expect(await askAlone(waitingLooks, db)).toBe(0)
  expect(await twoPeopleSince()).not.toBeNull()
  const event = await db
    .selectFrom('audit_events')
    .select(['actor', 'subject', 'before', 'after'])
    .orderBy('id', 'desc')
    .executeTakeFirst()
  expect(event).toMatchObject({
    actor: ines.uid,
    subject: `second-look:${look!.id}`,
    before: { askedBy: helena.uid },
    after: { decision: 'declined', reason: 'Ainda não' },
  })
  await makeChange(endRule)
  expect(await twoPeopleSince()).toBeNull()
})

test('who was let in after the rule began is neither of the two for 72 hours, in anything that takes two', async () => {
  await as(helena, beginRule)
  const late = MONDAY.add({ hours: 24 })
  const [soon, then] = [late.add({ hours: 71 }), late.add({ hours: 72, seconds: 1 })]
  const rui = person(
    await createAccount(
      { email: 'rui@example.org', displayName: 'Rui', password, role: 'admin', scopes: ['finance'] },
      SYSTEM,
      late,
    ),
  )
  const fresh = expect.objectContaining({ code: 'two-people.fresh' })
  expect((await listFreshPeople(soon)).map(({ name }) => name)).toEqual(['Rui'])
  expect(await listFreshPeople(then)).toEqual([])

  const driver = fleet.driver('D3')
  const wanted = { ...advance(driver), total: cents(30_00) }
  await as(helena, (change) => askForPlan(change, wanted), soon)
  const accept = { intent: 'accept' as const, look: (await listLooks()).at(-1)!.id }
  await expect(as(rui, (change) => decide(change, accept), soon)).rejects.toEqual(fresh)
  await as(rui, (change) => decide(change, accept), then)

  // Nor may the fresh account ask, for the first person to accept.
  await as(rui, (change) => askForPlan(change, { ...wanted, total: cents(60_00) }), soon)
  const asked = { intent: 'accept' as const, look: (await listLooks()).at(-1)!.id }
  await expect(as(helena, (change) => decide(change, asked), soon)).rejects.toEqual(fresh)
  await as(helena, (change) => decide(change, { ...asked, intent: 'decline', reason: 'Não' }), soon)

  await as(rui, (change) => changeIban(change, driver, { iban: 'PT50002700000001234567833', holder: null }), soon)
  const unseen = (await listUncheckedIbans()).find((one) => one.driver.id === driver)!
  await expect(as(ines, (change) => checkIban(change, { driver, seen: unseen.seen }), soon)).rejects.toEqual(fresh)
  await as(ines, (change) => checkIban(change, { driver, seen: unseen.seen }), then)
})

test('who gains a permission is fresh again, who loses one is not, and the others are told of power over money', async () => {
  const day = MONDAY.add({ hours: 24 * 20 })
  const { uid } = await db
    .selectFrom('users')
    .select('uid')
    .where('email', '=', 'rui@example.org')
    .executeTakeFirstOrThrow()
  const recipients = async () =>
    (await db.selectFrom('mail_outbox').select('recipient').where('template', '=', 'money-person').execute())
      .map(({ recipient }) => recipient)
      .toSorted()
  await setAccess(uid, { role: 'admin', scopes: ['accountant'] }, helena, day)
  expect((await listFreshPeople(day)).map(({ name }) => name)).toEqual(['Rui'])
  expect(await recipients()).toEqual([])
  await setAccess(uid, { role: 'admin', scopes: ['accountant', 'finance'] }, helena, day.add({ hours: 80 }))
  expect(await recipients()).toEqual(['helena@example.org', 'ines@example.org'])
  await setAccess(uid, { role: 'admin', scopes: ['finance'] }, helena, day.add({ hours: 100 }))
  expect((await listFreshPeople(day.add({ hours: 151 }))).length).toBe(1)
  expect(await listFreshPeople(day.add({ hours: 153 }))).toEqual([])
})
