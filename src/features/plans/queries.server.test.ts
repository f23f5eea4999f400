import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { basisPoints, cents, minus, sum } from '#domain/money.ts'
import type { PlanKind } from '#domain/plan.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { type Week, nextWeek, readWeek } from '#domain/week.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { MONDAY, NEXT_WEEK, WEEK, aFleet, makeChange, dropPublicSet } from '#test/factories.ts'
import { approveRequest, bookMovement, cancelPlan, changePlan, openPlan, requestAdvance } from './commands.server.ts'
import { forecastAdvance, forecastPlan, forecastRequests, getPlan, listDueIn, listPlans } from './queries.server.ts'
import { type PlanOutline, givenUp, paidBesides } from './schema.ts'

const refused = (code: string) => expect.objectContaining({ code })
const approve = (week: Week) => makeChange((change) => approveWeek(change, week, { leaveUnmatched: true }))
const plan = (id: string) => getPlan(id, MONDAY)
const expectIntactBooks = async () => expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])

async function voided(driverId: string, week: Week) {
  const { id } = (await findFrozen(driverId, week))!
  await makeChange((change) => voidSettlement(change, id, 'Engano'))
}

/** A plan of 100,00 in three weeks from the public week on. */
function openInThree(driverId: string, kind: PlanKind = 'damage') {
  const conditions = { driverId, kind, total: cents(100_00), count: 3, first: WEEK }
  return makeChange((change) => openPlan(change, { ...conditions, reason: 'Para-choques', skipsIdle: false }))
}

test('the list has every plan, also what was declined or cancelled, newest first', async () => {
  const fleet = await aFleet()
  const id = await openInThree(fleet.driver('D1'))
  await approve(WEEK)
  const gone = await openInThree(fleet.driver('D2'), 'deposit')
  await makeChange((change) => cancelPlan(change, gone, 'Engano'))
  expect(await listPlans(MONDAY)).toMatchObject([
    { id: gone, driver: { ref: 'D2' }, kind: 'deposit', state: 'cancelled', total: 100_00, decision: 'Engano' },
    { id, driver: { ref: 'D1' }, kind: 'damage', state: 'active', agreed: 100_00, taken: 33_33, remaining: 66_67 },
  ])
})

test('an advance is worked out under the ceiling of the driver’s own weeks, from the first one without a statement', async () => {
  const fleet = await aFleet()
  const driver = fleet.driver('D1') as OwnDriverId
  const terms = { ...PLAIN_TERMS, ceiling: basisPoints(30_00) }
  await makeChange((change) => addTerms(change, driver, { from: WEEK, terms, reason: 'Acordo' }))
  const asked = { total: cents(600_00), count: 2, interest: basisPoints(0) }
  // There is no past week to estimate from: the forecast is the plan as requested.
  expect(await forecastAdvance(driver, asked, MONDAY)).toMatchObject({
    first: NEXT_WEEK,
    room: null,
    weeks: 0,
    coming: [{ due: 300_00 }, { due: 300_00 }],
  })

  await dropPublicSet()
  await approve(WEEK)
  // 30 % of the 675.27 that the week left over.
  const found = await forecastAdvance(driver, asked, MONDAY)
  expect(found).toMatchObject({ first: NEXT_WEEK, room: 202_58, weeks: 1 })
  expect(found.coming!.map(({ due }) => due)).toEqual([202_58, 202_58, 194_84])
  // Instalments of an active plan come first.
  await makeChange((change) =>
    openPlan(change, {
      driverId: driver,
      kind: 'damage',
      total: cents(200_00),
      count: 2,
      first: NEXT_WEEK,
      reason: 'Para-choques',
      skipsIdle: false,
    }),
  )
  const behind = await forecastAdvance(driver, asked, MONDAY)
  expect(behind.coming!.map(({ due }) => due)).toEqual([102_58, 102_58, 202_58, 192_26])

  // Once requested, the forecast is the same as before; once answered, it is no longer computed.
  const request = { ...asked, first: NEXT_WEEK, reason: 'Oficina' }
  const id = await makeChange((change) => requestAdvance(change, driver, request))
  expect(await forecastRequests([await plan(id)], MONDAY)).toEqual({ [id]: behind })
  const granted = await makeChange((change) => approveRequest(change, id, { ...request, reason: '' }))
  expect(await forecastRequests([await plan(id), await plan(granted)], MONDAY)).toEqual({})
  // Terms agreed since count, not those of the last statement.
  const lighter = { ...PLAIN_TERMS, ceiling: basisPoints(10_00) }
  await makeChange((change) => addTerms(change, driver, { from: NEXT_WEEK, terms: lighter, reason: 'Acordo' }))
  expect((await forecastAdvance(driver, asked, MONDAY)).room).toBe(67_53)
})

