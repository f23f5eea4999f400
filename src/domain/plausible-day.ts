import { readDay } from './week.ts'

/**
 * The purpose of a typed day. `fleet`: something that the operator does or agrees, a hand-over, a fine, a contract, a payment.
 * `kept`: what is copied from a document or a registration, which may be as old as its holder and may outlast the
 * fleet.
 */
export type DayPurpose = 'fleet' | 'kept'

/** Years allowed for the fleet: no operator is older, and nothing is agreed for longer ahead; any other year is a typing mistake. */
const FLEET = { firstYear: 2000, yearsAhead: 15 }
/** Years allowed on documents: from the oldest licence that still counts to the latest end that a Portuguese document has. */
const KEPT = { firstYear: 1950, lastYear: 2099 }

/** First and last day that any field accepts, both included. */
export const TYPED_DAYS = { first: `${KEPT.firstYear}-01-01`, last: `${KEPT.lastYear}-12-31` }

function yearsOf(of: DayPurpose, today: Temporal.PlainDate): { first: number; last: number } {
  if (of === 'fleet') return { first: FLEET.firstYear, last: today.year + FLEET.yearsAhead }
  return { first: KEPT.firstYear, last: KEPT.lastYear }
}

export type TypedDay = { ok: true; day: Temporal.PlainDate } | { ok: false; wrong: 'unread' | DayPurpose }

/** Reads a typed day, `2026-11-26`: `unread` if it is none, else why its year must be wrong. */
export function readTypedDay(text: string, of: DayPurpose, today: Temporal.PlainDate): TypedDay {
  const day = readDay(text)
  if (day === null) return { ok: false, wrong: 'unread' }
  const { first, last } = yearsOf(of, today)
  return first <= day.year && day.year <= last ? { ok: true, day } : { ok: false, wrong: of }
}
