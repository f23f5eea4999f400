import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type Cents, cents, minus, sum } from '#domain/money.ts'
import type { Movement, PlanKind } from '#domain/plan.ts'
import { type Week, ZONE, nextWeek, readWeek } from '#domain/week.ts'
import { changeSettings } from '#features/company/financial-settings/commands.server.ts'
import { listDriverBalances } from '#features/ledger/current-accounts/queries.server.ts'
import { listNotices } from '#features/mail/inbox/queries.server.ts'
import { examineBooks } from '#features/system/invariants/queries.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { findFrozen } from '#features/settlements/frozen-settlements/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { sha256 } from '#platform/hash.ts'
import { type Change } from '#features/audit/commands.server.ts'
import { addAdjustment } from '#features/adjustments/commands.server.ts'
import { MONDAY, NEXT_WEEK, WEEK, aFleet, makeChange, dropPublicSet } from '#test/factories.ts'
import {
  acceptPlan,
  approveRequest,
  attachProof,
  bookMovement,
  cancelPlan,
  changePlan,
  declineRequest,
  movePlan,
  openPlan,
  planDebt,
  reopenRequest,
  requestAdvance,
  skipWeek,
  takeSkipBack,
  takeMovementBack,
  writeOff,
} from './commands.server.ts'
import { getPlan, listDueIn, listOwnPlans, listPlans, readProof, requireOwnPlan } from './queries.server.ts'
import { pdfBytes } from '#test/papers.ts'

const refused = (code: string) => expect.objectContaining({ code })
const approve = (week: Week) => makeChange((change) => approveWeek(change, week, { leaveUnmatched: true }))
const plan = (id: string) => getPlan(id, MONDAY)
const expectIntactBooks = async () => expect((await examineBooks()).filter(({ broken }) => broken > 0)).toEqual([])

/** A plan of 100,00 over three weeks from the public week on; with `skipsIdle` only where a test asks for it. */
function open(
  driverId: string,
  {
    kind = 'damage',
    total = cents(100_00),
    count = 3,
    skipsIdle = false,
    down = cents(0),
    first = WEEK,
  }: { kind?: PlanKind; total?: Cents; count?: number; skipsIdle?: boolean; down?: Cents; first?: Week } = {},
) {
  const conditions = { driverId, kind, total, count, first, reason: 'Para-choques', skipsIdle, down }
  return makeChange((change) => openPlan(change, conditions))
}

async function balancesOf(driverId: string): Promise<Record<string, Cents>> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['code', 'balance_cents'])
    .where('driver_id', '=', driverId)
    .execute()
  return Object.fromEntries(rows.map(({ code, balance_cents }) => [code, cents(balance_cents)]))
}

/** Leaves a driver owing `amount` on the current account: a fine in a week without income. */
async function owing(driverId: string, amount: number) {
  const fine = { driverId, week: WEEK, kind: 'fine' as const, amount: cents(-amount), reason: 'Auto 44/2026' }
  await makeChange((change) => addAdjustment(change, fine))
  await approve(WEEK)
}

function set(settings: Parameters<typeof changeSettings>[1]['settings']) {
  return makeChange((change) => changeSettings(change, { from: readWeek('2026-05-04'), reason: 'Ensaio', settings }))
}

async function voided(driverId: string, week: Week) {
  const { id } = (await findFrozen(driverId, week))!
  await makeChange((change) => voidSettlement(change, id, 'Engano'))
}

test('a plan is paid off by the weeks, to the cent, and the last one takes the rest', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'))
  expect(await balancesOf(fleet.driver('D1'))).toEqual({ plan: -100_00 })
  for (let number = 0; number < 4; number++) await approve(nextWeek(WEEK, number))
  const { past, state, remaining } = await plan(id)
  expect(past.map(({ due, taken }) => [due, taken])).toEqual([
    [33_33, 33_33],
    [33_33, 33_33],
    [33_34, 33_34],
  ])
  expect([state, remaining]).toEqual(['paid', 0])
  expect((await balancesOf(fleet.driver('D1')))['plan']).toBe(0)
  await expectIntactBooks()
})

test('the draft shows the instalment before, the frozen statement reads the same after', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'))
  const lineOf = async () => {
    const { statements } = await getWeek(WEEK)
    const own = statements.find(({ driver }) => driver.id === fleet.driver('D1'))
    return own?.settlement?.lines.find(({ code }) => code === 'adjustment.plan')
  }
  const draft = await lineOf()
  expect(draft).toMatchObject({
    amount: -33_33,
    adjustment: { id: null, reason: 'Para-choques', plan: { id, due: 33_33, left: 0 } },
  })
  await approve(WEEK)
  expect(await lineOf()).toEqual(draft)
})

