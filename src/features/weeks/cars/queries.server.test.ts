import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { PLAIN_TERMS } from '#domain/terms.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import {
  addCost,
  addJob,
  saveContract,
  savePurchase,
  saveRoadTax,
  saveTitle,
} from '#features/fleet/upkeep/commands.server.ts'
import { addTerms } from '#features/fleet/terms/commands.server.ts'
import { approveWeek, voidSettlement } from '#features/settlements/commands.server.ts'
import { MONDAY, aFleet, makeChange, dropPublicSet, WEEK } from '#test/factories.ts'
import { bookedInWeeks } from '#features/weeks/figures/queries.server.ts'
import { readFiguresPeriod } from '#domain/performance.ts'
import { basisPoints, cents, sum } from '#domain/money.ts'
import { listCarIncome, listWeeksOfCar, showCars } from './queries.server.ts'

/** Gives a driver two cars from the Monday on: the first for two days, the second for five. */
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

const AFTER = Temporal.Instant.from('2026-06-15T09:00:00Z')
const JUNE = readFiguresPeriod('2026-06')

/** The rent and fees that the books have for the week. */
async function inBooks() {
  const [week] = await bookedInWeeks([WEEK], db)
  return sum([cents(week!.fee), cents(week!.rent)])
}

test('what all cars brought, and drivers without one, is what the books have as rent and fees of the weeks', async () => {
  const { driver } = await aFleet()
  await dropPublicSet()
  const split = { driverShare: basisPoints(5_000), energyCap: null }
  const terms = { ...PLAIN_TERMS, regime: 'percentage' as const, split }
  await makeChange((change) => addTerms(change, driver('D2'), { from: WEEK, terms, reason: 'Acordo' }))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const held = await showCars(JUNE, AFTER)
  expect(held.counted).toEqual([WEEK])
  expect(held.booked).toBe(await inBooks())
  const income = () => sum(held.cars.map(({ figures }) => figures.income))
  expect(sum([income(), held.withoutCar])).toBe(held.booked)
  expect(income()).toBeGreaterThan(0)
  expect(sum(held.cars.map(({ figures }) => figures.brought.share))).toBeGreaterThan(0)
  // Without assignments no rent or fee belongs to a car.
  await db.deleteFrom('assignments').execute()
  const none = await showCars(JUNE, AFTER)
  expect(none.withoutCar).toBe(held.booked)
  expect(sum(none.cars.map(({ figures }) => figures.income))).toBe(0)
})

test('a statement that was voided brought its car nothing, and the books agree', async () => {
  const { driver } = await aFleet()
  await dropPublicSet()
  const terms = { ...PLAIN_TERMS, fee: { mode: 'fixed' as const, amount: cents(25_01), always: true } }
  await makeChange((change) => addTerms(change, driver('D1'), { from: WEEK, terms, reason: 'Acordo' }))
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const [car] = await twoCars(driver('D1'))
  const before = await showCars(JUNE, AFTER, { only: car! })
  expect(before.cars[0]!.figures.income).toBeGreaterThan(0)
  const { id } = await db
    .selectFrom('settlements')
    .select('id')
    .where('driver_id', '=', driver('D1'))
    .executeTakeFirstOrThrow()
  await makeChange((change) => voidSettlement(change, id, 'Engano'))
  const after = await showCars(JUNE, AFTER, { only: car! })
  expect(after.cars[0]!.figures.income).toBe(0)
  expect(after.booked).toBe(await inBooks())
})

test('what is written down for a car counts in its weeks with statements, and what is not written down is missing', async () => {
  const { vehicle } = await aFleet()
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const car = vehicle('ZX11TA')
  const of = async () => (await showCars(JUNE, AFTER, { only: car })).cars[0]!
  expect((await of()).figures).toMatchObject({ missing: ['title'], cost: 0 })
  expect((await of()).hint).toMatchObject({ act: 'none', because: 'title' })
  const title = { ownerId: null, slotNumber: '', slotSince: null, firstRegisteredOn: '2022-03-09' }
  await makeChange(async (change) => {
    await saveTitle(change, car, { title: 'leasing', ...title })
    await addCost(change, car, { kind: 'finance', what: 'Renda', monthly: cents(365_00), from: '2026-01-01' })
    const contract = { months: 24, kilometreLimit: 80_000, startKilometres: 0, beyond: cents(6_00), residual: null }
    await saveContract(change, car, { beginsOn: '2026-01-01', ...contract, includes: ['insurance'] })
    await addReading(change, car, { at: MONDAY.subtract({ hours: 24 }), kilometres: 20_000, reason: 'x' })
  })
  expect((await of()).figures).toMatchObject({ missing: ['tax'], costs: { finance: 84_00, insurance: 0, tax: null } })
  await makeChange((change) => saveRoadTax(change, car, { yearly: cents(365_00) }))
  const known = await of()
  expect(known.figures).toMatchObject({ missing: [], cost: 91_00, costs: { tax: 7_00 } })
  expect(known.pace).toMatchObject({ driven: 20_000, limit: 80_000 })
  // One week is too few to advise anything.
  expect(known.hint).toMatchObject({ act: 'none', because: 'weeks' })
  const whole = await showCars(readFiguresPeriod('2026'), AFTER, { only: car })
  expect(whole.cars[0]!.figures).toEqual(known.figures)
  expect((await showCars(readFiguresPeriod('2026-05'), AFTER, { only: car })).cars[0]!.figures.cost).toBe(0)
})

test('a car of the list that was not here is not in it, and a car that left is', async () => {
  const { vehicle } = await aFleet()
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const car = vehicle('ZX11TA')
  await db.deleteFrom('assignments').where('vehicle_id', '=', car).execute()
  const bought = { boughtOn: '2026-06-08', price: cents(9_000_00), years: 3, worth: cents(1_000_00) }
  await makeChange((change) => savePurchase(change, car, bought))
  const isListed = async () => (await showCars(JUNE, AFTER)).cars.some(({ id }) => id === car)
  expect(await isListed()).toBe(false)
  await makeChange((change) => savePurchase(change, car, { ...bought, boughtOn: '2026-06-05' }))
  expect(await isListed()).toBe(true)
  expect((await showCars(JUNE, AFTER, { only: car })).cars[0]!.figures).toMatchObject({ days: 3, emptyDays: 3 })
  const stay = { what: 'Chapa', inSince: '2026-06-01', on: '2026-06-06', workshop: '', paper: undefined, rule: null }
  await makeChange((change) => addJob(change, car, { ...stay, kilometres: null, cost: cents(0) }))
  const inWorkshop = (await showCars(JUNE, AFTER, { only: car })).cars[0]!.figures
  expect(inWorkshop).toMatchObject({ days: 3, workshopDays: 2, emptyDays: 1 })
})
