import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { type PassageRow, findPossibleTwins } from './same-passage.ts'

const AT = Temporal.Instant.from('2026-06-03T22:52:00Z')
const row = (id: string, importId: number, changes: Partial<PassageRow> = {}): PassageRow => ({
  id,
  importId,
  plate: 'ZX11TA',
  at: AT,
  amount: cents(-1_30),
  ...changes,
})
const ids = (rows: readonly PassageRow[]) => findPossibleTwins(rows).map(({ kept, other }) => [kept.id, other.id])

test('the same plate, minute and value in two files may be one passage; the earlier file keeps it', () => {
  expect(ids([row('b', 2, { at: AT.add({ seconds: 20 }) }), row('a', 1)])).toEqual([['a', 'b']])
})

test.each([
  ['two rows of one file are two passages', {}, 1],
  ['another plate', { plate: 'ZX22TB' }, 2],
  ['another minute', { at: AT.add({ minutes: 1 }) }, 2],
  ['another value', { amount: cents(-1_31) }, 2],
])('%s: no question', (_, changes, file) => {
  expect(ids([row('a', 1), row('b', file, changes)])).toEqual([])
})

test('two passages of a minute meet two of the other file, one each', () => {
  expect(ids([row('a', 1), row('b', 1), row('c', 2), row('d', 2)])).toEqual([
    ['a', 'c'],
    ['b', 'd'],
  ])
})

test('the passages of a minute are paired in the order of their numbers: 9 comes before 10', () => {
  const rows = [row('11', 1), row('10', 1), row('9', 1), row('20', 2), row('21', 2), row('100', 2), row('22', 2)]
  expect(ids(rows)).toEqual([
    ['9', '20'],
    ['10', '21'],
    ['11', '22'],
  ])
})

test('no row is taken out twice, and none that another is measured by', () => {
  const anyRows = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 4 }), fc.nat(2), fc.constantFrom('ZX11TA', 'ZX22TB')), { maxLength: 12 })
    .map((all) =>
      all.map(([file, minute, plate], index) => row(String(index), file, { plate, at: AT.add({ minutes: minute }) })),
    )
  fc.assert(
    fc.property(anyRows, (rows) => {
      const pairs = findPossibleTwins(rows)
      const others = pairs.map(({ other }) => other.id)
      expect(new Set(others).size).toBe(others.length)
      expect(pairs.filter(({ kept }) => others.includes(kept.id))).toEqual([])
    }),
  )
})
