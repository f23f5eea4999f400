import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type ReferredWeek, type CommissionRule, dueNow, earnedBy } from '#domain/commission.ts'
import { type Goal, goalPeriod, levelOf, prizeOf } from '#domain/goal.ts'
import { type Cents, basisPoints, cents, sum } from '#domain/money.ts'
import type { Adjustment } from '#domain/settlement-types.ts'
import { settle } from '#domain/settlement.ts'
import { nextWeek, readWeek } from '#domain/week.ts'
import { driverWeek, result } from './judged-week.ts'
import { recompute } from './oracle.ts'
import { randomWeek } from './random-week.ts'
import { type RawDone, type RawGoal, earnedGoals } from './second-goals.ts'
import { type RawBrought, type RawRule, paidBy } from './second-referrals.ts'

/** `VOLANTE_WEEKS=100000` before a release; `VOLANTE_SEED` repeats a run that failed (fast-check prints the seed). */
const WEEKS = Number(process.env['VOLANTE_WEEKS'] ?? 2_000)
const SEED = process.env['VOLANTE_SEED'] ? { seed: Number(process.env['VOLANTE_SEED']) } : {}
/** The number of weeks of one life, each settled. */
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

/** The data of the referred person when the statement of a week is written: later data may differ from earlier ones. */
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

/** Thresholds that go up, and rewards that do too, as only the highest pays. */
const levels = fc.array(fc.tuple(count(80, 1), count(40_00, 1)), { minLength: 1, maxLength: 4 }).map((steps) => {
  let [asked, pays] = [0, 0]
  return steps.map(([more, worth]) => [(asked += more), (pays += worth)] as const)
})
const goal: fc.Arbitrary<RawGoal> = fc.record({
  of: fc.constantFrom('trips', 'income', 'minutes' as const),
  monthly: fc.boolean(),
  adds: fc.boolean(),
  levels,
  first: count(3),
  last: fc.option(count(LIFE - 1), { freq: 3 }),
})
const done = fc.record({
  trips: fc.option(count(160)),
  income: fc.option(count(200, -20)),
  minutes: fc.option(count(200)),
})

const life = fc.record({
  rule,
  goals: fc.array(goal, { minLength: 1, maxLength: 2 }),
  /** The data that each week brings, by the week in which they come. */
  doings: fc.array(fc.array(done, { minLength: LIFE, maxLength: LIFE }), { minLength: LIFE, maxLength: LIFE }),
  tellings: fc.array(telling, { minLength: LIFE, maxLength: LIFE }),
  /** Whether there are new data; mostly there are none. */
  isNew: fc.array(fc.boolean(), { minLength: LIFE, maxLength: LIFE }),
  statements: fc.array(randomWeek, { minLength: LIFE, maxLength: LIFE }),
})

test(
  `${WEEKS} random weeks with commissions, goals and a referral come to what the second bookkeeper makes of them, to the cent`,
  { timeout: 600_000 },
  () => {
    fc.assert(
      fc.property(life, ({ rule: raw, goals, doings, tellings, isNew, statements }) => {
        const given: Cents[] = []
        let paid = 0
        let current = tellings[0]!
        let doing = doings[0]!
        const books = goals.map(() => ({ given: new Map<string, Cents[]>(), paid: new Map<number, number>() }))
        for (const [at, statement] of statements.entries()) {
          if (isNew[at]) current = tellings[at]!
          if (isNew[at]) doing = doings[at]!
          const did = doing.map((week, index): RawDone => ({ at: index, ...week }))
          const prizes = goals.flatMap((one, place) => prizesOf(one, did, at, books[place]!.given, place))
          const wanted = goals.map((one, place) => movedBy(earnedGoals(one, did, at, START), books[place]!.paid))
          expect(sum(prizes.map(({ amount }) => amount))).toBe(wanted.reduce((total, one) => total + one, 0))
          const weeks = current.weeks.map((week, index): RawBrought => ({ at: index, ...week }))
          const now = paidBy(raw, weeks, at, current.left)
          const reward = rewardOf(raw, weeks, at, current.left, given)
          expect(reward?.amount ?? 0).toBe(now - paid)

          const expected = recompute({
            ...statement,
            adjustments: [
              ...statement.adjustments,
              { kind: 'referral', amount: now - paid },
              ...wanted.map((amount) => ({ kind: 'goal' as const, amount })),
            ],
          })
          const week = driverWeek(statement)
          const settled = { ...week, adjustments: [...week.adjustments, ...(reward ? [reward] : []), ...prizes] }
          const { base: _base, ...figures } = expected
          expect(result(settled)).toEqual(figures)

          const { lines } = settle(settled)
          given.push(...lines.filter(({ adjustment }) => adjustment?.id === 'reward').map(({ amount }) => amount))
          for (const { adjustment, amount } of lines) {
            const [kind, place, first] = adjustment?.id?.split(' ') ?? []
            if (kind !== 'goal') continue
            const own = books[Number(place)]!.given
            own.set(first!, [...(own.get(first!) ?? []), amount])
          }
          for (const { given: of, paid: by } of books)
            expect(sum([...of.values()].flat())).toBe([...by.values()].reduce((total, one) => total + one, 0))
          paid = now
          expect(sum(given)).toBe(paid)
        }
      }),
      { numRuns: Math.ceil(WEEKS / LIFE), ...SEED },
    )
  },
)

