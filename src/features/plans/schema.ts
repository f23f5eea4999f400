import { z } from 'zod'
import { type BasisPoints, type Cents, ZERO, basisPoints, sum } from '#domain/money.ts'
import {
  type Instalment,
  MAX_INSTALMENTS,
  type Movement,
  PLAN_KINDS,
  type PlanKind,
  type PlanTerms,
} from '#domain/plan.ts'
import type { Week } from '#domain/week.ts'
import { count as countOf, givenPaper, moneyOrNone, openChoice, paper, reference, tick } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import type { MessageKey } from '#messages/catalogue.ts'
import type { Language } from '#messages/language.ts'
import { adjustmentReason, typedAmount, typedWeek } from '#features/adjustments/schema.ts'

export type PlanState = 'requested' | 'declined' | 'active' | 'replaced' | 'cancelled'

/** A plan as pages show it: plain text and numbers. */
export type PlanView = {
  id: string
  driver: { id: string; name: string; ref: string }
  kind: PlanKind
  reason: string
  /** The amount of these conditions; for a changed plan, what was owed then. */
  total: Cents
  /** The amount that all versions of the plan pay back together and, below, the id of the first. */
  agreed: Cents
  root: string
  /** What was paid at the start was taken back since: it was not paid. */
  isDownTakenBack: boolean
  /** The plan was granted on the driver's own request. */
  wasAsked: boolean
  count: number
  /** Paid at once, outside the statements. */
  down: Cents
  /** It was owed, or left as a deposit, before the books began here. */
  isBefore: boolean
  /** The charge on each instalment; 0 for none. */
  interest: BasisPoints
  /** Over all versions: what statements took and charged so far, and the whole charge if they take the rest. */
  repaid: Cents
  charged: Cents
  cost: Cents
  /** The charge of these conditions if statements take their whole amount. */
  fullCharge: Cents
  first: Week
  /** The first week that was asked for, where it was approved already and the plan begins later; else `null`. */
  asked: Week | null
  skipsIdle: boolean
  agreedOn: string
  /** `paid`: active, and nothing is owed any more. */
  state: PlanState | 'paid'
  decision: string
  decidedAt: string | null
  replaces: string | null
  /** The amount that statements took. */
  taken: Cents
  remaining: Cents
  /** For a deposit: the amount paid in and still held. */
  held: Cents
  /** Nothing is taken before the driver accepts, as the office granted something else than was requested. */
  awaitsAcceptance: boolean
  acceptedAt: string | null
  /** The words that were accepted; of an older acceptance only the hash is kept. */
  acceptedText: string | null
  acceptedLanguage: Language | null
  proof: string | null
  /** Instalments taken by live statements, oldest first. */
  past: readonly { week: Week; due: Cents; taken: Cents; charged: Cents }[]
  /** Instalments still to come, if nothing else happens. */
  coming: readonly Instalment[]
  skips: readonly { week: Week; reason: string }[]
  /** Movements outside the statements that count, and below those that were taken back. */
  movements: readonly PlanMovement[]
  takenBack: readonly (PlanMovement & { back: { reason: string; at: string; by: string | null } })[]
}

export type PlanMovement = {
  id: string
  kind: Movement
  amount: Cents
  reason: string
  file: string | null
  at: string
}

/** Whether a plan was agreed and is in force; of any other only the total is shown. */
export function isInForce({ state }: PlanView): boolean {
  return state === 'active' || state === 'paid'
}

/** The sum paid outside the statements. */
export function paidBesides(plan: PlanView): Cents {
  return sumMoved(plan, ['early'])
}

/** The sum written off, or due at once when the driver left. */
export function givenUp(plan: PlanView): Cents {
  return sumMoved(plan, ['write-off', 'due'])
}

function sumMoved({ movements }: PlanView, kinds: readonly Movement[]): Cents {
  return sum(movements.flatMap(({ kind, amount }) => (kinds.includes(kind) ? [amount] : [])))
}

/** The forecast of an advance for a driver: from the first week without a statement on, by their last weeks. */
export type AdvanceForecast = {
  first: Week
  /** `null` when the plan would never be repaid. */
  coming: readonly Instalment[] | null
  /** The amount that a week like the last ones leaves for deductions; `null` without a ceiling, or without past weeks. */
  room: Cents | null
  weeks: number
}

const count = countOf(1, MAX_INSTALMENTS, 'field.instalments')

type Divided = { amount: number; count: number; down?: number }
const isDivisible = ({ amount, count: weeks, down = 0 }: Divided) => amount - down >= weeks
const notDivisible = { path: ['count'], message: 'plan.too-many' }

/** The charge shown on the form that was sent, in basis points; zero if none was shown. */
const seenInterest = z.coerce
  .number('field.invalid')
  .int('field.invalid')
  .min(0, 'field.invalid')
  .max(100_00, 'field.invalid')
  .default(0)
  .transform(basisPoints)

/**
 * A plan entered by the office. Only an advance has a charge: when it was ticked and the kind then changed, the form asks about
 * it.
 */
