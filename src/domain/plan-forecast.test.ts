import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ZERO, basisPoints, cents } from './money.ts'
import { type RunningPlan, forecast, usualDeductionRoom } from './plan-forecast.ts'
import { schedule } from './plan.ts'
import { nextWeek, readWeek } from './week.ts'

const FIRST = readWeek('2026-W24')
const CEILING = basisPoints(30_00)
const plan = { total: cents(600_00), count: 5, first: FIRST }
const alone = { from: FIRST, debt: ZERO, running: [] }
const dues = (weeks: ReturnType<typeof forecast>) => weeks?.map(({ due }) => due)

test('the median of the last weeks counts, and its ceiling is the room for instalments', () => {
  const left = [310_00, 285_30, -40_00, 300_00, 120_00].map(cents)
  // 30 % of 285.30.
  expect(usualDeductionRoom(left, CEILING)).toBe(85_59)
  expect(usualDeductionRoom([...left, cents(290_00)], CEILING)).toBe(85_59)
  expect(usualDeductionRoom([cents(-40_00)], CEILING)).toBe(0)
  expect([usualDeductionRoom([], CEILING), usualDeductionRoom(left, null)]).toEqual([null, null])
})

test('600.00 in five weeks of which 85.59 may be taken are eight instalments, not five of 120.00', () => {
  const weeks = forecast(plan, { ...alone, room: cents(85_59) })!
  expect(dues(weeks)).toEqual([85_59, 85_59, 85_59, 85_59, 85_59, 85_59, 85_59, 87])
  expect(weeks.at(-1)).toMatchObject({ week: nextWeek(FIRST, 7), after: 0 })
})

test('what is owed goes first, then the plans that run, then this one', () => {
  const other: RunningPlan = {
    total: cents(100_00),
    count: 2,
    first: FIRST,
    remaining: cents(50_00),
    repaid: cents(50_00),
    charged: ZERO,
    skips: new Set(),
  }
  const weeks = forecast(plan, { from: FIRST, room: cents(200_00), debt: cents(230_00), running: [other] })!
  // 200.00 of debt; 30.00 of debt, 50.00 and 120.00; then 120.00 each.
  expect(weeks.map(({ week, due }) => [week, due])).toEqual([1, 2, 3, 4, 5].map((at) => [nextWeek(FIRST, at), 120_00]))
})

test('a week that leaves nothing never repays it', () => {
  expect(forecast(plan, { ...alone, room: ZERO })).toBeNull()
  expect(forecast(plan, { ...alone, room: cents(1) })).toBeNull()
})

test('without a ceiling it is the plan as it was agreed', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 500_000 }),
      fc.integer({ min: 1, max: 60 }),
      fc.constantFrom(0, 400, 333),
      (total, count, rate) => {
        const terms = { total: cents(total), count, first: FIRST, interest: basisPoints(rate) }
        expect(forecast(terms, { ...alone, room: null })).toEqual(schedule(terms))
      },
    ),
    { numRuns: 50 },
  )
})

test('whatever the room, the instalments are the total, no week takes more than is open, and the charge is the rate', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 100_000 }),
      fc.integer({ min: 1, max: 30 }),
      fc.integer({ min: 2_000, max: 20_000 }),
      fc.constantFrom(0, 400, 333),
      (total, count, room, rate) => {
        const terms = { total: cents(total), count, first: FIRST, interest: basisPoints(rate) }
        const weeks = forecast(terms, { ...alone, room: cents(room) })!
        const sumOf = (of: 'due' | 'charge') => weeks.reduce((all, week) => all + week[of], 0)
        expect(sumOf('due')).toBe(total)
        expect(sumOf('charge')).toBe(Math.round((total * rate) / 10_000))
        expect(Math.max(...weeks.map(({ due, charge }) => due + charge))).toBeLessThanOrEqual(room)
      },
    ),
    { numRuns: 80 },
  )
})
