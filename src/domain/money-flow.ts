import { type Cents, ZERO, cents, minus, sum } from './money.ts'
import type { Line, Settlement, StepTerm } from './settlement-types.ts'

/** What the lines of a statement are about, for pictures: none of them is in two, and together they are the net. */
type Matter = 'uber' | 'bolt' | 'state' | 'company' | 'energy' | 'road' | 'adjustments'

function matterOf({ code, group }: Line): Matter {
  if (code === 'income.uber') return 'uber'
  if (code === 'income.bolt') return 'bolt'
  if (group === 'B') return 'state'
  if (group === 'C' || group === 'D') return 'company'
  if (code === 'energy.fuel' || code === 'energy.charging' || code === 'energy.adblue') return 'energy'
  return group === 'E' || group === 'F' ? 'road' : 'adjustments'
}

/** Who has a share in what passengers paid, in the order they are drawn. */
const SHARES = ['driver', 'company', 'energy', 'road', 'state', 'platform'] as const
type Share = (typeof SHARES)[number]

export type Split = {
  /** What passengers paid: fares, tips, and tolls and expenses that came back. In cents. */
  whole: Cents
  /** Those who had any of it; the amounts, in cents, sum to the whole, and `ofHundred`, whole euros, to 100. */
  parts: readonly { share: Share; amount: Cents; ofHundred: number }[]
}

/**
 * Who had what of a week's fares, by the lines of its statement: the platform its fee, the State the VAT of the trips, the company
 * its fee and rent, energy and the road what they cost, and the driver all that is left, with the cash in hand. What
 * belongs to other weeks (balances, instalments, prizes) and the receipt are no part of it. `null` where there were no fares, or
 * somebody's share is below nothing: there is nothing to divide then.
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

/** Whole euros of 100 that sum to 100: what is left after cutting goes to those who lost most by it. */
function ofHundred(amounts: readonly Cents[], whole: Cents): number[] {
  const cut = amounts.map((amount) => Math.floor((amount * 100) / whole))
  const missing = 100 - cut.reduce((total, one) => total + one, 0)
  const byLoss = amounts
    .map((amount, index) => ({ index, lost: (amount * 100) % whole }))
    .toSorted((a, b) => b.lost - a.lost || a.index - b.index)
    .slice(0, missing)
  return cut.map((euros, index) => euros + (byLoss.some((one) => one.index === index) ? 1 : 0))
}

/** Where the money of a week comes from, and where it goes. */
const FROM = ['uber', 'bolt', 'adjustments', 'owed', 'state', 'company', 'energy', 'road'] as const
const TO = ['payable', 'company', 'state', 'energy', 'road', 'adjustments', 'uber', 'bolt'] as const
export type FlowFrom = (typeof FROM)[number]
export type FlowTo = (typeof TO)[number]

export type Flow = {
  /** How many statements it goes through. */
  statements: number
  /** In cents, each above zero; both sides sum to `total`. */
  from: readonly { name: FlowFrom; amount: Cents }[]
  to: readonly { name: FlowTo; amount: Cents }[]
  total: Cents
}

/**
 * The statements of a week as one flow: what platforms pay on one side, on the other what each matter takes and what is to be
 * paid. `owed` is what statements below nothing leave to later weeks: somebody bears it until then. A matter that gives more
 * than it takes stands on the other side. In cents; both sides are equal, always.
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