test('a plan of the office is worked out from the week it says on, and what becomes a plan is no debt beside it', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const terms = { ...PLAIN_TERMS, ceiling: basisPoints(30_00) }
  await makeChange((change) => addTerms(change, driverId, { from: WEEK, terms, reason: 'Acordo' }))
  const asked: PlanOutline = {
    driver: driverId,
    kind: 'damage',
    total: cents(400_00),
    count: 4,
    first: WEEK,
    down: cents(0),
    interest: basisPoints(0),
  }
  const weeksOf = async (outline: PlanOutline) =>
    (await forecastPlan(outline, MONDAY)).coming!.map(({ week, due }) => [week, due])
  // A week without a statement is open, even when it has ended.
  const after = (weeks: number) => nextWeek(WEEK, weeks)
  expect(await weeksOf(asked)).toEqual([0, 1, 2, 3].map((at) => [after(at), 100_00]))

  await dropPublicSet()
  await makeChange((change) =>
    addAdjustment(change, { driverId, week: WEEK, kind: 'fine', amount: cents(-607_74), reason: 'Multa' }),
  )
  await approve(WEEK)
  // A third of the fine is 30 % of 675.27: the next two weeks go to the rest of that debt.
  expect(await weeksOf(asked)).toEqual([3, 4, 5, 6].map((at) => [after(at), 100_00]))
  // A plan for that debt itself takes its instalments at once.
  expect(await weeksOf({ ...asked, kind: 'debt' })).toEqual([1, 2, 3, 4].map((at) => [after(at), 100_00]))
  // A down payment is in no instalment, and nothing is taken before the first week that was given.
  const later = { ...asked, kind: 'debt', first: after(3), down: cents(200_00) } as const
  expect(await weeksOf(later)).toEqual([3, 4, 5, 6].map((at) => [after(at), 50_00]))
})

test('the total of a plan is what was taken, paid besides, given up or fallen due, and left', async () => {
  const fleet = await aFleet()
  const id = await openInThree(fleet.driver('D1'))
  await approve(WEEK)
  const move = (kind: 'early' | 'write-off' | 'due', amount: number) =>
    makeChange((change) => bookMovement(change, id, { kind, amount: cents(amount), reason: 'Acordo' }))
  await move('early', 10_00)
  await move('write-off', 5_00)
  await move('due', 20_00)
  const found = await plan(id)
  const { agreed, taken, remaining } = found
  expect({ taken, besides: paidBesides(found), givenUp: givenUp(found), remaining }).toEqual({
    taken: 33_33,
    besides: 10_00,
    givenUp: 25_00,
    remaining: 31_67,
  })
  expect(sum([taken, paidBesides(found), givenUp(found), remaining])).toBe(agreed)
})

/** Sets a charge of 4 % on each instalment from the first week on, as the office would. */
const withInterest = (planInterest = 400) =>
  makeChange((change) =>
    changeSettings(change, { from: readWeek('2026-05-04'), reason: 'Ensaio', settings: { planInterest } }),
  )

