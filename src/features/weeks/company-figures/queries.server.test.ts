import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { db } from '#db/client.server.ts'
import { type EnergySpan, energyOf } from '#domain/company-figures.ts'
import { cents, sum } from '#domain/money.ts'
import { readFiguresPeriod } from '#domain/performance.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { statementsOf } from '#test/statements.ts'
import { MONDAY, WEEK, aFleet, anApprovedWeek, asOwner, makeChange } from '#test/factories.ts'
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

type Name = { kind: string; value: string }
type Bought = { keys: Name[]; at: Temporal.Instant; amount: number; measures: Record<string, number> }

/** The energy of every car between its first and last reading, row by row, and none of it in the database. */
async function energyRowByRow() {
  const [rows, names, cars, held, readings] = await Promise.all([
    sql<Bought>`select keys, at, amount_cents as amount, measures from import_rows
      where state = 'live' and kind in ('fuel', 'charging', 'company-charging') and at is not null and week = ${WEEK}`.execute(
      db,
    ),
    sql<Name & { car: string | null; driver: string | null }>`
      select kind, value, vehicle_id as car, driver_id as driver from source_keys where source = 'prio'`.execute(db),
    db.selectFrom('vehicles').select(['id', 'plate']).execute(),
    sql<{ car: string; driver: string; from: Temporal.Instant | null; to: Temporal.Instant | null }>`
      select vehicle_id as car, driver_id as driver, lower(period) as from, upper(period) as to
      from assignments order by created_at, id`.execute(db),
    db.selectFrom('odometer_readings').select(['vehicle_id', 'read_at', 'kilometres']).orderBy('read_at').execute(),
  ])
  const heldBy = (driver: string | null, at: Temporal.Instant) =>
    held.rows.find(
      (one) =>
        one.driver === driver &&
        (one.from === null || Temporal.Instant.compare(one.from, at) <= 0) &&
        (one.to === null || Temporal.Instant.compare(at, one.to) < 0),
    )?.car
  const carOf = ({ keys, at }: Bought) => {
    for (const { kind, value } of keys) {
      const known = names.rows.find((one) => one.kind === kind && one.value === value)
      const plate = kind === 'plate' ? cars.find((car) => car.plate === value)?.id : undefined
      const car = known?.car ?? plate ?? heldBy(known?.driver ?? null, at)
      if (car !== undefined) return car
    }
    return null
  }
  const spans = [...Map.groupBy(readings, ({ vehicle_id }) => vehicle_id)].flatMap(([car, own]): EnergySpan[] => {
    const [first, last] = [own[0]!, own.at(-1)!]
    const bought = rows.rows.filter(
      (row) =>
        carOf(row) === car &&
        Temporal.Instant.compare(row.at, first.read_at) >= 0 &&
        Temporal.Instant.compare(row.at, last.read_at) < 0,
    )
    const added = (measure: string) => {
      const said = bought.flatMap(({ measures }) => measures[measure] ?? [])
      return said.length === 0 ? null : said.reduce((all, one) => all + one, 0)
    }
    const kilometres = last.kilometres - first.kilometres
    if (kilometres <= 0 || bought.length === 0) return []
    const spent = cents(-bought.reduce((all, { amount }) => all + amount, 0))
    return [{ kilometres, spent, centilitres: added('centilitres'), wattHours: added('watt_hours') }]
  })
  return energyOf(spans)
}

test('energy is that of each row by itself, whatever names it has, of cars, of drivers, or of nobody', async () => {
  const { driver } = await anApprovedWeek()
  const cars = await db.selectFrom('vehicles').select(['id', 'plate']).orderBy('plate').limit(3).execute()
  const people = ['D1', 'D2'].map(driver)
  const hour = (after: number) => MONDAY.subtract({ hours: 7 * 24 - after })
  for (const [at, { id }] of cars.entries())
    for (const [after, kilometres] of [
      [at * 5, 50_000],
      [100 + at * 7, 50_000 + 500 * (at + 1)],
    ] as const)
      await makeChange((change) => addReading(change, id, { at: hour(after), kilometres, reason: 'x' }))
  const named = async (kind: string, value: string, owner: 'vehicle_id' | 'driver_id', id: string) =>
    asOwner(`insert into source_keys (source, kind, value, ${owner}) values ('prio', '${kind}', '${value}', '${id}')`)
  for (const [at, { id }] of cars.entries()) await named('fuel-card', `car-${at}`, 'vehicle_id', id)
  for (const [at, id] of people.entries()) await named('fuel-card', `person-${at}`, 'driver_id', id)
  // A plate that is known as another car's name counts as that car's.
  await named('plate', cars[0]!.plate, 'vehicle_id', cars[1]!.id)
  const name = fc.constantFrom<Name>(
    ...cars.map(({ plate }) => ({ kind: 'plate', value: plate })),
    ...['car-0', 'car-1', 'car-2', 'person-0', 'person-1', 'nobody'].map((value) => ({ kind: 'fuel-card', value })),
  )
  const row = fc.record({
    keys: fc.array(name, { maxLength: 3 }),
    kind: fc.constantFrom('fuel', 'charging', 'company-charging', 'toll'),
    after: fc.integer({ min: -2, max: 130 }),
    amount: fc.integer({ min: -9_000, max: 500 }),
    measures: fc.oneof(
      fc.record({ centilitres: fc.nat(6_000) }),
      fc.record({ watt_hours: fc.nat(60_000) }),
      fc.constant({}),
    ),
  })
  let line = 90_000
  const seen = new Set<number>()
  await fc.assert(
    // With fewer rows at a time too many of them cost nothing, and one run in some hundred saw too few costs.
    fc.asyncProperty(fc.array(row, { minLength: 4, maxLength: 12 }), async (rows) => {
      for (const { keys, kind, after, amount, measures } of rows)
        await asOwner(`insert into import_rows (import_id, line, source, report, kind, key, week, at, amount_cents, measures, keys, original)
          select (select min(id) from imports), ${++line}, 'prio', 'made', '${kind}', 'made-${line}', '${WEEK}',
            '${hour(after).toString()}', ${amount}, '${JSON.stringify(measures)}', '${JSON.stringify(keys)}', ''`)
      const { now } = await showCompany(JUNE, AFTER)
      seen.add(now.energy?.cost ?? 0)
      expect(now.energy).toEqual(await energyRowByRow())
    }),
    { numRuns: 12 },
  )
  expect(seen.size).toBeGreaterThan(5)
})

test('a car that has left counts in the period before as in that period itself', async () => {
  await anApprovedWeek()
  const july = await showCompany(readFiguresPeriod('2026-07'), AFTER)
  expect(july.past?.carDays).toBe((await showCompany(JUNE, AFTER)).now.carDays)
  const [gone] = await db.selectFrom('vehicles').select('id').orderBy('plate').limit(1).execute()
  await asOwner(
    `insert into car_sales (vehicle_id, left_on, way, created_at) values ('${gone!.id}', '2026-06-05', 'returned', now())`,
  )
  const left = (await showCompany(JUNE, AFTER)).now.carDays
  expect(left).toBeLessThan(july.past?.carDays ?? 0)
  expect(left).toBeGreaterThan(0)
  expect((await showCompany(readFiguresPeriod('2026-07'), AFTER)).past).toMatchObject({ carDays: left })
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
  expect(month).toBeLessThanOrEqual(7)
  expect((await statementsOf(() => showCompany(readFiguresPeriod('2026'), AFTER))).length).toBeLessThanOrEqual(month)
})
