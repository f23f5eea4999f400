import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { nextRoadTax, roadTaxOf, unpaidRoadTax } from './road-tax.ts'

const registeredOn = Temporal.PlainDate.from('2022-02-09')
const due = (year: number, yearly: number) =>
  roadTaxOf(year, { yearly: cents(yearly), registeredOn }).map(({ on, amount }) => `${on} ${amount}`)

test('until 2026 road tax is due by the end of the month of registration, also in February', () => {
  expect(due(2026, 240_00)).toEqual(['2026-02-28 24000'])
  expect(due(2024, 640_00)).toEqual(['2024-02-29 64000'])
})

test('2027 is a year between: October, and above 500 € July and October', () => {
  expect(due(2027, 80_00)).toEqual(['2027-10-31 8000'])
  expect(due(2027, 500_00)).toEqual(['2027-10-31 50000'])
  expect(due(2027, 500_01)).toEqual(['2027-07-31 25000', '2027-10-31 25001'])
})

test('from 2028 on it is April, April and October, or April, July and October, and the parts are the whole', () => {
  expect(due(2028, 100_00)).toEqual(['2028-04-30 10000'])
  expect(due(2028, 100_01)).toEqual(['2028-04-30 5000', '2028-10-31 5001'])
  expect(due(2029, 500_00)).toEqual(['2029-04-30 25000', '2029-10-31 25000'])
  expect(due(2030, 700_00)).toHaveLength(3)
  for (const year of [2026, 2027, 2028, 2031])
    for (const yearly of [1, 99_99, 100_01, 333_33, 500_01, 1_234_57]) {
      const parts = roadTaxOf(year, { yearly: cents(yearly), registeredOn })
      expect(parts.reduce((sum, { amount }) => sum + amount, 0)).toBe(yearly)
    }
})

test('what is due next is of this year, or of the next', () => {
  const next = (day: string) => nextRoadTax(Temporal.PlainDate.from(day), { yearly: cents(240_00), registeredOn })
  expect(next('2026-02-28')?.on.toString()).toBe('2026-02-28')
  expect(next('2026-03-01')?.on.toString()).toBe('2027-10-31')
  expect(next('2028-05-01')?.on.toString()).toBe('2028-10-31')
})

test('what is due stays until a document holds beyond its day, and what was due before anybody followed it is no matter', () => {
  const day = (text: string) => Temporal.PlainDate.from(text)
  const car = { yearly: cents(600_00), registeredOn: day('2022-03-09'), since: day('2027-08-01'), paidUntil: null }
  expect(unpaidRoadTax(day('2027-09-30'), car)).toBeNull()
  expect(unpaidRoadTax(day('2027-10-31'), car)?.on.toString()).toBe('2027-10-31')
  // Nobody paid in October: that is reported before April is.
  expect(unpaidRoadTax(day('2028-05-31'), car)?.on.toString()).toBe('2027-10-31')
  const until = (text: string) => ({ ...car, paidUntil: day(text) })
  expect(unpaidRoadTax(day('2027-10-31'), until('2027-10-31'))?.on.toString()).toBe('2027-10-31')
  expect(unpaidRoadTax(day('2028-05-31'), until('2028-04-30'))?.on.toString()).toBe('2028-04-30')
  expect(unpaidRoadTax(day('2028-05-31'), until('2028-07-31'))).toBeNull()
})
