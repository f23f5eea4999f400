import { line } from '#forms/fields.ts'
import { z } from 'zod'
import { readTypedCents, readTypedCount } from '#domain/amount.ts'
import { type CommissionRule, type Earned, type Idle, REWARD_BASES, SIDES, type Side } from '#domain/commission.ts'
import { type BasisPoints, type Cents, basisPoints } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { adjustmentReason, typedAmount, typedWeek } from '#features/adjustments/schema.ts'

export const RULE_KINDS = ['fixed', 'percent', 'none'] as const

/** A version of a rule as it was written. */
export type RuleVersion = {
  id: string
  side: Side
  from: Week
  name: string
  reason: string
  /** `null` from where on nothing is promised. */
  rule: CommissionRule | null
  writtenAt: string
}

/** Who brought whom, and what it has come to for each side. */
export type ReferralView = {
  id: string
  since: Week
  origin: 'link' | 'office'
  /** Why it was written by hand. */
  reason: string
  referrer: { id: string; name: string }
  referred: { id: string; name: string }
  /** Why it counts for nothing; `withdrawn` by the office. */
  idle: Idle | 'withdrawn' | null
  withdrawReason: string | null
  sides: Record<Side, SideView>
}

export type SideView = {
  rule: { name: string; most: Cents; minWeeks: number; minTrips: number } | null
  earned: Pick<Earned, 'amount' | 'reached' | 'weeks' | 'trips' | 'state'>
  /** What statements paid, less what they took back, and on which weeks. */
  paid: Cents
  on: readonly Week[]
}

const typedCount = (least: number, most: number) =>
  z.string('field.required').transform((typed, ctx) => {
    const count = readTypedCount(typed)
    if (count !== null && count >= least && count <= most) return count
    ctx.addIssue({ code: 'custom', message: typed.trim() === '' ? 'field.required' : 'field.number' })
    return z.NEVER
  })

const typedRate = z.string('field.required').transform((typed, ctx): BasisPoints => {
  const rate = readTypedCents(typed)
  if (rate !== null && rate > 0 && rate <= 100_00) return basisPoints(rate)
  ctx.addIssue({ code: 'custom', message: typed.trim() === '' ? 'field.required' : 'field.percent' })
  return z.NEVER
})

const nothingTyped = (typed: unknown) => (typed === '' ? undefined : typed)
export const ruleName = line(80)

const written = {
  side: z.enum(SIDES, 'field.choice'),
  from: typedWeek,
  name: ruleName,
  reason: adjustmentReason,
}
const conditions = {
  first: typedCount(1, 104),
  weeks: typedCount(1, 104),
  minWeeks: typedCount(1, 104),
  minTrips: typedCount(0, 100_000),
  hold: typedCount(0, 52),
  clawback: typedCount(0, 104),
}

/** A new version of a rule, as the form or a list sends it. */
export const ruleInput = z.discriminatedUnion('kind', [
  z.object({ ...written, kind: z.literal('none') }),
  z.object({
    ...written,
    ...conditions,
    kind: z.literal('fixed'),
    amount: typedAmount,
    cap: z.preprocess(nothingTyped, typedAmount.optional()),
  }),
  z.object({
    ...written,
    ...conditions,
    kind: z.literal('percent'),
    rate: typedRate,
    base: z.enum(REWARD_BASES, 'field.choice'),
    cap: typedAmount,
  }),
])
export type RuleInput = z.output<typeof ruleInput>

export const referralInput = z
  .object({
    referrer: z.guid('field.choice'),
    referred: z.guid('field.choice'),
    since: typedWeek,
    reason: adjustmentReason,
  })
  .refine(({ referrer, referred }) => referrer !== referred, { path: ['referred'], message: 'field.referral-self' })

export const withdrawInput = z.object({ reason: adjustmentReason })
