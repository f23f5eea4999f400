import { firstOf } from './certain.ts'
import { foldWord, hasLostLetters, mayBeSameWord, countSharedNames } from './candidate.ts'
import type { Source, SourceKey } from './import.ts'

/** An unknown name in a file, with one of its rows: its id, the file's own words and its keys, the unknown one first. */
export type UnknownName = { row: string; source: Source; keys: readonly SourceKey[]; label: string }

/** Facts about a car or card that is not in the fleet yet; `plate` is letters and digits only. */
export type NewVehicle = { id: string; plate: string; parts: readonly UnknownName[] }

/** A person in the files who is not in the fleet yet. Several `parts` were put together by name alone: somebody must agree. */
export type NewDriver = {
  id: string
  name: string
  email: string
  phone: string
  /** One list for each person, in case they are not the same after all. */
  parts: readonly (readonly UnknownName[])[]
}

/**
 * Proposes the people behind unknown names. Names that share an e-mail or a phone are one person; names of two
 * platforms that share two words or more are proposed as one if each is the only similar one to the other. Nobody is
 * matched by this: a person looks at it and agrees.
 */
export function proposeDrivers(unmatched: readonly UnknownName[]): NewDriver[] {
  const groups = byContact(unmatched)
  const placed = new Set<readonly UnknownName[]>()
  return groups.flatMap((group) => {
    if (placed.has(group)) return []
    const twin = onlySimilarGroup(group, groups)
    const parts = twin && !placed.has(twin) && onlySimilarGroup(twin, groups) === group ? [group, twin] : [group]
    for (const part of parts) placed.add(part)
    return [driverOf(parts)]
  })
}

/** Proposes the cars whose plate is in a file but not in the fleet; their cards and tags go with them. */
export function proposeVehicles(unmatched: readonly UnknownName[]): NewVehicle[] {
  const plates = Map.groupBy(
    unmatched.filter((row) => plateOf(row) !== null),
    plateOf,
  )
  // oxlint-disable-next-line typescript/no-non-null-assertion -- only those with a plate are grouped
  return [...plates].map(([plate, parts]) => ({ id: idOf(parts), plate: plate!, parts }))
}

/** A person who may have a car: of this list or of the fleet, with all their known names. */
export type Holder = { id: string; names: readonly string[] }

/** Why a person is proposed for a car: its trips say so, a card of the car has the name, or there is nobody else. */
export type HeldBecause = { by: 'trips' } | { by: 'card'; label: string } | { by: 'only' }

/**
 * Proposes who has a car: the one person whose name is on one of its cards, or the only person there is. `null` where
 * the files name nobody, or two. A person looks at it and agrees.
 */
export function proposeHolder(
  { parts }: NewVehicle,
  people: readonly Holder[],
): { id: string; because: HeldBecause } | null {
  const [only, ...others] = people
  if (only && others.length === 0) return { id: only.id, because: { by: 'only' } }
  const named = parts.flatMap(({ label }) => {
    const person = personNamed(label, people)
    return person ? [{ id: person.id, because: { by: 'card' as const, label } }] : []
  })
  return new Set(named.map(({ id }) => id)).size === 1 ? firstOf(named) : null
}

/** Finds the only person whose name this is: by two words of it, or by a first name that nobody else has. */
export function personNamed(label: string, people: readonly Holder[]): Holder | null {
  const alike = people.filter(({ names }) => names.some((name) => countSharedNames(name, label) >= 2))
  if (alike.length > 0) return alike.length === 1 ? firstOf(alike) : null
  const word = foldWord(label.trim())
  const sameFirstName = people.filter(({ names }) =>
    names.some((name) => foldWord(firstOf(name.trim().split(/\s+/))) === word),
  )
  return word.length > 2 && sameFirstName.length === 1 ? firstOf(sameFirstName) : null
}

/** Particles of names, which stay in small letters. */
const PARTICLES = new Set(['da', 'das', 'de', 'do', 'dos', 'e'])

