import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents, sum } from '#domain/money.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { nextWeek } from '#domain/week.ts'
import { saveDriver } from '#features/fleet/drivers/commands.server.ts'
import { addTerms, removeTerms } from '#features/fleet/terms/commands.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { listTerms } from '#features/fleet/terms/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { tellDrivers } from '#features/mail/commands.server.ts'
import type { Actor } from '#features/audit/commands.server.ts'
import { confirmBatch, exportBatch, voidBatch } from '#features/payments/commands.server.ts'
import { handOver } from '#features/fleet/vehicles/commands.server.ts'
import {
  EXPECTED,
  type Fleet,
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  anApprovedWeek,
  asOwner,
  makeChange,
  drop,
  dropPublicSet,
  edited,
  publicFile,
  withoutLines,
} from '#test/factories.ts'
import { anAccount } from '#test/people.ts'
import { approveWeek, undoApproval, voidSettlement } from './commands.server.ts'
import { findApproval } from './frozen-settlements/queries.server.ts'
import { type DriverStatement, type WeekView, getWeek } from './queries.server.ts'

const BOLT = publicFile('2026W23')
const leave = { leaveUnmatched: true }
const approve = (choices: Parameters<typeof approveWeek>[2] = leave, week = WEEK) =>
  makeChange((change) => approveWeek(change, week, choices))
const refused = (code: string) => expect.objectContaining({ code })

function statementOf({ statements }: WeekView, ref: string): DriverStatement {
  return statements.find(({ driver }) => driver.ref === ref)!
}

const stateOf = async (ref: string, week = WEEK) => statementOf(await getWeek(week), ref)

/** Balance of a driver's current account. */
async function balanceOf(fleet: Fleet, ref: string): Promise<number> {
  const account = await db
    .selectFrom('ledger_accounts')
    .select('balance_cents')
    .where('driver_id', '=', fleet.driver(ref))
    .where('code', '=', 'current')
    .executeTakeFirst()
  return account?.balance_cents ?? 0
}

const balances = () =>
  db.selectFrom('ledger_accounts').select(['code', 'driver_id', 'balance_cents']).orderBy('id').execute()
const expectIntactBooks = async () => expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])

/** The toll file of the week after, with one passage of one driver. */
const oneToll = (week: 'W24' | 'W25') =>
  edited(publicFile('extrato'), (text) => {
    const [day, from, to] = week === 'W24' ? ['10', '08', '14'] : ['17', '15', '21']
    const lines = text.split('\n')
    const row = lines[6]!.replaceAll('01/06/2026', `${day}/06/2026`).replaceAll('ZX-33-TC', 'ZX-77-TG')
    return [...lines.slice(0, 6), row].join('\n').replace('01/06/2026 a 07/06/2026', `${from}/06/2026 a ${to}/06/2026`)
  })

test('what is approved is what was shown, line by line', async () => {
  await aFleet()
  await dropPublicSet()
  const before = await getWeek(WEEK)
  const net = sum(before.statements.map(({ settlement }) => settlement!.net))
  const approval = await approve({ leaveUnmatched: true, expected: { drivers: 8, net } })
  expect(approval).toMatchObject({ already: 0, withoutTerms: [], checks: before.checks })
  expect(approval.approved).toHaveLength(8)

  const after = await getWeek(WEEK)
  expect(after.statements.map(({ settlement, terms, sources }) => ({ settlement, terms, sources }))).toEqual(
    before.statements.map(({ settlement, terms, sources }) => ({ settlement, terms, sources })),
  )
  expect(after.statements.every(({ state, wouldBe }) => state === 'approved' && wouldBe === null)).toBe(true)
  await expectIntactBooks()
})

test('the journal of a statement moves its driver’s account by its net', async () => {
  const fleet = await anApprovedWeek()
  for (const [ref, { balance }] of Object.entries<{ balance: number }>(EXPECTED.drivers)) {
    expect(await balanceOf(fleet, ref), ref).toBe(balance)
  }
})

