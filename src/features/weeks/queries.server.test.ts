import { readFileSync } from 'node:fs'
import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { changeIban } from '#features/fleet/ibans/commands.server.ts'
import { rememberKey } from '#features/imports/commands.server.ts'
import { confirmBatch, exportBatch } from '#features/payments/commands.server.ts'
import { payOne } from '#features/payments/other-payments/commands.server.ts'
import { findBatch } from '#features/payments/queries.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { findStatementState } from '#features/statements/queries.server.ts'
import { getWeek } from '#features/settlements/queries.server.ts'
import { previousWeek } from '#domain/week.ts'
import { addVehicleKey } from '#features/fleet/vehicles/commands.server.ts'
import {
  CHECKS,
  EXPECTED,
  type Fleet,
  MONDAY,
  WEEK,
  aFleet,
  anApprovedWeek,
  makeChange,
  drop,
  dropPublicSet,
  publicFile,
  withoutLines,
  paidBy,
} from '#test/factories.ts'
import { getWeekPage } from './queries.server.ts'

let fleet: Fleet
beforeEach(async () => {
  fleet = await aFleet()
})

const page = (week = WEEK) => getWeekPage(week, MONDAY)
const kinds = async () => (await page()).questions.map(({ kind }) => kind)

test('a week without files waits for all that the fleet is known by', async () => {
  const { sources, questions, state, drivers } = await page()
  expect(sources.map(({ missing }) => missing)).toEqual([true, true, true, true])
  expect({ questions, state, drivers: drivers.length }).toEqual({ questions: [], state: 'data', drivers: 8 })
})

test('two drivers of one name can be told apart in the week and in what it asks about them', async () => {
  await dropPublicSet()
  await db.updateTable('drivers').set({ name: 'João Silva' }).where('ref', 'in', ['D1', 'D7']).execute()
  const { drivers, questions } = await page()
  const ofD7 = questions.filter((question) => 'driver' in question && question.driver?.ref === 'D7')
  expect(drivers.filter(({ name }) => name.startsWith('João')).map(({ name }) => name)).toEqual([
    'João Silva · D1',
    'João Silva · D7',
  ])
  expect(ofD7.length).toBeGreaterThan(0)
  for (const question of ofD7) expect(question).toMatchObject({ driver: { name: 'João Silva · D7' } })
})

test('the published week: sources as imported, one unknown plate, and three sums that hold', async () => {
  await dropPublicSet()
  const { sources, questions, checks, approval } = await page()

  expect(sources.every(({ missing, files }) => !missing && files.length > 0)).toBe(true)
  expect(sources.reduce((total, source) => total + source.total, 0)).toBe(CHECKS.sourcesIn)
  const [question] = questions
  expect(question).toMatchObject({
    kind: 'unmatched',
    reason: 'unknown-plate',
    key: { value: 'ZX-99-ZZ' },
    count: 1,
    total: -130,
  })
  expect(checks.sourcesIn).toBe(checks.settled + checks.unmatched + checks.company)
  expect(checks.net).toBe(checks.earnings + checks.costs + checks.adjustments)
  expect(checks.toBank).toBe(checks.payable)
  expect(approval).toMatchObject({ drivers: 8, net: checks.net, unmatched: 1, unmatchedTotal: -130 })
})

test('a week is said to be approved before an earlier one, whose debts it cannot deduct, until that one has its statements', async () => {
  await dropPublicSet()
  const earlier = async () => [(await page()).approval.earlier, (await page(previousWeek(WEEK))).approval.earlier]
  // The set brings a report of the week before.
  expect(await earlier()).toEqual([[previousWeek(WEEK)], []])
  await makeChange((change) => approveWeek(change, previousWeek(WEEK), { leaveUnmatched: true }))
  expect(await earlier()).toEqual([[], []])
})

test('what nobody claims is asked once, and the answer takes the question away', async () => {
  await dropPublicSet()
  await makeChange(async (change) =>
    rememberKey(change, 'viaverde', { kind: 'plate', value: 'ZX99ZZ' }, { company: true }),
  )
  const { questions, checks } = await page()
  expect(questions.filter(({ kind }) => kind === 'unmatched')).toEqual([])
  expect([checks.unmatched, checks.company]).toEqual([0, CHECKS.company + CHECKS.unmatched])
})

test('a driver whom a platform usually names, and whose line is not in its file, is out of the ordinary', async () => {
  await drop([
    withoutLines(publicFile('payments_driver'), '17dbf0fa-850a-4120-b6cf-88253a8163c8'),
    publicFile('2026W23'),
  ])
  const { questions, drivers } = await page()
  const anomaly = expect.objectContaining({ kind: 'silent-platform', platform: 'uber', weeks: 0 })
  expect(questions).toContainEqual(expect.objectContaining({ kind: 'anomaly', anomaly }))
  expect(drivers.find(({ id }) => id === fleet.driver('D1'))!.ticks.uber).toBe('question')
})

