import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readStatementAddress, statementAddress } from './own-statement.ts'
import { readWeek } from './week.ts'

const WEEK = readWeek('2026-W23')

test('an address names the week, and the record it was issued for when that was merged', () => {
  expect(statementAddress(WEEK, null)).toBe('2026-W23')
  fc.assert(
    fc.property(fc.option(fc.uuid()), (record) => {
      const read = readStatementAddress(statementAddress(WEEK, record))
      expect(read).toEqual({ week: WEEK, formerRecord: record?.slice(0, 8) ?? null })
    }),
  )
})

test.each(['2026-W23_', '2026-W23_%', '2026-W23_1a2b3c4d_1', '2026-W23_1A2B3C4D', '_1a2b3c4d'])(
  '%s is refused',
  (text) => {
    expect(() => readStatementAddress(text)).toThrow()
  },
)
