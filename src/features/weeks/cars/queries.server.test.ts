import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { cents } from '#domain/money.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { aFleet, makeChange, dropPublicSet, WEEK } from '#test/factories.ts'
import { listCarIncome, listWeeksOfCar } from './queries.server.ts'

/** Two cars of a driver from the Monday on: the first for two days, the second for five. */
async function twoCars(driver: string): Promise<string[]> {
  await db.deleteFrom('assignments').execute()
  const cars = await db.selectFrom('vehicles').select('id').orderBy('plate').limit(2).execute()
  const periods = ['["2026-05-31T23:00:00Z","2026-06-02T23:00:00Z")', '["2026-06-02T23:00:00Z",)']
  await db
    .insertInto('assignments')
    .values(cars.map(({ id }, index) => ({ vehicle_id: id, driver_id: driver, period: periods[index]! })))
    .execute()
  return cars.map(({ id }) => id)
}

test('cars bring the rent and the fee of the statement of whoever had them, by time and to the cent', async () => {
  const { driver } = await aFleet()
  await dropPublicSet()
  const terms = { ...PLAIN_TERMS, fee: { mode: 'fixed' as const, amount: cents(25_01), always: true } }
  await makeChange((change) => addTerms(change, driver('D1'), { from: WEEK, terms, reason: 'Acordo' }))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const cars = await twoCars(driver('D1'))
  const booked = await db
    .selectFrom('settlement_lines')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .where('driver_id', '=', driver('D1'))
    .where((line) => line.or([line('code', '=', 'vehicle.rent'), line('code', 'like', 'fee.%')]))
    .select('amount_cents')
    .execute()
  const whole = -booked.reduce((total, { amount_cents }) => total + amount_cents, 0)
  expect(whole).toBeGreaterThan(0)
  const income = await listCarIncome([WEEK])
  expect(income.map(({ id }) => id)).toEqual([cars[1], cars[0]])
  expect(income[1]!.amount).toBe(Math.round((whole * 2) / 7))
  expect(income[0]!.amount + income[1]!.amount).toBe(whole)
  expect(await listWeeksOfCar(cars[1]!)).toEqual([{ week: WEEK, name: '2026-W23', amount: income[0]!.amount }])
  expect(await listWeeksOfCar('00000000-0000-4000-8000-000000000000')).toEqual([])
})

test('a week without statements has no car in it', async () => {
  await aFleet()
  expect(await listCarIncome([WEEK])).toEqual([])
})