test('voiding a statement restores its instalment, also after the conditions were changed', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'))
  await approve(WEEK)
  const changed = { count: 2, first: NEXT_WEEK, skipsIdle: false, reason: 'Semanas fracas' }
  const next = await makeChange((change) => changePlan(change, id, changed))
  expect(await plan(next)).toMatchObject({ total: 66_67, agreed: 100_00, remaining: 66_67, agreedOn: '2026-06-08' })
  expect(await plan(id)).toMatchObject({ state: 'replaced', count: 3 })
  await voided(fleet.driver('D1'), WEEK)
  const { remaining, coming } = await plan(next)
  expect([remaining, sum(coming.map(({ due }) => due))]).toEqual([100_00, 100_00])
  expect((await balancesOf(fleet.driver('D1')))['plan']).toBe(-100_00)
  await expectIntactBooks()
})

test('a skipped week takes nothing and the plan is longer by it; a week with a statement cannot be skipped', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'))
  await makeChange((change) => skipWeek(change, id, WEEK, 'Férias'))
  await expect(makeChange((change) => skipWeek(change, id, WEEK, 'Férias'))).rejects.toEqual(refused('plan.known'))
  await approve(WEEK)
  await approve(NEXT_WEEK)
  expect((await plan(id)).past).toMatchObject([{ week: NEXT_WEEK, due: 33_33, taken: 33_33 }])
  await expect(makeChange((change) => skipWeek(change, id, NEXT_WEEK, 'Férias'))).rejects.toEqual(refused('plan.known'))
})

test('only a week in which a plan takes something is skipped, and one skipped by mistake takes its instalment again', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'), { first: NEXT_WEEK })
  const skip = (week: Week) => makeChange((change) => skipWeek(change, id, week, 'Férias'))
  const back = (week: Week) => makeChange((change) => takeSkipBack(change, id, week))
  const { coming } = await plan(id)
  await expect(skip(WEEK)).rejects.toEqual(refused('plan.not-due'))
  await expect(skip(nextWeek(NEXT_WEEK, 3))).rejects.toEqual(refused('plan.not-due'))
  await skip(NEXT_WEEK)
  await skip(nextWeek(NEXT_WEEK, 3))
  await back(nextWeek(NEXT_WEEK, 3))
  await back(NEXT_WEEK)
  expect((await plan(id)).coming).toEqual(coming)
  await expect(back(NEXT_WEEK)).rejects.toEqual(refused('record.changed-meanwhile'))

  await skip(NEXT_WEEK)
  await approve(WEEK)
  await approve(NEXT_WEEK)
  await expect(back(NEXT_WEEK)).rejects.toEqual(refused('plan.week-issued'))
  await voided(fleet.driver('D1'), NEXT_WEEK)
  await back(NEXT_WEEK)
  await approve(NEXT_WEEK)
  expect((await plan(id)).past).toMatchObject([{ week: NEXT_WEEK, taken: 33_33 }])
  await expect(skip(NEXT_WEEK)).rejects.toEqual(refused('plan.known'))
})

test('a week that a plan took nothing in, and that has a statement, is not skipped any more', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'))
  await makeChange((change) => skipWeek(change, id, WEEK, 'Férias'))
  await approve(WEEK)
  const [later] = (await plan(id)).coming
  expect(later!.week).toBe(NEXT_WEEK)
  const other = await open(fleet.driver('D1'))
  await expect(makeChange((change) => skipWeek(change, other, WEEK, 'Férias'))).rejects.toEqual(refused('plan.known'))
})

test('a week without income is spared where that was agreed, and only there', async () => {
  const fleet = await aFleet()
  const spared = await open(fleet.driver('D1'), { skipsIdle: true })
  const asked = await open(fleet.driver('D2'))
  await approve(WEEK)
  expect((await plan(spared)).past).toEqual([])
  expect((await plan(asked)).past).toHaveLength(1)
})

test('the oldest plan stands first on the statement', async () => {
  const fleet = await aFleet()
  const first = await open(fleet.driver('D1'))
  const conditions = { driverId: fleet.driver('D1'), kind: 'fine' as const, total: cents(50_00), count: 1, first: WEEK }
  const late = { at: MONDAY.add({ hours: 48 }) }
  const second = await makeChange(
    (change) => openPlan(change, { ...conditions, reason: 'Multa', skipsIdle: false }),
    late,
  )
  await approve(WEEK)
  const { settlement } = (await findFrozen(fleet.driver('D1'), WEEK))!
  const plans = settlement.lines.flatMap(({ adjustment }) => (adjustment?.plan ? [adjustment.plan.id] : []))
  expect(plans).toEqual([first, second])
})

test('early payment and writing off take no more than is owed, and nothing is due after', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'))
  const early = (amount: number) =>
    makeChange((change) => movePlan(change, id, { kind: 'early', amount: cents(amount), reason: 'MB WAY' }))
  await expect(early(100_01)).rejects.toEqual(refused('plan.too-much'))
  await early(60_00)
  expect((await plan(id)).coming.map(({ due }) => due)).toEqual([33_33, 6_67])
  await expect(makeChange((change) => writeOff(change, id, 'Engano', cents(40_01)))).rejects.toEqual(
    refused('plan.too-much'),
  )
  await makeChange((change) => writeOff(change, id, 'Metade, por acordo', cents(20_00)))
  expect((await plan(id)).coming.map(({ due }) => due)).toEqual([20_00])
  await makeChange((change) => writeOff(change, id, 'Acordo de saída'))
  expect(await plan(id)).toMatchObject({ state: 'paid', remaining: 0, coming: [] })
  await approve(WEEK)
  expect((await plan(id)).past).toEqual([])
  await expect(early(1)).rejects.toEqual(refused('plan.closed'))
  expect((await balancesOf(fleet.driver('D1')))['plan']).toBe(0)
  await expectIntactBooks()
})

