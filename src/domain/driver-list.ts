import { countSharedNames } from './candidate.ts'
import { type ListedProblem, WHOLE_LIST_PROBLEMS } from './listed.ts'
import type { SimulatedRegime } from './simulation.ts'

/** Most drivers in a list: a longer one is no list of one fleet that a person looks through. */
export const MAX_DRIVERS = 500

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
  ...WHOLE_LIST_PROBLEMS,
  'letters-lost',
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

export type ListProblem = ListedProblem<(typeof LIST_PROBLEMS)[number]>

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
