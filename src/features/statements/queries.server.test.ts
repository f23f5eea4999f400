import { beforeEach, expect, test } from 'vitest'
import type { OwnDriverId } from '#domain/access.ts'
import { cents, sum } from '#domain/money.ts'
import { previousWeek, weekAt } from '#domain/week.ts'
import { addAdjustment, addRecurring } from '#features/adjustments/commands.server.ts'
import { recordDeparture } from '#features/departures/commands.server.ts'
import { contestLine, declineDispute } from '#features/statements/disputes/commands.server.ts'
import { findOpinions } from '#features/statements/disputes/queries.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { getStatement } from '#features/settlements/queries.server.ts'
import { translator } from '#messages/translate.ts'
import { comparison } from '#web/parts/statement-head.tsx'
import {
  EXPECTED,
  type Fleet,
  MONDAY,
  NEXT_WEEK,
  WEEK,
  aFleet,
  anApprovedWeek,
  makeChange,
  dropPublicSet,
} from '#test/factories.ts'
import {
  findOfficeStatement,
  getDriverHome,
  getOfficeStatement,
  getOwnOriginal,
  getOwnStatement,
  listOwnStatements,
  showOwnStatement,
} from './queries.server.ts'

let fleet: Fleet
const own = (ref: string) => fleet.driver(ref) as OwnDriverId
beforeEach(async () => {
  fleet = await anApprovedWeek()
})

test('a statement tells its sum, its groups, and the rows each line stands on', async () => {
  const statement = await getOwnStatement(own('D1'), WEEK, 'pt', MONDAY)
  const { settlement, rows } = statement
  expect(settlement.net).toBe(EXPECTED.drivers.D1.balance)
  expect(settlement.groups.earnings + settlement.groups.costs + settlement.groups.adjustments).toBe(settlement.net)
  for (const line of settlement.lines) {
    for (const id of line.rows) expect(rows[id]).toMatchObject({ file: expect.any(String), line: expect.any(Number) })
  }
  expect(statement.notes).toHaveLength(settlement.lines.length)
  expect(statement.payDay).toEqual({ day: '2026-06-11', planned: true })
})

test('a driver opens the lines of their own statement and no others', async () => {
  const statement = await getOwnStatement(own('D1'), WEEK, 'pt', MONDAY)
  const [row] = Object.values(statement.rows)
  const line = await getOwnOriginal(own('D1'), WEEK, row!.id)
  expect(line.cells.map(({ value }) => value).join(' ')).toContain('17dbf0fa-850a-4120-b6cf-88253a8163c8')
  for (const [driver, week, id] of [
    [own('D2'), WEEK, row!.id],
    [own('D1'), NEXT_WEEK, row!.id],
    [own('D1'), WEEK, '0'],
    [own('D1'), WEEK, '1; drop'],
  ] as const) {
    await expect(getOwnOriginal(driver, week, id)).rejects.toMatchObject({ code: 'record.not-found' })
  }
})

test('the first screen has what is to come, by day; a week that ends in debt brings nothing', async () => {
  expect(await getDriverHome(own('D1'), 'pt', MONDAY)).toMatchObject({
    toReceive: { amount: EXPECTED.drivers.D1.balance, weeks: 1, day: { day: '2026-06-11', planned: true } },
    latest: { state: 'approved' },
  })
  expect(await getDriverHome(own('D7'), 'pt', MONDAY)).toMatchObject({
    toReceive: null,
    latest: { settlement: { net: EXPECTED.drivers.D7.balance, payable: 0 } },
  })
})

test('amount, day and state on the first screen are of one statement, also when the newest week ended in debt', async () => {
  const fine = { driverId: own('D1'), week: NEXT_WEEK, kind: 'fine' as const, amount: cents(-900_00), reason: 'Auto' }
  await makeChange((change) => addAdjustment(change, fine))
  await makeChange((change) => approveWeek(change, NEXT_WEEK, { leaveUnmatched: true }))
  expect(await getDriverHome(own('D1'), 'pt', MONDAY)).toMatchObject({
    toReceive: { amount: EXPECTED.drivers.D1.balance, weeks: 1, day: { planned: true } },
    mainStatement: { week: WEEK, state: 'approved', settlement: { net: EXPECTED.drivers.D1.balance } },
    latest: { week: NEXT_WEEK, settlement: { payable: 0 } },
  })
})

test('a debt of who has left is said to go into the final account, to the driver and to the office', async () => {
  const said = async () => [
    (await getOwnStatement(own('D7'), WEEK, 'pt', MONDAY)).owedTo,
    (await getOfficeStatement(WEEK, own('D7'), 'pt', MONDAY))?.owedTo,
    (await getDriverHome(own('D7'), 'pt', MONDAY)).latest?.owedTo,
    (await getDriverHome(own('D7'), 'pt', MONDAY)).leaves,
  ]
  expect(await said()).toEqual(['next-week', 'next-week', 'next-week', false])
  const left = { at: Temporal.Instant.from('2026-06-07T17:00:00Z'), reason: 'Mudou de cidade', done: [] }
  await makeChange((change) =>
    recordDeparture(change, own('D7'), { ...left, waitsUntil: '2026-07-22', signsInUntil: null }),
  )
  expect(await said()).toEqual(['final-account', 'final-account', 'final-account', true])
})

