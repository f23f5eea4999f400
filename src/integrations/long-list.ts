import type { FileWarning, ImportedRow } from '#domain/import.ts'
import type { Week } from '#domain/week.ts'
import type { TableRow } from '#platform/table.ts'
import { addTo, type RowWalk, takeFrom } from './format.ts'
import {
  businessOf,
  hashOf,
  momentOf,
  type Namesake,
  namesakeOf,
  printedTwice,
  type Standing,
  standing,
  standingsOf,
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
  const places = repeated.size === 0 ? new Map<number, Standing>() : await placesOf(understood(), repeated)
  const rows = async function* () {
    let place = 0
    for await (const lines of understood()) {
      yield lines.map(({ row }) => {
        const found = places.get(place++)
        return found ? standing(row, found) : row
      })
    }
  }
  const warnings = places.size === 0 ? [] : await takeOut(rows(), totals)
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

/** How rows with the same key stand to each other, from the second on and wherever one repeats another. */
async function placesOf(
  understood: AsyncIterable<readonly Line[]>,
  repeated: ReadonlySet<number>,
): Promise<Map<number, Standing>> {
  const byKey = new Map<string, Namesake[]>()
  let place = 0
  for await (const lines of understood) {
    for (const { row } of lines) {
      const at = place++
      if (!repeated.has(hashOf(row.key))) continue
      const same = byKey.get(row.key)
      const namesake = namesakeOf(row, at, businessOf)
      if (same) same.push(namesake)
      else byKey.set(row.key, [namesake])
    }
  }
  const places = new Map<number, Standing>()
  for (const same of byKey.values()) {
    for (const [at, found] of standingsOf(same)) if (found.number > 1) places.set(at, found)
  }
  return places
}

/** Says which keys may have come twice, in eight bytes a key: those with the same hash, which are then compared themselves. */
function keyHashes(): { add: (key: string) => void; repeated: () => Set<number> } {
  let hashes = new Float64Array(1_024)
  let count = 0
  return {
    add: (key) => {
      if (count === hashes.length) {
        const wider = new Float64Array(count * 2)
        wider.set(hashes)
        hashes = wider
      }
      hashes[count++] = hashOf(key)
    },
    repeated: () => {
      const inOrder = hashes.subarray(0, count).sort()
      const repeated = new Set<number>()
      for (let at = 1; at < count; at += 1) if (inOrder[at] === inOrder[at - 1]) repeated.add(inOrder[at]!)
      return repeated
    },
  }
}