test('a payment or write-off that was a mistake is taken back once: the books and the weeks are as before it, and the driver is told', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const id = await open(driverId)
  const takeBack = (movement: string) =>
    makeChange((change) => takeMovementBack(change, next, { movement, reason: 'Não entrou' }))
  const before = [await balancesOf(driverId), (await plan(id)).coming]
  const early = { kind: 'early' as const, amount: cents(40_00), reason: 'MB WAY' }
  await makeChange((change) => movePlan(change, id, early))
  const next = await makeChange((change) =>
    changePlan(change, id, { first: WEEK, count: 2, skipsIdle: false, reason: 'Menos' }),
  )
  await makeChange((change) => writeOff(change, next, 'Cortesia'))
  const [paid, writtenOff] = (await plan(next)).movements
  if (!paid || !writtenOff) throw new Error('two movements')
  await expect(takeBack(writtenOff.id).then(() => takeBack(writtenOff.id))).rejects.toEqual(refused('plan.taken-back'))
  expect(await plan(next)).toMatchObject({ state: 'active', remaining: 60_00 })
  const both = await Promise.allSettled(
    [1, 2].map(() =>
      makeChange((change) => takeMovementBack(change, next, { movement: paid.id, reason: 'Outro motorista' })),
    ),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await balancesOf(driverId)).toEqual(before[0])
  expect(await plan(next)).toMatchObject({
    remaining: 100_00,
    movements: [],
    takenBack: [
      { kind: 'write-off', back: { reason: 'Não entrou' } },
      { kind: 'early', back: { reason: 'Outro motorista' } },
    ],
  })
  await expectIntactBooks()
  await approve(WEEK)
  expect((await plan(next)).past).toEqual([{ week: WEEK, due: 30_00, taken: 30_00, charged: 0 }])
  await expectIntactBooks()
  const { notices } = await listNotices(driverId as OwnDriverId, { limit: 3, before: null })
  expect(notices.map(({ facts }) => facts)).toMatchObject([
    { kind: 'statement-issued' },
    { event: 'taken-back', amount: 40_00, reason: 'Outro motorista' },
    { event: 'taken-back', amount: 60_00, reason: 'Não entrou' },
  ])
  const own = await listOwnPlans(driverId as OwnDriverId, MONDAY)
  expect(own.flatMap(({ takenBack }) => takenBack.map(({ back }) => back.by))).toEqual([null, null])
})

test('what was paid at the start shows that it was taken back; another payment of the same amount does not', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'), { kind: 'deposit', down: cents(40_00) })
  const [start] = (await plan(id)).movements
  await makeChange((change) => movePlan(change, id, { kind: 'early', amount: cents(40_00), reason: 'Mais' }), {
    at: MONDAY.add({ hours: 1 }),
  })
  const later = (await plan(id)).movements.find((one) => one.id !== start!.id)
  const takeBack = (movement: string) =>
    makeChange((change) => takeMovementBack(change, id, { movement, reason: 'Engano' }))
  await takeBack(later!.id)
  expect(await plan(id)).toMatchObject({ down: 40_00, isDownTakenBack: false })
  await takeBack(start!.id)
  expect(await plan(id)).toMatchObject({ down: 40_00, isDownTakenBack: true, held: 0 })
})

test('a movement of a deposit is taken back too, but not a payment that was given back since', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'), { kind: 'deposit' })
  const move = (kind: Movement) =>
    makeChange((change) => bookMovement(change, id, { kind, amount: cents(40_00), reason: 'Acerto' }))
  const takeBack = async (kind: Movement) => {
    const found = (await plan(id)).movements.find((one) => one.kind === kind)
    return makeChange((change) => takeMovementBack(change, id, { movement: found?.id ?? '', reason: 'Engano' }))
  }
  const before = await balancesOf(fleet.driver('D1'))
  await move('early')
  const paid = await balancesOf(fleet.driver('D1'))
  for (const kind of ['returned', 'used'] as const) {
    await move(kind)
    await expect(takeBack('early')).rejects.toEqual(refused('plan.deposit-gone'))
    await takeBack(kind)
    expect(await balancesOf(fleet.driver('D1'))).toMatchObject(paid)
  }
  await move('write-off')
  await takeBack('write-off')
  await takeBack('early')
  expect(await balancesOf(fleet.driver('D1'))).toMatchObject({ plan: before['plan'], deposit: before['deposit'] })
  expect((await plan(id)).held).toBe(0)
  const { drivers } = await listDriverBalances('deposit', MONDAY.toZonedDateTimeISO(ZONE).toPlainDate())
  expect(drivers).toMatchObject([{ ref: 'D1', received: 0 }])
  await expect(takeBack('early')).rejects.toEqual(refused('record.not-found'))
  await expectIntactBooks()
})