test('half a week of earnings raises no question about what is usual', async () => {
  await drop([publicFile('payments_driver')])
  expect((await kinds()).filter((kind) => kind !== 'iban')).toEqual([])
})

test('an account changed this morning is held back by name, and the bank is told the rest', async () => {
  await dropPublicSet()
  const account = { iban: 'PT50000201231234567890154', holder: null }
  await makeChange((change) => changeIban(change, fleet.driver('D1'), account))
  const { checks, questions } = await page()
  expect(checks.blocked).toEqual([
    {
      driverId: fleet.driver('D1'),
      name: 'Anselmo Tavira Quintão',
      amount: EXPECTED.drivers.D1.balance,
      reason: 'held',
    },
  ])
  expect(checks.toBank).toBe(checks.payable - EXPECTED.drivers.D1.balance)
  expect(questions).toContainEqual(expect.objectContaining({ kind: 'iban', state: 'held' }))
})

test('from approved to paid, a week says what is next to pay, what is in the file, and what was paid by other means', async () => {
  fleet = await anApprovedWeek()
  expect(await page()).toMatchObject({ state: 'approved', approval: { drivers: 0 }, payable: { count: 7 } })
  const { transferOn, payment } = (await page()).moments
  expect(payment).toEqual({ is: 'planned', on: transferOn })

  const { settlementId } = await findStatementState(fleet.driver('D1'), WEEK)
  await makeChange((change) => payOne(change, settlementId!, paidBy('MB WAY')))
  const { batchId } = await makeChange((change) => exportBatch(change, WEEK))
  const exported = await page()
  expect(exported).toMatchObject({ payable: { count: 0 }, batches: [{ id: batchId, state: 'exported', payments: 6 }] })
  expect(exported.checks.toBank).toBe(exported.batches[0]!.total)
  expect(exported.checks.outside).toBeGreaterThan(0)
  expect(exported.moments.payment).toEqual({ is: 'asked', on: exported.batches[0]!.executionOn })

  await makeChange((change) => confirmBatch(change, batchId))
  expect(await page()).toMatchObject({ state: 'paid', moments: { payment: { is: 'paid', on: '2026-06-08' } } })
  expect(await findBatch(batchId)).toMatchObject({ name: '2026-W23', batch: { state: 'confirmed' } })
  expect(await findBatch(Number.NaN)).toBeNull()
})

const extra = (name: string) => ({ name, bytes: readFileSync(`test/fixtures/public/extras/${name}`) })

test("the cards of BP and EDP show once they brought something, and cost the driver who had the card's car", async () => {
  await dropPublicSet()
  const before = await getWeek(WEEK)
  expect((await page()).sources.map(({ source }) => source)).toEqual(['uber', 'bolt', 'viaverde', 'prio'])

  const vehicleId = fleet.vehicle('ZX11TA')
  await makeChange((change) =>
    addVehicleKey(change, vehicleId, { name: 'bp:fuel-card', value: '7077 0000 0000 0000 123' }),
  )
  await makeChange((change) => addVehicleKey(change, vehicleId, { name: 'edp:electric-card', value: 'EDP0000000011' }))
  const outcomes = await drop([extra('bp_transacoes.csv'), extra('edp_carregamentos.csv')])
  const { sources, questions, checks } = await page()
  const after = await getWeek(WEEK)

  expect(outcomes.map(({ status }) => status)).toEqual(['imported', 'imported'])
  expect(sources.map(({ source, total, unmatched }) => [source, total, unmatched]).slice(4)).toEqual([
    ['bp', -EXPECTED.extras['extras/bp_transacoes.csv'].total, 1],
    ['edp', -EXPECTED.extras['extras/edp_carregamentos.csv'].total, 2],
  ])
  expect(questions.filter(({ kind }) => kind === 'unmatched')).toContainEqual(
    expect.objectContaining({ source: 'bp', reason: 'unknown-card', total: -3458 }),
  )
  expect(checks.sourcesIn).toBe(checks.settled + checks.unmatched + checks.company)
  const energy = ({ statements }: typeof after) =>
    statements.reduce((total, { sources: figures }) => total + figures.fuel + figures.electric, 0)
  expect(energy(after) - energy(before)).toBe(-9663 - 591 - 988 - 772)
  expect((await drop([extra('bp_transacoes.csv')]))[0]!.status).toBe('duplicate')
})
