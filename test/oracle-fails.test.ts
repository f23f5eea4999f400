import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from '#domain/money.ts'
import type { DriverWeek, Earning } from '#domain/settlement-types.ts'
import { driverWeek, inOrder, judged, result } from './judged-week.ts'
import { type RawWeek, type Result, recompute } from './oracle.ts'
import { randomWeek } from './random-week.ts'

/** The bookkeeping with one mistake, put into the input or into the result. */
const SEEDED_BUGS: Record<string, (raw: RawWeek) => Result> = {
  'half a cent goes to the even side': (raw) => withFee(raw, (parts) => halfToEven(parts / 10_000)),
  'fractions of a cent are dropped': (raw) => withFee(raw, (parts) => Math.trunc(parts / 10_000)),
  'tips are in the base of the fee': (raw) => result(withEarnings(raw, (earning) => ({ ...earning, tips: cents(0) }))),
  'the VAT of toll refunds counts as VAT of trips': (raw) =>
    result(
      withEarnings(raw, (earning, row) =>
        earning.tripVat === null ? earning : { ...earning, tripVat: cents(earning.tripVat + (row['toll_tax'] ?? 0)) },
      ),
    ),
  'cash is subtracted twice': (raw) =>
    result(withEarnings(raw, (earning) => ({ ...earning, payment: cents(earning.payment - earning.cashKept) }))),
  "Bolt's gross is taken for its payment": (raw) =>
    result(
      withEarnings(raw, (earning, row) =>
        earning.platform === 'bolt' ? { ...earning, payment: cents(row['gross']!) } : earning,
      ),
    ),
  'a fee is taken on a base below zero': (raw) => {
    const { base } = recompute(raw)
    const { fee } = raw.terms
    if (raw.terms.regime === 'percentage' || fee.mode !== 'percent' || base === null || base >= 0) return judged(raw)
    return withLine(judged(raw), 'C fee.percent', Math.round((-base * fee.rate) / 10_000))
  },
  'the rent is always that of a whole week': (raw) => judged({ ...raw, terms: { ...raw.terms, rentByDays: false } }),
  'toll refunds are added to a payment that has them': (raw) =>
    result(withEarnings(raw, (earning) => ({ ...earning, payment: cents(earning.payment + earning.tollRefunds) }))),
  'an adjustment counts twice': (raw) =>
    judged({ ...raw, adjustments: [...raw.adjustments, ...raw.adjustments.slice(0, 1)] }),
  'a fine is in the receipt': (raw) => {
    const fines = raw.adjustments.filter(({ kind }) => kind === 'fine').reduce((total, { amount }) => total + amount, 0)
    const right = judged(raw)
    return { ...right, receiptValue: right.receiptValue + fines }
  },
  'interest is rounded by each instalment': (raw) => {
    const byItself = raw.adjustments.map(({ plan, ...rest }) => {
      if (!plan?.interest) return { ...rest, ...(plan ? { plan } : {}) }
      return { ...rest, plan: { ...plan, interest: { ...plan.interest, repaid: 0, charged: 0 } } }
    })
    return judged({ ...raw, adjustments: byItself })
  },
  'carried debt is forgotten': (raw) => judged({ ...raw, carriedBalance: 0 }),
  'a credit among the costs loses its sign': (raw) =>
    judged({ ...raw, costs: raw.costs.map((cost) => ({ ...cost, amount: Math.abs(cost.amount) })) }),
  'the fee is rounded per platform': (raw) => {
    const percent = (part: Partial<RawWeek>) => judged({ ...raw, ...part }).lines['C fee.percent'] ?? 0
    if (raw.uber.length === 0 || raw.bolt.length === 0 || percent({}) === 0) return judged(raw)
    return withLine(judged(raw), 'C fee.percent', percent({ bolt: [] }) + percent({ uber: [], costs: [] }))
  },
  'VAT that no file itemises is rounded per row': (raw) => {
    const rows = [
      ...raw.uber.map((row) => ({ uber: [row], bolt: [] })),
      ...raw.bolt.map((row) => ({ uber: [], bolt: [row] })),
    ]
    if (raw.terms.tripVat !== 'itemised') return judged(raw)
    const parts = rows.map((row) => judged({ ...raw, ...row, costs: [] }).lines['B vat.trips'] ?? 0)
    return withLine(
      judged(raw),
      'B vat.trips',
      parts.reduce((total, part) => total + part, 0),
    )
  },
  'the difference of tolls is what is left over, not the larger': (raw) => {
    if (raw.terms.tollPolicy !== 'difference') return judged(raw)
    const refunds = driverWeek(raw).earnings.reduce((total, { tollRefunds }) => total + tollRefunds, 0)
    const charged = raw.costs.reduce((total, { kind, amount }) => total + (kind === 'toll' ? amount : 0), 0)
    return withLine(judged(raw), 'E tolls', Math.min(0, refunds - charged))
  },
}

test.each(Object.entries(SEEDED_BUGS))('a seeded bug is caught: %s', (_, bug) => {
  expect(caughtWeeks(bug)).toBeGreaterThan(0)
})

test('without a bug nothing is caught', () => {
  expect(Object.keys(SEEDED_BUGS).length).toBeGreaterThanOrEqual(12)
  expect(caughtWeeks(judged)).toBe(0)
})

/** In how many of the same 2,000 weeks the second bookkeeper's result differs. */
function caughtWeeks(judge: (raw: RawWeek) => Result): number {
  const differs = (raw: RawWeek) => {
    const { base: _base, ...expected } = recompute(raw)
    return JSON.stringify(inOrder(judge(raw))) !== JSON.stringify(inOrder(expected))
  }
  return fc.sample(randomWeek, { numRuns: 2_000, seed: 7 }).filter(differs).length
}

function withEarnings(
  raw: RawWeek,
  change: (earning: Earning, row: Readonly<Record<string, number>>) => Earning,
): DriverWeek {
  const week = driverWeek(raw)
  const rows = [...raw.uber, ...raw.bolt]
  return { ...week, earnings: week.earnings.map((earning, at) => change(earning, rows[at]!)) }
}

/** The right week with the percent fee rounded by `round` (`parts` are ten-thousandths of a cent). */
function withFee(raw: RawWeek, round: (parts: number) => number): Result {
  const { base } = recompute(raw)
  const { fee } = raw.terms
  if (raw.terms.regime === 'percentage' || fee.mode !== 'percent' || base === null || base <= 0) return judged(raw)
  return withLine(judged(raw), 'C fee.percent', -round(base * fee.rate))
}

/** A week with another amount in one line, and in everything that depends on it. */
function withLine(right: Result, name: string, amount: number): Result {
  const { [name]: before = 0, ...others } = right.lines
  const change = amount - before
  const net = right.net + change
  const isIncome = name.startsWith('A') || name.startsWith('B')
  return {
    lines: amount === 0 ? others : { ...others, [name]: amount },
    net,
    payable: Math.max(net, 0),
    carriedOver: Math.min(net, 0),
    earnings: right.earnings + (isIncome ? change : 0),
    costs: right.costs + (isIncome ? 0 : change),
    adjustments: right.adjustments,
    receiptValue: right.receiptValue + change,
    left: right.left,
  }
}

function halfToEven(amount: number): number {
  const floor = Math.floor(amount)
  return amount - floor === 0.5 ? floor + (floor % 2) : Math.round(amount)
}
