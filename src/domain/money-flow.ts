import { type Cents, ZERO, cents, minus, sum } from './money.ts'
import type { Line, Settlement, StepTerm } from './settlement-types.ts'

/** Subject of a statement's line, for charts. Each line has one subject, and together they are the net. */
type Matter = 'uber' | 'bolt' | 'state' | 'company' | 'energy' | 'road' | 'adjustments'

function matterOf({ code, group }: Line): Matter {
  if (code === 'income.uber') return 'uber'
  if (code === 'income.bolt') return 'bolt'
  if (group === 'B') return 'state'
  if (group === 'C' || group === 'D') return 'company'
  if (code === 'energy.fuel' || code === 'energy.charging' || code === 'energy.adblue') return 'energy'
  return group === 'E' || group === 'F' ? 'road' : 'adjustments'
}

/** The receivers of the money that passengers paid, in the order of the chart. */
const SHARES = ['driver', 'company', 'energy', 'road', 'state', 'platform'] as const
type Share = (typeof SHARES)[number]

export type Split = {
  /** Amount that passengers paid: fares, tips, and tolls and expenses that came back. In cents. */
  whole: Cents
  /** Shares above zero: `amount` in cents, which sum to the whole, and `ofHundred` in whole euros, which sum to 100. */
  parts: readonly { share: Share; amount: Cents; ofHundred: number }[]
}

/**
 * Divides a week's fares by the lines of its statement: the platform has its fee, the State the VAT of the trips, the
 * company its fee and rent, energy and the road what they cost, and the driver all that is left, with the cash in hand.
 * Lines that belong to other weeks (balances, instalments, prizes) and the receipt are left out. `null` where there
 * were no fares, or where a share is below zero: then there is nothing to divide.
 */
export function splitOf(lines: readonly Line[]): Split | null {
  const of = (...matters: Matter[]) =>
    sum(lines.filter((line) => matters.includes(matterOf(line))).map(({ amount }) => amount))
  const income = lines.filter(({ group }) => group === 'A')
  const stepsOf = (name: StepTerm) =>
    minus(
      sum(
        income.flatMap(({ steps }) =>
          steps.flatMap((step) => (step.kind === 'term' && step.term === name ? step.amount : [])),
        ),
      ),
    )
  const [platform, cash] = [stepsOf('platform-fee'), stepsOf('cash-kept')]
  const amounts: Record<Share, Cents> = {
    driver: sum([of('uber', 'bolt', 'state', 'company', 'energy', 'road'), cash]),
    company: minus(of('company')),
    platform,
    state: minus(of('state')),
    energy: minus(of('energy')),
    road: minus(of('road')),
  }
  const whole = sum([of('uber', 'bolt'), cash, platform])
  if (whole <= 0 || SHARES.some((share) => amounts[share] < 0)) return null
  const hundred = ofHundred(
    SHARES.map((share) => amounts[share]),
    whole,
  )
  return {
    whole,
    parts: SHARES.map((share, index) => ({ share, amount: amounts[share], ofHundred: hundred[index] ?? 0 })).filter(
      ({ amount }) => amount > 0,
    ),
  }
}

/** Converts amounts to whole euros of 100 that sum to 100: what is missing after rounding down goes to those who lost most by it. */
function ofHundred(amounts: readonly Cents[], whole: Cents): number[] {
  const cut = amounts.map((amount) => Math.floor((amount * 100) / whole))
  const missing = 100 - cut.reduce((total, euros) => total + euros, 0)
  const byLoss = amounts
    .map((amount, index) => ({ index, lost: (amount * 100) % whole }))
    .toSorted((a, b) => b.lost - a.lost || a.index - b.index)
    .slice(0, missing)
  return cut.map((euros, index) => euros + (byLoss.some((loss) => loss.index === index) ? 1 : 0))
}

/** The origins of a week's money and the places where it goes, in the order of the chart. */
const FROM = ['uber', 'bolt', 'adjustments', 'owed', 'state', 'company', 'energy', 'road'] as const
const TO = ['payable', 'company', 'state', 'energy', 'road', 'adjustments', 'uber', 'bolt'] as const
export type FlowFrom = (typeof FROM)[number]
export type FlowTo = (typeof TO)[number]

export type Flow = {
  /** Number of statements in the flow. */
  statements: number
  /** Amounts in cents, each above zero; each side sums to `total`. */
  from: readonly { name: FlowFrom; amount: Cents }[]
  to: readonly { name: FlowTo; amount: Cents }[]
  total: Cents
}

/**
 * Draws the statements of a week as one flow: on one side what platforms pay, on the other what each subject takes and
 * what is to be paid. `owed` is what statements below zero leave to later weeks: until then the company bears it. A
 * subject that gives more than it takes moves to the other side. In cents; both sides are always equal.
 */
export function flowOf(settlements: readonly Settlement[]): Flow {
  const sums = new Map<Matter, Cents>()
  for (const line of settlements.flatMap(({ lines }) => lines)) {
    const matter = matterOf(line)
    sums.set(matter, sum([sums.get(matter) ?? ZERO, line.amount]))
  }
  const of = (name: FlowFrom | FlowTo): Cents => {
    if (name === 'payable') return minus(sum(settlements.map(({ payable }) => payable)))
    if (name === 'owed') return minus(sum(settlements.map(({ carriedOver }) => carriedOver)))
    return sums.get(name) ?? ZERO
  }
  const from = FROM.map((name) => ({ name, amount: cents(Math.max(of(name), 0)) })).filter(({ amount }) => amount > 0)
  const to = TO.map((name) => ({ name, amount: cents(Math.max(-of(name), 0)) })).filter(({ amount }) => amount > 0)
  return { statements: settlements.length, from, to, total: sum(from.map(({ amount }) => amount)) }
}
