import { expect, test } from 'vitest'
import { lossOf, weeklyLoss, weeklyPart } from './car-profit.ts'
import { cents, sum } from './money.ts'
import { daysOfWeek, nextWeek, readWeek, weekOf } from './week.ts'

const WEEK = readWeek('2026-W23')
const lease = { monthly: cents(365_00), from: '2020-01-01', until: null }

test('a month is a twelfth of the year, and a week seven days of it; a cost that ends on Wednesday counts three', () => {
  expect(weeklyPart(lease, daysOfWeek(WEEK))).toBe(84_00)
  expect(weeklyPart({ ...lease, until: '2026-06-03' }, daysOfWeek(WEEK))).toBe(36_00)
  expect(weeklyPart({ ...lease, from: '2026-06-07' }, daysOfWeek(WEEK))).toBe(12_00)
  expect(weeklyPart({ ...lease, from: '2026-06-08' }, daysOfWeek(WEEK))).toBe(0)
})

const bought = { boughtOn: '2024-06-05', price: cents(15_000_00), until: '2026-06-04', worth: cents(7_700_00) }

test('what a car loses in value is the same each day, begins with the purchase, ends with the sale, and adds up to the cent', () => {
  expect(weeklyLoss(bought, daysOfWeek(WEEK))).toBe(40_00)
  expect(weeklyLoss(bought, daysOfWeek(nextWeek(WEEK)))).toBe(0)
  for (const life of [bought, { ...bought, price: cents(15_000_01), until: '2027-01-02' }]) {
    const weeks = [weekOf(Temporal.PlainDate.from('2024-05-20'))]
    while (weeks.length < 200) weeks.push(nextWeek(weeks.at(-1)!))
    expect(sum(weeks.map((week) => weeklyLoss(life, daysOfWeek(week))))).toBe(life.price - life.worth)
  }
})

test('a car that was sold for more than it cost gained, and one that was sold on the day of its purchase lost all at once', () => {
  expect(weeklyLoss({ ...bought, worth: cents(22_300_00) }, daysOfWeek(WEEK))).toBe(-40_00)
  expect(weeklyLoss({ ...bought, boughtOn: '2026-06-04' }, daysOfWeek(WEEK))).toBe(7_300_00)
  expect(lossOf(bought)).toEqual({ total: 7_300_00, week: 70_00 })
  expect(lossOf({ ...bought, boughtOn: '2026-06-04' })).toEqual({ total: 7_300_00, week: 7_300_00 })
})
