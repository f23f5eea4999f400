import { expect, test } from 'vitest'
import { EXAMPLE_PLAN, exampleShortWeek, exampleStatement, exampleUnder } from './example-week.ts'
import { settingsFrom } from './financial-settings.ts'
import { SIMULATED_REGIMES } from './simulation.ts'

const usual = settingsFrom([])

test('the example of the public pages comes to the figures worked out by hand (`rulings.md` C.12)', () => {
  const { settlement, instalment } = exampleStatement(usual)
  expect(settlement.net).toBe(257_09)
  expect(settlement.receiptValue).toBe(337_09)
  expect(settlement.groups).toEqual({ earnings: 795_64, costs: -488_55, adjustments: -50_00 })
  expect(instalment).toEqual({ number: 3, due: 50_00, after: 450_00 })
})

test('the three regimes of the drivers’ page are the week settled three times', () => {
  expect(SIMULATED_REGIMES.map((regime) => exampleUnder(regime, usual).net)).toEqual([583_89, 307_09, 271_42])
})

test('a dearer rent, a higher fee and a lower ceiling are in the example of the same day', () => {
  const dearer = settingsFrom([
    { name: 'rent', value: 300_00 },
    { name: 'rentalFee', value: 5_00 },
    { name: 'deductionCeiling', value: 10_00 },
  ])
  const { settlement, instalment } = exampleStatement(dearer)
  // 794.94 × 5 % = 39.75; what is left is 269.14, and a tenth of it goes into the instalment.
  expect(settlement.groups).toEqual({ earnings: 795_64, costs: -526_50, adjustments: -26_91 })
  expect(instalment.after).toBe(EXAMPLE_PLAN.total - 2 * 50_00 - 26_91)
})

test('a short week pays nothing, and what it owes goes on', () => {
  const { payable, carriedOver, net } = exampleShortWeek(usual)
  // 210.00 − 15.85 of VAT − 4 % of 194.15 − 270.00 − 60.00.
  expect([payable, carriedOver, net]).toEqual([0, -143_62, -143_62])
})
