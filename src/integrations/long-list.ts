import type { FileWarning, ImportedRow } from '#domain/import.ts'
import type { Week } from '#domain/week.ts'
import type { TableRow } from '#platform/table.ts'
import { addTo, type RowWalk, takeFrom } from './format.ts'
import {
  businessOf,
  hashOf,
  momentOf,
  namesakeOf,
  printedTwice,
  type Repetition,
  withOwnKey,
  repetitionsOf,
} from './printed-twice.ts'

/** Summary of all rows of a list, and the function that reads the rows. */
export type LongList = {
  /** Answers every row; its key is unique in the file. */
  rows: RowWalk
  count: number
  weeks: ReadonlyMap<Week, number>
  /** Totals without repeated lines. */
  totals: Record<string, number>
  /** Warnings for a person about all rows: lines that are printed twice. */
  warnings: readonly FileWarning[]
  /** First and last moment in milliseconds; `null` without a row. */
  span: { from: number; to: number } | null
}

type Line = { row: ImportedRow }

/**
 * Reads a list of movements of any length without holding it: one pass understands every row and keeps only what is
 * true of all of them, and each later pass reads the rows again. `reader` makes, for one pass, the function that
 * understands a row (it may sum as it goes); where that answers `null`, it has reported the row or the row is no
 * movement. `see` is called with every row of the first pass.
 */
export async function readLongList<Read extends Line>(
  data: () => AsyncIterable<readonly TableRow[]>,
  reader: () => (row: TableRow) => Read | null,
  see: (line: Read) => void,
): Promise<LongList> {
  const understood = async function* () {
    const understand = reader()
    for await (const batch of data()) {
      const lines: Read[] = []
      for (const row of batch) {
        const line = understand(row)
        if (line) lines.push(line)
      }
      yield lines
    }
  }

  const weeks = new Map<Week, number>()
  const totals: Record<string, number> = {}
  const keys = keyHashes()
  let count = 0
  let span: LongList['span'] = null
  for await (const lines of understood()) {
    for (const line of lines) {
      const { row } = line
      count += 1
      weeks.set(row.week, (weeks.get(row.week) ?? 0) + 1)
      addTo(totals, row.measures)
      keys.add(row.key)
      const at = momentOf(row.at)
      span = span ? { from: Math.min(span.from, at), to: Math.max(span.to, at) } : { from: at, to: at }
      see(line)
    }
  }

  const repeated = keys.repeated()
  const namesakes = repeated.size === 0 ? null : await namesakesOf(understood(), repeated)
  const rows = async function* () {
    const numberAt = namesakes?.inOrder()
    let place = 0
    for await (const lines of understood()) {
      yield lines.map(({ row }) => {
        const found = numberAt?.(place++)
        return found ? withOwnKey(row, found) : row
      })
    }
  }
  const warnings = namesakes === null ? [] : await removeRepeated(rows(), totals)
  return { rows, count, weeks: sortWeeks(weeks), totals, span, warnings }
}

/** Takes repeated lines out of the totals, and reports them. */
async function removeRepeated(rows: ReturnType<RowWalk>, totals: Record<string, number>): Promise<FileWarning[]> {
  const repetitions = printedTwice()
  for await (const batch of rows) {
    for (const row of batch) {
      repetitions.see(row)
      if (row.repeats !== undefined) takeFrom(totals, row.measures)
    }
  }
  return repetitions.found()
}

/** Sorts weeks. */
export function sortWeeks(weeks: ReadonlyMap<Week, number>): Map<Week, number> {
  return new Map([...weeks].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Repetitions among rows with the same key, asked row by row in the order of the file. */
type Namesakes = { inOrder: () => (place: number) => Repetition | null }

/**
 * Finds rows with the same key. A million rows may all be printed twice, so it keeps only numbers for each, in columns,
 * never an object.
 */
async function namesakesOf(
  understood: AsyncIterable<readonly Line[]>,
  repeated: ReadonlySet<number>,
): Promise<Namesakes> {
  const [keys, otherKeys, moments, contentHashes] = [column(), column(), column(), column()]
  const [places, lines] = [column(), column()]
  let count = 0
  for await (const batch of understood) {
    for (const { row } of batch) {
      const place = count++
      const key = hashOf(row.key)
      if (!repeated.has(key)) continue
      const namesake = namesakeOf(row, place, businessOf)
      keys.push(key)
      otherKeys.push(hashOf(`${row.key} `))
      moments.push(namesake.moment)
      contentHashes.push(namesake.says)
      places.push(place)
      lines.push(row.line)
    }
  }

  const [numbers, repeats] = [new Uint32Array(keys.length), new Uint32Array(keys.length)]
  const noteRepetitions = (group: readonly number[]) => {
    const found = repetitionsOf(
      group.map((at) => ({ place: at, line: lines.at(at), moment: moments.at(at), says: contentHashes.at(at) })),
    )
    for (const [at, { number, repeats: line }] of found) [numbers[at], repeats[at]] = [number, line ?? 0]
  }
  // Two hashes together identify a row as well as its key.
  const inOrder = new Uint32Array(keys.length)
    .map((_, at) => at)
    .sort((a, b) => keys.at(a) - keys.at(b) || otherKeys.at(a) - otherKeys.at(b))
  let group: number[] = []
  for (const at of inOrder) {
    const [first = at] = group
    if (keys.at(first) !== keys.at(at) || otherKeys.at(first) !== otherKeys.at(at)) {
      noteRepetitions(group)
      group = []
    }
    group.push(at)
  }
  noteRepetitions(group)
  return {
    inOrder: () => {
      let next = 0
      return (place) => {
        if (next === places.length || places.at(next) !== place) return null
        const at = next++
        return { number: numbers[at]!, repeats: repeats[at] || null }
      }
    },
  }
}

/** Makes a column of numbers, in eight bytes each. */
function column(): {
  readonly length: number
  at: (index: number) => number
  push: (number: number) => void
  /** Sorts the numbers in place; nothing else may be asked of the column afterwards. */
  sorted: () => Float64Array
} {
  let numbers = new Float64Array(1_024)
  let length = 0
  return {
    get length() {
      return length
    },
    at: (index) => numbers[index]!,
    push: (number) => {
      if (length === numbers.length) {
        const wider = new Float64Array(length * 2)
        wider.set(numbers)
        numbers = wider
      }
      numbers[length++] = number
    },
    sorted: () => numbers.subarray(0, length).sort(),
  }
}

/** Finds keys that may have come twice, in eight bytes a key: those with the same hash, which are then compared themselves. */
function keyHashes(): { add: (key: string) => void; repeated: () => Set<number> } {
  const hashes = column()
  return {
    add: (key) => hashes.push(hashOf(key)),
    repeated: () => {
      const inOrder = hashes.sorted()
      const repeated = new Set<number>()
      for (let at = 1; at < inOrder.length; at += 1) if (inOrder[at] === inOrder[at - 1]) repeated.add(inOrder[at]!)
      return repeated
    },
  }
}
