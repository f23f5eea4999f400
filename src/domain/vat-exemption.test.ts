import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { exemptionOf } from './vat-exemption.ts'

test.each([
  [2026, 11_999_99, 'below'],
  [2026, 12_000_00, 'near'],
  [2026, 15_000_00, 'near'],
  [2026, 15_000_01, 'over'],
  [2026, 18_750_00, 'over'],
  [2026, 18_750_01, 'at-once'],
  [2024, 14_500_01, 'over'],
  [2024, 18_125_01, 'at-once'],
  [2026, -5_00, 'below'],
] as const)('in %i receipts of %i cents are %s', (year, total, state) => {
  expect(exemptionOf(year, cents(total))?.state).toBe(state)
})

test('of a year whose limit is not known nothing is said', () => {
  expect(exemptionOf(2023, cents(20_000_00))).toBeNull()
})