test('a week is approved once, also by two people at the same moment', async () => {
  await aFleet()
  await dropPublicSet()
  const both = await Promise.all([approve(), approve(), approve()])
  expect(both.map(({ approved }) => approved.length).toSorted()).toEqual([0, 0, 8])
  expect(both.map(({ already }) => already).toSorted()).toEqual([0, 8, 8])
  const again = await approve()
  expect([again.approved.length, again.already]).toEqual([0, 8])
  expect(await db.selectFrom('journals').select('id').execute()).toHaveLength(8)
  await expectIntactBooks()
})

test('an import and an approval at the same moment give a week before or after it, never between', async () => {
  for (let round = 0; round < 5; round++) {
    await aFleet()
    await dropPublicSet()
    await Promise.all([approve(), drop([withoutLines(BOLT, 'Bruna')])])
    const { settlement, wouldBe } = await stateOf('D2')
    const whole = EXPECTED.drivers.D2.balance
    const [net, other] = [settlement!.net, wouldBe ?? settlement!.net]
    expect([whole, whole - EXPECTED.drivers.D2.bolt_payout]).toContain(net)
    expect(other).toBe(whole - EXPECTED.drivers.D2.bolt_payout)
  }
})

test('rows without an owner hold the week up until somebody leaves them out', async () => {
  await aFleet()
  await dropPublicSet()
  await expect(approve({ leaveUnmatched: false })).rejects.toEqual(refused('week.unmatched'))
  expect(await db.selectFrom('settlements').select('id').execute()).toEqual([])
  expect((await approve()).approved).toHaveLength(8)
})

test('a week that is not the one that was looked at is refused', async () => {
  await aFleet()
  await dropPublicSet()
  const { checks } = await getWeek(WEEK)
  await drop([withoutLines(BOLT, 'Bruna')])
  for (const expected of [
    { drivers: 8, net: checks.net },
    { drivers: 7, net: checks.net - EXPECTED.drivers.D2.bolt_payout },
  ]) {
    await expect(approve({ leaveUnmatched: true, expected })).rejects.toEqual(refused('week.changed-meanwhile'))
  }
  expect(await db.selectFrom('settlements').select('id').execute()).toEqual([])
})

test('of two who approve what both looked at the second hears that it is approved, not that its values changed', async () => {
  await aFleet()
  await dropPublicSet()
  const expected = { drivers: 8, net: (await getWeek(WEEK)).checks.net }
  await approve({ leaveUnmatched: true, expected })
  await expect(approve({ leaveUnmatched: true, expected })).rejects.toEqual(refused('week.approved'))
})

test('a week nobody worked in is refused', async () => {
  await aFleet({ terms: 'keep' })
  await expect(approve()).rejects.toEqual(refused('week.empty'))
})

test('a driver without terms stays behind and is named; with terms he is approved later', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  const driverId = fleet.driver('D1')
  const [terms] = await listTerms(driverId)
  await makeChange((change) => removeTerms(change, driverId, terms!.id, 'engano'))
  const approval = await approve()
  expect(approval.withoutTerms).toEqual([{ driverId, ref: 'D1' }])
  expect(approval.approved.map(({ ref }) => ref)).not.toContain('D1')
  expect(approval.checks.sourcesIn).toBe(approval.checks.settled + approval.checks.unmatched + approval.checks.company)
  expect(await stateOf('D1')).toMatchObject({ settlement: null, state: 'draft' })

  await makeChange((change) => addTerms(change, driverId, { from: WEEK, terms: PLAIN_TERMS, reason: '' }))
  const second = await approve()
  expect(second.approved).toEqual([
    { driverId, ref: 'D1', net: EXPECTED.drivers.D1.balance, payable: EXPECTED.drivers.D1.balance },
  ])
})

