import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { amountNow, overlapOf } from './overlap.ts'
import type { Line } from './settlement-types.ts'

const line = (code: Line['code'], amount: number, more: Partial<Line> = {}): Line => ({
  group: 'D',
  code,
  amount: cents(amount),
  base: null,
  rate: null,
  steps: [],
  rows: [],
  adjustment: null,
  ...more,
})
const RENT = { code: 'vehicle.rent', adjustment: null, plan: null } as const

test.each([
  ['the same again', 50_00, -150_00, -100_00, 50_00],
  ['part of it again', 50_00, -150_00, -130_00, 20_00],
  ['more than it', 50_00, -150_00, 0, 50_00],
  ['nothing', 50_00, -150_00, -150_00, 0],
  ['the other way', 50_00, -150_00, -180_00, 0],
  ['an amount that the office took', -50_00, 150_00, 100_00, -50_00],
])('a correction of which the week corrects %s', (_, correction, before, now, overlap) => {
  expect(overlapOf(cents(correction), cents(before), cents(now))).toBe(overlap)
})

test('what is corrected again is never more than the correction, nor more than what moved', () => {
  const amount = fc.integer({ min: -1_000_00, max: 1_000_00 })
  fc.assert(
    fc.property(amount, amount, amount, (correction, before, now) => {
      const overlap = overlapOf(cents(correction), cents(before), cents(now))
      expect(Math.abs(overlap)).toBeLessThanOrEqual(Math.min(Math.abs(correction), Math.abs(now - before)))
      expect(overlap * correction).toBeGreaterThanOrEqual(0)
    }),
  )
})

test('a line comes to what the statement has of it, with what was accepted since; another adjustment is another line', () => {
  const lines = [
    line('vehicle.rent', -150_00),
    line('adjustment.fine', -30_00, { adjustment: { id: 'a' } as Line['adjustment'] }),
    line('adjustment.fine', -20_00, { adjustment: { id: 'b' } as Line['adjustment'] }),
  ]
  const since = [{ code: 'vehicle.rent' as const, from: cents(-150_00), to: cents(-100_00) }]
  expect(amountNow(RENT, { lines, since: null })).toBe(-150_00)
  expect(amountNow(RENT, { lines, since })).toBe(-100_00)
  expect(amountNow({ code: 'adjustment.fine', adjustment: 'b', plan: null }, { lines, since })).toBe(-20_00)
  expect(amountNow({ code: 'adjustment.fine', adjustment: 'c', plan: null }, { lines, since })).toBe(0)
})
