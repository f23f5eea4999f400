import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Audience,
  type Goal,
  type GoalFacts,
  goalPeriod,
  isInAudience,
  levelOf,
  maxPrizeOf,
  nextLevel,
  periodOf,
  prizeOf,
} from './goal.ts'
import { cents } from './money.ts'
import { nextWeek, readWeek } from './week.ts'

const LEVELS = [
  { threshold: 80, reward: cents(20_00) },
  { threshold: 120, reward: cents(50_00) },
]
const WEEK = readWeek('2026-W23')
const goal: Goal = { criterion: 'trips', period: 'week', levels: LEVELS, stacking: 'best', from: WEEK, until: null }

test('a threshold is met or it is not, and what is paid is never the threshold', () => {
  expect([0, 79, 80, 119, 120, 1_000].map((trips) => prizeOf(goal, trips))).toEqual([0, 0, 20_00, 20_00, 50_00, 50_00])
  expect([0, 80, 120].map((trips) => prizeOf({ ...goal, stacking: 'sum' }, trips))).toEqual([0, 20_00, 70_00])
  expect([maxPrizeOf(goal), maxPrizeOf({ ...goal, stacking: 'sum' })]).toEqual([50_00, 70_00])
})

test('a result is told by the highest level reached, and before it by the first', () => {
  expect([79, 80, 121].map((trips) => levelOf(LEVELS, trips).threshold)).toEqual([80, 80, 120])
})

test('what is missing is counted to the next level, with what it adds', () => {
  expect([68, 80, 120].map((trips) => nextLevel(goal, trips))).toEqual([
    { threshold: 80, missing: 12, increase: 20_00 },
    { threshold: 120, missing: 40, increase: 30_00 },
    null,
  ])
  expect(nextLevel({ ...goal, stacking: 'sum' }, 80)?.increase).toBe(50_00)
})

test('a goal counts for whole weeks, and for whole months of the weeks that end in them', () => {
  expect(periodOf('week', WEEK)).toEqual({ first: WEEK, last: WEEK, weeks: [WEEK] })
  const june = periodOf('month', WEEK)
  expect([june.first, june.last, june.weeks.length]).toEqual([readWeek('2026-W23'), readWeek('2026-W26'), 4])
  const monthly: Goal = { ...goal, period: 'month' }
  expect(goalPeriod(monthly, nextWeek(WEEK, 2))).toEqual(june)
  expect(goalPeriod({ ...monthly, from: nextWeek(WEEK) }, nextWeek(WEEK, 2))).toBe(null)
  expect(goalPeriod({ ...monthly, until: nextWeek(WEEK, 2) }, WEEK)).toBe(null)
  expect(goalPeriod({ ...goal, until: WEEK }, nextWeek(WEEK))).toBe(null)
})

const ALL: Audience = { regimes: [], car: 'any', minWeeks: null, maxWeeks: null, drivers: [] }
const renter: GoalFacts = { id: 'a', regime: 'rental', hasCar: true, weeksHere: 8 }

test('a goal without conditions is for everybody, and each condition leaves somebody out', () => {
  const nobodyKnows: GoalFacts = { id: 'b', regime: null, hasCar: false, weeksHere: null }
  expect([renter, nobodyKnows].map((one) => isInAudience(ALL, one))).toEqual([true, true])
  const asks = (more: Partial<Audience>, one: Partial<GoalFacts> = {}) =>
    isInAudience({ ...ALL, ...more }, { ...renter, ...one })
  expect([asks({ regimes: ['rental', 'slot'] }), asks({ regimes: ['slot'] })]).toEqual([true, false])
  expect(asks({ regimes: ['slot'] }, nobodyKnows)).toBe(false)
  expect([asks({ car: 'fleet' }), asks({ car: 'fleet' }, { hasCar: false }), asks({ car: 'own' })]).toEqual([
    true,
    false,
    false,
  ])
  // A driver's own car may be written down here too: it is no car of the fleet.
  expect([asks({ car: 'fleet' }, { regime: 'slot' }), asks({ car: 'own' }, { regime: 'slot' })]).toEqual([false, true])
  expect([asks({ minWeeks: 8 }), asks({ minWeeks: 9 }), asks({ maxWeeks: 8 }), asks({ maxWeeks: 7 })]).toEqual([
    ...[true, false, true, false],
  ])
  expect([asks({ minWeeks: 0 }, { weeksHere: null }), asks({ maxWeeks: 9 }, { weeksHere: null })]).toEqual([
    false,
    false,
  ])
  expect([asks({ drivers: ['a'] }), asks({ drivers: ['b'] })]).toEqual([true, false])
})

const levels = fc.uniqueArray(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 5 }).chain((thresholds) =>
  fc
    .uniqueArray(fc.integer({ min: 1, max: 100_00 }), { minLength: thresholds.length, maxLength: thresholds.length })
    .map((rewards) => {
      const up = (numbers: number[]) => numbers.toSorted((a, b) => a - b)
      return up(thresholds).map((threshold, at) => ({ threshold, reward: cents(up(rewards)[at]!) }))
    }),
)

test('more is never paid less, and what is said to be missing is just what makes the difference', () => {
  fc.assert(
    fc.property(
      levels,
      fc.constantFrom('best', 'sum' as const),
      fc.nat(600),
      fc.nat(100),
      (own, stacking, reached, more) => {
        const one = { levels: own, stacking }
        expect(prizeOf(one, reached + more)).toBeGreaterThanOrEqual(prizeOf(one, reached))
        expect(prizeOf(one, reached)).toBeLessThanOrEqual(maxPrizeOf(one))
        const next = nextLevel(one, reached)
        if (!next) {
          expect(prizeOf(one, reached)).toBe(maxPrizeOf(one))
          return
        }
        expect(prizeOf(one, reached + next.missing) - prizeOf(one, reached)).toBe(next.increase)
        expect(prizeOf(one, reached + next.missing - 1)).toBe(prizeOf(one, reached))
        expect(next.increase).toBeGreaterThan(0)
      },
    ),
  )
})

test('every week is in one period of its kind, and in no other', () => {
  fc.assert(
    fc.property(fc.nat(300), fc.constantFrom('week', 'month' as const), (after, kind) => {
      const week = nextWeek(WEEK, after)
      const period = periodOf(kind, week)
      expect(period.weeks).toContain(week)
      expect(periodOf(kind, period.last)).toEqual(period)
      expect(periodOf(kind, nextWeek(period.last)).first).toBe(nextWeek(period.last))
    }),
  )
})
