import type { LawId } from './law.ts'

/**
 * How long personal data is kept, by kind. `holds`: it stays although the person asks for erasure, because a rule or a
 * claim of the company needs it; other data is erased on request. Lengths are in calendar days or years from what
 * `from` names; `null` where the company's own settings decide, or where the data goes with its record. Only `accounts`
 * is a rule of law that was read (VAT Code, through `law.ts`); the others are our choice, to be confirmed by a lawyer.
 */
export const PERIODS = {
  /** While the person drives for the company or holds an account. */
  relation: { from: 'asked', days: null, years: null, holds: false, law: null },
  /** Documents behind the books. */
  accounts: { from: 'year', days: null, years: 10, holds: true, law: 'kept-books' },
  /** Proof for claims: who had the car, what happened to it, when somebody worked. */
  proof: { from: 'left', days: null, years: 5, holds: true, law: null },
  /** Log of what was done in the office, and by whom. */
  log: { from: 'year', days: null, years: 10, holds: true, law: null },
  /** Documents of somebody who left. */
  papers: { from: 'left', days: 365, years: null, holds: false, law: null },
  /** Messages to people, and whether they arrived. */
  messages: { from: 'written', days: 730, years: null, holds: false, law: null },
  /** Messages from visitors of the site. */
  visitors: { from: 'written', days: 365, years: null, holds: false, law: null },
  /** Sessions, links and codes, until they are over. */
  signIns: { from: 'written', days: 90, years: null, holds: false, law: null },
  /** An application that was never sent, or that was decided. */
  candidates: { from: 'written', days: 30, years: null, holds: false, law: null },
  /** A decided application whose person agreed that it is kept for another place. */
  allowed: { from: 'written', days: 365, years: null, holds: false, law: null },
  /** Positions of cars: as the company's rules say, and never longer than those allow. */
  positions: { from: 'written', days: null, years: null, holds: false, law: null },
} as const satisfies Record<string, Period>

export type PeriodId = keyof typeof PERIODS

export type Period = {
  from: 'asked' | 'written' | 'left' | 'year'
  days: number | null
  years: number | null
  holds: boolean
  law: LawId | null
}

/**
 * Answers the last day on which data is kept that a rule holds: `years` after the end of the calendar year of `day`
 * where the period counts from years, else after the day itself. `null` for a period that has no length.
 */
export function keptUntil(period: PeriodId, day: Temporal.PlainDate): Temporal.PlainDate | null {
  const { from, days, years } = PERIODS[period]
  const begin = from === 'year' ? day.with({ month: 12, day: 31 }) : day
  if (years !== null) return begin.add({ years })
  return days === null ? null : begin.add({ days })
}

/** Content of a column: data of the person, of others, or of the row alone. */
export const KINDS = [
  'identity',
  'contact',
  'paper',
  'bank',
  'words',
  'file',
  'device',
  'work',
  'money',
  'another',
  'office',
  'time',
  'state',
  'link',
  'secret',
] as const
export type Kind = (typeof KINDS)[number]

/** Topics of a person's data, in the order of the export. */
export const TOPICS = [
  'person',
  'account',
  'recruitment',
  'papers',
  'contracts',
  'terms',
  'cars',
  'statements',
  'platforms',
  'adjustments',
  'plans',
  'payments',
  'own-year',
  'messages',
  'log',
] as const
export type Topic = (typeof TOPICS)[number]
