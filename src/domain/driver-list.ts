import { likeness } from './candidate.ts'
import type { SimulatedRegime } from './simulation.ts'

/** A list as text, in characters; longer is no list of drivers. */
export const LONGEST_LIST = 300_000

/** What a column of a list of drivers may hold. */
export const LIST_FIELDS = ['name', 'nif', 'iban', 'holder', 'email', 'phone', 'regime', 'plate'] as const
export type ListField = (typeof LIST_FIELDS)[number]

/** One line of a list, understood; what its cell leaves empty is `null`. `line` is that of the file, from 1. */
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

/** What keeps a list, or a line of it, from being taken in: nothing of it is guessed. `column` is the list's own heading. */
export type ListProblem = {
  line: number | null
  column: string
  code: (typeof LIST_PROBLEMS)[number]
  found: string
}

/** Of the list as a whole: nothing of it is understood. Any other is of one line, which stays out until it is corrected. */
const OF_THE_LIST: ReadonlySet<ListProblem['code']> = new Set(['no-headings', 'column-twice', 'nothing', 'too-long'])

/** The lines that stay out, by their numbers, in order. */
export function linesLeftOut(problems: readonly ListProblem[]): number[] {
  const lines = problems.flatMap(({ line, code }) => (line === null || OF_THE_LIST.has(code) ? [] : [line]))
  return [...new Set(lines)].toSorted((a, b) => a - b)
}

/** The drivers whose name this is, letter for letter but for case and accents; else those who share two names of it. */
export function namesakes<Person extends { name: string }>(name: string, people: readonly Person[]): readonly Person[] {
  const exact = people.filter((person) => folded(person.name) === folded(name))
  return exact.length > 0 ? exact : people.filter((person) => likeness(person.name, name) >= 2)
}

/** Whether a name may be the one on somebody's papers: two words or more, and none of them an initial. */
export function isWholeName(name: string): boolean {
  const words = name.trim().split(/\s+/)
  return words.length > 1 && words.every((word) => word.toLowerCase() === 'e' || /^[^.]{2,}$/.test(word))
}

/** Whether two names are written with the same letters. */
export function isSameName(one: string, other: string): boolean {
  return folded(one) === folded(other)
}

function folded(name: string): string {
  return name
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/\s+/g, ' ')
    .trim()
}
