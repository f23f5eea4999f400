import { z } from 'zod'
import type { Cents } from '#domain/money.ts'
import { type Instalment, MOST_INSTALMENTS, type Movement, PLAN_KINDS, type PlanKind } from '#domain/plan.ts'
import type { Week } from '#domain/week.ts'
import { adjustmentReason, typedAmount, typedWeek } from '#features/adjustments/schema.ts'

export type PlanState = 'requested' | 'declined' | 'active' | 'replaced'

/** A plan as pages show it: plain text and numbers. */
export type PlanView = {
  id: string
  driver: { id: string; name: string; ref: string }
  kind: PlanKind
  reason: string
  /** What these conditions are about; of a plan that was changed, what was owed then. */
  total: Cents
  /** What all versions of the plan pay back together, and the first of them. */
  agreed: Cents
  root: string
  count: number
  first: Week
  skipsIdle: boolean
  agreedOn: string
  /** `paid`: active, and nothing is owed any more. */
  state: PlanState | 'paid'
  decision: string
  replaces: string | null
  /** What statements took. */
  taken: Cents
  remaining: Cents
  /** Of a deposit: what came in and is still held. */
  held: Cents
  acceptedAt: string | null
  proof: string | null
  /** What live statements took, oldest first. */
  past: readonly { week: Week; due: Cents; taken: Cents }[]
  /** What is still to come, as far as nothing else happens. */
  coming: readonly Instalment[]
  skips: readonly { week: Week; reason: string }[]
  movements: readonly { id: string; kind: Movement; amount: Cents; reason: string; at: string }[]
}

const count = z.coerce
  .number('field.invalid')
  .int('field.invalid')
  .min(1, 'field.invalid')
  .max(MOST_INSTALMENTS, 'field.invalid')

const ticked = z
  .literal('on')
  .optional()
  .transform((tick) => tick === 'on')

const isDivisible = ({ amount, count: weeks }: { amount: number; count: number }) => amount >= weeks
const notDivisible = { path: ['count'], message: 'field.invalid' }

export const planInput = z
  .object({
    driver: z.guid('field.choice'),
    kind: z.enum(PLAN_KINDS, 'field.choice'),
    amount: typedAmount,
    count,
    first: typedWeek,
    reason: adjustmentReason,
    skipsIdle: ticked,
    proof: z.instanceof(File).optional(),
  })
  .refine(isDivisible, notDivisible)

/** What a driver asks for, or wants to see worked out first. */
export const requestInput = z
  .object({ intent: z.literal('ask'), amount: typedAmount, count, reason: adjustmentReason })
  .refine(isDivisible, notDivisible)

export const ownPlanInput = z.union([
  z.object({ intent: z.literal('accept'), plan: z.guid('field.invalid') }),
  requestInput,
])

/** What the office does to a plan. */
export const planAct = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('approve'), first: typedWeek, count, reason: adjustmentReason }),
  z.object({ intent: z.literal('decline'), reason: adjustmentReason }),
  z.object({ intent: z.literal('skip'), week: typedWeek, reason: adjustmentReason }),
  z.object({ intent: z.literal('early'), amount: typedAmount, reason: adjustmentReason }),
  z.object({ intent: z.literal('write-off'), reason: adjustmentReason }),
  z.object({ intent: z.literal('change'), first: typedWeek, count, skipsIdle: ticked, reason: adjustmentReason }),
  z.object({ intent: z.literal('returned'), amount: typedAmount, reason: adjustmentReason }),
  z.object({ intent: z.literal('used'), amount: typedAmount, reason: adjustmentReason }),
  z.object({ intent: z.literal('proof'), proof: z.instanceof(File) }),
])
export type PlanAct = z.output<typeof planAct>
