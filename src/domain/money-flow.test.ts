import fc from 'fast-check'
import { expect, test } from 'vitest'
import { driverWeek } from '#test/judged-week.ts'
import { randomWeek } from '#test/random-week.ts'
import { exampleStatement } from './example-week.ts'
import { settingsFrom } from './financial-settings.ts'
import { flowOf, splitOf } from './money-flow.ts'
import { sum } from './money.ts'
import { settle } from './settlement.ts'

const amounts = (parts: readonly { amount: number }[]) => parts.reduce((total, { amount }) => total + amount, 0)

test('the example of the public pages is divided by its own lines', () => {
  const split = splitOf(exampleStatement(settingsFrom([])).settlement.lines)
  // Uber's fare and tips, Bolt's gross, and the tolls that Uber gave back.
  expect(split?.whole).toBe(621_50 + 200_00 + 237_20 + 30_00 + 62_00)
  expect(split?.parts.find(({ share }) => share === 'platform')?.amount).toBe(262_00)
  // What is received before the instalment, and the cash in hand.
  expect(split?.parts.find(({ share }) => share === 'driver')?.amount).toBe(257_09 + 50_00 + 30_00)
})

test('whatever the week, the parts of a split are its whole, and of 100 they are 100', () => {
  fc.assert(
    fc.property(randomWeek, (raw) => {
      const split = splitOf(settle(driverWeek(raw)).lines)
      if (split === null) return
      expect(amounts(split.parts)).toBe(split.whole)
      expect(split.parts.reduce((total, { ofHundred }) => total + ofHundred, 0)).toBe(100)
      expect(Math.min(...split.parts.map(({ amount }) => amount))).toBeGreaterThan(0)
    }),
    { numRuns: 500 },
  )
})

test('whatever the weeks, as much flows in as out, and what is to be paid is what the statements pay', () => {
  fc.assert(
    fc.property(fc.array(randomWeek, { maxLength: 6 }), (raws) => {
      const settlements = raws.map((raw) => settle(driverWeek(raw)))
      const { from, to, total } = flowOf(settlements)
      expect([amounts(from), amounts(to)]).toEqual([total, total])
      expect(to.find(({ name }) => name === 'payable')?.amount ?? 0).toBe(
        sum(settlements.map(({ payable }) => payable)),
      )
    }),
    { numRuns: 300 },
  )
})
