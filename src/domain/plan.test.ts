import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Cents, ZERO, cents, sum } from './money.ts'
import {
  MAX_INSTALMENTS,
  MOVEMENTS,
  PLAN_KINDS,
  depositFigures,
  dueOf,
  isHarder,
  movementPostings,
  openingPostings,
  remainingOf,
  schedule,
} from './plan.ts'
import { type Week, nextWeek, readWeek } from './week.ts'

const FIRST = readWeek('2026-W23')

/** A plan as an office may agree it. */
const aPlan = fc
  .tuple(fc.integer({ min: 1, max: MAX_INSTALMENTS }), fc.integer({ min: 0, max: 2_000_000 }))
  .map(([count, more]) => ({ count, total: cents(count + more), first: FIRST }))

test('100,00 in three weeks is 33,33, 33,33 and 33,34', () => {
  const weeks = schedule({ total: cents(100_00), count: 3, first: FIRST })
  expect(weeks).toEqual([
    { week: '2026-06-01', due: 33_33, charge: 0, after: 66_67 },
    { week: '2026-06-08', due: 33_33, charge: 0, after: 33_34 },
    { week: '2026-06-15', due: 33_34, charge: 0, after: 0 },
  ])
})

test('a deposit of 500,00 with 200,00 at hand-over is six instalments of 50,00', () => {
  const weeks = schedule({ total: cents(500_00), count: 6, first: FIRST, down: cents(200_00) })
  expect(weeks.map(({ due }) => due)).toEqual(Array.from({ length: 6 }, () => 50_00))
})

test('a schedule is as many instalments as were agreed, all alike but the last, and sums to the cent', () => {
  fc.assert(
    fc.property(aPlan, (plan) => {
      const dues = schedule(plan).map(({ due }) => due)
      expect(dues).toHaveLength(plan.count)
      expect(sum(dues)).toBe(plan.total)
      expect(dues.slice(0, -1).every((due) => due === Math.floor(plan.total / plan.count))).toBe(true)
      expect(dues.at(-1)! - Math.floor(plan.total / plan.count)).toBeLessThan(plan.count)
    }),
  )
})

test('a skipped week goes to the end: no other instalment changes, and the sum stays', () => {
  fc.assert(
    fc.property(aPlan, fc.uniqueArray(fc.integer({ min: 0, max: 30 })), (plan, places) => {
      const skipped = new Set(places.map((place) => nextWeek(FIRST, place)))
      const weeks = schedule(plan, plan.total, FIRST, skipped)
      expect(weeks.map(({ due }) => due)).toEqual(schedule(plan).map(({ due }) => due))
      expect(weeks.some(({ week }) => skipped.has(week))).toBe(false)
    }),
  )
})

test('taken + left = due in every week of any life, and the whole is the total: skips, thin weeks, voids, early payment', () => {
  const event = fc.constantFrom('take', 'part', 'nothing', 'void', 'early')
  fc.assert(
    fc.property(aPlan, fc.array(event, { maxLength: 80 }), fc.integer({ min: 0, max: 99 }), (plan, life, percent) => {
      const taken: Cents[] = []
      const besides: { kind: 'early'; amount: Cents }[] = []
      const owed = () => remainingOf(plan.total, sum(taken), besides)
      for (const happening of life) {
        const before = owed()
        if (happening === 'void') {
          taken.pop()
          continue
        }
        const part = cents(Math.floor((before * percent) / 100))
        if (happening === 'early') {
          if (part > 0) besides.push({ kind: 'early', amount: part })
          continue
        }
        const due = dueOf(plan, before)
        const share = { take: 100, part: percent, nothing: 0 }[happening]
        const got = cents(Math.floor((due * share) / 100))
        taken.push(got)
        expect(owed()).toBe(before - got)
        expect(due).toBeLessThanOrEqual(before)
      }
      const rest = schedule(plan, owed())
      expect(sum([...taken, ...besides.map(({ amount }) => amount), ...rest.map(({ due }) => due)])).toBe(plan.total)
    }),
  )
})

