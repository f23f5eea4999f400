import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImportedRow } from '#domain/import.ts'
import { ZERO } from '#domain/money.ts'
import { readWeek } from '#domain/week.ts'
import type { TableRow } from '#platform/table.ts'
import { readLongList } from './long-list.ts'
import { numberRows, printedTwiceIn } from './printed-twice.ts'

function rowOf({ line, original }: TableRow): ImportedRow {
  const [key = '', second = '', place = ''] = original.split(' ')
  return {
    line,
    kind: 'toll',
    key,
    amount: ZERO,
    week: readWeek('2026-W23'),
    at: Temporal.Instant.fromEpochMilliseconds(Number(second) * 1_000),
    keys: [],
    label: '',
    measures: { liquid: 1 },
    facts: { place },
    original,
  }
}

test('rows in batches have the keys they have when all are in hand, and every walk gives them again', async () => {
  const line = fc.tuple(fc.constantFrom('a', 'b', 'c', 'd'), fc.integer({ min: 0, max: 2 }), fc.constantFrom('x', 'y'))
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 20 }), fc.integer({ min: 1, max: 7 }), async (lines, size) => {
      const rows = lines.map((parts, at): TableRow => {
        return { line: at + 1, cells: [], numbers: new Set(), original: parts.join(' ') }
      })
      const data = async function* () {
        for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size)
      }
      const list = await readLongList(
        data,
        () => (row) => ({ row: rowOf(row) }),
        () => {},
      )
      const keyAndRepeats = ({ key, repeats }: ImportedRow) => `${key} ${repeats ?? ''}`
      const found = async () => {
        const all: string[] = []
        for await (const batch of list.rows()) all.push(...batch.map(keyAndRepeats))
        return all
      }
      const inHand = numberRows(rows.map(rowOf))
      const expected = inHand.map(keyAndRepeats)
      expect(await found()).toEqual(expected)
      expect(await found()).toEqual(expected)
      const once = inHand.filter(({ repeats }) => repeats === undefined).length
      expect([list.count, list.totals['liquid'] ?? 0]).toEqual([rows.length, once])
      expect(list.warnings).toEqual(printedTwiceIn(inHand))
    }),
    { numRuns: 500 },
  )
})