test('a driver who left is settled all the same when files name him', async () => {
  const fleet = await aFleet()
  const id = fleet.driver('D5')
  const known = await getDriver(id)
  await makeChange((change) => saveDriver(change, id, { ...known, endedOn: '2026-05-31', status: 'inactive' }))
  expect((await getWeek(WEEK)).statements.map(({ driver: { ref } }) => ref)).not.toContain('D5')
  await dropPublicSet()
  const { approved } = await approve()
  expect(approved).toContainEqual(expect.objectContaining({ ref: 'D5', net: EXPECTED.drivers.D5.balance }))
})

test('voiding takes the journal back exactly, and the week can be approved as a second version', async () => {
  await anApprovedWeek()
  const before = await balances()
  const { stored } = await stateOf('D1')
  await makeChange((change) => voidSettlement(change, stored!.id, 'engano'))
  const between = await balances()
  const moved = between.filter(({ balance_cents }, index) => balance_cents !== before[index]!.balance_cents)
  expect(moved.map(({ code }) => code).toSorted()).toEqual([
    'current',
    'platform:bolt',
    'platform:uber',
    'recovered:fuel',
    'recovered:other',
    'recovered:tolls',
  ])
  expect(moved.find(({ code }) => code === 'current')?.balance_cents).toBe(0)
  expect(await stateOf('D1')).toMatchObject({
    state: 'draft',
    stored: null,
    settlement: { net: EXPECTED.drivers.D1.balance },
  })
  await expect(makeChange((change) => voidSettlement(change, stored!.id, 'outra vez'))).rejects.toEqual(
    refused('settlement.not-voidable'),
  )

  expect((await approve()).approved.map(({ ref }) => ref)).toEqual(['D1'])
  expect(await stateOf('D1')).toMatchObject({ state: 'approved', stored: { version: 2 } })
  expect(await balances()).toEqual(before)
  await expectIntactBooks()
})

test('what is in a bank file or paid is not voided, and what is no settlement is not found', async () => {
  await anApprovedWeek()
  await makeChange((change) => exportBatch(change, WEEK))
  const { stored } = await stateOf('D1')
  await expect(makeChange((change) => voidSettlement(change, stored!.id, 'tarde'))).rejects.toEqual(
    refused('settlement.not-voidable'),
  )
  for (const id of ['1', crypto.randomUUID()]) {
    await expect(makeChange((change) => voidSettlement(change, id, 'nada'))).rejects.toEqual(
      refused('record.not-found'),
    )
  }
})

test('a void and a bank file at the same moment: one of them wins, the other says so', async () => {
  for (let round = 0; round < 5; round++) {
    await anApprovedWeek()
    const { stored } = await stateOf('D1')
    const [voided, exported] = await Promise.allSettled([
      makeChange((change) => voidSettlement(change, stored!.id, 'engano')),
      makeChange((change) => exportBatch(change, WEEK)),
    ])
    expect(exported.status).toBe('fulfilled')
    const state = (await stateOf('D1')).state
    expect(state).toBe(voided.status === 'fulfilled' ? 'draft' : 'in-batch')
    if (voided.status === 'rejected') expect(voided.reason).toEqual(refused('settlement.not-voidable'))
    await expectIntactBooks()
  }
})

const anOfficer = async (email: string): Promise<Actor> => ({
  uid: await anAccount(email, 'admin'),
  role: 'admin',
  address: null,
  requestId: null,
})
const undo = (actor?: Actor) =>
  makeChange((change) => undoApproval(change, WEEK, { reason: 'engano' }), actor ? { actor } : {})

