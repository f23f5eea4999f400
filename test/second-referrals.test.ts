import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type BroughtWeek, type CommissionRule, dueNow, earnedBy } from '#domain/commission.ts'
import { type Cents, basisPoints, cents, sum } from '#domain/money.ts'
import type { Adjustment } from '#domain/settlement-types.ts'
import { settle } from '#domain/settlement.ts'
import { nextWeek, readWeek } from '#domain/week.ts'
import { driverWeek, result } from './judged-week.ts'
import { recompute } from './oracle.ts'
import { randomWeek } from './random-week.ts'
import { type RawBrought, type RawRule, paidBy } from './second-referrals.ts'

/** `VOLANTE_WEEKS=100000` before a release; `VOLANTE_SEED` repeats a run that failed (fast-check prints the seed). */
const WEEKS = Number(process.env['VOLANTE_WEEKS'] ?? 2_000)
const SEED = process.env['VOLANTE_SEED'] ? { seed: Number(process.env['VOLANTE_SEED']) } : {}
/** Weeks of one life, each settled. */
const LIFE = 10
const START = readWeek('2026-W23')

const count = (max: number, min = 0) => fc.integer({ min, max })
const rule: fc.Arbitrary<RawRule> = fc
  .record({
    pays: fc.oneof(
      fc.record({ fixed: count(100_00, 1) }),
      fc.record({ part: count(10_000, 1), of: fc.constantFrom('income', 'income-less-vat', 'fee' as const) }),
    ),
    first: count(4, 1),
    weeks: count(5, 1),
    minWeeks: count(4, 1),
    minTrips: fc.oneof(fc.constant(0), count(120)),
    hold: count(3),
    cap: count(250_00, 1),
    clawback: count(6),
  })
  .map(({ pays, ...rest }) => ({ ...pays, ...rest }))

/** What is known of whoever was brought when the statement of a week is written: later tellings may differ from earlier ones. */
const telling = fc.record({
  weeks: fc.array(
    fc.record({
      income: fc.oneof({ weight: 4, arbitrary: count(900_00) }, { weight: 1, arbitrary: count(0, -90_00) }),
      vat: count(0, -60_00),
      fee: count(80_00),
      trips: fc.option(count(70)),
    }),
    { minLength: LIFE, maxLength: LIFE },
  ),
  left: fc.option(count(LIFE), { freq: 2 }),
})

const life = fc.record({
  rule,
  tellings: fc.array(telling, { minLength: LIFE, maxLength: LIFE }),
  /** Most of the time nothing is told anew. */
  isNew: fc.array(fc.boolean(), { minLength: LIFE, maxLength: LIFE }),
  statements: fc.array(randomWeek, { minLength: LIFE, maxLength: LIFE }),
})

test(
  `${WEEKS} random weeks with a referral come to what the second bookkeeper makes of them, to the cent`,
  { timeout: 600_000 },
  () => {
    fc.assert(
      fc.property(life, ({ rule: raw, tellings, isNew, statements }) => {
        const given: Cents[] = []
        let paid = 0
        let told = tellings[0]!
        for (const [at, statement] of statements.entries()) {
          if (isNew[at]) told = tellings[at]!
          const weeks = told.weeks.map((week, index): RawBrought => ({ at: index, ...week }))
          const now = paidBy(raw, weeks, at, told.left)
          const reward = rewardOf(raw, weeks, at, told.left, given)
          expect(reward?.amount ?? 0).toBe(now - paid)

          const expected = recompute({
            ...statement,
            adjustments: [...statement.adjustments, { kind: 'referral', amount: now - paid }],
          })
          const week = driverWeek(statement)
          const settled = { ...week, adjustments: [...week.adjustments, ...(reward ? [reward] : [])] }
          const { base: _base, ...figures } = expected
          expect(result(settled)).toEqual(figures)

          const lines = settle(settled).lines.filter(({ adjustment }) => adjustment?.id === 'reward')
          given.push(...lines.map(({ amount }) => amount))
          paid = now
          expect(sum(given)).toBe(paid)
        }
      }),
      { numRuns: Math.ceil(WEEKS / LIFE), ...SEED },
    )
  },
)

/** The line that the product puts on a statement; `null` for none. */
function rewardOf(
  raw: RawRule,
  weeks: readonly RawBrought[],
  at: number,
  left: number | null,
  given: readonly Cents[],
): Adjustment | null {
  const brought = weeks.map(({ at: index, income, vat, fee, trips }): BroughtWeek => ({
    ...{ week: nextWeek(START, index), income: cents(income), incomeLessVat: cents(income + vat) },
    ...{ fee: cents(fee), trips },
  }))
  const when = { by: nextWeek(START, at), since: START, leftIn: left === null ? null : nextWeek(START, left) }
  const { amount: earned } = earnedBy(ruleOf(raw), brought, when)
  const amount = dueNow(earned, given)
  if (amount === 0) return null
  const none = { about: null, changes: [], came: [], gone: [] }
  return { id: 'reward', kind: 'referral', amount, reason: 'Ana', ...none, reward: { earned, given: sum(given) } }
}

function ruleOf({ fixed, part, of, cap, ...rest }: RawRule): CommissionRule {
  return {
    ...rest,
    cap: cap === null ? null : cents(cap),
    pays:
      fixed === undefined
        ? { kind: 'percent', rate: basisPoints(part!), base: of! }
        : { kind: 'fixed', amount: cents(fixed) },
  }
}

test('the lives reach what is paid, held, capped and taken back', () => {
  const lives = fc.sample(life, { numRuns: 300, seed: 7 })
  const moves = lives.flatMap(({ rule: raw, tellings, isNew }) => {
    let told = tellings[0]!
    let before = 0
    return tellings.map((telling_, at) => {
      if (isNew[at]) told = telling_
      const now = paidBy(
        raw,
        told.weeks.map((week, index) => ({ at: index, ...week })),
        at,
        told.left,
      )
      const moved = now - before
      before = now
      return { moved, isCapped: now === raw.cap }
    })
  })
  const reached = {
    paid: moves.filter(({ moved }) => moved > 0).length,
    takenBack: moves.filter(({ moved }) => moved < 0).length,
    capped: moves.filter(({ isCapped }) => isCapped).length,
  }
  expect(Object.entries(reached).filter(([, times]) => times < 30)).toEqual([])
})
