import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { type HourOfWeek, bestAndWorst, paidPerHour } from './paid-by-hour.ts'

const hour = (day: number, at: number, hours: number, euros: number): HourOfWeek => ({
  day,
  hour: at,
  seconds: hours * 3_600,
  paid: cents(Math.round(euros * 100)),
})
const evening = (day: number, euros: number) => [18, 19, 20, 21].map((at) => hour(day, at, 4, euros))

test('an hour of the week is worth what was paid in it over the time online, and nothing where that was little', () => {
  expect(paidPerHour([hour(5, 18, 3, 50)])).toBe(1_667)
  expect(paidPerHour([hour(5, 18, 2, 50)])).toBe(2_500)
  expect(paidPerHour([hour(5, 18, 1.99, 50)])).toBeNull()
  expect(paidPerHour([])).toBeNull()
})

test('four hours in a row are compared within a day, and only where each of them was measured enough', () => {
  expect(bestAndWorst([...evening(5, 80), ...evening(1, 40)])).toEqual({
    best: { day: 5, from: 18, to: 22, perHour: 2_000 },
    worst: { day: 1, from: 18, to: 22, perHour: 1_000 },
  })
  // A very good hour that happened once proves nothing.
  expect(bestAndWorst([...evening(5, 80), ...evening(1, 40), hour(1, 22, 1, 900)])?.best.day).toBe(5)
  expect(bestAndWorst(evening(5, 80))).toBeNull()
  expect(bestAndWorst([...evening(5, 80), ...evening(1, 80)])).toBeNull()
  // Hours from Monday night into Tuesday are not in a row.
  expect(
    bestAndWorst([22, 23].map((at) => hour(1, at, 4, 10)).concat([0, 1].map((at) => hour(2, at, 4, 90)))),
  ).toBeNull()
})

test('no hours in a row bring more than the best, or less than the worst', () => {
  const week = fc.array(
    fc.record({ seconds: fc.integer({ min: 0, max: 30_000 }), paid: fc.integer({ min: 0, max: 30_000 }).map(cents) }),
    { minLength: 168, maxLength: 168 },
  )
  fc.assert(
    fc.property(week, (some) => {
      const hours = some.map((one, at): HourOfWeek => ({ ...one, day: Math.floor(at / 24) + 1, hour: at % 24 }))
      const found = bestAndWorst(hours)
      for (let at = 0; at + 4 <= 168; at++) {
        const row = hours.slice(at, at + 4)
        if (at % 24 > 20 || row.some(({ seconds }) => seconds < 7_200)) continue
        const perHour = paidPerHour(row) ?? 0
        if (!found) continue
        expect(perHour).toBeLessThanOrEqual(found.best.perHour)
        expect(perHour).toBeGreaterThanOrEqual(found.worst.perHour)
      }
    }),
    { numRuns: 100 },
  )
})
