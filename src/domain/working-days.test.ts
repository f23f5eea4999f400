import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { isWorkingDay, workingDaysAfter, workingDaysLeft } from './working-days.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

test('national holidays are no working days, also those that move with Easter; municipal ones are', () => {
  const free = ['2026-04-03', '2026-06-04', '2026-06-10', '2026-10-05', '2026-12-08', '2027-03-26', '2027-05-27']
  expect(free.filter((one) => isWorkingDay(day(one)))).toEqual([])
  // Lisbon's 13 June fell on a Friday in 2025, Porto's 24 June on a Tuesday; Carnival is no holiday of the law.
  const worked = ['2025-06-13', '2025-06-24', '2026-02-17', '2026-04-06']
  expect(worked.filter((one) => !isWorkingDay(day(one)))).toEqual([])
})

test.each([
  // Counted by hand on the calendar of 2026.
  ['2026-06-01', '2026-06-24'], // Corpus Christi on the 4th, the day of Portugal on the 10th
  ['2026-11-24', '2026-12-17'], // 1 and 8 December
  ['2026-12-18', '2027-01-12'], // Christmas and New Year, both on a Friday
  ['2026-03-28', '2026-04-20'], // notified on a Saturday; Good Friday
])('fifteen working days after %s end on %s', (notified, last) => {
  expect(workingDaysAfter(day(notified), 15).toString()).toBe(last)
})

test('on the last day none is left, on the evening before one, and afterwards it is over also on a Saturday', () => {
  const last = day('2026-06-12')
  expect(
    ['2026-06-09', '2026-06-11', '2026-06-12', '2026-06-13', '2026-06-15', '2026-06-16'].map((today) =>
      workingDaysLeft(day(today), last),
    ),
  ).toEqual([2, 1, 0, -1, -1, -2])
})

test('the day that lies any number of working days after another has as many left from there', () => {
  const days = fc.integer({ min: 0, max: 15_000 }).map((count) => day('2000-01-01').add({ days: count }))
  fc.assert(
    fc.property(days, fc.integer({ min: 0, max: 60 }), (from, count) => {
      const last = workingDaysAfter(from, count)
      expect(workingDaysLeft(from, last)).toBe(count)
      expect(count === 0 || isWorkingDay(last)).toBe(true)
    }),
  )
})