test('a deposit is built up, kept against a debt and given back, never more than is held', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'), { kind: 'deposit', total: cents(60_00), count: 2 })
  await approve(WEEK)
  await approve(NEXT_WEEK)
  expect((await plan(id)).held).toBe(60_00)
  const move = (kind: 'returned' | 'used', amount: number) =>
    makeChange((change) => movePlan(change, id, { kind, amount: cents(amount), reason: 'Saída' }))
  await expect(move('returned', 60_01)).rejects.toEqual(refused('plan.too-much'))
  await move('used', 60_00)
  await expect(move('returned', 1)).rejects.toEqual(refused('plan.too-much'))
  // The money taken in two weeks came back, against the driver's debt for it.
  expect(await balancesOf(fleet.driver('D1'))).toEqual({ plan: 0, deposit: 0, current: 0 })
  await expectIntactBooks()
})

test('a carried debt becomes a plan: the current account is even, and the weeks pay it back', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await owing(driverId, 90_00)
  const debt = (total: number) => (change: Change) =>
    openPlan(change, {
      driverId,
      kind: 'debt',
      count: 3,
      first: NEXT_WEEK,
      total: cents(total),
      reason: 'Saldo',
      skipsIdle: false,
    })
  await expect(makeChange(debt(90_01))).rejects.toEqual(refused('plan.no-such-debt'))
  const id = await makeChange(debt(90_00))
  expect(await balancesOf(driverId)).toEqual({ plan: -90_00, current: 0 })
  await approve(NEXT_WEEK)
  expect((await plan(id)).remaining).toBe(60_00)
  await expectIntactBooks()
})

test('what was owed or held before the books began here comes from the opening balance, and the bank does not move', async () => {
  const fleet = await aFleet()
  const before = (ref: string, kind: PlanKind, total: number, down: number) => {
    const amounts = { total: cents(total), down: cents(down), count: 4, first: NEXT_WEEK }
    const conditions = { driverId: fleet.driver(ref), kind, ...amounts, reason: 'De antes', skipsIdle: false }
    return makeChange((change) => openPlan(change, { ...conditions, isBefore: true }))
  }
  const debt = await before('D1', 'debt', 340_00, 0)
  const deposit = await before('D2', 'deposit', 500_00, 200_00)
  const whole = await before('D3', 'deposit', 300_00, 300_00)
  expect(await balancesOf(fleet.driver('D1'))).toEqual({ plan: -340_00 })
  expect(await balancesOf(fleet.driver('D2'))).toEqual({ plan: -300_00, deposit: 500_00 })
  expect(await balancesOf(fleet.driver('D3'))).toEqual({ plan: 0, deposit: 300_00 })
  const company = await db
    .selectFrom('ledger_accounts')
    .select(['code', 'balance_cents as balance'])
    .where('driver_id', 'is', null)
    .where('code', 'in', ['bank', 'opening'])
    .where('balance_cents', '<>', 0)
    .execute()
  // The debts of before are an asset of 340,00, the deposits a debt of 500,00 to drivers.
  expect(company).toEqual([{ code: 'opening', balance: -160_00 }])
  expect(await plan(whole)).toMatchObject({ state: 'paid', remaining: 0, held: 300_00, coming: [] })
  await approve(NEXT_WEEK)
  expect([(await plan(debt)).remaining, (await plan(deposit)).remaining]).toEqual([255_00, 225_00])
  expect((await plan(deposit)).held).toBe(275_00)
  await expectIntactBooks()
})

test('nobody who owes nothing gets a plan of a debt: the next statement would pay it out', async () => {
  const fleet = await aFleet()
  await expect(open(fleet.driver('D1'), { kind: 'debt', total: cents(500_00) })).rejects.toEqual(
    refused('plan.no-such-debt'),
  )
  expect(await balancesOf(fleet.driver('D1'))).toEqual({})
})

test('less than a cent a week is refused, whoever asks it', async () => {
  const fleet = await aFleet()
  const own = fleet.driver('D1') as OwnDriverId
  await expect(open(own, { total: cents(1_00), count: 120 })).rejects.toEqual(refused('plan.too-many'))
  const asked = { total: cents(1_00), count: 100, first: WEEK, reason: 'Pneus' }
  const id = await makeChange((change) => requestAdvance(change, own, asked))
  const yes = { total: cents(1_00), count: 120, first: WEEK, reason: 'Combinado' }
  await expect(makeChange((change) => approveRequest(change, id, yes))).rejects.toEqual(refused('plan.too-many'))
  const small = await open(own, { total: cents(50), count: 2 })
  const changed = { count: 51, first: WEEK, skipsIdle: false, reason: 'Folga' }
  await expect(makeChange((change) => changePlan(change, small, changed))).rejects.toEqual(refused('plan.too-many'))
})