test('an approval is undone whole until its bank file is made: books, notices and messages, and approved again', async () => {
  const fleet = await anApprovedWeek()
  const before = await balances()
  await db.updateTable('drivers').set({ email: 'ana@example.org' }).where('id', '=', fleet.driver('D1')).execute()
  await makeChange((change) => tellDrivers(change, WEEK, [fleet.driver('D1')]))
  const { statements, net } = await findApproval(WEEK)
  await expect(
    makeChange((change) => undoApproval(change, WEEK, { reason: 'x', expected: { statements: 8, net: net + 1 } })),
  ).rejects.toEqual(refused('approval.changed-meanwhile'))

  expect(await undo()).toEqual({ statements: statements.length, net })
  expect((await balances()).filter(({ code }) => code === 'current').map((one) => one.balance_cents)).toEqual(
    Array.from({ length: 8 }, () => 0),
  )
  expect((await getWeek(WEEK)).statements.map(({ state }) => state)).toEqual(Array.from({ length: 8 }, () => 'draft'))
  const notices = await db.selectFrom('inbox_notices').select('kind').where('kind', '=', 'statement-void').execute()
  expect(notices).toHaveLength(8)
  const mails = await db.selectFrom('mail_outbox').select(['state', 'last_error']).execute()
  expect(mails).toEqual([{ state: 'dead', last_error: 'stopped' }])
  await expect(undo()).rejects.toEqual(refused('approval.none'))
  await expectIntactBooks()

  expect((await approve()).approved).toHaveLength(8)
  expect(await stateOf('D1')).toMatchObject({ state: 'approved', stored: { version: 2 } })
  expect(await balances()).toEqual(before)
  await expectIntactBooks()
})

test('of several approvals the newest is undone first, and each alone', async () => {
  await anApprovedWeek()
  const { stored } = await stateOf('D1')
  await makeChange((change) => voidSettlement(change, stored!.id, 'engano'))
  await makeChange((change) => approveWeek(change, WEEK, leave), { at: MONDAY.add({ minutes: 1 }) })
  expect(await undo()).toMatchObject({ statements: 1 })
  expect(await undo()).toMatchObject({ statements: 7 })
})

test('an undoing and a bank file at the same moment: one of them wins, and the other says what would lift it', async () => {
  for (let round = 0; round < 4; round++) {
    await anApprovedWeek()
    const [undone, exported] = await Promise.allSettled([undo(), makeChange((change) => exportBatch(change, WEEK))])
    expect([undone.status, exported.status].toSorted()).toEqual(['fulfilled', 'rejected'])
    if (undone.status === 'rejected') expect(undone.reason).toEqual(refused('approval.in-bank-file'))
    else expect((exported as PromiseRejectedResult).reason).toEqual(refused('payment.nobody'))
    await expectIntactBooks()
  }
})

test('a bank file that is voided lets its approval be undone; what is paid never is', async () => {
  await anApprovedWeek()
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  await expect(undo()).rejects.toEqual(refused('approval.in-bank-file'))
  await makeChange((change) => voidBatch(change, batchId, 'engano'))
  expect(await undo()).toMatchObject({ statements: 8 })
  await approve()
  const again = await makeChange((change) => exportBatch(change, WEEK))
  await makeChange((change) => confirmBatch(change, again.batchId))
  await expect(undo()).rejects.toEqual(refused('approval.paid'))
})

test('where it takes two, whoever approved again after an undoing does not pay, and the other does', async () => {
  await aFleet()
  await dropPublicSet()
  await asOwner(`update company set two_people_since = '2026-01-01T00:00:00Z'`)
  const [one, other] = [await anOfficer('one@example.org'), await anOfficer('other@example.org')]
  const approveAs = (actor: Actor) => makeChange((change) => approveWeek(change, WEEK, leave), { actor })
  const payAs = (actor: Actor) => makeChange((change) => exportBatch(change, WEEK), { actor })
  await approveAs(one)
  await undo(other)
  await approveAs(other)
  await expect(payAs(other)).rejects.toEqual(refused('two-people.approved'))
  expect((await payAs(one)).transactions).toBeGreaterThan(0)
})

