import fc from 'fast-check'
import { expect, test } from 'vitest'
import { FEWEST_COMPARED, middleHalf } from './middle-half.ts'

test('for fewer than five values no range is given, whatever they are', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5_000), { maxLength: FEWEST_COMPARED - 1 }), (values) => {
      expect(middleHalf(values, 50)).toBeNull()
    }),
  )
})

test('of five or more at least half lie inside, the lowest and the highest do not draw it, and the ends are round', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(5_000), { minLength: FEWEST_COMPARED, maxLength: 40 }), (values) => {
      const { low, high } = middleHalf(values, 50)!
      expect([low % 50, high % 50]).toEqual([0, 0])
      expect(values.filter((value) => value >= low && value <= high).length * 2).toBeGreaterThanOrEqual(values.length)
      // The lowest and the highest may lie inside only because of rounding.
      const inOrder = values.toSorted((a, b) => a - b)
      expect(low).toBeGreaterThan(inOrder[1]! - 50)
      expect(high).toBeLessThan(inOrder.at(-2)! + 50)
    }),
  )
})

test('the ends are no driver’s own value, but the next round one outside', () => {
  expect(middleHalf([9_99, 14_12, 15_00, 16_87, 31_00], 50)).toEqual({ low: 14_00, high: 17_00 })
  expect(
    middleHalf(
      [1, 2, 3, 4].map((euros) => euros * 100),
      50,
    ),
  ).toBeNull()
})
