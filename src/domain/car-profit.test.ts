import { expect, test } from 'vitest'
import { breakEven, profitOf, weeklyPart } from './car-profit.ts'
import { cents } from './money.ts'
import { nextWeek, readWeek } from './week.ts'

const WEEK = readWeek('2026-W23')
const lease = { monthly: cents(365_00), from: '2020-01-01', until: null }

test('a month is a twelfth of the year, and a week seven days of it; a cost that ends on Wednesday counts three', () => {
  expect(weeklyPart(lease, WEEK)).toBe(84_00)
  expect(weeklyPart({ ...lease, until: '2026-06-03' }, WEEK)).toBe(36_00)
  expect(weeklyPart({ ...lease, from: '2026-06-07' }, WEEK)).toBe(12_00)
  expect(weeklyPart({ ...lease, from: '2026-06-08' }, WEEK)).toBe(0)
})

test('profit is what it brought less the months and the work of that week, and breaks even at their average', () => {
  const weeks = [
    { week: WEEK, amount: cents(200_00) },
    { week: nextWeek(WEEK), amount: cents(200_00) },
  ]
  const profit = profitOf(weeks, { monthly: [lease], work: [{ amount: cents(150_00), on: '2026-06-14' }] })
  expect(profit.map((one) => [one.fixed, one.work, one.profit])).toEqual([
    [84_00, 0, 116_00],
    [84_00, 150_00, -34_00],
  ])
  expect(breakEven(profit)).toBe(159_00)
  expect(breakEven([])).toBeNull()
})