/** The change in what each period has earned since the last look; `paid` is brought up to date. */
function movedBy(earned: ReadonlyMap<number, number>, paid: Map<number, number>): number {
  let moved = 0
  for (const [end, worth] of earned) {
    moved += worth - (paid.get(end) ?? 0)
    paid.set(end, worth)
  }
  return moved
}

/** The lines that the product puts on the statement of a week for one goal, for every period that is over. */
function prizesOf(
  raw: RawGoal,
  did: readonly RawDone[],
  at: number,
  given: ReadonlyMap<string, readonly Cents[]>,
  place: number,
): Adjustment[] {
  const written: Goal = {
    criterion: ({ trips: 'trips', income: 'income', minutes: 'online' } as const)[raw.of],
    period: raw.monthly ? 'month' : 'week',
    stacking: raw.adds ? 'sum' : 'best',
    levels: raw.levels.map(([threshold, reward]) => ({ threshold, reward: cents(reward) })),
    from: nextWeek(START, raw.first),
    until: raw.last === null ? null : nextWeek(START, raw.last),
  }
  return Array.from({ length: at + 1 }, (_, end) => nextWeek(START, end)).flatMap((end): Adjustment[] => {
    const period = goalPeriod(written, end)
    if (period?.last !== end) return []
    const own = did.filter((week) => period.weeks.includes(nextWeek(START, week.at)))
    const reached = own.reduce((total, week) => total + (week[raw.of] ?? 0), 0)
    const before = given.get(period.first) ?? []
    const earned = prizeOf(written, reached)
    const amount = dueNow(earned, before)
    if (amount === 0) return []
    const { threshold } = levelOf(written.levels, reached)
    const of = { criterion: written.criterion, period: written.period, first: period.first, last: period.last }
    return [
      {
        id: `goal ${place} ${period.first}`,
        kind: 'goal',
        amount,
        reason: 'Semana cheia',
        about: null,
        changes: [],
        came: [],
        gone: [],
        reward: { earned, given: sum(before), goal: { ...of, threshold, reached } },
      },
    ]
  })
}

/** The line that the product puts on a statement; `null` for none. */
function rewardOf(
  raw: RawRule,
  weeks: readonly RawBrought[],
  at: number,
  left: number | null,
  given: readonly Cents[],
): Adjustment | null {
  const brought = weeks.map(({ at: index, income, vat, fee, trips }): ReferredWeek => ({
    week: nextWeek(START, index),
    income: cents(income),
    incomeLessVat: cents(income + vat),
    fee: cents(fee),
    trips,
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

test('the lives reach goals that are paid in a week and in a month, and taken back', () => {
  const lives = fc.sample(life, { numRuns: 300, seed: 7 })
  const moves = lives.flatMap(({ goals, doings, isNew }) =>
    goals.flatMap((one) => {
      const paid = new Map<number, number>()
      let doing = doings[0]!
      return doings.map((next, at) => {
        if (isNew[at]) doing = next
        const did = doing.map((week, index) => ({ at: index, ...week }))
        return { moved: movedBy(earnedGoals(one, did, at, START), paid), isMonthly: one.monthly }
      })
    }),
  )
  const reached = {
    weeks: moves.filter(({ moved, isMonthly }) => moved > 0 && !isMonthly).length,
    months: moves.filter(({ moved, isMonthly }) => moved > 0 && isMonthly).length,
    takenBack: moves.filter(({ moved }) => moved < 0).length,
  }
  expect(Object.entries(reached).filter(([, times]) => times < 30)).toEqual([])
})

test('the lives reach what is paid, held, capped and taken back', () => {
  const lives = fc.sample(life, { numRuns: 300, seed: 7 })
  const moves = lives.flatMap(({ rule: raw, tellings, isNew }) => {
    let current = tellings[0]!
    let before = 0
    return tellings.map((telling_, at) => {
      if (isNew[at]) current = telling_
      const now = paidBy(
        raw,
        current.weeks.map((week, index) => ({ at: index, ...week })),
        at,
        current.left,
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
