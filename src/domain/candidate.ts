import type { Source, SourceKey } from './import.ts'

/** A person to whom a row without an owner may belong, with all that is known of them; `source` `null` is our own record. */
export type KnownPerson = {
  id: string
  emails: readonly Known[]
  phones: readonly Known[]
  names: readonly Known[]
}
type Known = { value: string; source: Source | null }

/** Why a person is suggested, the surest reason first. A name alone is a hint: nobody is matched by it (formats 0.7). */
export type SuggestionReason =
  | { by: 'email' | 'phone' | 'name'; value: string; source: Source | null }
  /** The only person who is missing in the platform's file. */
  | { by: 'only' }

/**
 * Finds the person to whom a platform's row probably belongs: whoever has its e-mail or phone elsewhere, else the only
 * one with a similar name, else the only one missing in the file (`lacking`, ids). Only people in `free` are
 * considered: the others have a row of their own.
 */
export function findCandidate(
  row: { source: Source; keys: readonly SourceKey[]; label: string },
  people: readonly KnownPerson[],
  { free, lacking }: { free: ReadonlySet<string>; lacking: readonly string[] },
): { id: string; because: SuggestionReason } | null {
  const candidates = people.filter(({ id }) => free.has(id))
  for (const by of ['email', 'phone'] as const) {
    const value = row.keys.find(({ kind }) => kind === by)?.value
    const owners = value === undefined ? [] : peopleWith(candidates, by === 'email' ? 'emails' : 'phones', value)
    const [owner] = owners
    // oxlint-disable-next-line typescript/no-non-null-assertion -- an owner was found by it
    if (owner && owners.length === 1) return { id: owner.id, because: { by, value: value!, source: owner.source } }
  }
  const named = namesake(row.label, candidates)
  if (named) return { id: named.id, because: { by: 'name', value: named.value, source: named.source } }
  const [only, ...others] = lacking
  return only !== undefined && others.length === 0 && free.has(only) ? { id: only, because: { by: 'only' } } : null
}

function peopleWith(people: readonly KnownPerson[], of: 'emails' | 'phones', value: string) {
  return people.flatMap((person) => {
    const known = person[of].find((fact) => fact.value === value)
    return known ? [{ id: person.id, source: known.source }] : []
  })
}

/** Finds the person who shares most words of a name, two at least, and more than anybody else. */
function namesake(label: string, people: readonly KnownPerson[]) {
  const scored = people
    .map(({ id, names }) => {
      const [best] = names
        .map((known) => ({ ...known, score: countSharedNames(label, known.value) }))
        .toSorted((a, b) => b.score - a.score)
      return { id, value: best?.value ?? '', source: best?.source ?? null, score: best?.score ?? 0 }
    })
    .toSorted((a, b) => b.score - a.score)
  const [best, second] = scored
  return best && best.score >= 2 && best.score !== second?.score ? best : null
}

/**
 * Counts the names that two spellings share, ignoring case and accents; particles and initials don't count. A letter
 * that a file lost (`?ahin`) fits any letter.
 */
export function countSharedNames(one: string, other: string): number {
  const [ours, theirs] = [words(one), words(other)]
  const same = ours.intersection(theirs)
  const left = theirs.difference(same)
  let spelt = 0
  for (const word of ours.difference(same)) {
    const found = [...left].find((another) => mayBeSameWord(word, another))
    if (found === undefined) continue
    left.delete(found)
    spelt += 1
  }
  return same.size + spelt
}

/** Characters that stand in a file where it lost a letter: the question mark of old encodings, and U+FFFD. */
const LOST = /[?\uFFFD]/
const LETTERS_TO_KNOW_BY = 3

/** Whether a file lost letters of this name. */
export function hasLostLetters(name: string): boolean {
  return LOST.test(name)
}

/**
 * Whether two words without case and accents may be the same although a file lost letters of one. A lost letter of two
 * bytes leaves one sign or two.
 */
export function mayBeSameWord(one: string, other: string): boolean {
  if (!LOST.test(one) && !LOST.test(other)) return one === other
  const [lossy, whole] = LOST.test(one) ? [one, other] : [other, one]
  if (LOST.test(whole) || lossy.replaceAll(/[?\uFFFD]/g, '').length < LETTERS_TO_KNOW_BY) return one === other
  const pattern = lossy.replaceAll(/[?\uFFFD]+/g, (lost) => `[a-z]{1,${lost.length}}`)
  return new RegExp(`^${pattern}$`).test(whole)
}

/** Reduces a name to letters, digits and the signs of lost letters, without case and accents. */
export function foldWord(word: string): string {
  return word
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
}

function words(name: string): Set<string> {
  return new Set(
    foldWord(name)
      .split(/[^a-z0-9?\uFFFD]+/)
      .filter((word) => word.length > 2),
  )
}
