import type { RemovalKind } from '#domain/driver.ts'
import { readIban } from '#domain/identifiers.ts'
import type { Week } from '#domain/week.ts'

/** A search in the spellings by which each kind of record is found. */
export type SearchTerms = {
  /** As typed, without surrounding spaces. */
  text: string
  /** Words without case and accents. */
  words: readonly string[]
  /** Digits of a phone or tax number; `null` when it is none, or too short to identify anybody. */
  digits: string | null
  /** For a text with digits, its letters and digits alone, in lower case: a plate or number however it is spaced. */
  joined: string | null
  /** The last four characters of an account, which is all that is shown of it. */
  ibanEnds: string | null
  /** A whole account, as it was typed. */
  iban: string | null
  /** Letters and digits of a plate; `null` for what cannot be part of one. */
  plate: string | null
  /** A week by its number alone, by year and number, or by one of its days. */
  week: { year: number | null; number: number } | { day: string } | null
}

/**
 * Similarity from which one word can stand for another, by the groups of three letters that both have (`pg_trgm`): of
 * five letters two may be swapped.
 */
export const ALIKE = 0.45

const SHORTEST = 2
const SHORTEST_NUMBER = 3
const LONGEST = 100

/** Reads a search; `null` when it is too short, unless it names a week. */
export function readAsked(typed: string): SearchTerms | null {
  const text = typed.trim().slice(0, LONGEST)
  const week = readAskedWeek(text)
  const words = withoutCaseAndAccents(text).split(/\s+/).filter(Boolean)
  if ((text.length < SHORTEST || words.length === 0) && !week) return null
  return {
    text,
    words,
    digits: readDigits(text),
    joined: readJoined(text),
    ...readAccount(text),
    plate: readPlatePart(text),
    week,
  }
}

/** A text for comparing words: without case and accents. */
export function withoutCaseAndAccents(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/[\p{Mn}\u2060]/gu, '')
    .toLowerCase()
}

function readDigits(text: string): string | null {
  if (!/^(?:PT)?[\d\s+().\-/]+$/i.test(text)) return null
  const digits = text.replaceAll(/\D/g, '').replace(/^00/, '')
  return digits.length >= SHORTEST_NUMBER ? digits : null
}

function readJoined(text: string): string | null {
  if (!/\d/.test(text) || !/^[a-z\d\s+().\-–·/]+$/i.test(text)) return null
  const joined = text
    .toLowerCase()
    .replaceAll(/[^a-z\d]/g, '')
    .replace(/^00/, '')
  return joined.length >= SHORTEST_NUMBER ? joined : null
}

/** A whole account, or its end as the office shows it: `1234`, `•••• 1234`. */
function readAccount(text: string): Pick<SearchTerms, 'iban' | 'ibanEnds'> {
  const whole = readIban(text)
  if (whole.ok) return { iban: whole.value, ibanEnds: null }
  return { iban: null, ibanEnds: /^(?:iban\b)?[\s•….*]*(\d{4})$/i.exec(text)?.[1] ?? null }
}

function readPlatePart(text: string): string | null {
  if (!/^[a-z\d\s.\-–·]+$/i.test(text)) return null
  const part = text.toUpperCase().replaceAll(/[^A-Z\d]/g, '')
  return part.length >= SHORTEST ? part : null
}

function readAskedWeek(text: string): SearchTerms['week'] {
  const day = /^(\d{4}-\d{2}-\d{2})$/.exec(text)?.[1]
  if (day) return { day }
  const portuguese = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(text)
  if (portuguese)
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the pattern has the group
    return { day: `${portuguese[3]}-${portuguese[2]!.padStart(2, '0')}-${portuguese[1]!.padStart(2, '0')}` }
  const named = /^(?:(20\d{2})[\s-]*)?(?:w|s|semana|week)?\s*(\d{1,2})$/i.exec(text)
  if (!named) return null
  const number = Number(named[2])
  if (number < 1 || number > 53) return null
  return { year: named[1] ? Number(named[1]) : null, number }
}

export type FoundDriver = {
  id: string
  ref: string
  name: string
  status: string
  /** The record was merged into another, or removed. */
  gone: RemovalKind | null
  phone: string | null
  maskedNif: string | null
  /** The end of the account, if it was found by that. */
  ibanEnds: string | null
}
export type FoundVehicle = { id: string; plate: string; model: string; status: string; driver: string | null }
export type FoundWeek = { week: Week; name: string; statements: number; hasData: boolean }
export type FoundFile = { id: number; name: string; source: string; at: string; undone: boolean }

/** The first results of a kind, and whether there are more. */
export type Group<Found> = { found: readonly Found[]; more: boolean }

/** Every other kind of record with a page of its own, in the order of the results. */
export const NOUNS = [
  'statement',
  'dispute',
  'receipt',
  'adjustment',
  'plan',
  'contract',
  'paper',
  'correction',
  'departure',
  'candidate',
  'task',
  'fine',
  'accident',
  'damage',
  'job',
  'goal',
  'movement',
  'message',
  'account',
] as const
export type Noun = (typeof NOUNS)[number]

export type FoundOther = {
  noun: Noun
  id: string
  /** The second part of its address. */
  under: string | null
  name: string | null
  detail: string | null
  /** A code of a closed list. */
  kind: string | null
  on: string | null
  amount: number | null
}
export type OtherGroup = Group<FoundOther> & { noun: Noun }

export type SearchAnswer = {
  /** Nothing is written as typed: all results are only similar. */
  isAlike: boolean
  others: readonly OtherGroup[]
  drivers: Group<FoundDriver>
  vehicles: Group<FoundVehicle>
  weeks: Group<FoundWeek>
  files: Group<FoundFile>
}
