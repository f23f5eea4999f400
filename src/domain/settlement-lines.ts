import { type Cents, ZERO, cents, sum } from './money.ts'
import { grossOf } from './earning.ts'
import type { Cost, DriverWeek, Earning, Line, LineCode, LineGroup, RowId, Step } from './settlement-types.ts'

/** A line of a settlement; what it was taken on is added where a rate has one. */
export function line(
  group: LineGroup,
  code: LineCode,
  amount: Cents,
  steps: readonly Step[],
  rows: readonly RowId[],
): Line {
  return { group, code, amount, base: null, rate: null, steps, rows, adjustment: null }
}

/** The sum of lines; of some groups only, where they are named. */
export function total(lines: readonly Line[], groups?: readonly LineGroup[]): Cents {
  return sum(lines.filter(({ group }) => groups?.includes(group) ?? true).map(({ amount }) => amount))
}

export function energyOf(costs: readonly Cost[]): Cost[] {
  return costs.filter(({ kind }) => kind === 'fuel' || kind === 'charging')
}

export function amountOf(costs: readonly Cost[]): Cents {
  return sum(costs.map(({ amount }) => amount))
}

/** Each row once: a line stands on rows, not on times they were read. */
export function rowsOf(sources: readonly { row: RowId }[]): RowId[] {
  return [...new Set(sources.map(({ row }) => row))]
}

/** A tip that arrives a week later, or an adjustment to the driver's loss, is no week of work. */
export function hasIncome(earnings: readonly Earning[]): boolean {
  return grossOf(earnings) > 0
}

/**
 * What the road charged, what the platforms gave back, and which of it leaves the driver's income (`rulings.md` C.8).
 * Under `off-trip` the driver bears what was passed without a passenger, and gives the refunds for the rest back.
 */
export function tollsOf({ earnings, costs, terms: { tollPolicy } }: DriverWeek) {
  const passages = costs.filter(({ kind }) => kind === 'toll')
  const refunds = earnings.filter(({ tollRefunds }) => tollRefunds !== 0)
  const charged = amountOf(passages)
  const refunded = sum(refunds.map(({ tollRefunds }) => tollRefunds))
  const offTrip = tollPolicy === 'off-trip' ? amountOf(passages.filter((passage) => passage.offTrip)) : ZERO
  const due = {
    driver: charged,
    difference: cents(Math.max(charged, refunded)),
    operator: refunded,
    'off-trip': sum([refunded, offTrip]),
  }[tollPolicy]
  return { passages, refunds, charged, refunded, offTrip, due }
}
