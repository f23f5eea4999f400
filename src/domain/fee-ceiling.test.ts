import { expect, test } from 'vitest'
import { feeCeilingOn } from './fee-ceiling.ts'
import { basisPoints } from './money.ts'

const ceilingOn = (day: string) => feeCeilingOn(Temporal.PlainDate.from(day), basisPoints(6_00))

test('the ceiling of a platform’s fee is a quarter of the price, and since 1 September 2026 of the price without VAT', () => {
  expect(ceilingOn('2026-08-31')).toEqual({ from: '2018-11-01', share: 25_00, of: 'price', ofFare: 25_00 })
  expect(ceilingOn('2026-09-01')).toEqual({
    from: '2026-09-01',
    share: 25_00,
    of: 'price-without-vat',
    ofFare: 23_58,
  })
})

test('what is typed with VAT at the ceiling is never more than a quarter of the price without it', () => {
  // 106,00 with VAT is 100,00 without.
  expect((ceilingOn('2027-01-01').ofFare * 106_00) / 10_000).toBeLessThanOrEqual(25_00)
  expect(((ceilingOn('2027-01-01').ofFare + 1) * 106_00) / 10_000).toBeGreaterThan(25_00)
})
