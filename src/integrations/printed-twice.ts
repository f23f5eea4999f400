import type { FileWarning, ImportedRow } from '#domain/import.ts'
import { letters } from './words.ts'

/**
 * Tells rows of one file with the same natural key apart (`docs/decisions/047-printed-twice.md`,
 * `048-keys-of-movements.md`). Rows with the same text in every business column are one movement that is printed twice;
 * every other row is a movement of its own.
 */

/** Facts of a row that say nothing about the movement: they are filled in later, or name the account. */
const ASIDE: ReadonlySet<string> = new Set(['contract', 'invoice', 'state', 'energy', 'duration', 'ended', 'session'])

/**
 * Lists what a row says in its business columns, as it was understood: who (the most trusted key), when to the second,
 * what, where, how much of it, at what price, with which receipt and odometer.
 */
export function businessOf({ kind, keys, label, at, amount, measures, facts }: ImportedRow): string {
  const figures = Object.entries(measures).map(([name, figure]) => `${name} ${figure}`)
  const words = Object.entries(facts).flatMap(([name, fact]) => (ASIDE.has(name) ? [] : [`${name} ${letters(fact)}`]))
  const personKey = keys[0] ? `${keys[0].kind} ${keys[0].value}` : letters(label)
  return [kind, personKey, momentOf(at), amount, ...figures.toSorted(), ...words.toSorted()].join('|')
}

/** A row among several with the same key: its place in the file, its moment, and a hash of what it says. */
export type Namesake = { place: number; line: number; moment: number; says: number }

/** Number added to a row's key, 1 for none, and the line that it repeats, if any. */
export type Repetition = { number: number; repeats: number | null }

/**
 * Numbers rows with the same key, by place. Different movements come first, in order of time, so that they get the same
 * keys in a file that repeats some of them, whatever the order of its rows; then come the repetitions.
 */
export function repetitionsOf(namesakes: readonly Namesake[]): Map<number, Repetition> {
  const groups = [...Map.groupBy(namesakes, ({ says }) => says).values()].map((same) => same.toSorted(byLine))
  const first = groups.map(([original]) => original!).toSorted((a, b) => a.moment - b.moment || a.says - b.says)
  const repetitions = new Map<number, Repetition>()
  for (const { place } of first) repetitions.set(place, { number: repetitions.size + 1, repeats: null })
  const laterRows = groups.flatMap(([original, ...others]) =>
    others.map((other) => ({ ...other, repeats: original!.line })),
  )
  for (const { place, repeats } of laterRows.toSorted(
    (a, b) => a.moment - b.moment || a.says - b.says || byLine(a, b),
  )) {
    repetitions.set(place, { number: repetitions.size + 1, repeats })
  }
  return repetitions
}

function byLine(a: Namesake, b: Namesake): number {
  return a.line - b.line
}

/** Answers the row with a key of its own, and the line it repeats. */
export function withOwnKey(row: ImportedRow, { number, repeats }: Repetition): ImportedRow {
  const numbered = number === 1 ? row : { ...row, key: `${row.key}#${number}` }
  return repeats === null ? numbered : { ...numbered, repeats }
}

/** Gives each row of a list in memory a key of its own; rows with the same `says` are the same. */
export function numberRows(
  rows: readonly ImportedRow[],
  says: (row: ImportedRow) => string = businessOf,
): ImportedRow[] {
  const places = new Map<number, Repetition>()
  for (const same of Map.groupBy(rows.keys(), (place) => rows[place]!.key).values()) {
    if (same.length === 1) continue
    const namesakes = same.map((place) => namesakeOf(rows[place]!, place, says))
    for (const [place, found] of repetitionsOf(namesakes)) places.set(place, found)
  }
  return rows.map((row, place) => {
    const found = places.get(place)
    return found ? withOwnKey(row, found) : row
  })
}

export function namesakeOf(row: ImportedRow, place: number, says: (row: ImportedRow) => string): Namesake {
  return { place, line: row.line, moment: momentOf(row.at), says: hashOf(says(row)) }
}

export function momentOf(at: ImportedRow['at']): number {
  return at?.epochMilliseconds ?? 0
}

/** Most repeated lines that a warning names. */
const MAX_NAMED = 5

/** Collects the warning about repeated rows for the preview: their number, and for the first ones which line repeats which. */
export function printedTwice(): { see: (row: ImportedRow) => void; found: () => FileWarning[] } {
  const named: string[] = []
  let count = 0
  return {
    see: ({ line, repeats }) => {
      if (repeats === undefined) return
      count += 1
      if (named.length < MAX_NAMED) named.push(`${line} ${repeats}`)
    },
    found: () => (count === 0 ? [] : [{ code: 'printed-twice', params: { count, pairs: named.join(', ') } }]),
  }
}

export function printedTwiceIn(rows: readonly ImportedRow[]): FileWarning[] {
  const repetitions = printedTwice()
  for (const row of rows) repetitions.see(row)
  return repetitions.found()
}

/** Hashes a text to a number of 53 bits, which differs for nearly all texts. */
export function hashOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0x9e3779b9]
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    low = Math.imul(low ^ letter, 0x01000193)
    high = Math.imul(high ^ letter, 0x85ebca6b)
    high ^= high >>> 13
  }
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0)
}