test('a plan of less than a cent a week is none', () => {
  expect(() => dueOf({ total: cents(3), count: 4 }, cents(3))).toThrow(new RangeError('3 cents in 4 weeks, 0 at once'))
  expect(() => dueOf({ total: cents(3), count: 0 }, cents(3))).toThrow(RangeError)
  expect(() => dueOf({ total: cents(10), count: 5, down: cents(6) }, cents(4))).toThrow(RangeError)
  expect(() => dueOf({ total: cents(10), count: 5, down: cents(-1) }, cents(10))).toThrow(RangeError)
})

test('every journal of a plan balances, and paying it off leaves the plan empty', () => {
  for (const kind of PLAN_KINDS) {
    const total = cents(123_45)
    const opening = openingPostings(kind, total)
    expect(sum(opening.map(({ amount }) => amount))).toBe(0)
    for (const movement of MOVEMENTS) {
      expect(sum(movementPostings(kind, movement, total).map(({ amount }) => amount))).toBe(0)
    }
    for (const movement of ['early', 'write-off'] as const) {
      const all = [...opening, ...movementPostings(kind, movement, total)]
      expect(sum(all.flatMap(({ account, amount }) => (account === 'plan' ? [amount] : [])))).toBe(0)
    }
  }
})

test('money given up is a cost, but a deposit that never came is owed to nobody', () => {
  const from = { account: 'plan', amount: 40_00 }
  const cost = [from, { account: 'costs:written-off', amount: -40_00 }]
  expect(PLAN_KINDS.map((kind) => [kind, movementPostings(kind, 'write-off', cents(40_00))])).toEqual([
    ['advance', cost],
    ['debt', cost],
    ['deposit', [from, { account: 'deposit', amount: -40_00 }]],
    ['damage', cost],
    ['fine', cost],
  ])
})

test('each movement lowers what is owed of a plan, or what is held of a deposit, never both', () => {
  const amounts = { early: 100_00, 'write-off': 20_00, returned: 40_00, used: 5_00, due: 30_00, released: 6_00 }
  const besides = MOVEMENTS.map((kind) => ({ kind, amount: cents(amounts[kind]) }))
  expect(remainingOf(cents(500_00), cents(150_00), besides)).toBe(200_00)
  expect(depositFigures(cents(150_00), besides)).toEqual({
    received: 250_00,
    used: 5_00,
    returned: 46_00,
    held: 199_00,
  })
})

test('a deposit written off half-way and given back leaves nothing in any account but the bank’s own', () => {
  const all = [
    ...openingPostings('deposit', cents(300_00)),
    ...movementPostings('deposit', 'early', cents(200_00)),
    ...movementPostings('deposit', 'write-off', cents(100_00)),
    ...movementPostings('deposit', 'returned', cents(200_00)),
  ]
  const of = (account: string) => sum(all.flatMap((one) => (one.account === account ? [one.amount] : [])))
  expect([of('plan'), of('deposit'), of('bank')]).toEqual([0, 0, 0])
  const besides = [
    { kind: 'early' as const, amount: cents(200_00) },
    { kind: 'used' as const, amount: cents(50_00) },
  ]
  expect(depositFigures(ZERO, besides)).toEqual({ received: 200_00, used: 50_00, returned: 0, held: 150_00 })
})

test('a week before the first is not asked, nor one that is over', () => {
  const asked = schedule({ total: cents(10_00), count: 2, first: FIRST }, cents(5_00), nextWeek(FIRST, 4))
  expect(asked.map(({ week }) => week)).toEqual(['2026-06-29'])
  const later: Week = nextWeek(FIRST, 4)
  expect(schedule({ total: cents(10_00), count: 2, first: later }, cents(10_00), FIRST)[0]?.week).toBe(later)
})

test('conditions are heavier in fewer weeks, from an earlier one, or where weeks without income are no longer spared', () => {
  const [first, later] = [readWeek('2026-W24'), readWeek('2026-W25')]
  const old = { coming: [{ week: first }, { week: later }], skipsIdle: true }
  const same = { count: 2, first, skipsIdle: true }
  expect(isHarder(same, old)).toBe(false)
  expect(isHarder({ ...same, count: 3, first: later }, old)).toBe(false)
  expect(isHarder({ ...same, count: 1 }, old)).toBe(true)
  expect(isHarder({ ...same, first: readWeek('2026-W23') }, old)).toBe(true)
  expect(isHarder({ ...same, skipsIdle: false }, old)).toBe(true)
  expect(isHarder({ ...same, skipsIdle: false }, { ...old, skipsIdle: false })).toBe(false)
})
