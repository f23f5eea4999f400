import { type BasisPoints, type Cents, ZERO, cents, minus, share, sum } from './money.ts'
import { type Week, nextWeek } from './week.ts'

/** Whom a rule pays: who brought somebody, or who was brought. */
export const SIDES = ['referrer', 'referred'] as const
export type Side = (typeof SIDES)[number]

/** What a percentage is taken on: what platforms paid, the same without the VAT of the trips, or what the company charged. */
export const REWARD_BASES = ['income', 'income-less-vat', 'fee'] as const
export type RewardBase = (typeof REWARD_BASES)[number]

/** What is promised for somebody who is brought (`docs/decisions/092`). Weeks are those with income of whoever was brought. */
export type CommissionRule = {
  /** What each of the weeks it pays for is worth. */
  pays: { kind: 'fixed'; amount: Cents } | { kind: 'percent'; rate: BasisPoints; base: RewardBase }
  /** The first week that pays, counted from 1, and how many do. */
  first: number
  weeks: number
  /** What there must be before any of it is paid. */
  minWeeks: number
  minTrips: number
  /** Weeks it waits once it is earned; a statement never pays for a week that is not before its own. */
  hold: number
  /** The most that one referral pays; `null` for what the weeks come to. */
  cap: Cents | null
  /** Who leaves with fewer weeks than these makes all of it be taken back; 0 for never. */
  clawback: number
}

/** A week of whoever was brought, as its statement has it. `trips`: `null` where no file tells. */
export type BroughtWeek = { week: Week; income: Cents; incomeLessVat: Cents; fee: Cents; trips: number | null }

/** What a referral has come to by some week. */
export type Earned = {
  /** What should be paid by then. */
  amount: Cents
  /** What would be paid if nothing more happened but time: what is held is in it. */
  reached: Cents
  weeks: number
  trips: number
  state: 'waiting' | 'held' | 'earned' | 'taken-back'
}

/**
 * What is earned by the statement of week `by`, from the weeks before it. Telling it again from the same weeks tells the same:
 * what a statement pays is this, less what others have paid (`dueNow`).
 */
export function earnedBy(
  rule: CommissionRule,
  weeks: readonly BroughtWeek[],
  { by, since, leftIn }: { by: Week; since: Week; leftIn: Week | null },
): Earned {
  const active = weeks
    .filter(({ week, income }) => week >= since && week < by && income > 0)
    .toSorted((a, b) => (a.week < b.week ? -1 : 1))
  const trips = active.reduce((total, one) => total + (one.trips ?? 0), 0)
  const said = { weeks: active.length, trips }
  if (leftIn !== null && leftIn < by && active.length < rule.clawback)
    return { ...said, amount: ZERO, reached: ZERO, state: 'taken-back' }

  const opened = openedIn(rule, active)
  if (opened === null) return { ...said, amount: ZERO, reached: ZERO, state: 'waiting' }
  const paying = active.slice(rule.first - 1, rule.first - 1 + rule.weeks)
  const parts = paying.map((one) => ({ from: later(one.week, opened), amount: partOf(rule, one) }))
  const isOver = ({ from }: { from: Week }) => nextWeek(from, rule.hold) < by
  const upToCap = (amount: Cents) => (rule.cap === null ? amount : cents(Math.min(amount, rule.cap)))
  const amount = upToCap(sum(parts.filter(isOver).map((part) => part.amount)))
  const reached = upToCap(sum(parts.map((part) => part.amount)))
  return { ...said, amount, reached, state: stateOf(amount, reached) }
}

function stateOf(amount: Cents, reached: Cents): Earned['state'] {
  if (reached === 0) return 'waiting'
  return amount < reached ? 'held' : 'earned'
}

/** The week in which all that was asked for was there; `null` before. */
function openedIn({ minWeeks, minTrips }: CommissionRule, active: readonly BroughtWeek[]): Week | null {
  let trips = 0
  for (const [at, one] of active.entries()) {
    trips += one.trips ?? 0
    if (at + 1 >= minWeeks && trips >= minTrips) return one.week
  }
  return null
}

function partOf({ pays }: CommissionRule, one: BroughtWeek): Cents {
  if (pays.kind === 'fixed') return pays.amount
  const base = { income: one.income, 'income-less-vat': one.incomeLessVat, fee: one.fee }[pays.base]
  return base > 0 ? share(base, pays.rate) : ZERO
}

function later(one: Week, other: Week): Week {
  return one > other ? one : other
}

/** What a statement pays or takes back: what is earned less what statements paid before; nothing where they meet. */
export function dueNow(earned: Cents, given: readonly Cents[]): Cents {
  return sum([earned, minus(sum(given))])
}

/** The most that one referral can come to under a rule, in cents. */
export function mostOf({ pays, weeks, cap }: CommissionRule): Cents {
  if (pays.kind === 'percent') return cap ?? ZERO
  const all = cents(pays.amount * weeks)
  return cap === null ? all : cents(Math.min(all, cap))
}

export type Brought = { id: string; referrer: string; referred: string }

/** Why a referral counts for nothing: both are one person, they were brought before, or it goes round in a circle. */
export type Idle = 'self' | 'second' | 'circle'

/**
 * Which referrals count for nothing, as persons stand today: two records that became one may make somebody their own
 * referrer. `all` in the order in which they were written: the first of a person counts. `personOf` names the record that goes on.
 */
export function idleReferrals(all: readonly Brought[], personOf: (record: string) => string): Map<string, Idle> {
  const broughtBy = new Map<string, string>()
  const idle = new Map<string, Idle>()
  for (const { id, referrer, referred } of all) {
    const [above, below] = [personOf(referrer), personOf(referred)]
    if (above === below) idle.set(id, 'self')
    else if (broughtBy.has(below)) idle.set(id, 'second')
    else if (isAbove(below, above, broughtBy)) idle.set(id, 'circle')
    else broughtBy.set(below, above)
  }
  return idle
}

/** Whether `one` brought `other`, or whoever brought them, and so on. */
function isAbove(one: string, other: string, broughtBy: ReadonlyMap<string, string>): boolean {
  for (let at: string | undefined = other; at !== undefined; at = broughtBy.get(at)) if (at === one) return true
  return false
}
