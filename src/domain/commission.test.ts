import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type ReferredWeek,
  type CommissionRule,
  REWARD_BASES,
  dueNow,
  earnedBy,
  idleReferrals,
  maximumOf,
} from './commission.ts'
import { ZERO, basisPoints, cents, sum } from './money.ts'
import { type Week, nextWeek, readWeek } from './week.ts'

const START = readWeek('2026-W01')
const weekAfter = (count: number) => nextWeek(START, count)
const FIFTY: CommissionRule = {
  pays: { kind: 'fixed', amount: cents(50_00) },
  first: 1,
  weeks: 1,
  minWeeks: 4,
  minTrips: 0,
  hold: 0,
  cap: null,
  clawback: 0,
}
const worked = (count: number): ReferredWeek[] =>
  Array.from({ length: count }, (_, at) => ({
    week: weekAfter(at),
    income: cents(600_00),
    incomeLessVat: cents(560_00),
    fee: cents(25_00),
    trips: 40,
  }))
const at = (by: number, leftIn: Week | null = null) => ({ by: weekAfter(by), since: START, leftIn })

test('a reward is earned by the weeks before the statement that pays it, never by its own', () => {
  expect(earnedBy(FIFTY, worked(4), at(3))).toMatchObject({ amount: 0, weeks: 3, state: 'waiting' })
  expect(earnedBy(FIFTY, worked(4), at(4))).toMatchObject({ amount: 50_00, weeks: 4, trips: 160, state: 'earned' })
})

test('what is held is seen, and paid when its time is over', () => {
  const held = { ...FIFTY, hold: 2 }
  expect(earnedBy(held, worked(4), at(5))).toMatchObject({ amount: 0, reached: 50_00, state: 'held' })
  expect(earnedBy(held, worked(4), at(6))).toMatchObject({ amount: 50_00, state: 'earned' })
})

test('weeks without income, and weeks before it began, count for nothing', () => {
  const idle = { ...worked(1)[0]!, week: weekAfter(4), income: ZERO }
  const before = { ...worked(1)[0]!, week: nextWeek(START, -1) }
  expect(earnedBy(FIFTY, [before, ...worked(3), idle], at(9))).toMatchObject({ amount: 0, weeks: 3 })
})

test('trips that no file tells are not there', () => {
  const withoutTrips = worked(4).map((week) => ({ ...week, trips: null }))
  expect(earnedBy({ ...FIFTY, minTrips: 1 }, withoutTrips, at(9)).state).toBe('waiting')
  expect(earnedBy({ ...FIFTY, minTrips: 160 }, worked(4), at(9)).state).toBe('earned')
})

test('a percentage is of each of its weeks, rounded by itself, up to the cap', () => {
  const percent: CommissionRule = {
    ...FIFTY,
    pays: { kind: 'percent', rate: basisPoints(1_000), base: 'fee' },
    first: 2,
    weeks: 3,
    minWeeks: 1,
    cap: cents(6_00),
  }
  expect(earnedBy(percent, worked(2), at(2)).amount).toBe(2_50)
  expect(earnedBy(percent, worked(9), at(9)).amount).toBe(6_00)
})

test('who leaves too early takes everything back; who leaves later takes nothing back', () => {
  const strict = { ...FIFTY, clawback: 8 }
  expect(earnedBy(strict, worked(5), at(9, weekAfter(5)))).toMatchObject({ amount: 0, state: 'taken-back' })
  expect(earnedBy(strict, worked(8), at(12, weekAfter(9))).amount).toBe(50_00)
})

test('nobody brings themselves, nobody is brought twice, and no circle pays, also once records become one', () => {
  const all = [
    { id: 'a', referrer: 'ana', referred: 'bruno' },
    { id: 'b', referrer: 'bruno', referred: 'carla' },
    { id: 'c', referrer: 'carla', referred: 'ana-again' },
    { id: 'd', referrer: 'dario', referred: 'bruno-again' },
    { id: 'e', referrer: 'dario', referred: 'dario-again' },
  ]
  expect(idleReferrals(all, (record) => record).size).toBe(0)
  const person = (record: string) => record.replace('-again', '')
  expect([...idleReferrals(all, person)]).toEqual([
    ['c', 'circle'],
    ['d', 'second'],
    ['e', 'self'],
  ])
})

const rule: fc.Arbitrary<CommissionRule> = fc.record({
  pays: fc.oneof(
    fc.record({ kind: fc.constant('fixed' as const), amount: fc.integer({ min: 1, max: 100_00 }).map(cents) }),
    fc.record({
      kind: fc.constant('percent' as const),
      rate: fc.integer({ min: 1, max: 10_000 }).map(basisPoints),
      base: fc.constantFrom(...REWARD_BASES),
    }),
  ),
  first: fc.integer({ min: 1, max: 4 }),
  weeks: fc.integer({ min: 1, max: 6 }),
  minWeeks: fc.integer({ min: 1, max: 5 }),
  minTrips: fc.integer({ min: 0, max: 200 }),
  hold: fc.integer({ min: 0, max: 3 }),
  cap: fc.integer({ min: 1, max: 300_00 }).map(cents),
  clawback: fc.integer({ min: 0, max: 6 }),
})
const amount = fc.integer({ min: -50_00, max: 900_00 }).map(cents)
const histories = fc.array(
  fc.record({
    income: amount,
    incomeLessVat: amount,
    fee: fc.integer({ min: 0, max: 90_00 }).map(cents),
    trips: fc.option(fc.integer({ min: 0, max: 90 })),
  }),
  { maxLength: 12 },
)

test('whatever happens to the weeks of whoever was brought, all that is paid comes to what is earned at last, once', () => {
  fc.assert(
    fc.property(
      rule,
      // The same weeks computed again and again: corrected, voided, approved anew, with other dates of coming and
      // going.
      fc.array(fc.record({ history: histories, leftAfter: fc.option(fc.integer({ min: 0, max: 14 })) }), {
        minLength: 1,
        maxLength: 16,
      }),
      (promised, tellings) => {
        const given = [ZERO]
        for (const [step, { history, leftAfter }] of tellings.entries()) {
          const weeks = history.map((week, index) => ({ ...week, week: weekAfter(index) }))
          const leftIn = leftAfter === null ? null : weekAfter(leftAfter)
          const earned = earnedBy(promised, weeks, at(step + 1, leftIn))
          given.push(dueNow(earned.amount, given))
          // Approved a second time, or looked at twice, it pays nothing more.
          expect(dueNow(earned.amount, given)).toBe(0)
          expect(sum(given)).toBe(earned.amount)
          expect(sum(given)).toBeGreaterThanOrEqual(0)
          expect(sum(given)).toBeLessThanOrEqual(maximumOf(promised))
        }
      },
    ),
    { numRuns: 1_000 },
  )
})

test('time alone never takes anything back from who stays', () => {
  fc.assert(
    fc.property(rule, histories, (promised, history) => {
      const weeks = history.map((week, index) => ({ ...week, week: weekAfter(index) }))
      let before = 0
      for (let by = 0; by < 18; by++) {
        const { amount: now, reached } = earnedBy(promised, weeks, at(by))
        expect(now).toBeGreaterThanOrEqual(before)
        expect(reached).toBeGreaterThanOrEqual(now)
        before = now
      }
    }),
    { numRuns: 500 },
  )
})
