import { countSharedNames } from './candidate.ts'
import type { SimulatedRegime } from './simulation.ts'

/** Longest list, in characters of text: a longer one is no list of drivers. */
export const LONGEST_LIST = 300_000

/** Fields that a column of a driver list may hold. */
export const LIST_FIELDS = ['name', 'nif', 'iban', 'holder', 'email', 'phone', 'regime', 'plate'] as const
export type ListField = (typeof LIST_FIELDS)[number]

/** One line of a list as it was understood; an empty cell is `null`. `line` is its number in the file, from 1. */
export type ListedDriver = {
  line: number
  name: string | null
  nif: string | null
  iban: string | null
  holder: string | null
  email: string | null
  phone: string | null
  regime: SimulatedRegime | null
  plate: string | null
}

export const LIST_PROBLEMS = [
  'no-headings',
  'column-twice',
  'nothing',
  'too-long',
  'name-missing',
  'name-too-long',
  'iban-invalid',
  'email-invalid',
  'plate-impossible',
  'regime-unknown',
  'number-shortened',
  'person-twice',
  'two-people',
  'plate-twice',
] as const

/** Why a list, or one line of it, is not taken in: nothing is guessed. `column` is the list's own heading. */
export type ListProblem = {
  line: number | null
  column: string
  code: (typeof LIST_PROBLEMS)[number]
  found: string
}

/** Problems of the list as a whole: nothing of it is understood. Any other problem keeps out one line until it is corrected. */
const OF_THE_LIST: ReadonlySet<ListProblem['code']> = new Set(['no-headings', 'column-twice', 'nothing', 'too-long'])

/** The lines that stay out, by their numbers, in order. */
export function linesLeftOut(problems: readonly ListProblem[]): number[] {
  const lines = problems.flatMap(({ line, code }) => (line === null || OF_THE_LIST.has(code) ? [] : [line]))
  return [...new Set(lines)].toSorted((a, b) => a - b)
}

/** Finds the drivers of this name, ignoring case and accents; if there are none, those who share at least two of its names. */
export function namesakes<Person extends { name: string }>(name: string, people: readonly Person[]): readonly Person[] {
  const exact = people.filter((person) => foldName(person.name) === foldName(name))
  return exact.length > 0 ? exact : people.filter((person) => countSharedNames(person.name, name) >= 2)
}

/** Whether a name may be the full name on somebody's documents: two words or more, none of them an initial. */
export function isWholeName(name: string): boolean {
  const words = name.trim().split(/\s+/)
  return words.length > 1 && words.every((word) => word.toLowerCase() === 'e' || /^[^.]{2,}$/.test(word))
}

/** Whether two names are the same, ignoring case, accents and extra spaces. */
export function isSameName(one: string, other: string): boolean {
  return foldName(one) === foldName(other)
}

function foldName(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
}