export const planRecord = record(
  {
    driver: reference('page.plans.form.choose'),
    kind: openChoice(PLAN_KINDS, (kind) => `page.plans.kinds.${kind}`),
    amount: typedAmount,
    down: moneyOrNone(),
    isBefore: tick(),
    count,
    first: typedWeek,
    reason: adjustmentReason,
    skipsIdle: tick(),
    interest: seenInterest.meta({ field: { control: 'tick' } }),
    proof: paper(),
  },
  (name) => `page.plans.form.${name}`,
  ['driver', 'kind', 'isBefore', ['amount', 'down'], ['count', 'first'], 'reason', 'skipsIdle', 'proof'],
  {
    tells: {
      driver: 'elsewhere',
      kind: 'state',
      amount: 'elsewhere',
      down: 'money',
      isBefore: 'state',
      count: 'state',
      first: 'elsewhere',
      reason: 'words',
      skipsIdle: 'state',
      interest: 'elsewhere',
    },
    cases: { kind: { advance: ['interest'] } },
    otherCase: 'field.interest-advance',
  },
)
export const planInput = planRecord.input
  .transform(({ down, ...rest }) => ({ ...rest, down: down ?? ZERO }))
  .refine(({ kind, amount, down, isBefore }) => down < amount || (isBefore && kind === 'deposit' && down === amount), {
    path: ['down'],
    message: 'field.down-whole',
  })
  .refine((plan) => plan.down >= plan.amount || isDivisible(plan), notDivisible)

/** The parts of a plan from which its weeks are computed. */
export type PlanOutline = PlanTerms & { driver: string; kind: PlanKind }

/** A plan while it is typed: the reason comes last, and files are not there yet. `null` while it is incomplete. */
export const planOutline = z.looseObject({}).transform((typed): PlanOutline | null => {
  const read = planInput.safeParse({ ...typed, reason: '–', proof: undefined })
  if (!read.success) return null
  const { driver, kind, amount: total, count: weeks, down, interest, first } = read.data
  return { driver, kind, total, count: weeks, down, interest, first }
})

/** A debt that becomes a plan: its amount and number of weeks. */
export const repaymentRecord = record(
  { amount: typedAmount, count, first: typedWeek, reason: adjustmentReason },
  (name) => (name === 'amount' ? 'page.departures.repayment.amount' : `page.plans.form.${name}`),
  ['amount', ['count', 'first'], 'reason'],
)
export const repaymentInput = repaymentRecord.input.refine(isDivisible, notDivisible)

/** A driver's request for an advance, after its forecast. */
export const requestRecord = record({ reason: adjustmentReason }, () => 'page.plans.own.ask.reason', undefined, {
  besides: { intent: z.literal('request'), amount: typedAmount, count, interest: seenInterest },
})
export const requestInput = requestRecord.input.refine(isDivisible, notDivisible)

export const ownPlanInput = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('accept'), plan: z.guid('field.invalid') }),
  requestInput,
])

type ActField = 'amount' | 'count' | 'first' | 'skipsIdle' | 'week' | 'proof' | 'reason'

function wordsOfAct(name: ActField): MessageKey {
  return name === 'amount' || name === 'week' || name === 'reason'
    ? `page.plans.acts.${name}`
    : `page.plans.form.${name}`
}

function act<const Intent extends string, Fields extends z.ZodRawShape>(
  intent: Intent,
  fields: Fields,
  label: (name: keyof Fields & string) => MessageKey,
  rows?: readonly (string | readonly string[])[],
) {
  return record(fields, label, rows, { besides: { intent: z.literal(intent) } })
}

const why = { reason: adjustmentReason }
const money = { amount: typedAmount, ...why }

/** The form that says why a movement is taken back. */
export const takingMovementBack = record({ reason: adjustmentReason }, () => 'page.plans.back.why')

/** The acts of the office on a plan, with the fields of each. */
export const PLAN_ACTS = {
  approve: act(
    'approve',
    { amount: typedAmount, count, first: typedWeek, ...why },
    (name) => (name === 'amount' ? 'page.plans.form.amount' : wordsOfAct(name)),
    ['amount', ['count', 'first'], 'reason'],
  ),
  decline: act('decline', why, wordsOfAct),
  reopen: act('reopen', why, wordsOfAct),
  cancel: act('cancel', why, wordsOfAct),
  skip: act('skip', { week: typedWeek, ...why }, wordsOfAct),
  early: act('early', money, wordsOfAct),
  'write-off': act('write-off', money, wordsOfAct),
  conditions: act('conditions', { count, first: typedWeek, skipsIdle: tick(), ...why }, wordsOfAct, [
    ['count', 'first'],
    'skipsIdle',
    'reason',
  ]),
  returned: act('returned', money, wordsOfAct),
  used: act('used', { ...money, proof: paper() }, wordsOfAct),
  proof: act('proof', { proof: givenPaper() }, wordsOfAct),
}

export const planAct = z.discriminatedUnion('intent', [
  PLAN_ACTS.approve.input.refine(isDivisible, notDivisible),
  PLAN_ACTS.decline.input,
  PLAN_ACTS.reopen.input,
  PLAN_ACTS.cancel.input,
  PLAN_ACTS.skip.input,
  z.object({ intent: z.literal('unskip'), week: typedWeek }),
  PLAN_ACTS.early.input,
  PLAN_ACTS['write-off'].input,
  PLAN_ACTS.conditions.input,
  PLAN_ACTS.returned.input,
  PLAN_ACTS.used.input,
  PLAN_ACTS.proof.input,
])
export type PlanAct = z.output<typeof planAct>