test('a batch the bank partly rejects touches no instalment', async () => {
  const fleet = await aFleet()
  await dropPublicSet()
  const id = await open(fleet.driver('D1'))
  await approve(WEEK)
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  const { id: settlement } = (await findFrozen(fleet.driver('D1'), WEEK))!
  const before = await plan(id)
  await makeChange((change) => confirmBatch(change, batchId, new Map([[settlement, 'IBAN encerrado']])))
  expect(await plan(id)).toEqual(before)
  expect(before.remaining).toBe(66_67)
})

test('a request moves nothing until it is decided, once; over other weeks it is the office’s plan', async () => {
  const fleet = await aFleet()
  const own = fleet.driver('D1') as OwnDriverId
  const ask = () =>
    makeChange((change) =>
      requestAdvance(change, own, { total: cents(200_00), count: 4, first: WEEK, reason: 'Pneus' }),
    )
  const [yes, no] = [await ask(), await ask()]
  expect(await balancesOf(own)).toEqual({})
  await makeChange((change) => declineRequest(change, no, 'Era o outro'))
  // A refusal that was a mistake is taken back: the request waits again.
  await makeChange((change) => reopenRequest(change, no, 'Recusei o errado'))
  expect(await plan(no)).toMatchObject({ state: 'requested', decision: '' })
  await expect(makeChange((change) => reopenRequest(change, no, 'Outra vez'))).rejects.toEqual(refused('plan.closed'))
  await makeChange((change) => declineRequest(change, no, 'Já há um adiantamento'))
  const approved = await makeChange((change) =>
    approveRequest(change, yes, { total: cents(200_00), first: NEXT_WEEK, count: 5, reason: 'Em cinco' }),
  )
  for (const id of [yes, no]) {
    await expect(makeChange((change) => declineRequest(change, id, 'Não'))).rejects.toEqual(refused('plan.closed'))
  }
  expect(await balancesOf(own)).toEqual({ plan: -200_00 })
  expect(await plan(approved)).toMatchObject({
    kind: 'advance',
    count: 5,
    first: NEXT_WEEK,
    state: 'active',
    reason: 'Pneus',
  })
  expect((await listOwnPlans(own, MONDAY)).map(({ state }) => state)).toEqual(['active', 'declined'])
  const running = (await listPlans(MONDAY)).filter(({ state }) => state === 'active')
  expect(running.map(({ id }) => id)).toEqual([approved])
})

test('the driver’s yes is kept once with the words that were read; nobody says it for another', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'))
  const accept = (ref: string, text: string) =>
    makeChange((change) => acceptPlan(change, fleet.driver(ref) as OwnDriverId, id, { text, language: 'pt' }))
  await expect(accept('D2', 'Aceito')).rejects.toEqual(refused('record.not-found'))
  await accept('D1', 'Aceito')
  const notes = async () => {
    const written = db
      .selectFrom('audit_events')
      .select('id')
      .where(sql`after ->> 'accepted'`, 'is not', null)
    return (await written.execute()).length
  }
  const before = await notes()
  await accept('D1', 'Outra coisa')
  expect([before, await notes()]).toEqual([1, 1])
  const kept = await db
    .selectFrom('plans')
    .select(['accepted_sha256', 'accepted_text', 'accepted_language', 'accepted_at'])
    .executeTakeFirstOrThrow()
  expect(kept).toMatchObject({ accepted_sha256: sha256('Aceito'), accepted_text: 'Aceito', accepted_language: 'pt' })
  expect(kept.accepted_at?.toString()).toBe(MONDAY.toString())
  const otherwise = db.updateTable('plans').set({ accepted_text: 'Outra coisa' }).where('id', '=', id)
  await expect(otherwise.execute()).rejects.toThrow(/is accepted/)
})

test('a plan asked for in an approved week begins in the next one, and says so, also when its conditions are changed', async () => {
  const fleet = await aFleet()
  await approve(WEEK)
  const driver = fleet.driver('D1')
  const [late, early] = [await open(driver), await open(driver, { first: NEXT_WEEK })]
  expect(await plan(late)).toMatchObject({ asked: WEEK, first: NEXT_WEEK })
  expect(await plan(early)).toMatchObject({ asked: null, first: NEXT_WEEK })
  const changed = { count: 2, first: WEEK, skipsIdle: false, reason: 'Folga' }
  const next = await makeChange((change) => changePlan(change, early, changed))
  expect(await plan(next)).toMatchObject({ asked: WEEK, first: NEXT_WEEK })
})

test('nobody accepts the conditions of a plan that is paid', async () => {
  const fleet = await aFleet()
  const [driver, seen] = [fleet.driver('D1') as OwnDriverId, { text: 'Aceito', language: 'pt' } as const]
  const [paid, accepted] = [await open(driver), await open(driver)]
  await makeChange((change) => acceptPlan(change, driver, accepted, seen))
  for (const id of [paid, accepted]) await makeChange((change) => writeOff(change, id, 'Cortesia'))
  await expect(makeChange((change) => acceptPlan(change, driver, paid, seen))).rejects.toEqual(refused('plan.closed'))
  await makeChange((change) => acceptPlan(change, driver, accepted, seen))
})

