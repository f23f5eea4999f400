import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { ZERO, basisPoints, cents, fraction, minus, share, sum } from './money.ts'

test.each([
  [10, 1, 4, 3],
  [-10, 1, 4, -3],
  [9, 1, 4, 2],
  [-9, 1, 4, -2],
  [11, 1, 4, 3],
  [1, 1, 2, 1],
  [-1, 1, 2, -1],
  [10, -1, 4, -3],
  [800_00, 6, 106, 45_28],
  [100_00, 1, 3, 33_33],
  [0, 7, 9, 0],
])('%i cents × %i/%i is %i: half goes away from zero', (amount, numerator, denominator, result) => {
  expect(fraction(cents(amount), numerator, denominator)).toBe(result)
})

test.each([
  [794_94, 400, 31_80],
  [858_70, 600, 51_52],
  [-125, 400, -5],
  [1, 5_000, 1],
  [1, 4_999, 0],
])('of %i cents, %i hundredths of a percent are %i', (amount, rate, result) => {
  expect(share(cents(amount), basisPoints(rate))).toBe(result)
})

test.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, 100_000_000_001, -100_000_000_001])(
  '%d is not an amount in cents',
  (amount) => {
    expect(() => cents(amount)).toThrow(new RangeError(`${amount} is not an amount in cents`))
  },
)

test('the largest amounts are amounts, and a negative zero is zero', () => {
  expect([cents(100_000_000_000), cents(-100_000_000_000)]).toEqual([100_000_000_000, -100_000_000_000])
  expect(Object.is(cents(-0), 0)).toBe(true)
  expect(Object.is(minus(ZERO), 0)).toBe(true)
})

test.each([-1, 10_001, 0.5])('%d is not a rate', (rate) => {
  expect(() => basisPoints(rate)).toThrow(new RangeError(`${rate} is not a rate in basis points`))
})

test('the whole is a rate, and nothing is', () => {
  expect([basisPoints(0), basisPoints(10_000)]).toEqual([0, 10_000])
})

test.each([
  [1, 0],
  [1, -2],
  [1.5, 2],
  [1, 1.5],
  [2 ** 53, 2],
])('%d/%d is not a fraction', (numerator, denominator) => {
  const refusal = new RangeError(`${numerator}/${denominator} is not a fraction`)
  expect(() => fraction(cents(100), numerator, denominator)).toThrow(refusal)
})

test('a sum beyond what money can be is refused, not rounded', () => {
  expect(() => sum([cents(100_000_000_000), cents(1)])).toThrow(RangeError)
  expect(sum([])).toBe(0)
})

const amount = fc.integer({ min: -10_000_000_00, max: 10_000_000_00 }).map(cents)
const rate = fc.integer({ min: 0, max: 10_000 }).map(basisPoints)

test('a share is never half a cent away from the exact one, and mirrors with the sign', () => {
  fc.assert(
    fc.property(amount, rate, (whole, part) => {
      const found = share(whole, part)
      const twiceTooMuch = 2n * (BigInt(found) * 10_000n - BigInt(whole) * BigInt(part))
      expect(twiceTooMuch <= 10_000n && twiceTooMuch >= -10_000n).toBe(true)
      expect(share(minus(whole), part)).toBe(minus(found))
    }),
  )
})

test('a part and what is left of it are the whole', () => {
  fc.assert(
    fc.property(amount, rate, (whole, part) => {
      const taken = share(whole, part)
      expect(sum([taken, sum([whole, minus(taken)])])).toBe(whole)
      expect(Math.abs(taken)).toBeLessThanOrEqual(Math.abs(whole))
    }),
  )
})