test('an approved week stays as it is whatever comes later, and says what it would be', async () => {
  const fleet = await anApprovedWeek()
  const frozen = ({ statements }: WeekView) =>
    statements.map(({ driver, settlement, terms, sources, state }) => ({
      driver: driver.ref,
      settlement,
      terms,
      sources,
      state,
    }))
  const before = frozen(await getWeek(WEEK))

  await drop([withoutLines(BOLT, 'Bruna')])
  await makeChange((change) =>
    handOver(change, fleet.vehicle('ZX33TC'), fleet.driver('D4'), Temporal.Instant.from('2026-06-03T23:00:00Z')),
  )
  const fee = { mode: 'fixed' as const, amount: cents(25_00), always: false }
  await expect(
    makeChange((change) =>
      addTerms(change, fleet.driver('D1'), { from: WEEK, terms: { ...PLAIN_TERMS, fee }, reason: '' }),
    ),
  ).rejects.toEqual(refused('terms.week-approved'))
  await approve()

  const view = await getWeek(WEEK)
  expect(frozen(view)).toEqual(before)
  const differing = new Map(
    view.statements.flatMap(({ driver: { ref }, wouldBe }) =>
      wouldBe === null ? [] : [[ref, wouldBe - EXPECTED.drivers[ref].balance] as const],
    ),
  )
  // Bruna lost her Bolt row; the car's costs from Thursday on went from Cássio to Dulce.
  expect([...differing.keys()].toSorted()).toEqual(['D2', 'D3', 'D4'])
  expect(differing.get('D2')).toBe(-EXPECTED.drivers.D2.bolt_payout)
  expect(differing.get('D3')).toBeGreaterThanOrEqual(205 + 185 + 35 + 215)
  expect(differing.get('D4')).toBe(-differing.get('D3')!)
  await expectIntactBooks()
})

test('what a week in debt would be is said without its own debt', async () => {
  await anApprovedWeek()
  await drop([withoutLines(BOLT, 'Gonçalo')])
  const { wouldBe, settlement } = await stateOf('D7')
  expect(settlement!.net).toBe(EXPECTED.drivers.D7.balance)
  expect(wouldBe).toBe(EXPECTED.drivers.D7.balance - EXPECTED.drivers.D7.bolt_payout)
})

test('a week in debt is carried into the next statement once, and not posted a second time', async () => {
  const fleet = await anApprovedWeek()
  const debt = EXPECTED.drivers.D7.balance
  await drop([oneToll('W24')])
  expect((await stateOf('D7', NEXT_WEEK)).settlement).toMatchObject({ net: debt - 215, payable: 0 })
  await approve(leave, NEXT_WEEK)
  expect(await balanceOf(fleet, 'D7')).toBe(debt - 215)
  // Approved, the second week comes to the same, and the first is as it was.
  expect((await stateOf('D7', NEXT_WEEK)).settlement?.net).toBe(debt - 215)
  expect((await stateOf('D7')).settlement?.net).toBe(debt)

  await drop([oneToll('W25')])
  const third = await stateOf('D7', nextWeek(NEXT_WEEK))
  expect(third.settlement?.net).toBe(debt - 430)
  expect(third.settlement?.lines.filter(({ code }) => code === 'balance.carried').map(({ amount }) => amount)).toEqual([
    debt - 215,
  ])
  await expectIntactBooks()
})

test('two weeks approved at the same moment take a debt off once', async () => {
  for (let round = 0; round < 4; round++) {
    const fleet = await anApprovedWeek()
    const debt = EXPECTED.drivers.D7.balance
    await drop([oneToll('W24'), oneToll('W25')])
    await Promise.all([approve(leave, NEXT_WEEK), approve(leave, nextWeek(NEXT_WEEK))])
    const carried = await db
      .selectFrom('settlement_lines')
      .innerJoin('settlements', 'settlements.id', 'settlement_id')
      .select('amount_cents')
      .where('driver_id', '=', fleet.driver('D7'))
      .where('code', '=', 'balance.carried')
      .orderBy('amount_cents', 'desc')
      .execute()
    expect(carried.map(({ amount_cents }) => amount_cents)).toEqual([debt, debt - 215])
  }
})

test('an approval is one event of the week, at its moment', async () => {
  await anApprovedWeek()
  const events = await db.selectFrom('audit_events').selectAll().where('subject', '=', `week:${WEEK}`).execute()
  expect(events.map(({ at, after }) => [at.toString(), after])).toEqual([
    [MONDAY.toString(), { approved: 8, net: EXPECTED.settlement_example.total_balance, unmatched: 1 }],
  ])
})
