import type { Posting } from './ledger.ts'
import { type Cents, ZERO, cents, minus, sum } from './money.ts'
import { type Week, nextWeek } from './week.ts'

/**
 * `advance` was paid out to the driver · `debt` is a negative balance taken out of the current account · `deposit` is
 * built up and given back · `damage` and `fine` were borne by the operator.
 */
export const PLAN_KINDS = ['advance', 'debt', 'deposit', 'damage', 'fine'] as const
export type PlanKind = (typeof PLAN_KINDS)[number]

/** What was agreed: so much, in so many weekly instalments, from this week on. `total` in cents, at least one a week. */
export type PlanTerms = { total: Cents; count: number; first: Week }

/** The longest plan: three years of weeks. */
export const MOST_INSTALMENTS = 156

/**
 * What a week asks of a plan of which `remaining` is still owed, in cents: `floor(total / count)`, and the last one takes
 * the rest (`domain.md` 4.6). It depends on what is owed alone, so a week that was skipped, or bore only part of its
 * instalment, is made good at the end and never doubles the next.
 *
 * Throws `RangeError` for a plan of less than a cent a week.
 */
export function dueOf({ total, count }: Pick<PlanTerms, 'total' | 'count'>, remaining: Cents): Cents {
  if (!Number.isInteger(count) || count < 1 || total < count) throw new RangeError(`${total} cents in ${count} weeks`)
  const usual = Math.floor(total / count)
  const last = total - usual * (count - 1)
  return remaining <= last ? remaining : cents(usual)
}

export type Instalment = { week: Week; due: Cents; after: Cents }

/** Every week still to come of a plan, from `from` on, with what is owed after it. Skipped weeks are passed over. */
export function schedule(
  terms: PlanTerms,
  remaining: Cents = terms.total,
  from: Week = terms.first,
  skipped: ReadonlySet<Week> = new Set(),
): Instalment[] {
  const coming: Instalment[] = []
  let owed = remaining
  for (let week = from > terms.first ? from : terms.first; owed > 0; week = nextWeek(week)) {
    if (skipped.has(week)) continue
    const due = dueOf(terms, owed)
    owed = sum([owed, minus(due)])
    coming.push({ week, due, after: owed })
  }
  return coming
}

/** Where the total of a plan came from, in the books: on `plan` the driver owes it from the day it is agreed. */
const SOURCES = {
  advance: 'bank',
  debt: 'current',
  deposit: 'deposit',
  damage: 'recovered:other',
  fine: 'recovered:other',
} as const satisfies Record<PlanKind, Posting['account']>

/** The journal of a plan that begins, in cents. An advance leaves the bank; a debt leaves the current account. */
export function openingPostings(kind: PlanKind, total: Cents): Posting[] {
  return moved('plan', SOURCES[kind], minus(total))
}

/**
 * `early` was paid by the driver into the bank · `write-off` is given up, where it came from; money that is gone is a cost ·
 * `returned` is a deposit paid back · `used` is a deposit kept against what the driver owes.
 */
export const MOVEMENTS = ['early', 'write-off', 'returned', 'used'] as const
export type Movement = (typeof MOVEMENTS)[number]

/** The journal of what happens to a plan outside the statements, in cents > 0. */
export function movementPostings(kind: PlanKind, movement: Movement, amount: Cents): Posting[] {
  switch (movement) {
    case 'early':
      return moved('plan', 'bank', amount)
    case 'write-off':
      return moved('plan', kind === 'deposit' ? 'deposit' : 'recovered:other', amount)
    case 'returned':
      return moved('deposit', 'bank', minus(amount))
    case 'used':
      return moved('deposit', 'current', minus(amount))
  }
}

/** What is still owed of a plan, in cents: the total less what statements took and what was paid or given up besides. */
export function remainingOf(total: Cents, taken: Cents, besides: readonly { kind: Movement; amount: Cents }[]): Cents {
  const gone = besides.filter(({ kind }) => kind === 'early' || kind === 'write-off')
  return sum([total, minus(taken), minus(sum(gone.map(({ amount }) => amount)))])
}

/** What is held of a deposit, in cents: what came in less what was given back or used. */
export function heldOf(taken: Cents, besides: readonly { kind: Movement; amount: Cents }[]): Cents {
  const came = sum([taken, ...besides.flatMap(({ kind, amount }) => (kind === 'early' ? [amount] : []))])
  const went = besides.flatMap(({ kind, amount }) => (kind === 'returned' || kind === 'used' ? [minus(amount)] : []))
  return sum([came, ...went, ZERO])
}

function moved(account: Posting['account'], other: Posting['account'], amount: Cents): Posting[] {
  return [
    { account, amount },
    { account: other, amount: minus(amount) },
  ]
}