test('an advance with interest takes it beside each instalment, and its own account has it to the cent', async () => {
  const fleet = await aFleet()
  await withInterest()
  const driverId = fleet.driver('D1')
  const conditions = {
    driverId,
    kind: 'advance',
    total: cents(100_00),
    count: 3,
    first: WEEK,
    skipsIdle: false,
  } as const
  const id = await makeChange((change) =>
    openPlan(change, { ...conditions, reason: 'Oficina', interest: basisPoints(400) }),
  )
  expect(await plan(id)).toMatchObject({ interest: 400, charged: 0, cost: 4_00 })
  expect((await plan(id)).coming.map(({ due, charge }) => [due, charge])).toEqual([
    [33_33, 1_33],
    [33_33, 1_34],
    [33_34, 1_33],
  ])

  for (let number = 0; number < 3; number++) await approve(nextWeek(WEEK, number))
  const done = await plan(id)
  expect([done.state, done.charged, done.taken]).toEqual(['paid', 4_00, 100_00])
  expect(done.past.map(({ charged }) => charged)).toEqual([1_33, 1_34, 1_33])
  expect(await owedOn(driverId)).toBe(0)
  expect(await interestIncome()).toBe(-4_00)
  const frozen = (await findFrozen(driverId, WEEK))!
  expect(frozen.settlement.lines.filter(({ code }) => code === 'adjustment.interest')).toMatchObject([
    { amount: -1_33, adjustment: { reason: 'Oficina' } },
  ])

  // A voided week gives its charge back too, and charges it again with the next version.
  await voided(driverId, nextWeek(WEEK))
  expect([await interestIncome(), (await plan(id)).remaining]).toEqual([-2_66, 33_33])
  await approve(nextWeek(WEEK))
  expect([await interestIncome(), (await plan(id)).state]).toEqual([-4_00, 'paid'])
  await expectIntactBooks()
})

async function owedOn(driverId: string): Promise<number> {
  const account = db.selectFrom('ledger_accounts').select('balance_cents').where('driver_id', '=', driverId)
  return (await account.where('code', '=', 'plan').executeTakeFirstOrThrow()).balance_cents
}

async function interestIncome(): Promise<number> {
  const account = db.selectFrom('ledger_accounts').select('balance_cents').where('code', '=', 'income:interest')
  return 0 - (await account.executeTakeFirstOrThrow()).balance_cents
}

test('interest is off until the settings say so, is for advances alone, and is never another than the one that was seen', async () => {
  const fleet = await aFleet()
  const conditions = {
    driverId: fleet.driver('D1'),
    total: cents(100_00),
    count: 4,
    first: WEEK,
    reason: 'Oficina',
    skipsIdle: true,
    interest: basisPoints(400),
  }
  const begun = (kind: PlanKind) => makeChange((change) => openPlan(change, { ...conditions, kind }))
  await expect(begun('advance')).rejects.toEqual(refused('plan.interest-changed'))
  await withInterest()
  await expect(begun('debt')).rejects.toEqual(refused('plan.interest-changed'))

  const own = fleet.driver('D1') as OwnDriverId
  const ask = (interest: number) =>
    makeChange((change) => requestAdvance(change, own, { ...conditions, interest: basisPoints(interest) }))
  await expect(ask(0)).rejects.toEqual(refused('plan.interest-changed'))
  const request = await ask(400)
  const yes = { total: cents(100_00), first: WEEK, count: 2, reason: 'Combinado' }
  await withInterest(0)
  await expect(makeChange((change) => approveRequest(change, request, yes))).rejects.toEqual(
    refused('plan.interest-changed'),
  )
  await withInterest()
  const id = await makeChange((change) => approveRequest(change, request, yes))
  expect(await plan(id)).toMatchObject({ interest: 400, cost: 4_00, count: 2 })
  // New conditions keep the rate, on what is still owed.
  const next = await makeChange((change) => changePlan(change, id, { ...yes, count: 5, skipsIdle: true }))
  expect(await plan(next)).toMatchObject({ interest: 400, cost: 4_00 })
})

test('the office may open an advance free of charge, and a request from before the charge stays free of it', async () => {
  const fleet = await aFleet()
  const own = fleet.driver('D1') as OwnDriverId
  const asked = { total: cents(100_00), count: 4, first: WEEK, reason: 'Oficina' }
  const request = await makeChange((change) => requestAdvance(change, own, asked))
  await withInterest()
  const id = await makeChange((change) => approveRequest(change, request, { ...asked, reason: 'Combinado' }))
  expect(await plan(id)).toMatchObject({ interest: 0, cost: 0, awaitsAcceptance: false })
  const free = { ...asked, driverId: own, kind: 'advance' as const, skipsIdle: false }
  const opened = await makeChange((change) => openPlan(change, free))
  expect(await plan(opened)).toMatchObject({ interest: 0, cost: 0 })
})

