import { z } from 'zod'
import {
  type CommissionRule,
  type Earned,
  type VoidReason,
  REWARD_BASES,
  type RewardBase,
  SIDES,
  type Side,
  dueNow,
} from '#domain/commission.ts'
import { type BasisPoints, type Cents, sum } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { choice, count, inCase, line, moneyOrNone, openChoice, reference, percent } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { adjustmentReason, typedAmount, typedWeek } from '#features/adjustments/schema.ts'

const RULE_KINDS = ['fixed', 'percent', 'none'] as const

/** A version of a rule, as it was saved. */
export type RuleVersion = {
  id: string
  side: Side
  from: Week
  name: string
  reason: string
  /** `null` ends the promise from that week on. */
  rule: CommissionRule | null
  writtenAt: string
}

/** A referral: who referred whom, and what each side has earned. */
export type ReferralView = {
  id: string
  since: Week
  origin: 'link' | 'office'
  /** The reason, when somebody in the office noted the referral. */
  reason: string
  referrer: { id: string; name: string }
  referred: { id: string; name: string }
  /** Why the referral does not count; `withdrawn` when the office withdrew it. */
  idle: VoidReason | 'withdrawn' | null
  withdrawReason: string | null
  sides: Record<Side, SideView>
}

export type SideView = {
  rule: { name: string; most: Cents; minWeeks: number; minTrips: number } | null
  earned: Pick<Earned, 'amount' | 'reached' | 'weeks' | 'trips' | 'state'>
  /** The sum that statements paid, less what they took back; `on` has the weeks of those statements. */
  paid: Cents
  on: readonly Week[]
}

/**
 * Sums the rewards, in cents, that a driver has earned on either side of referrals and that no statement has paid
 * yet. Leaves out referrals that are still being checked.
 */
export function dueOf(referrals: readonly ReferralView[], driverId: string): Cents {
  return sum(
    referrals.flatMap(({ idle, referrer, sides }) => {
      const { earned, paid } = sides[referrer.id === driverId ? 'referrer' : 'referred']
      const due = dueNow(earned.amount, [paid])
      return idle === null && due > 0 ? [due] : []
    }),
  )
}

/** A new version of a rule. With the kind `none` it promises nothing, and the conditions are ignored. */
export const ruleRecord = record(
  {
    side: openChoice(SIDES, (side) => `page.rewards.sides.${side}`),
    name: line(80),
    from: typedWeek,
    kind: openChoice(RULE_KINDS, (kind) => `page.rewards.kinds.${kind}`),
    amount: inCase(typedAmount),
    rate: inCase(percent()),
    base: inCase(choice(REWARD_BASES, (base) => `page.rewards.bases.${base}`)),
    weeks: count(1, 104),
    first: count(1, 104),
    minWeeks: count(1, 104),
    minTrips: count(0, 100_000),
    hold: count(0, 52),
    cap: moneyOrNone({ atLeast: 1 }),
    clawback: count(0, 104),
    reason: adjustmentReason,
  },
  (name) => `page.rewards.ruleForm.${name}`,
  [
    'side',
    ['name', 'from'],
    'kind',
    ['weeks', 'first'],
    ['minWeeks', 'minTrips'],
    ['hold', 'cap', 'clawback'],
    'reason',
  ],
  { cases: { kind: { fixed: ['amount'], percent: ['rate', 'base'] } } },
)

type RuleBasics = { side: Side; from: Week; name: string; reason: string }
type Conditions = Record<'first' | 'weeks' | 'minWeeks' | 'minTrips' | 'hold' | 'clawback', number>
/** A new version of a rule, from the form or from a list. */
export type RuleInput = RuleBasics &
  (
    | { kind: 'none' }
    | (Conditions & { kind: 'fixed'; amount: Cents; cap?: Cents | undefined })
    | (Conditions & { kind: 'percent'; rate: BasisPoints; base: RewardBase; cap: Cents })
  )

export const ruleInput = ruleRecord.input.transform((typed, ctx): RuleInput => {
  const { side, from, name, reason, kind, amount, rate, base, cap, ...conditions } = typed
  const written = { side, from, name, reason }
  if (kind === 'none') return { ...written, kind }
  if (amount !== undefined) return { ...written, ...conditions, kind: 'fixed', amount, cap: cap ?? undefined }
  if (rate !== undefined && base !== undefined && cap !== null)
    return { ...written, ...conditions, kind: 'percent', rate, base, cap }
  ctx.addIssue({ code: 'custom', path: ['cap'], message: 'field.required' })
  return z.NEVER
})

/** The form in which the office notes who referred whom. */
export const referralRecord = record(
  {
    referrer: reference('page.rewards.referralForm.choose'),
    referred: reference('page.rewards.referralForm.choose'),
    since: typedWeek,
    reason: adjustmentReason,
  },
  (name) => `page.rewards.referralForm.${name}`,
  [['referrer', 'referred'], 'since', 'reason'],
  { tells: { referrer: 'elsewhere', referred: 'elsewhere', since: 'time', reason: 'words' } },
)
export const referralInput = referralRecord.input.refine(({ referrer, referred }) => referrer !== referred, {
  path: ['referred'],
  message: 'field.referral-self',
})