/**
 * Chooses the best spelling of a name among those of the files: the longest one, with each word as a file spells it
 * that lost no letter and has accents and small letters. A word that is only found in capitals gets small letters too.
 */
export function bestSpelling(labels: readonly string[]): string {
  const spellings = labels.flatMap((label) => label.trim().split(/\s+/))
  const [longest = ''] = labels.map((label) => label.trim()).toSorted((a, b) => b.length - a.length)
  return longest
    .split(/\s+/)
    .map((word, at) => {
      const alike = spellings.filter((other) => mayBeSameWord(foldWord(other), foldWord(word)))
      const [best = word] = alike.toSorted(
        (a, b) =>
          Number(hasLostLetters(a)) - Number(hasLostLetters(b)) ||
          countAccents(b) - countAccents(a) ||
          Number(isInCapitals(a)) - Number(isInCapitals(b)),
      )
      const isAsGood = (other: string) => countAccents(other) === countAccents(best) && !hasLostLetters(other)
      const calmest = alike.find((other) => !isInCapitals(other) && isAsGood(other)) ?? best
      return isInCapitals(calmest) ? capitaliseWord(calmest, at) : calmest
    })
    .join(' ')
}

function isInCapitals(word: string): boolean {
  return word.length > 1 && !word.includes('.') && word === word.toUpperCase() && word !== word.toLowerCase()
}

function capitaliseWord(word: string, at: number): string {
  const small = word.toLowerCase()
  if (at > 0 && PARTICLES.has(small)) return small
  return small.replaceAll(/(^|[-'’])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}

function countAccents(word: string): number {
  return word.normalize('NFD').length - word.length
}

function plateOf({ keys }: UnknownName): string | null {
  return keys.find(({ kind }) => kind === 'plate')?.value ?? null
}

/** Makes the id of a proposal for its form: it changes as soon as its rows change. */
function idOf(parts: readonly UnknownName[]): string {
  return parts.map(({ row }) => row).join('-')
}

/** Groups names by shared contacts. A name that shares something with two groups joins them, so the order of the rows does not matter. */
function byContact(unmatched: readonly UnknownName[]): UnknownName[][] {
  let groups: UnknownName[][] = []
  for (const row of unmatched) {
    const known = groups.filter((group) => group.some((other) => sharesContact(row, other)))
    const [first] = known
    if (!first) groups.push([row])
    else {
      first.push(...known.slice(1).flat(), row)
      groups = groups.filter((group) => group === first || !known.includes(group))
    }
  }
  return groups
}

function sharesContact(one: UnknownName, other: UnknownName): boolean {
  return contactsOf(one).some((contact) => contactsOf(other).includes(contact))
}

function contactsOf({ keys }: UnknownName): string[] {
  return keys.filter(({ kind }) => kind === 'email' || kind === 'phone').map(({ kind, value }) => `${kind} ${value}`)
}

/** Finds the only group of other sources with similar names; `null` when there is none, or more than one. */
function onlySimilarGroup(group: readonly UnknownName[], groups: readonly (readonly UnknownName[])[]) {
  const sources = new Set(group.map(({ source }) => source))
  const alike = groups.filter(
    (other) =>
      other.every(({ source }) => !sources.has(source)) &&
      other.some(({ label }) => group.some((row) => countSharedNames(row.label, label) >= 2)),
  )
  return alike.length === 1 ? firstOf(alike) : null
}

function driverOf(parts: readonly (readonly UnknownName[])[]): NewDriver {
  const all = parts.flat()
  const first = (kind: SourceKey['kind']) =>
    all.flatMap(({ keys }) => keys.filter((key) => key.kind === kind).map(({ value }) => value))[0] ?? ''
  return {
    id: idOf(all),
    name: bestSpelling(all.map(({ label }) => label)),
    email: first('email'),
    phone: first('phone'),
    parts,
  }
}
