import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type HoursOfDay, hoursInARow } from './hours-in-a-row.ts'

const HOUR = 3_600
/** Makes a day that was online in full in these hours. */
const day = (date: string, from: number, to: number): HoursOfDay => ({
  day: date,
  seconds: Array.from({ length: 24 }, (_, hour) => (hour >= from && hour < to ? HOUR : 0)),
})

test('a night over midnight counts in one row of 24 hours, and is two days', () => {
  const found = hoursInARow([day('2026-06-01', 18, 24), day('2026-06-02', 0, 5)])
  expect(found).toEqual([
    { day: '2026-06-01', seconds: 6 * HOUR, most: 6 * HOUR },
    { day: '2026-06-02', seconds: 5 * HOUR, most: 11 * HOUR },
  ])
})

test('who drives ten hours each morning stays at ten, however many mornings follow', () => {
  const mornings = ['2026-06-01', '2026-06-02', '2026-06-03'].map((date) => day(date, 6, 16))
  expect(hoursInARow(mornings).map(({ most }) => most / HOUR)).toEqual([10, 10, 10])
})

test('a day without any times is in the list, and has no seconds of its own', () => {
  const found = hoursInARow([day('2026-10-24', 20, 24), day('2026-10-26', 8, 9)])
  expect(found[1]).toEqual({ day: '2026-10-25', seconds: 0, most: 4 * HOUR })
  expect(found).toHaveLength(3)
  expect(hoursInARow([])).toEqual([])
})

test('the most of a day is what a judge finds who tries every hour of the two days', () => {
  const hours = fc.array(fc.nat({ max: HOUR }), { minLength: 24, maxLength: 24 })
  fc.assert(
    fc.property(fc.array(hours, { minLength: 1, maxLength: 6 }), (days) => {
      const hoursByDay = days.map((seconds, at) => ({ day: `2026-06-0${at + 1}`, seconds }))
      const line = days.flat()
      hoursInARow(hoursByDay).forEach(({ most }, at) => {
        const ends = Array.from({ length: 24 }, (_, hour) => at * 24 + hour)
        const tried = ends.map((end) =>
          line.reduce((all, one, hour) => (hour > end - 24 && hour <= end ? all + one : all), 0),
        )
        expect(most).toBe(Math.max(...tried))
      })
    }),
  )
})
