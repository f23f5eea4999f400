import { type BasisPoints, type Cents, ZERO, cents, minus, share, sum } from './money.ts'
import { type Week, nextWeek } from './week.ts'

/** Whom a rule pays: the driver who brought somebody, or the one who was brought. */
export const SIDES = ['referrer', 'referred'] as const
export type Side = (typeof SIDES)[number]

/** Bases of a percentage: what platforms paid, the same without the VAT of the trips, or what the company charged. */
export const REWARD_BASES = ['income', 'income-less-vat', 'fee'] as const
export type RewardBase = (typeof REWARD_BASES)[number]

/** Reward promised for bringing a driver (`docs/decisions/092`). A week counts here when the driver who was brought had income in it. */
export type CommissionRule = {
  /** Reward for each paying week. */
  pays: { kind: 'fixed'; amount: Cents } | { kind: 'percent'; rate: BasisPoints; base: RewardBase }
  /** First week that pays, counted from 1, and the number of weeks that pay. */
  first: number
  weeks: number
  /** Weeks and trips that must be reached before anything is paid. */
  minWeeks: number
  minTrips: number
  /** Weeks that a reward waits once it is earned. A statement pays only for weeks before its own. */
  hold: number
  /** The most that one referral pays; `null` for no limit. */
  cap: Cents | null
  /** If the driver leaves with fewer weeks than these, all of the reward is taken back; 0 for never. */
  clawback: number
}

/** A week of the driver who was brought, as the statement has it. `trips` is `null` where no file tells. */
export type ReferredWeek = { week: Week; income: Cents; incomeLessVat: Cents; fee: Cents; trips: number | null }

/** State of a referral by a certain week. */
export type Earned = {
  /** Amount that should be paid by then, in cents. */
  amount: Cents
  /** Amount that would be paid if only time passed, in cents: includes what is held. */
  reached: Cents
  weeks: number
  trips: number
  state: 'waiting' | 'held' | 'earned' | 'taken-back'
}

/**
 * Works out what a referral has earned by the statement of week `by`, from the weeks before it. The same weeks always
 * give the same answer: a statement pays this amount less what other statements have paid (`dueNow`).
 */
export function earnedBy(
  rule: CommissionRule,
  weeks: readonly ReferredWeek[],
  { by, since, leftIn }: { by: Week; since: Week; leftIn: Week | null },
): Earned {
  const active = weeks
    .filter(({ week, income }) => week >= since && week < by && income > 0)
    .toSorted((a, b) => (a.week < b.week ? -1 : 1))
  const trips = active.reduce((total, referredWeek) => total + (referredWeek.trips ?? 0), 0)
  const counts = { weeks: active.length, trips }
  if (leftIn !== null && leftIn < by && active.length < rule.clawback)
    return { ...counts, amount: ZERO, reached: ZERO, state: 'taken-back' }

  const opened = openedIn(rule, active)
  if (opened === null) return { ...counts, amount: ZERO, reached: ZERO, state: 'waiting' }
  const paying = active.slice(rule.first - 1, rule.first - 1 + rule.weeks)
  const parts = paying.map((referredWeek) => ({
    from: laterWeek(referredWeek.week, opened),
    amount: partOf(rule, referredWeek),
  }))
  const isOver = ({ from }: { from: Week }) => nextWeek(from, rule.hold) < by
  const upToCap = (amount: Cents) => (rule.cap === null ? amount : cents(Math.min(amount, rule.cap)))
  const amount = upToCap(sum(parts.filter(isOver).map((part) => part.amount)))
  const reached = upToCap(sum(parts.map((part) => part.amount)))
  return { ...counts, amount, reached, state: stateOf(amount, reached) }
}

function stateOf(amount: Cents, reached: Cents): Earned['state'] {
  if (reached === 0) return 'waiting'
  return amount < reached ? 'held' : 'earned'
}

/** Finds the week in which the required weeks and trips were reached; `null` if they are not yet. */
function openedIn({ minWeeks, minTrips }: CommissionRule, active: readonly ReferredWeek[]): Week | null {
  let trips = 0
  for (const [at, referredWeek] of active.entries()) {
    trips += referredWeek.trips ?? 0
    if (at + 1 >= minWeeks && trips >= minTrips) return referredWeek.week
  }
  return null
}

function partOf({ pays }: CommissionRule, referredWeek: ReferredWeek): Cents {
  if (pays.kind === 'fixed') return pays.amount
  const base = { income: referredWeek.income, 'income-less-vat': referredWeek.incomeLessVat, fee: referredWeek.fee }[
    pays.base
  ]
  return base > 0 ? share(base, pays.rate) : ZERO
}

function laterWeek(one: Week, other: Week): Week {
  return one > other ? one : other
}

/** Works out what a statement pays or takes back, in cents: what is earned less what earlier statements paid; 0 where they are equal. */
export function dueNow(earned: Cents, givenAmounts: readonly Cents[]): Cents {
  return sum([earned, minus(sum(givenAmounts))])
}

/** The most that one referral can come to under a rule, in cents. */
export function maximumOf({ pays, weeks, cap }: CommissionRule): Cents {
  if (pays.kind === 'percent') return cap ?? ZERO
  const wholeAmount = cents(pays.amount * weeks)
  return cap === null ? wholeAmount : cents(Math.min(wholeAmount, cap))
}

export type ReferralPair = { id: string; referrer: string; referred: string }

/** Why a referral counts for nothing: both records are one person, that driver was brought before, or the referrals form a circle. */
export type VoidReason = 'self' | 'second' | 'circle'

/**
 * Finds the referrals that count for nothing now: once two records are merged, a driver may be their own referrer.
 * `all` is in the order of writing, and the first referral of a person counts. `personOf` names the record that a
 * merged one goes on in.
 */
export function idleReferrals(
  all: readonly ReferralPair[],
  personOf: (record: string) => string,
): Map<string, VoidReason> {
  const broughtBy = new Map<string, string>()
  const idle = new Map<string, VoidReason>()
  for (const { id, referrer, referred } of all) {
    const [above, below] = [personOf(referrer), personOf(referred)]
    if (above === below) idle.set(id, 'self')
    else if (broughtBy.has(below)) idle.set(id, 'second')
    else if (isAbove(below, above, broughtBy)) idle.set(id, 'circle')
    else broughtBy.set(below, above)
  }
  return idle
}

/** Whether `one` brought `other`, directly or through others. */
function isAbove(one: string, other: string, broughtBy: ReadonlyMap<string, string>): boolean {
  for (let at: string | undefined = other; at !== undefined; at = broughtBy.get(at)) if (at === one) return true
  return false
}