test('a cent charged ahead under the old conditions is charged less under the new: the rate on the total, to the cent', async () => {
  const fleet = await aFleet()
  await withInterest()
  const driverId = fleet.driver('D1')
  const terms = { ...PLAIN_TERMS, ceiling: basisPoints(3_000) }
  await makeChange((change) => addTerms(change, driverId, { from: WEEK, terms, reason: 'Limite' }))
  // Without income, only credits can cover instalments.
  const credit = (week: Week, amount: number) =>
    makeChange((change) =>
      addAdjustment(change, { driverId, week, kind: 'other', amount: cents(amount), reason: 'Acerto' }),
    )
  await credit(WEEK, 52_13)
  await credit(NEXT_WEEK, 60_00)
  const conditions = {
    driverId,
    kind: 'advance' as const,
    total: cents(100_00),
    count: 1,
    first: WEEK,
    skipsIdle: false,
  }
  const id = await makeChange((change) =>
    openPlan(change, { ...conditions, reason: 'Oficina', interest: basisPoints(400) }),
  )
  await approve(WEEK)
  // 50,12 with a charge of 2,00 would leave a cent, while 50,13 would be charged 2,01.
  expect((await plan(id)).past).toMatchObject([{ taken: 50_12, charged: 2_01 }])

  const changed = { count: 1, first: NEXT_WEEK, skipsIdle: false, reason: 'Novas condições' }
  const next = await makeChange((change) => changePlan(change, id, changed))
  expect(await plan(next)).toMatchObject({ total: 49_88, fullCharge: 1_99, charged: 2_01, cost: 4_00 })
  expect((await plan(next)).coming).toMatchObject([{ due: 49_88, charge: 1_99 }])
  await approve(NEXT_WEEK)
  expect(await plan(next)).toMatchObject({ state: 'paid', charged: 4_00, cost: 4_00, fullCharge: 1_99 })
  expect(await interestIncome()).toBe(-4_00)
  await expectIntactBooks()
})

test('over changed conditions and voided weeks all charges together are the rate on what statements took', async () => {
  const fleet = await aFleet()
  await withInterest(100)
  const driverId = fleet.driver('D1')
  const conditions = {
    driverId,
    kind: 'advance' as const,
    total: cents(333_30),
    count: 10,
    first: WEEK,
    skipsIdle: false,
  }
  const id = await makeChange((change) =>
    openPlan(change, { ...conditions, reason: 'Oficina', interest: basisPoints(100) }),
  )
  for (let number = 0; number < 8; number++) await approve(nextWeek(WEEK, number))
  // Each third instalment of 33,33 is charged 34 cents instead of 33: without those weeks too little was charged.
  expect((await plan(id)).past.map(({ charged }) => charged)).toEqual([33, 34, 33, 33, 34, 33, 33, 34])
  for (const number of [1, 4, 7]) await voided(driverId, nextWeek(WEEK, number))
  const changed = { count: 1, first: nextWeek(WEEK, 8), skipsIdle: false, reason: 'Tudo já' }
  const next = await makeChange((change) => changePlan(change, id, changed))
  // 1 % of 333,30 is 3,33; five weeks charged 1,65.
  const shown = await plan(next)
  expect(shown).toMatchObject({ total: 166_65, fullCharge: 1_68, charged: 1_65, cost: 3_33 })
  const [due] = (await listDueIn([nextWeek(WEEK, 8)]))(nextWeek(WEEK, 8)).get(driverId)!
  expect(due!.instalment).toMatchObject({
    amount: minus(shown.remaining),
    plan: { id: next, interest: { rate: shown.interest, repaid: shown.repaid, charged: shown.charged } },
  })
  await approve(nextWeek(WEEK, 8))
  expect(await plan(next)).toMatchObject({ state: 'paid', charged: 3_33 })
  expect(await interestIncome()).toBe(-3_33)
  await expectIntactBooks()
})

test('whoever enters weeks of the past sees the instalment in the week whose statement takes it', async () => {
  const fleet = await aFleet()
  const id = await openInThree(fleet.driver('D1'))
  const later = MONDAY.add({ hours: 24 * 28 })
  const coming = async () => (await getPlan(id, later)).coming.map(({ week, due }) => [week, due])
  expect(await coming()).toEqual([
    [WEEK, 33_33],
    [NEXT_WEEK, 33_33],
    [nextWeek(NEXT_WEEK), 33_34],
  ])
  await approve(WEEK)
  expect(await coming()).toEqual([
    [NEXT_WEEK, 33_33],
    [nextWeek(NEXT_WEEK), 33_34],
  ])
})