test('who left before a week has no statement in it, which is no refusal where the office writes the first line of one', async () => {
  const left = { at: Temporal.Instant.from('2026-06-07T17:00:00Z'), reason: 'Mudou de cidade', done: [] }
  await makeChange((change) =>
    recordDeparture(change, own('D2'), { ...left, waitsUntil: '2026-07-22', signsInUntil: null }),
  )
  expect(await findOfficeStatement(NEXT_WEEK, own('D2'), 'pt', MONDAY)).toBeNull()
  const fine = { kind: 'fine' as const, amount: cents(-10_00), reason: 'Multa' }
  await makeChange((change) => addAdjustment(change, { ...fine, driverId: own('D2'), week: WEEK }))
  expect((await findOfficeStatement(NEXT_WEEK, own('D2'), 'pt', MONDAY))?.settlement.net).toBe(-10_00)
})

test('a draft does not exist for its driver, and does for the office', async () => {
  fleet = await aFleet()
  await dropPublicSet()
  expect(await listOwnStatements(own('D1'))).toEqual([])
  await expect(getOwnStatement(own('D1'), WEEK, 'pt', MONDAY)).rejects.toMatchObject({ code: 'record.not-found' })
  expect(await getOfficeStatement(WEEK, fleet.driver('D1'), 'pt', MONDAY)).toMatchObject({
    state: 'draft',
    version: null,
  })
  await expect(getOfficeStatement(WEEK, 'nobody', 'pt', MONDAY)).rejects.toMatchObject({ code: 'record.not-found' })
})

test('without an earlier statement there is nothing to compare with', async () => {
  const statement = await getOwnStatement(own('D1'), WEEK, 'en', MONDAY)
  expect([statement.previous, statement.past]).toEqual([null, []])
  await expect(getOwnStatement(own('D1'), previousWeek(WEEK), 'en', MONDAY)).rejects.toMatchObject({
    code: 'record.not-found',
  })
})

test('a weekly charge is shown beside what it was the week before, and is no difference', async () => {
  fleet = await aFleet()
  await dropPublicSet()
  const wash = { kind: 'other', amount: cents(-7_50), reason: 'Lavagem', first: WEEK, last: null, total: null } as const
  await makeChange((change) => addRecurring(change, { driverId: own('D1'), ...wash }))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  await makeChange((change) => approveWeek(change, NEXT_WEEK, { leaveUnmatched: true }))
  const statement = await getOwnStatement(own('D1'), NEXT_WEEK, 'pt', MONDAY)
  const charge = statement.settlement.lines.findIndex(({ code }) => code === 'adjustment.other')
  expect(statement.previous?.before[charge]).toBe(-7_50)
  expect(comparison(statement, translator('pt'))).toContain('Sobretudo Uber (−')
})

test('the page shows what the driver says, what is answered and that it is paid, at once', async () => {
  const driverId = own('D1')
  const shown = () => showOwnStatement({ driverId, week: WEEK, formerRecord: null, language: 'pt', now: MONDAY })
  const { statement, opinions } = await shown()
  expect([statement.state, opinions?.lines[0]]).toEqual([
    'approved',
    { isRight: false, dispute: null, corrected: null },
  ])

  const line = { driver: driverId, week: WEEK, ordinal: 0, amount: statement.settlement.lines[0]!.amount }
  const id = await makeChange((change) => contestLine(change, line, { cause: 'amount', words: 'Falta uma viagem.' }))
  expect((await shown()).opinions?.lines[0]?.dispute).toMatchObject({ id, state: 'open' })
  await makeChange((change) => declineDispute(change, id, 'Está na semana seguinte.'))
  expect((await shown()).opinions?.lines[0]?.dispute).toMatchObject({ state: 'declined' })

  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  await makeChange((change) => confirmBatch(change, batchId))
  expect((await shown()).statement).toEqual(await getOwnStatement(driverId, WEEK, 'pt', MONDAY))
  expect((await shown()).statement.state).toBe('paid')
})

test('the driver sees what the week without a statement comes to so far, from the files that came, and nothing once it has one', async () => {
  fleet = await aFleet()
  await dropPublicSet()
  const home = () => getDriverHome(own('D1'), 'pt', MONDAY)
  const { running, statements } = await home()
  const { settlement } = await getStatement(WEEK, own('D1'))
  expect(statements).toEqual([])
  expect(running).toMatchObject({ week: WEEK, isCurrent: false, net: settlement!.net, ...settlement!.groups })
  expect(running!.earnings + running!.costs + running!.adjustments).toBe(running!.net)
  const tolls = settlement!.lines.filter(({ code }) => code === 'tolls')
  expect(tolls.length).toBeGreaterThan(0)
  const spentOnTolls = running!.spent.find(({ code }) => code === 'tolls')
  expect(spentOnTolls?.amount).toBe(sum(tolls.map(({ amount }) => amount)))
  expect(weekAt(Temporal.Instant.from(spentOnTolls!.last!))).toBe(WEEK)

  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const after = await home()
  expect(after.running).toBeNull()
  expect(after.nets).toEqual([settlement!.net])
  expect(after.contestUntil).not.toBeNull()
  const { until } = (await findOpinions(own('D1'), WEEK, MONDAY))!
  expect(after.contestUntil).toBe(until)
  expect((await getDriverHome(own('D1'), 'pt', Temporal.Instant.from(until))).contestUntil).toBeNull()
})

test('of a driver without a movement in the files nothing is estimated', async () => {
  fleet = await aFleet()
  expect((await getDriverHome(own('D1'), 'pt', MONDAY)).running).toBeNull()
})
