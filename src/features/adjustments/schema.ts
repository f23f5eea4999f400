import { z } from 'zod'
import { type Cents, cents, minus } from '#domain/money.ts'
import { MANUAL_KINDS, type ManualKind } from '#domain/settlement-types.ts'
import type { Week } from '#domain/week.ts'
import { choice, givenWeek, line, money, moneyOrNone, openChoice, paper, reference, week } from '#forms/fields.ts'
import { record } from '#forms/record.ts'

/** The reason why money is added, taken or declined: always required, and printed on the statement. */
export const adjustmentReason = line()

/** A form that asks for nothing but the reason. */
export const reasonRecord = record({ reason: adjustmentReason }, () => 'page.adjustments.recurring.reason')

/** An amount above zero as a person types it, in cents. */
export const typedAmount = money({ required: true, atLeast: 1 })

type TypedKind = { kind: ManualKind; direction: 'debit' | 'credit' }

/**
 * A prize can only be a credit, and a fine, damage or advance only a debit; `other` may be either, and its reason says
 * what it is.
 */
function refuseWrongWay({ kind, direction }: TypedKind, ctx: z.RefinementCtx) {
  if (kind === 'prize' && direction === 'debit')
    ctx.addIssue({ code: 'custom', path: ['kind'], message: 'field.prize-debit' })
  if (kind !== 'prize' && kind !== 'other' && direction === 'credit')
    ctx.addIssue({ code: 'custom', path: ['kind'], message: 'field.charge-credit' })
}

const directionChoice = openChoice(['debit', 'credit'] as const, (way) => `page.adjustments.form.${way}`)
const kindChoice = choice(MANUAL_KINDS, (kind) => `page.adjustments.form.kinds.${kind}`)

/** A credit or debit by hand: direction, kind, amount and reason. */
export const adjustmentRecord = record(
  { direction: directionChoice, kind: kindChoice, amount: typedAmount, reason: adjustmentReason, attachment: paper() },
  (name) => `page.adjustments.form.${name}`,
  undefined,
  { tells: { direction: 'elsewhere', kind: 'state', amount: 'money', reason: 'words' } },
)

/** A credit or debit as the form sends it; the amount comes out in cents, signed as the driver sees it. */
export const adjustmentInput = adjustmentRecord.input
  .superRefine(refuseWrongWay)
  .transform(({ direction, ...rest }) => ({
    ...rest,
    amount: direction === 'debit' ? minus(rest.amount) : cents(rest.amount),
  }))

/** A recurring rule as its page shows it. */
export type RecurringView = {
  id: string
  driver: { id: string; name: string }
  kind: ManualKind
  /** The amount of one week, signed as the driver sees it. */
  amount: Cents
  reason: string
  first: Week
  last: Week | null
  /** The limit for all weeks together, without sign. */
  total: Cents | null
  /** The sum of the weeks so far. */
  sum: Cents
  paused: readonly Week[]
  /** Those of them without a statement: the rule may count in them after all. */
  openPauses: readonly Week[]
  /** The reason why the rule was stopped. */
  stopped: string | null
  /** Whether the total is reached, or the last week has its statement. */
  isOver: boolean
}

/** A week, typed as any of its days. */
export const typedWeek = givenWeek()

/** A rule that adds or takes an amount every week. */
export const recurringRecord = record(
  {
    direction: directionChoice,
    kind: kindChoice,
    amount: typedAmount,
    reason: adjustmentReason,
    first: typedWeek,
    last: week(),
    total: moneyOrNone({ atLeast: 1 }),
  },
  (name) =>
    name === 'direction' || name === 'kind' || name === 'reason'
      ? `page.adjustments.form.${name}`
      : `page.adjustments.recurring.${name}`,
  ['direction', ['kind', 'amount'], 'reason', ['first', 'last'], 'total'],
  {
    tells: {
      direction: 'elsewhere',
      kind: 'state',
      amount: 'money',
      reason: 'words',
      first: 'elsewhere',
      last: 'elsewhere',
      total: 'money',
    },
    besides: { intent: z.literal('add') },
  },
)
const recurringInput = recurringRecord.input
  .superRefine(refuseWrongWay)
  .refine(({ first, last }) => last === null || last >= first, { path: ['last'], message: 'field.ends-before' })
  .refine(({ amount, total }) => total === null || total >= amount, { path: ['total'], message: 'field.total-short' })
  .transform(({ direction, ...rest }) => ({
    ...rest,
    amount: direction === 'debit' ? minus(rest.amount) : cents(rest.amount),
  }))

const ruleLabel = (name: 'rule' | 'week' | 'reason') => `page.adjustments.recurring.${name}` as const
const rule = reference('page.plans.form.choose')
/** A week that is left out of a rule. */
export const pauseRecord = record(
  { rule, week: typedWeek, reason: adjustmentReason },
  ruleLabel,
  [['rule', 'week'], 'reason'],
  { tells: { rule: 'elsewhere', week: 'time', reason: 'words' }, besides: { intent: z.literal('pause') } },
)
/** The reason why a rule ends early. */
export const stopRecord = record({ rule, reason: adjustmentReason }, ruleLabel, undefined, {
  besides: { intent: z.literal('stop') },
})

/** The forms that change a rule. */
export const recurringAct = z.discriminatedUnion('intent', [
  recurringInput,
  pauseRecord.input,
  stopRecord.input,
  z.object({ intent: z.literal('unpause'), rule, week: typedWeek }),
  z.object({ intent: z.literal('resume'), rule }),
])
