import { beforeEach, expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { readFiguresPeriod } from '#domain/performance.ts'
import { ZONE, nextWeek, weekName } from '#domain/week.ts'
import { approveWeek } from '#features/settlements/commands.server.ts'
import { showCars } from '#features/weeks/cars/queries.server.ts'
import { showCompany } from '#features/weeks/company-figures/queries.server.ts'
import { asOwner, WEEK, aFleet, drop, dropPublicSet, makeChange, publicFile } from '#test/factories.ts'
import { tellFigures } from './queries.server.ts'
import { COMPANY_NOW } from './schema.ts'

const NOW = Temporal.PlainDate.from(nextWeek(WEEK)).toZonedDateTime({ timeZone: ZONE, plainTime: '12:00' }).toInstant()
const figures = () => tellFigures(readFiguresPeriod(weekName(WEEK)), NOW)

beforeEach(async () => {
  await aFleet()
})

test('money of the company and of drivers is what the ledger and the statements have, to the cent', async () => {
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const { company, drivers } = await figures()
  const booked = await db
    .selectFrom('entries')
    .innerJoin('ledger_accounts', 'ledger_accounts.id', 'account_id')
    .innerJoin('journals', 'journals.id', 'journal_id')
    .select(({ fn }) => ['code', fn.sum<number>('amount_cents').as('cents')])
    .where('journals.week', '=', WEEK)
    .groupBy('code')
    .execute()
  const of = (code: string) => Number(booked.find((one) => one.code === code)?.cents ?? 0)
  expect(company).toMatchObject({
    fees: { value: of('income:fee'), unit: 'cents', sources: ['ledger'] },
    rents: { value: of('income:rent') },
  })
  const nets = await db.selectFrom('settlements').select('net_cents').where('state', '<>', 'void').execute()
  const all = nets.reduce((total, { net_cents }) => total + net_cents, 0)
  expect(company['net_of_drivers']?.value).toBe(all)
  // A person with a statement who drove nothing is no driver of the week.
  const netOfDrivers = drivers.reduce((total, one) => total + (one.figures['net']?.value ?? 0), 0)
  const still = await db
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['ref', 'net_cents'])
    .where('state', '<>', 'void')
    .execute()
  const listed = new Set(drivers.map(({ ref }) => ref))
  const others = still.filter(({ ref }) => !listed.has(ref)).reduce((total, { net_cents }) => total + net_cents, 0)
  expect(netOfDrivers + others).toBe(all)
})

test('the company and its cars are told as their pages show them, each figure of them', async () => {
  await dropPublicSet()
  await makeChange((change) => approveWeek(change, WEEK, { leaveUnmatched: true }))
  const asked = readFiguresPeriod(weekName(WEEK))
  const [exported, page, { cars }] = await Promise.all([figures(), showCompany(asked, NOW), showCars(asked, NOW)])
  const { now, cash } = page
  const { income, fees, rent, interest, costs, prizes, left, margin, active, emptyDays, tolls } = now
  const shown = { income, fees, rents: rent, interest, costs, prizes, left, margin, active_drivers: active }
  const values = Object.fromEntries(Object.entries(exported.company).map(([name, { value }]) => [name, value]))
  expect(values).toMatchObject({
    ...shown,
    empty_car_days: emptyDays,
    toll_gap: tolls?.gap,
    owed_to_drivers: cash.owed,
  })
  expect(exported.company['toll_gap']?.sources).toEqual(['files', 'ledger'])
  expect(exported.cars.map(({ plate }) => plate)).toEqual(cars.map(({ plate }) => plate).toSorted())
  for (const car of cars) {
    const { figures: own, missing } = exported.cars.find(({ plate }) => plate === car.plate)!
    expect(own).toMatchObject({
      left: { value: car.figures.left, unit: 'cents' },
      rents: { value: car.figures.brought.rent },
      finance: { value: car.figures.costs.finance, sources: car.figures.costs.finance === null ? [] : ['car_records'] },
      empty_days: { value: car.figures.emptyDays, unit: 'days' },
    })
    expect(missing).toEqual(car.figures.missing)
  }
  expect(cars.length).toBeGreaterThan(0)
})

test('what no source says has neither value nor source; what one says has its age', async () => {
  await drop([publicFile('Ganhos por motorista-2026W23')])
  await asOwner(`update imports set imported_at = '2026-06-08T06:00:00Z'`)
  const { company, drivers } = await figures()
  expect(drivers.length).toBeGreaterThan(0)
  for (const { figures: own } of drivers) {
    expect(own['earned_per_hour']).toEqual({ value: null, unit: 'cents_per_hour', sources: [], readAt: null })
    expect(own['received']).toMatchObject({ sources: ['earnings'], readAt: '2026-06-08T06:00:00Z' })
    expect(own['received']?.value).not.toBeNull()
  }
  for (const [name, { value, sources }] of Object.entries(company)) {
    if (!(name in COMPANY_NOW)) expect({ name, value, sources }).toEqual({ name, value: null, sources: [] })
  }
})
