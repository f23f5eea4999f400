import { type Interest, afterInstalment, chargeOn } from './interest.ts'
import type { Posting } from './ledger.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, cents, minus, sum } from './money.ts'
import { type Week, nextWeek } from './week.ts'

/**
 * `advance` was paid out to the driver · `debt` is a negative balance taken out of the current account · `deposit` is
 * built up and given back · `damage` and `fine` were borne by the operator.
 */
export const PLAN_KINDS = ['advance', 'debt', 'deposit', 'damage', 'fine'] as const
export type PlanKind = (typeof PLAN_KINDS)[number]

/**
 * Terms of a plan: a total, a number of weekly instalments, and the first week. Amounts in cents, at least one a week.
 * `down` is paid at once, outside the statements, and the instalments cover the rest; `interest` is charged on top of
 * each instalment, on advances only.
 */
export type PlanTerms = { total: Cents; count: number; first: Week; down?: Cents; interest?: BasisPoints }

/** Decisions of the office on a plan that its driver is told. */
export const PLAN_EVENTS = [
  'opened',
  'approved',
  /** For another amount, or in other weeks than asked: nothing is taken before the driver agrees. */
  'approved-otherwise',
  'declined',
  /** The answer that declined a request was taken back: it waits for another one. */
  'reopened',
  'changed',
  /** For an advance that the driver asked for: nothing is taken before the driver agrees. */
  'changed-otherwise',
  'paid-out',
  /** A week takes no instalment, or takes one again. */
  'skipped',
  'unskipped',
  /** The driver paid outside the statements. */
  'early',
  /** A deposit was kept against what the driver owes, or paid back. */
  'used',
  'returned',
  'written-off',
  /** A payment or write-off that was a mistake: the amount is owed, or held, as before it. */
  'taken-back',
  'cancelled',
] as const
export type PlanEvent = (typeof PLAN_EVENTS)[number]

/** Most instalments of a plan: three years of weeks. */
export const MAX_INSTALMENTS = 156

/**
 * Works out the instalment of a week for a plan of which `remaining` is still owed, in cents: `floor(total / count)` of
 * what was not paid at once, and the last one takes the rest. It depends only on what is owed: a week that was skipped,
 * or paid only part of its instalment, is made up at the end and never doubles the next. Throws `RangeError` for a plan
 * of less than a cent a week.
 */
export function dueOf({ total, count, down = ZERO }: Omit<PlanTerms, 'first'>, remaining: Cents): Cents {
  const parts = total - down
  if (!Number.isInteger(count) || count < 1 || down < 0 || parts < count)
    throw new RangeError(`${total} cents in ${count} weeks, ${down} at once`)
  const usual = Math.floor(parts / count)
  const last = parts - usual * (count - 1)
  return remaining <= last ? remaining : cents(usual)
}

/** A week of a plan: its instalment, the charge on it, and what is still owed after it. */
export type Instalment = { week: Week; due: Cents; charge: Cents; after: Cents }

/**
 * Lists every coming week of a plan, from `from` on, with what is owed after it. Skipped weeks are left out. `soFar` is
 * what statements took of it and charged on it.
 */
export function schedule(
  terms: PlanTerms,
  remaining: Cents = sum([terms.total, minus(terms.down ?? ZERO)]),
  from: Week = terms.first,
  skipped: ReadonlySet<Week> = new Set(),
  soFar: Omit<Interest, 'rate'> = { repaid: ZERO, charged: ZERO },
): Instalment[] {
  const coming: Instalment[] = []
  let interest: Interest = { rate: terms.interest ?? basisPoints(0), ...soFar }
  let owed = remaining
  for (let week = from > terms.first ? from : terms.first; owed > 0; week = nextWeek(week)) {
    if (skipped.has(week)) continue
    const due = dueOf(terms, owed)
    owed = sum([owed, minus(due)])
    coming.push({ week, due, charge: chargeOn(due, interest), after: owed })
    interest = afterInstalment(interest, due)
  }
  return coming
}

/**
 * Whether new conditions are harder for the driver than those of `old`, whose coming weeks are `coming`: fewer weeks
 * than are left, an earlier first one, or instalments in weeks without income too.
 */
