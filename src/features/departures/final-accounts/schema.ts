import { z } from 'zod'
import type { FinalFigures, FinalState } from '#domain/departure.ts'
import type { Cents } from '#domain/money.ts'
import type { DepositFigures, PlanKind } from '#domain/plan.ts'
import type { Week } from '#domain/week.ts'
import { paper } from '#forms/fields.ts'
import { record } from '#forms/record.ts'
import { adjustmentReason, typedAmount } from '#features/adjustments/schema.ts'
import type { AccountView, CurrentAccount } from '#features/ledger/current-accounts/schema.ts'
import { type DepartureView, departureChange } from '#features/departures/schema.ts'

/** An event of a final account, besides statements. */
export type FinalMovement = {
  id: string
  kind: 'closed' | 'received' | 'write-off' | 'taken-back'
  /** Whether a later movement takes it back. */
  isTakenBack: boolean
  amount: Cents
  figures: FinalFigures | null
  /** For a closing: the id of the newest entry of the current account after it. */
  lastEntry: number | null
  reason: string
  file: string | null
  at: string
  by: string | null
}

/** The newest closing that was not taken back, which the papers of the account show; `null` while the account is open. */
export function lastClosing(movements: readonly FinalMovement[]): FinalMovement | null {
  return movements.findLast(({ kind, isTakenBack }) => kind === 'closed' && !isTakenBack) ?? null
}

export function isClosed(movements: readonly FinalMovement[]): boolean {
  return lastClosing(movements) !== null
}

/** A deposit; `remaining` is the sum that is still to be paid in. */
export type DepositView = DepositFigures & {
  id: string
  kind: 'deposit'
  reason: string
  agreed: Cents
  remaining: Cents
}

/** A leaver's account with everything that explains it, as plain text and numbers. */
export type FinalAccount = {
  driver: { id: string; name: string; ref: string; nif: string | null; language: 'pt' | 'en' }
  departure: DepartureView
  state: FinalState
  figures: FinalFigures
  /** The amount of approved statements that are not paid yet; it is paid with them. */
  awaited: Cents
  plans: readonly {
    id: string
    kind: PlanKind
    reason: string
    agreed: Cents
    remaining: Cents
    awaitsAcceptance: boolean
  }[]
  deposits: readonly DepositView[]
  /** Weeks up to the last day that have no statement yet. */
  expected: readonly Week[]
  /** Contested lines that wait for an answer: an accepted one moves the figure. */
  contested: readonly { id: string; week: Week }[]
  movements: readonly FinalMovement[]
  /** The books behind the figures, newest first. */
  books: { current: CurrentAccount; plan: AccountView; deposit: AccountView }
}

/** A driver in the list of leavers, by the driver's id. */
export type LeaverRow = {
  id: string
  name: string
  ref: string
  lastDay: string
  waitsUntil: string
  state: FinalState
  figure: Cents
}

const ofActs = (name: 'amount' | 'proof' | 'reason') => `page.departures.acts.${name}` as const

/** The acts of the office on a final account, and the fields of each. */
export const FINAL_ACTS = {
  close: record({ reason: adjustmentReason }, ofActs, undefined, {
    besides: { intent: z.literal('close'), figure: z.coerce.number().int() },
  }),
  received: record({ amount: typedAmount, proof: paper(), reason: adjustmentReason }, ofActs, undefined, {
    besides: { intent: z.literal('received') },
  }),
  'write-off': record({ amount: typedAmount, reason: adjustmentReason }, ofActs, undefined, {
    besides: { intent: z.literal('write-off') },
  }),
  'take-back': record({ reason: adjustmentReason }, ofActs, undefined, {
    besides: { intent: z.literal('take-back'), movement: z.guid('field.choice') },
  }),
  change: departureChange,
}
export const finalAct = z.discriminatedUnion('intent', [
  FINAL_ACTS.close.input,
  FINAL_ACTS.received.input,
  FINAL_ACTS['write-off'].input,
  FINAL_ACTS['take-back'].input,
  FINAL_ACTS.change.input,
])
export type FinalAct = z.output<typeof finalAct>
