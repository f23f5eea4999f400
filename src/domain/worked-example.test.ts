import { expect, test } from 'vitest'
import { settingsFrom } from './financial-settings.ts'
import { type Case, RULES, casesOf, exampleInterest, workedExample } from './worked-example.ts'

const usual = settingsFrom([])
const amountsOf = (name: Case, settings = usual) => workedExample(name, settings).about.map(({ amount }) => amount)

/** Results worked out by hand, for every case of the page; empty where the rule makes no line. */
const WORKED: Record<Case, readonly number[]> = {
  income: [621_50, 237_20],
  // 45.28 + 17.78; then Bolt as 6/106 of 324.20; then 6 % of 1,120.00 and of 858.70.
  'vat-itemised': [-63_06],
  'vat-estimated': [-(45_28 + 18_35)],
  'vat-gross6': [-67_20],
  'vat-legacy': [-51_52],
  'vat-none': [],
  fixed: [-25_00],
  'fixed-idle': [],
  'fixed-always': [-25_00],
  'fixed-days': [-10_71],
  // 4 % of 794.94, 1,120.00, 1,056.94, 858.00, 933.25 and 870.19.
  'percent-commissionable': [-31_80],
  'percent-gross': [-44_80],
  'percent-gross-less-vat': [-42_28],
  'percent-gross-less-platform-fee': [-34_32],
  'percent-gross-less-costs': [-37_33],
  'percent-gross-less-vat-and-costs': [-34_81],
  'percent-floor': [-40_00],
  'percent-cap': [-25_00],
  'percent-days': [-10_71],
  'exemption-in': [],
  'exemption-after': [-25_00],
  // Half of 794.94 less 120.00, less 120.00 and 70.00, less 165.40.
  'split-cap': [-337_47],
  'split-caps': [-302_47],
  'split-uncapped': [-314_77],
  // 858.70 − 63.06 − 165.40 − 21.35 and 30.00 in cash, less 17.00 of tips.
  employee: [-621_89],
  rent: [-270_00],
  'rent-days': [-192_86],
  'rent-idle': [-270_00],
  // 700 at 0.15; 500 at 0.15 and 200 at 0.25.
  kilometres: [-105_00],
  'kilometres-beyond': [-125_00],
  'kilometres-unread': [],
  costs: [-165_40, -18_40, -12_90, -9_00, -3_20],
  // 21.35 charged, 13.70 given back; 8.20 of it without a passenger.
  'tolls-driver': [-21_35],
  'tolls-difference': [-21_35],
  'tolls-difference-refunded': [-13_70],
  'tolls-operator': [-13_70],
  'tolls-off-trip': [-21_90],
  fine: [-60_00],
  damage: [-45_00],
  prize: [25_00],
  recurring: [-7_50],
  late: [10_00],
  // 6/106 of 280.00 and 4 % of 194.15; all lines together are carried to the next week.
  short: [210_00, -15_85, -7_77, -270_00, -60_00],
  carried: [-143_62],
  // 583.89 is left, so 175.17 may be taken.
  ceiling: [-60_00, -156_10, 216_10 - 175_17, 0],
  'ceiling-instalment': [-175_17],
  'ceiling-cut': [-150_00, -25_17],
  'instalments-first': [-33_33],
  'instalments-last': [-33_34],
  interest: [-120_00, -4_80],
  deposit: [-50_00],
  // On 583.89 and 30.00 in cash.
  'receipt-normal': [141_19, -141_19],
  'receipt-reduced': [36_83, -70_60],
  'receipt-exempt': [],
  'receipt-below': [],
  // 613.89 less the 143.62 of the week before.
  'receipt-carried': [108_16, -108_16],
  // 858.70 − 63.06 − 31.80 − 165.40 − 21.35 and 30.00 in cash, without rent and kilometres: 607.09.
  'receipt-rent-apart': [139_63, -139_63],
  'receipt-not-carried': [],
}

test.each(RULES.flatMap(casesOf))('the example of "%s" comes to the figures worked out by hand', (name) => {
  const { about } = workedExample(name, usual)
  expect(about.map(({ amount }) => amount)).toEqual(WORKED[name])
  expect(about.filter(({ steps }) => steps.length === 0)).toEqual([])
})

test('the cases of the receipt come to these values, and to these of the operator’s own invoice', () => {
  const values = casesOf('receipt').map((name) => {
    const { settlement, apart } = workedExample(name, usual)
    return [name, settlement.receiptValue, apart?.total ?? 0, apart?.vat ?? 0]
  })
  expect(values).toEqual([
    ['receipt-normal', 613_89, 0, 0],
    ['receipt-reduced', 613_89, 0, 0],
    ['receipt-exempt', 613_89, 0, 0],
    ['receipt-below', -143_62, 0, 0],
    ['receipt-carried', 470_27, 0, 0],
    // 270.00 and 105.00 of kilometres; 375.00 × 23 ÷ 123.
    ['receipt-rent-apart', 607_09, 375_00, 70_12],
    ['receipt-not-carried', 613_89, 0, 0],
  ])
})

test('every rule has a case that shows a line, and every case is of a rule', () => {
  expect(RULES.filter((rule) => casesOf(rule).every((name) => amountsOf(name).length === 0))).toEqual([])
  expect(RULES.flatMap(casesOf).toSorted()).toEqual(Object.keys(WORKED).toSorted())
})

test('an example follows the settings of the operator', () => {
  const dearer = settingsFrom([
    { name: 'slotFee', value: 31_00 },
    { name: 'rentalFee', value: 5_00 },
    { name: 'kilometreRate', value: 20 },
  ])
  expect(amountsOf('fixed', dearer)).toEqual([-31_00])
  expect(amountsOf('percent-gross', dearer)).toEqual([-56_00])
  expect(amountsOf('kilometres-beyond', dearer)).toEqual([-150_00])
})

test('the example of a deposit follows the settings, whatever they are', () => {
  const of = (settings: { name: string; value: number }[]) => amountsOf('deposit', settingsFrom(settings))
  expect(of([{ name: 'depositInstalments', value: 3 }])).toEqual([-100_00])
  expect(of([{ name: 'depositInstalments', value: 0 }])).toEqual([-175_17])
  expect(of([{ name: 'depositFirst', value: 600_00 }])).toEqual([0])
})

test('a charge is told as a rate a year too: 4 % on five weekly instalments is 69.52 %', () => {
  // Three weeks on average: 4 % × 365 / 21.
  expect(exampleInterest(usual)).toEqual({ rate: 4_00, yearly: 69_52 })
  expect(exampleInterest(settingsFrom([{ name: 'planInterest', value: 50 }]))).toEqual({ rate: 50, yearly: 8_69 })
})
