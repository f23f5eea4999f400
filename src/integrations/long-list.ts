import type { ImportedRow } from '#domain/import.ts'
import type { Week } from '#domain/week.ts'
import type { TableRow } from '#platform/table.ts'
import { addTo, type RowWalk } from './format.ts'

/** What all rows of a list say together, and the way to the rows themselves. */
export type LongList = {
  /** Every row, its key unique in the file. */
  rows: RowWalk
  count: number
  weeks: ReadonlyMap<Week, number>
  totals: Record<string, number>
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
      const at = momentOf(row)
      span = span ? { from: Math.min(span.from, at), to: Math.max(span.to, at) } : { from: at, to: at }
      see(line)
    }
  }

  const repeated = keys.repeated()
  const places = repeated.size === 0 ? new Map<number, number>() : await placesOf(understood(), repeated)
  const rows = async function* () {
    let at = 0
    for await (const lines of understood()) {
      yield lines.map(({ row }) => {
        const place = places.get(at++)
        return place === undefined ? row : { ...row, key: `${row.key}#${place}` }
      })
    }
  }
  return { rows, count, weeks: sorted(weeks), totals, span }
}

/** Weeks in their order. */
export function sorted(weeks: ReadonlyMap<Week, number>): Map<Week, number> {
  return new Map([...weeks].toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/**
 * Which one it is of rows with the same key, from the second on: what happened twice (two passages in one minute) is real
 * twice, so the second is `…#2`. In order of time, so that another export of the same movements has the same keys.
 */
async function placesOf(
  understood: AsyncIterable<readonly Line[]>,
  repeated: ReadonlySet<number>,
): Promise<Map<number, number>> {
  const byKey = new Map<string, { at: number; moment: number; original: string }[]>()
  let at = 0
  for await (const lines of understood) {
    for (const { row } of lines) {
      const place = at++
      if (!repeated.has(hashOf(row.key))) continue
      const same = byKey.get(row.key) ?? []
      byKey.set(row.key, same)
      same.push({ at: place, moment: momentOf(row), original: row.original })
    }
  }
  const places = new Map<number, number>()
  for (const same of byKey.values()) {
    const inTime = same.toSorted((a, b) => a.moment - b.moment || (a.original < b.original ? -1 : 1))
    for (const [index, row] of inTime.entries()) if (index > 0) places.set(row.at, index + 1)
  }
  return places
}

function momentOf(row: ImportedRow): number {
  return row.at?.epochMilliseconds ?? 0
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

/** A number of 53 bits that differs for nearly all texts. */
function hashOf(text: string): number {
  let [low, high] = [0x811c9dc5, 0x9e3779b9]
  for (let at = 0; at < text.length; at += 1) {
    const letter = text.charCodeAt(at)
    low = Math.imul(low ^ letter, 0x01000193)
    high = Math.imul(high ^ letter, 0x85ebca6b)
    high ^= high >>> 13
  }
  return (high >>> 11) * 0x1_0000_0000 + (low >>> 0)
}
