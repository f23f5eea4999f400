import { type Cents, ZERO, cents, sum } from './money.ts'
import { grossOf } from './earning.ts'
import type { Cost, DriverWeek, Earning, Line, LineCode, LineGroup, RowId, Step } from './settlement-types.ts'

/** Makes a line of a settlement; `base` and `rate` are added where a rate was taken. */
export function line(
  group: LineGroup,
  code: LineCode,
  amount: Cents,
  steps: readonly Step[],
  rows: readonly RowId[],
): Line {
  return { group, code, amount, base: null, rate: null, steps, rows, adjustment: null }
}

/** Sums lines; with `groups`, only the lines of these groups. */
export function total(lines: readonly Line[], groups?: readonly LineGroup[]): Cents {
  return sum(lines.filter(({ group }) => groups?.includes(group) ?? true).map(({ amount }) => amount))
}

export function energyOf(costs: readonly Cost[]): Cost[] {
  return costs.filter(({ kind }) => kind === 'fuel' || kind === 'charging')
}

export function amountOf(costs: readonly Cost[]): Cents {
  return sum(costs.map(({ amount }) => amount))
}

/** Lists the rows of earnings or costs, each once. */
export function rowsOf(sources: readonly { row: RowId }[]): RowId[] {
  return [...new Set(sources.map(({ row }) => row))]
}

/**
 * Whether the driver earned anything in the week. A tip that arrives a week later, or a correction to the driver's
 * loss, is no week of work.
 */
export function hasIncome(earnings: readonly Earning[]): boolean {
  return grossOf(earnings) > 0
}

/**
 * Works out what tolls cost, what the platforms gave back of them, and which part leaves the driver's income
 * (`rulings.md` C.8). Under `off-trip` the driver bears the tolls passed without a passenger, and gives back the
 * refunds of the others.
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
