import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents, sum } from '#domain/money.ts'
import { readFiguresPeriod } from '#domain/performance.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { statementsOf } from '#test/statements.ts'
import { MONDAY, aFleet, anApprovedWeek, makeChange } from '#test/factories.ts'
import { showCompany } from './queries.server.ts'

const AFTER = Temporal.Instant.from('2026-06-15T09:00:00Z')
const JUNE = readFiguresPeriod('2026-06')

async function balanceOf(holds: (code: string) => boolean) {
  const rows = await db.selectFrom('ledger_accounts').select(['code', 'balance_cents']).execute()
  return sum(rows.filter(({ code }) => holds(code)).map(({ balance_cents }) => cents(balance_cents)))
}

test('the money of the company is the books’, to the cent, and what waits to be paid is what statements owe', async () => {
  await anApprovedWeek()
  const { now, past, cash, turnover, counted } = await showCompany(JUNE, AFTER)
  expect(counted).toHaveLength(1)
  expect(now.income).toBe(await balanceOf((code) => code.startsWith('income:')))
  expect([now.fees, now.rent]).toEqual([
    await balanceOf((code) => code === 'income:fee'),
    await balanceOf((code) => code === 'income:rent'),
  ])
  expect(now.costs + now.prizes).toBe(-(await balanceOf((code) => code.startsWith('costs:') || code === 'prizes')) + 0)
  expect(now.left).toBe(now.income - now.costs - now.prizes)
  const statements = await db.selectFrom('settlements').selectAll().where('state', '<>', 'void').execute()
  expect(now.active).toBe(statements.filter(({ earnings_cents }) => earnings_cents > 0).length)
  const owing = statements.filter(({ payable_cents }) => payable_cents > 0)
  expect(cash).toMatchObject({
    statements: owing.length,
    owed: sum(owing.map(({ payable_cents }) => cents(payable_cents))),
    // No bank statement was imported, so the bank's balance is unknown.
    bank: null,
    missing: null,
  })
  // A period without any data is not compared with.
  expect([past, turnover]).toEqual([null, null])
})

test('tolls that the company bears are those it was charged less what statements took', async () => {
  await anApprovedWeek()
  const { tolls } = (await showCompany(JUNE, AFTER)).now
  const taken = await balanceOf((code) => code === 'recovered:tolls')
  const rows = await db
    .selectFrom('import_rows')
    .select('amount_cents')
    .where('kind', 'in', ['toll', 'parking'])
    .where('state', '=', 'live')
    .execute()
  const charged = -sum(rows.map(({ amount_cents }) => cents(amount_cents)))
  expect(tolls).toMatchObject({ charged, taken, gap: charged - taken })
})

test('energy for 100 km is measured between two readings, and not without them', async () => {
  const { vehicle } = await anApprovedWeek()
  expect((await showCompany(JUNE, AFTER)).now.energy).toBeNull()
  const cars = await db.selectFrom('vehicles').select('id').execute()
  expect(cars.map(({ id }) => id)).toContain(vehicle('ZX11TA'))
  for (const { id } of cars)
    await makeChange(async (change) => {
      await addReading(change, id, { at: MONDAY.subtract({ hours: 7 * 24 }), kilometres: 50_000, reason: 'x' })
      await addReading(change, id, { at: MONDAY.subtract({ hours: 12 }), kilometres: 51_000, reason: 'x' })
    })
  const { now, cars: carFigures } = await showCompany(JUNE, AFTER)
  expect(carFigures.length).toBeGreaterThan(0)
  // All cars drove equally far, so the cost of all together is the mean of theirs, but for rounding.
  const middle = sum(carFigures.map((car) => car.now.cost)) / carFigures.length
  expect(Math.abs((now.energy?.cost ?? 0) - middle)).toBeLessThan(1)
})

test('without a week nothing is told and nothing is nought that nobody measured', async () => {
  await aFleet()
  const { counted, now, past, newest } = await showCompany(JUNE, AFTER)
  expect({ counted, newest, past }).toEqual({ counted: [], newest: null, past: null })
  expect([now.margin, now.empty, now.tolls, now.energy, now.disputes.minutes]).toEqual([null, null, null, null, null])
})

test('two periods of all are read by a bounded number of statements, a year as a month', async () => {
  await anApprovedWeek()
  const month = (await statementsOf(() => showCompany(JUNE, AFTER))).length
  expect(month).toBeLessThanOrEqual(32)
  expect((await statementsOf(() => showCompany(readFiguresPeriod('2026'), AFTER))).length).toBeLessThanOrEqual(month)
})
