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

/** What all rows of a list say together, and the way to the rows themselves. */
export type LongList = {
  /** Every row, its key unique in the file. */
  rows: RowWalk
  count: number
  weeks: ReadonlyMap<Week, number>
  /** Without what is printed twice. */
  totals: Record<string, number>
  /** What a person should know of the rows together: lines that are printed twice. */
  warnings: readonly FileWarning[]
  /** Milliseconds of the first and the last moment; `null` without a row. */
  span: { from: number; to: number } | null
}

type Line = { row: ImportedRow }

/**
 * Reads a list of movements of any length without holding it: one walk understands every row and keeps only what all of
 * them say together, each later walk reads the rows again to hand them on. `reader` makes what understands one row, for one
 * walk (it may sum as it goes); what it answers `null` to, it has reported or is no movement. `see` is told of every row
 * of the first walk.
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
  const warnings = namesakes === null ? [] : await takeOut(rows(), totals)
  return { rows, count, weeks: sorted(weeks), totals, span, warnings }
}

/** Takes what is printed twice out of the totals, and tells it. */
async function takeOut(rows: ReturnType<RowWalk>, totals: Record<string, number>): Promise<FileWarning[]> {
  const twice = printedTwice()
  for await (const batch of rows) {
    for (const row of batch) {
      twice.see(row)
      if (row.repeats !== undefined) takeFrom(totals, row.measures)
    }
  }
  return twice.found()
}

/** Weeks in their order. */
export function sorted(weeks: ReadonlyMap<Week, number>): Map<Week, number> {
  return new Map([...weeks].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** How rows with the same key stand to each other, asked place by place in the order of the file. */
type Namesakes = { inOrder: () => (place: number) => Repetition | null }

/** All of a million rows may be printed twice: of each only numbers are held, in columns, never an object. */
async function namesakesOf(
  understood: AsyncIterable<readonly Line[]>,
  repeated: ReadonlySet<number>,
): Promise<Namesakes> {
  const [keys, otherKeys, moments, says] = [column(), column(), column(), column()]
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
      says.push(namesake.says)
      places.push(place)
      lines.push(row.line)
    }
  }

  const [numbers, repeats] = [new Uint32Array(keys.length), new Uint32Array(keys.length)]
  const standAll = (group: readonly number[]) => {
    const found = repetitionsOf(
      group.map((at) => ({ place: at, line: lines.at(at), moment: moments.at(at), says: says.at(at) })),
    )
    for (const [at, { number, repeats: line }] of found) [numbers[at], repeats[at]] = [number, line ?? 0]
  }
  // Two hashes together are as good as the key itself.
  const inOrder = new Uint32Array(keys.length)
    .map((_, at) => at)
    .sort((a, b) => keys.at(a) - keys.at(b) || otherKeys.at(a) - otherKeys.at(b))
  let group: number[] = []
  for (const at of inOrder) {
    const [first = at] = group
    if (keys.at(first) !== keys.at(at) || otherKeys.at(first) !== otherKeys.at(at)) {
      standAll(group)
      group = []
    }
    group.push(at)
  }
  standAll(group)
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

/** Numbers one after the other, in eight bytes each. */
function column(): {
  readonly length: number
  at: (index: number) => number
  push: (number: number) => void
  /** The numbers in their order, in their own place: the last thing that is asked of a column. */
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

/** Says which keys may have come twice, in eight bytes a key: those with the same hash, which are then compared themselves. */
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