export function isHarder(
  { count, first, skipsIdle }: Pick<PlanTerms, 'count' | 'first'> & { skipsIdle: boolean },
  old: { coming: readonly { week: Week }[]; skipsIdle: boolean },
): boolean {
  const [next] = old.coming
  return count < old.coming.length || (next !== undefined && first < next.week) || (old.skipsIdle && !skipsIdle)
}

/** Account from which the total of each kind of plan came: the driver owes it on `plan` from the day it is agreed. */
const SOURCES = {
  advance: 'bank',
  debt: 'current',
  deposit: 'deposit',
  damage: 'recovered:other',
  fine: 'recovered:other',
} as const satisfies Record<PlanKind, Posting['account']>

/**
 * Makes the journal of a plan that begins, in cents. An advance leaves the bank; a debt leaves the current account.
 * `isBefore`: it was owed before the books began here, so it comes from their opening balance. What is still to come of a
 * deposit came from nowhere yet.
 */
export function openingPostings(kind: PlanKind, total: Cents, isBefore = false): Posting[] {
  return movePostings('plan', isBefore && kind !== 'deposit' ? 'opening' : SOURCES[kind], minus(total))
}

/** Makes the journal of what the driver paid at once, in cents: into the bank, or before the books began here. */
export function downPostings(amount: Cents, isBefore: boolean): Posting[] {
  return movePostings('plan', isBefore ? 'opening' : 'bank', amount)
}

/**
 * Movements of a plan outside the statements. `early` was paid by the driver into the bank · `write-off` is given up: a
 * cost, or for a deposit what will not come in · `returned` is a deposit paid back from the bank · `used` is a deposit
 * kept against what the driver owes. In a leaver's final account: `due` moves what is owed of a plan to the current
 * account · `released` does so with a deposit, to be paid out with it.
 */
export const MOVEMENTS = ['early', 'write-off', 'returned', 'used', 'due', 'released'] as const
export type Movement = (typeof MOVEMENTS)[number]

/** The movements that the office can take back one by one; the others belong to a leaver's final account. */
export const TAKEN_BACK_MOVEMENTS: ReadonlySet<Movement> = new Set(['early', 'write-off', 'returned', 'used'])

/** What the driver is told of a movement by the office; those of a final account are told with it. */
export const MOVEMENT_EVENTS = {
  early: 'early',
  'write-off': 'written-off',
  used: 'used',
  returned: 'returned',
} as const satisfies Partial<Record<Movement, PlanEvent>>

/** Makes the journal of such a movement, in cents > 0. */
export function movementPostings(kind: PlanKind, movement: Movement, amount: Cents): Posting[] {
  switch (movement) {
    case 'early':
      return movePostings('plan', 'bank', amount)
    case 'write-off':
      return movePostings('plan', kind === 'deposit' ? 'deposit' : 'costs:written-off', amount)
    case 'returned':
      return movePostings('deposit', 'bank', minus(amount))
    case 'used':
    case 'released':
      return movePostings('deposit', 'current', minus(amount))
    case 'due':
      return movePostings('plan', 'current', amount)
  }
}

/** Works out what is still owed of a plan, in cents: the total less what statements took and what was paid or given up outside them. */
export function remainingOf(total: Cents, taken: Cents, besides: readonly { kind: Movement; amount: Cents }[]): Cents {
  const reducing = besides.filter(({ kind }) => kind === 'early' || kind === 'write-off' || kind === 'due')
  return sum([total, minus(taken), minus(sum(reducing.map(({ amount }) => amount)))])
}

/** A deposit in cents: what came in, what was used, what was given back, and what is still held. */
export type DepositFigures = { received: Cents; used: Cents; returned: Cents; held: Cents }

/**
 * Works out the figures of a deposit of which statements took `taken`. After a statement was voided this may be less
 * than was given back.
 */
export function depositFigures(taken: Cents, besides: readonly { kind: Movement; amount: Cents }[]): DepositFigures {
  const of = (...kinds: Movement[]) =>
    sum(besides.flatMap(({ kind, amount }) => (kinds.includes(kind) ? [amount] : [])))
  const [received, used, returned] = [sum([taken, of('early')]), of('used'), of('returned', 'released')]
  return { received, used, returned, held: sum([received, minus(used), minus(returned)]) }
}

function movePostings(account: Posting['account'], other: Posting['account'], amount: Cents): Posting[] {
  return [
    { account, amount },
    { account: other, amount: minus(amount) },
  ]
}