test('the proof of a pay-out is kept once, and only a paper', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'), { kind: 'advance' })
  const attach = (paper: BlobPart) => makeChange((change) => attachProof(change, id, new File([paper], 'prova.pdf')))
  await expect(attach('olá')).rejects.toEqual(refused('upload.unknown'))
  await expect(attach('')).rejects.toEqual(refused('plan.paper-missing'))
  await attach(pdfBytes())
  expect((await plan(id)).proof).toBe('prova.pdf')
  await expect(attach(pdfBytes())).rejects.toEqual(refused('plan.paper-known'))
  // New conditions are a new version; the document stays with the whole plan.
  const changed = { count: 5, first: WEEK, skipsIdle: false, reason: 'Folga' }
  const next = await makeChange((change) => changePlan(change, id, changed))
  expect((await plan(next)).proof).toBe('prova.pdf')
  expect(await readProof(next)).toMatchObject({ name: 'prova.pdf', mediaType: 'application/pdf' })
})

test('the papers of a plan are its driver’s alone; another’s and none look the same', async () => {
  const fleet = await aFleet()
  const id = await open(fleet.driver('D1'), { kind: 'advance' })
  await requireOwnPlan(fleet.driver('D1') as OwnDriverId, id)
  for (const [ref, one] of [
    ['D2', id],
    ['D1', crypto.randomUUID()],
  ] as const) {
    await expect(requireOwnPlan(fleet.driver(ref) as OwnDriverId, one)).rejects.toEqual(refused('record.not-found'))
  }
})

test('granted over another thing than was asked, nothing is taken before the driver says yes', async () => {
  const fleet = await aFleet()
  await set({ skipWeeksWithoutIncome: 0 })
  const own = fleet.driver('D1') as OwnDriverId
  const asked = { total: cents(200_00), count: 4, first: WEEK, reason: 'Pneus' }
  const grant = async (otherwise: { total?: Cents; count?: number; first?: Week }) => {
    const request = await makeChange((change) => requestAdvance(change, own, asked))
    return makeChange((change) => approveRequest(change, request, { ...asked, ...otherwise, reason: 'Combinado' }))
  }
  const [less, asAsked, later] = [
    await grant({ total: cents(120_00) }),
    await grant({}),
    await grant({ first: NEXT_WEEK }),
  ]
  const awaits = async (id: string) => (await plan(id)).awaitsAcceptance
  expect([await awaits(less), await awaits(asAsked), await awaits(later)]).toEqual([true, false, false])
  await approve(WEEK)
  expect([(await plan(less)).past, (await plan(asAsked)).past.length]).toEqual([[], 1])
  // New conditions set by the office do not get around the acceptance.
  const anew = { count: 3, first: NEXT_WEEK, skipsIdle: false, reason: 'Mais depressa' }
  const changed = await makeChange((change) => changePlan(change, less, anew))
  expect(await awaits(changed)).toBe(true)
  const waiting = await listNotices(own, { limit: 1, before: null })
  expect(waiting.notices[0]?.facts).toMatchObject({ kind: 'plan', event: 'changed-otherwise', count: 3 })
  await makeChange((change) => acceptPlan(change, own, changed, { text: 'Aceito', language: 'pt' }))
  await approve(NEXT_WEEK)
  expect((await plan(changed)).past).toMatchObject([{ week: NEXT_WEEK, due: 40_00 }])
  await expectIntactBooks()
})

test('an advance granted as asked waits for the yes once its conditions get heavier, and not where they get lighter', async () => {
  const fleet = await aFleet()
  const own = fleet.driver('D1') as OwnDriverId
  const asked = { total: cents(200_00), count: 4, first: NEXT_WEEK, reason: 'Pneus' }
  const awaitsAfter = async (conditions: { count?: number; first?: Week; skipsIdle?: boolean }) => {
    const request = await makeChange((change) => requestAdvance(change, own, asked))
    const granted = await makeChange((change) => approveRequest(change, request, { ...asked, reason: 'Combinado' }))
    const changed = { count: 4, first: NEXT_WEEK, skipsIdle: true, ...conditions, reason: 'Outras condições' }
    return (await plan(await makeChange((change) => changePlan(change, granted, changed)))).awaitsAcceptance
  }
  expect(await awaitsAfter({ count: 1, first: WEEK })).toBe(true)
  expect(await awaitsAfter({ count: 3 })).toBe(true)
  expect(await awaitsAfter({ first: WEEK })).toBe(true)
  expect(await awaitsAfter({ skipsIdle: false })).toBe(true)
  expect(await awaitsAfter({})).toBe(false)
  expect(await awaitsAfter({ count: 5, first: nextWeek(NEXT_WEEK) })).toBe(false)
})

