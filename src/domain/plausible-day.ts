import { readDay } from './week.ts'

/**
 * What a typed day is of. `fleet`: what the operator does or agrees, a hand-over, a fine, a contract, a payment. `kept`: what is
 * read off a paper or a registration, which may be as old as its holder and may outlast the fleet.
 */
export type DayOf = 'fleet' | 'kept'

/** No operator goes back further, and nothing is agreed for longer ahead; a year beyond is one mistyped. */
const FLEET = { firstYear: 2000, yearsAhead: 15 }
/** Of the oldest licence that still counts, and the latest end that a Portuguese paper has. */
const KEPT = { firstYear: 1950, lastYear: 2099 }

/** The first and the last day that any field takes, both included. */
export const TYPED_DAYS = { first: `${KEPT.firstYear}-01-01`, last: `${KEPT.lastYear}-12-31` }

function yearsOf(of: DayOf, today: Temporal.PlainDate): { first: number; last: number } {
  if (of === 'fleet') return { first: FLEET.firstYear, last: today.year + FLEET.yearsAhead }
  return { first: KEPT.firstYear, last: KEPT.lastYear }
}

export type TypedDay = { ok: true; day: Temporal.PlainDate } | { ok: false; wrong: 'unread' | DayOf }

/** A day as it is typed, `2026-11-26`: `unread` when it is none, else why its year cannot be meant. */
export function readTypedDay(text: string, of: DayOf, today: Temporal.PlainDate): TypedDay {
  const day = readDay(text)
  if (day === null) return { ok: false, wrong: 'unread' }
  const { first, last } = yearsOf(of, today)
  return first <= day.year && day.year <= last ? { ok: true, day } : { ok: false, wrong: of }
}
