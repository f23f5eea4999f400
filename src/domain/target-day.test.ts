import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { easterSunday, executionDay, expectedExecutionDay, isTargetDay, targetDayFrom } from './target-day.ts'
import { readWeek } from './week.ts'

const day = (text: string) => Temporal.PlainDate.from(text)

test.each([
  [1693, '03-22'],
  [1818, '03-22'],
  [1900, '04-15'],
  [1943, '04-25'],
  [1954, '04-18'],
  [1961, '04-02'],
  [1981, '04-19'],
  [2000, '04-23'],
  [2008, '03-23'],
  [2011, '04-24'],
  [2014, '04-20'],
  [2019, '04-21'],
  [2024, '03-31'],
  [2025, '04-20'],
  [2026, '04-05'],
  [2027, '03-28'],
  [2035, '03-25'],
  [2038, '04-25'],
  [2285, '03-22'],
])('Easter of %i is on %s', (year, date) => {
  expect(easterSunday(year).toString()).toBe(`${year}-${date}`)
})

test.each([
  ['a Saturday', '2026-06-06'],
  ['a Sunday', '2026-06-07'],
  ['New Year', '2026-01-01'],
  ['Good Friday', '2026-04-03'],
  ['Easter Monday', '2026-04-06'],
  ['the first of May', '2026-05-01'],
  ['Christmas', '2026-12-25'],
  ['the 26th of December', '2028-12-26'],
])('%s is no TARGET day', (_, date) => {
  expect(isTargetDay(day(date))).toBe(false)
})

test.each([
  ['an ordinary Thursday', '2026-06-04'],
  ['Corpus Christi, a holiday in Portugal', '2025-06-19'],
  ['the tenth of June, a holiday in Portugal', '2026-06-10'],
  ['Maundy Thursday', '2026-04-02'],
  ['the Tuesday after Easter', '2026-04-07'],
  ['Christmas Eve', '2026-12-24'],
  ['a second of January', '2026-01-02'],
])('%s is a TARGET day', (_, date) => {
  expect(isTargetDay(day(date))).toBe(true)
})

test.each([
  ['2026-06-08', 4, '2026-06-11'],
  ['2026-06-11', 4, '2026-06-11'],
  ['2026-06-12', 4, '2026-06-18'],
  ['2026-04-01', 5, '2026-04-07'],
  ['2026-06-05', 6, '2026-06-08'],
  ['2026-06-08', 7, '2026-06-15'],
  ['2026-12-24', 5, '2026-12-28'],
  ['2026-12-31', 5, '2027-01-04'],
  ['2026-06-08', 1, '2026-06-08'],
])('seen on %s with pay day %i, a file is executed on %s', (today, payDay, execution) => {
  expect(executionDay(day(today), payDay).toString()).toBe(execution)
})

test.each([
  ['2026-06-13', '2026-06-15'],
  ['2026-12-25', '2026-12-28'],
  ['2026-06-11', '2026-06-11'],
])('from %s on the first day on which banks settle is %s', (from, found) => {
  expect(targetDayFrom(day(from)).toString()).toBe(found)
})

test.each([0, 8, 1.5])('%d is no pay day', (payDay) => {
  expect(() => executionDay(day('2026-06-08'), payDay)).toThrow(new RangeError(`${payDay} is not a day of the week`))
})

test('the execution day is a TARGET day on or after the pay day, with none between the two', () => {
  const days = fc.integer({ min: 0, max: 20_000 }).map((count) => day('2020-01-01').add({ days: count }))
  fc.assert(
    fc.property(days, fc.integer({ min: 1, max: 7 }), (today, payDay) => {
      const execution = executionDay(today, payDay)
      const nextPayDay = Array.from({ length: 7 }, (_, ahead) => today.add({ days: ahead })).find(
        ({ dayOfWeek }) => dayOfWeek === payDay,
      )!
      expect(isTargetDay(execution)).toBe(true)
      const wait = nextPayDay.until(execution).days
      expect(wait).toBeGreaterThanOrEqual(0)
      for (let ahead = 0; ahead < wait; ahead++) expect(isTargetDay(nextPayDay.add({ days: ahead }))).toBe(false)
    }),
  )
})

test('TARGET never closes for more than four days', () => {
  const start = day('2020-01-01')
  for (let count = 0; count < 5_844; count++) {
    const five = Array.from({ length: 5 }, (_, ahead) => isTargetDay(start.add({ days: count + ahead })))
    expect(five).toContain(true)
  }
})

test('a week is not expected to be paid before it is over: only then is it approved', () => {
  const expected = (today: string, payDay: number) =>
    expectedExecutionDay(readWeek('2026-W49'), day(today), payDay).toString()
  // The week from 30 November to 6 December, paid on Thursdays.
  expect([expected('2026-11-30', 4), expected('2026-12-06', 4), expected('2026-12-07', 4)]).toEqual([
    '2026-12-10',
    '2026-12-10',
    '2026-12-10',
  ])
  expect([expected('2026-12-02', 1), expected('2026-12-11', 4)]).toEqual(['2026-12-07', '2026-12-17'])
})