test('what waits is taken once the driver said yes; a plan of the office’s own takes its instalments all the same', async () => {
  const fleet = await aFleet()
  await set({ skipWeeksWithoutIncome: 0 })
  const own = fleet.driver('D1') as OwnDriverId
  const asked = { total: cents(200_00), count: 4, first: WEEK, reason: 'Pneus' }
  const request = await makeChange((change) => requestAdvance(change, own, asked))
  const granted = await makeChange((change) => approveRequest(change, request, { ...asked, reason: 'Combinado' }))
  await approve(WEEK)
  // Three of four instalments of 50,00 are left: three more are no heavier, all at once is.
  const conditions = { count: 3, first: NEXT_WEEK, skipsIdle: false, reason: 'Sem mudança' }
  const same = await makeChange((change) => changePlan(change, granted, conditions))
  expect((await plan(same)).awaitsAcceptance).toBe(false)
  const atOnce = { ...conditions, count: 1, reason: 'Tudo já' }
  const heavier = await makeChange((change) => changePlan(change, same, atOnce))
  const office = await open(fleet.driver('D2'), { kind: 'advance' })
  const changed = await makeChange((change) => changePlan(change, office, { ...conditions, count: 1 }))
  await approve(NEXT_WEEK)
  expect((await plan(heavier)).past.map(({ taken }) => taken)).toEqual([50_00])
  expect((await plan(changed)).past.map(({ taken }) => taken)).toEqual([100_00])
  await makeChange((change) => acceptPlan(change, own, heavier, { text: 'Aceito', language: 'pt' }))
  await approve(nextWeek(NEXT_WEEK))
  expect((await plan(heavier)).past.map(({ taken }) => taken)).toEqual([50_00, 150_00])
  await expectIntactBooks()
})

test('a plan that was a mistake is taken back to the cent, and told; one that moved is not', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const cancel = (id: string) => makeChange((change) => cancelPlan(change, id, 'Engano'))
  const mistake = await open(driverId, { kind: 'advance' })
  const changed = { count: 5, first: WEEK, skipsIdle: false, reason: 'Folga' }
  const next = await makeChange((change) => changePlan(change, mistake, changed))
  await cancel(next)
  expect(await balancesOf(driverId)).toEqual({ plan: 0 })
  expect(await plan(next)).toMatchObject({ state: 'cancelled', remaining: 0, coming: [], decision: 'Engano' })
  await expect(cancel(next)).rejects.toEqual(refused('plan.closed'))

  const paidOut = await open(driverId, { kind: 'advance' })
  await makeChange((change) => attachProof(change, paidOut, new File([pdfBytes('paid')], 'transferencia.pdf')))
  await expect(cancel(paidOut)).rejects.toEqual(refused('plan.moved'))
  const early = await open(driverId)
  await makeChange((change) => movePlan(change, early, { kind: 'early', amount: cents(1_00), reason: 'MB WAY' }))
  await expect(cancel(early)).rejects.toEqual(refused('plan.moved'))
  const deposit = await open(driverId, { kind: 'deposit' })
  await approve(WEEK)
  await expect(cancel(deposit)).rejects.toEqual(refused('plan.moved'))
  // Once the statement is voided, nothing has been taken.
  await voided(driverId, WEEK)
  await cancel(deposit)
  expect((await balancesOf(driverId))['deposit']).toBe(0)
  const { notices } = await listNotices(driverId as OwnDriverId, { limit: 1, before: null })
  expect(notices[0]?.facts).toMatchObject({ kind: 'plan', event: 'cancelled', reason: 'Engano' })
  await expectIntactBooks()
})

test('a debt that became a plan by mistake is owed on the account again', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await owing(driverId, 90_00)
  const debt = { driverId, total: cents(60_00), count: 3, first: NEXT_WEEK, reason: 'Saldo' }
  const id = await makeChange((change) => planDebt(change, debt))
  expect(await balancesOf(driverId)).toEqual({ plan: -60_00, current: -30_00 })
  await makeChange((change) => cancelPlan(change, id, 'Paga tudo de uma vez'))
  expect(await balancesOf(driverId)).toEqual({ plan: 0, current: -90_00 })
  await approve(NEXT_WEEK)
  await expectIntactBooks()
})

