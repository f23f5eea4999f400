import type { Gone } from '#domain/driver.ts'
import type { Week } from '#domain/week.ts'

/** What was typed, in the spellings each kind of record is looked for by. */
export type Asked = {
  /** As typed, without the spaces around it. */
  text: string
  /** Words without case and accents. */
  words: readonly string[]
  /** Digits of a phone or tax number; `null` for what is none, or too short to tell anybody apart. */
  digits: string | null
  /** Letters and digits of a plate; `null` for what cannot be part of one. */
  plate: string | null
  /** A week by its number alone, by year and number, or by one of its days. */
  week: { year: number | null; number: number } | { day: string } | null
}

const SHORTEST = 2
const SHORTEST_NUMBER = 3
const LONGEST = 100

/** Reads what was typed; `null` when it is too short to search by, unless it names a week. */
export function readAsked(typed: string): Asked | null {
  const text = typed.trim().slice(0, LONGEST)
  const week = readAskedWeek(text)
  if (text.length < SHORTEST && !week) return null
  return {
    text,
    words: bare(text).split(/\s+/).filter(Boolean),
    digits: readDigits(text),
    plate: readPlatePart(text),
    week,
  }
}

/** A text as words are looked for in it: without case and accents. */
export function bare(text: string): string {
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

function readPlatePart(text: string): string | null {
  if (!/^[a-z\d\s.\-–·]+$/i.test(text)) return null
  const part = text.toUpperCase().replaceAll(/[^A-Z\d]/g, '')
  return part.length >= SHORTEST ? part : null
}

function readAskedWeek(text: string): Asked['week'] {
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
  /** Of a record that was merged into another or put away. */
  gone: Gone | null
  phone: string | null
  maskedNif: string | null
}
export type FoundVehicle = { id: string; plate: string; model: string; status: string; driver: string | null }
export type FoundWeek = { week: Week; name: string; statements: number; hasData: boolean }
export type FoundFile = { id: number; name: string; source: string; at: string; undone: boolean }

/** The first of a kind, and whether there are more. */
export type Group<Found> = { found: readonly Found[]; more: boolean }

export type SearchAnswer = {
  drivers: Group<FoundDriver>
  vehicles: Group<FoundVehicle>
  weeks: Group<FoundWeek>
  files: Group<FoundFile>
}
