import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Interest, affordableInstalment, afterInstalment, chargeOn } from './interest.ts'
import { ZERO, basisPoints, cents, share, sum } from './money.ts'
import { MAX_INSTALMENTS, dueOf, schedule } from './plan.ts'
import { readWeek } from './week.ts'

const FIRST = readWeek('2026-W23')
const none = (rate: number): Interest => ({ rate: basisPoints(rate), repaid: ZERO, charged: ZERO })

const aRate = fc.integer({ min: 0, max: 100_00 })
const aPlan = fc
  .tuple(fc.integer({ min: 1, max: MAX_INSTALMENTS }), fc.integer({ min: 0, max: 2_000_000 }), aRate)
  .map(([count, more, rate]) => ({ count, total: cents(count + more), first: FIRST, interest: basisPoints(rate) }))

test('600,00 in five weeks at 4 % of each instalment is five times 120,00 and 4,80', () => {
  const weeks = schedule({ total: cents(600_00), count: 5, first: FIRST, interest: basisPoints(400) })
  expect(weeks.map(({ due, charge }) => [due, charge])).toEqual(Array.from({ length: 5 }, () => [120_00, 4_80]))
})

test('the charges of 100,00 in three weeks at 2,5 % sum to 2,50, though each alone would round to 0,83', () => {
  const weeks = schedule({ total: cents(100_00), count: 3, first: FIRST, interest: basisPoints(250) })
  expect(weeks.map(({ charge }) => charge)).toEqual([83, 84, 83])
})

test('however a plan is repaid by statements, all charges together are the rate on its total', () => {
  fc.assert(
    fc.property(aPlan, fc.array(fc.integer({ min: 0, max: 100 }), { maxLength: 60 }), (plan, percents) => {
      let interest = none(plan.interest)
      for (const percent of percents) {
        const due = dueOf(plan, cents(plan.total - interest.repaid))
        interest = afterInstalment(interest, cents(Math.floor((due * percent) / 100)))
      }
      const rest = schedule(plan, cents(plan.total - interest.repaid), FIRST, new Set(), interest)
      expect(sum([interest.charged, ...rest.map(({ charge }) => charge)])).toBe(share(plan.total, plan.interest))
    }),
  )
})

test('a week that was voided and taken again ends at the same sum', () => {
  const rate = basisPoints(333)
  const takes = [cents(3_333), cents(3_333), cents(3_334)] as const
  // The second of three instalments is voided and comes last: what was charged on the others stays.
  const first = afterInstalment(none(333), takes[0])
  const third = chargeOn(takes[2], afterInstalment(first, takes[1]))
  const again = { rate, repaid: sum([takes[0], takes[2]]), charged: sum([first.charged, third]) }
  expect(sum([again.charged, chargeOn(takes[1], again)])).toBe(share(cents(100_00), rate))
})

test('what fits into the room fits with its charge, and one cent more would not', () => {
  const anInterest = fc.record({
    rate: aRate.map(basisPoints),
    repaid: fc.integer({ min: 0, max: 100_000 }).map(cents),
    charged: fc.integer({ min: 0, max: 100_000 }).map(cents),
  })
  const amount = fc.integer({ min: 0, max: 100_000 }).map(cents)
  fc.assert(
    fc.property(amount, amount, anInterest, (due, room, interest) => {
      const taken = affordableInstalment(due, room, interest)
      expect(taken + chargeOn(taken, interest)).toBeLessThanOrEqual(room)
      if (taken < due) {
        const more = cents(taken + 1)
        expect(more + chargeOn(more, interest)).toBeGreaterThan(room)
      }
    }),
  )
})

test('what was charged too much before is not charged again, and nothing is ever given back', () => {
  const interest = { rate: basisPoints(400), repaid: cents(100_00), charged: cents(6_00) }
  expect(chargeOn(cents(50_00), interest)).toBe(0)
  expect(chargeOn(cents(100_00), interest)).toBe(2_00)
  expect(chargeOn(ZERO, { ...interest, charged: ZERO })).toBe(0)
})
