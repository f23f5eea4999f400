import { type Cents, ZERO, cents, minus, sum } from './money.ts'
import type { Movement, PlanKind } from './plan.ts'
import { ZONE } from './week.ts'

/** Where the debt of a statement goes: a driver who has left has no next week. */
export type OwedTo = 'next-week' | 'final-account'

/** Days a debtor has to pay the amount of a final account. */
export const PAYMENT_DAYS = 30

/** Things that a leaver must give back: the cars, their cards and tags, the documents, and the access to the platforms. */
export const RETURNED = ['car', 'card', 'papers', 'platforms'] as const
export type ReturnedItem = { what: (typeof RETURNED)[number]; name: string; done: boolean }

/** Answers the last day of somebody who leaves at a moment: at midnight it is the day that ends. */
export function lastDayOf(at: Temporal.Instant): Temporal.PlainDate {
  return at.subtract({ nanoseconds: 1 }).toZonedDateTimeISO(ZONE).toPlainDate()
}

/** A plan to be settled in a final account: `remaining` is still owed, `held` is what a deposit holds; in cents. */
export type PlanToSettle = { id: string; kind: PlanKind; remaining: Cents; held: Cents }

/** A final account in cents, + in the driver's favour. */
export type FinalFigures = {
  /** Balance of the current account that no approved statement pays out. */
  carried: Cents
  /** Sum that plans still ask for, as a positive size: it falls due all at once. What a deposit still asks for is dropped. */
  due: Cents
  /** Sum that deposits hold: `used` is kept against the debt, `returned` goes back. */
  held: Cents
  used: Cents
  returned: Cents
  /** + is paid to the driver, − is asked of the driver. */
  figure: Cents
}

/** Works out what is between a leaver and the operator: the deposit covers the debt first, and its rest goes back. */
export function finalFigures(carried: Cents, plans: readonly PlanToSettle[]): FinalFigures {
  const due = sum(plans.flatMap(({ kind, remaining }) => (kind === 'deposit' ? [] : [remaining])))
  const held = sum(plans.map((plan) => plan.held))
  const owed = cents(Math.max(due - carried, 0))
  const used = cents(Math.min(Math.max(held, 0), owed))
  return { carried, due, held, used, returned: sum([held, minus(used)]), figure: sum([carried, minus(due), held]) }
}

/** Answers who pays a final account, for its wording. */
export function figureDirection(figure: Cents): 'toPay' | 'owed' | 'even' {
  if (figure === 0) return 'even'
  return figure > 0 ? 'toPay' : 'owed'
}

/** Answers what becomes of a deposit, for its wording: part of it covers the debt, all of it does, or all of it goes back. */
export function depositUse({ used, returned }: Pick<FinalFigures, 'used' | 'returned'>): 'both' | 'kept' | 'returned' {
  if (used === 0) return 'returned'
  return returned === 0 ? 'kept' : 'both'
}

/** A movement of a plan, in cents > 0. */
export type FinalMove = { plan: string; kind: Movement; amount: Cents }

/**
 * Lists what closing an account does to its plans: debts fall due, what deposits still ask for is dropped, and what
 * they hold is used as far as there is debt and released beyond. After it plans and deposits are empty and the current
 * account, less what waits to be paid, is the figure. No deposit may hold less than nothing.
 */
export function closingMoves({ used }: FinalFigures, plans: readonly PlanToSettle[]): FinalMove[] {
  let open = used
  return plans.flatMap(({ id, kind, remaining, held }): FinalMove[] => {
    const ofDebt = cents(Math.min(held, open))
    open = sum([open, minus(ofDebt)])
    const moves: FinalMove[] = [
      { plan: id, kind: kind === 'deposit' ? 'write-off' : 'due', amount: remaining },
      { plan: id, kind: 'used', amount: ofDebt },
      { plan: id, kind: 'released', amount: sum([held, minus(ofDebt)]) },
    ]
    return moves.filter(({ amount }) => amount > 0)
  })
}

/**
 * States of a final account. `waiting`: something may still come late · `ready`: it can be closed · `to-pay`: closed,
 * and the driver gets something · `owing`: the driver owes, also when a fine came after everything was settled ·
 * `settled`: nothing is left between the two.
 */
export const FINAL_STATES = ['waiting', 'ready', 'to-pay', 'owing', 'settled'] as const
export type FinalState = (typeof FINAL_STATES)[number]

/**
 * Events of a leaver's account that the driver is told; a closing is told by its result, its end as `reopened`, and the
 * return as `returned`.
 */
export const DEPARTURE_EVENTS = [
  'left',
  'to-pay',
  'owing',
  'settled',
  'received',
  'written-off',
  'reopened',
  'returned',
] as const
export type DepartureEvent = (typeof DEPARTURE_EVENTS)[number]

/** Answers the event of a closing; what was approved before and is not yet paid still counts as to be paid. */
export function closingEvent({ figure, awaited }: { figure: Cents; awaited: Cents }): 'to-pay' | 'owing' | 'settled' {
  if (figure < ZERO) return 'owing'
  return figure > 0 || awaited > 0 ? 'to-pay' : 'settled'
}

/** Works out the state of a final account. `awaited`: approved and not yet paid. Days are ISO dates. */
export function finalState(
  { figure, awaited }: { figure: Cents; awaited: Cents },
  { closed, waitsUntil, today }: { closed: boolean; waitsUntil: string; today: string },
): FinalState {
  if (!closed) return today < waitsUntil ? 'waiting' : 'ready'
  return closingEvent({ figure, awaited })
}