test('over a random life of voids, skips and early payments the books and the plan say the same', async () => {
  const fleet = await aFleet()
  const driver = fleet.driver('D1')
  const id = await open(driver, { total: cents(1_000_03), count: 20 })
  let seed = 11
  const draw = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  for (let number = 0; number < 14; number++) {
    const week = nextWeek(WEEK, number)
    if (draw(4) === 0) await makeChange((change) => skipWeek(change, id, week, 'Férias'))
    await approve(week)
    const early = { kind: 'early' as const, amount: cents(1 + draw(40_00)), reason: 'MB WAY' }
    if (draw(4) === 0) await makeChange((change) => movePlan(change, id, early))
    if (draw(3) === 0) {
      await voided(driver, week)
      if (draw(2) === 0) await approve(week)
    }
    const { agreed, taken, remaining, movements, coming, past } = await plan(id)
    const besides = sum(movements.map(({ amount }) => amount))
    expect(sum([taken, besides, remaining])).toBe(agreed)
    expect(sum(coming.map(({ due }) => due))).toBe(remaining)
    expect(past.every((one) => one.taken <= one.due)).toBe(true)
    expect((await balancesOf(driver))['plan']).toBe(minus(remaining))
    // The next draft reads its instalments by another query than the page of the plan: both must agree.
    const next = coming[0]
    const draft = next?.week ?? nextWeek(week)
    const due = (await listDueIn([draft]))(draft).get(driver) ?? []
    expect(due.map(({ instalment }) => instalment.amount)).toEqual(next ? [minus(next.due)] : [])
  }
  await expectIntactBooks()
})

test('a deposit paid in part at hand-over asks instalments of the rest, and holds what came in', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  const terms = { kind: 'deposit', total: cents(500_00), down: cents(200_00), count: 6, first: WEEK } as const
  const id = await makeChange((change) => openPlan(change, { ...terms, driverId, reason: 'Caução', skipsIdle: false }))
  const begun = await plan(id)
  expect([begun.remaining, begun.held]).toEqual([300_00, 200_00])
  expect(begun.coming.map(({ due }) => due)).toEqual(Array.from({ length: 6 }, () => 50_00))
  await approve(WEEK)
  expect(await balancesOf(driverId)).toMatchObject({ plan: -250_00, deposit: 500_00 })
  await expectIntactBooks()
})

test('every decision on a plan is told to its driver in the own area, and by mail without an amount', async () => {
  const fleet = await aFleet()
  const driverId = fleet.driver('D1')
  await db.updateTable('drivers').set({ email: 'ana@example.org' }).where('id', '=', driverId).execute()
  const own = driverId as OwnDriverId
  const asked = { total: cents(100_00), count: 4, first: WEEK, reason: 'Oficina' }
  const [first, second] = [
    await makeChange((change) => requestAdvance(change, own, asked)),
    await makeChange((change) => requestAdvance(change, own, asked)),
  ]
  await makeChange((change) => declineRequest(change, first, 'Sem margem'))
  await makeChange((change) => reopenRequest(change, first, 'Engano'))
  const id = await makeChange((change) =>
    approveRequest(change, second, { total: cents(100_00), first: WEEK, count: 2, reason: 'Combinado' }),
  )
  const next = await makeChange((change) =>
    changePlan(change, id, { first: WEEK, count: 5, skipsIdle: true, reason: 'Mais folga' }),
  )
  await makeChange((change) => attachProof(change, next, new File([pdfBytes('paid')], 'transferencia.pdf')))
  await makeChange((change) => skipWeek(change, next, WEEK, 'Férias'))
  await makeChange((change) => takeSkipBack(change, next, WEEK))
  await makeChange((change) => movePlan(change, next, { kind: 'early', amount: cents(30_00), reason: 'Dinheiro' }))
  await makeChange((change) => writeOff(change, next, 'Cortesia'))
  await open(driverId)
  const held = await open(driverId, { kind: 'deposit', total: cents(90_00), down: cents(60_00) })
  await makeChange((change) => movePlan(change, held, { kind: 'used', amount: cents(10_00), reason: 'Portagem' }))
  await makeChange((change) => movePlan(change, held, { kind: 'returned', amount: cents(20_00), reason: 'Acordo' }))

  const { notices } = await listNotices(own, { limit: 20, before: null })
  const decisions = notices.map(({ facts }) =>
    facts.kind === 'plan' ? [facts.event, facts.what, facts.amount, facts.count, facts.reason] : [],
  )
  expect(decisions.toReversed()).toEqual([
    ['declined', 'Oficina', 100_00, 4, 'Sem margem'],
    ['reopened', 'Oficina', 100_00, 4, 'Engano'],
    ['approved-otherwise', 'Oficina', 100_00, 2, 'Combinado'],
    ['changed-otherwise', 'Oficina', 100_00, 5, 'Mais folga'],
    ['paid-out', 'Oficina', 100_00, 5, ''],
    ['skipped', 'Oficina', 100_00, 5, 'Férias'],
    ['unskipped', 'Oficina', 100_00, 5, ''],
    ['early', 'Oficina', 30_00, 5, 'Dinheiro'],
    ['written-off', 'Oficina', 70_00, 5, 'Cortesia'],
    ['opened', 'Para-choques', 100_00, 3, ''],
    ['opened', 'Para-choques', 90_00, 3, ''],
    ['used', 'Para-choques', 10_00, 3, 'Portagem'],
    ['returned', 'Para-choques', 20_00, 3, 'Acordo'],
  ])
  const mails = await db.selectFrom('mail_outbox').select(['recipient', 'template', 'params']).orderBy('id').execute()
  expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual(
    decisions.map(() => ['plan', 'ana@example.org']),
  )
  expect(JSON.stringify(mails)).not.toContain('10000')
})
