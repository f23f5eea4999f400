import { expect, test } from 'vitest'
import { boltEarning, uberEarning } from './earning.ts'
import { EXAMPLE_WEEK } from './example-week.ts'
import { basisPoints, cents } from './money.ts'
import type { Cost, DriverWeek, LineCode } from './settlement-types.ts'
import { settle } from './settlement.ts'
import { type Fee, type FeeBase, PLAIN_TERMS, type Terms } from './terms.ts'

/** Every rule on the week of the worked examples (`rulings.md` C.12), each figure worked out by hand. */
const slot: Terms = { ...PLAIN_TERMS, tripVat: 'itemised' }
const renter: Terms = {
  ...slot,
  regime: 'rental',
  fee: { mode: 'percent', rate: basisPoints(400), base: 'commissionable' },
  rent: cents(270_00),
}

const settled = (terms: Terms, rest: Partial<DriverWeek> = {}) => settle({ ...EXAMPLE_WEEK, terms, ...rest })

function amountOf(code: LineCode, terms: Terms, rest?: Partial<DriverWeek>): number | undefined {
  return settled(terms, rest).lines.find((line) => line.code === code)?.amount
}

const spent = (kind: Cost['kind'], amount: number): Cost => ({ kind, row: kind, amount: cents(amount) })

// Of 337.09 to invoice: 6 % is 20.2254, 13 % is 43.8217, 11.5 % is 38.76535.
test.each([
  ['at the rate of transport', { vat: 'reduced' }, {}, [20_23, -38_77]],
  ['at another rate of transport', { vat: 'reduced' }, { transportVat: basisPoints(1_300) }, [43_82, -38_77]],
  ['exempt', { vat: 'exempt' }, {}, [undefined, -38_77]],
  ['exempt and without withholding', { vat: 'exempt', withholding: basisPoints(0) }, {}, [undefined, undefined]],
] as const)('a receipt %s', (_, receipt, rates, [vat, withholding]) => {
  const terms: Terms = {
    ...renter,
    ...rates,
    receipt: { withholding: basisPoints(1_150), carried: true, ...receipt },
  }
  expect(settled(terms).receiptValue).toBe(337_09)
  expect(amountOf('receipt.vat', terms)).toBe(vat)
  expect(amountOf('receipt.withholding', terms)).toBe(withholding)
})

test('a week below nothing invoices nothing, and no receipt is carried', () => {
  const terms: Terms = { ...renter, receipt: { vat: 'reduced', withholding: basisPoints(1_150), carried: true } }
  const { receiptValue, lines } = settled(terms, { earnings: [] })
  expect(receiptValue).toBe(-270_00 - 165_40 - 21_35)
  expect(lines.filter(({ group }) => group === 'I')).toEqual([])
})

// 7 % of 794.94, 1,120.00, 1,056.94, 858.00, 933.25 and 870.19.
test.each([
  ['commissionable', -55_65],
  ['gross', -78_40],
  ['gross-less-vat', -73_99],
  ['gross-less-platform-fee', -60_06],
  ['gross-less-costs', -65_33],
  ['gross-less-vat-and-costs', -60_91],
] satisfies [FeeBase, number][])('7 %% of the base "%s" is %i cents', (base, amount) => {
  const terms: Terms = { ...slot, fee: { mode: 'percent', rate: basisPoints(700), base } }
  expect(amountOf('fee.percent', terms)).toBe(amount)
})

// 4 % of 794.94 is 31.80; of floor and cap three sevenths count.
test.each([
  ['between floor and cap', { floor: cents(70_00), cap: cents(90_00) }, -31_80],
  ['below the floor of 36.00', { floor: cents(84_00), cap: cents(90_00) }, -36_00],
  ['above the cap of 21.00', { floor: cents(35_00), cap: cents(49_00) }, -21_00],
  ['with a floor of 45.00 above the cap of 42.00', { floor: cents(105_00), cap: cents(98_00) }, -42_00],
])('a fee with floor, cap and days: %s', (_, limits, amount) => {
  const fee: Fee = { mode: 'percent', rate: basisPoints(400), base: 'commissionable', ...limits }
  const terms: Terms = { ...slot, fee, feeByDays: true }
  expect(amountOf('fee.percent', terms, { daysActive: 3 })).toBe(amount)
  expect(amountOf('fee.percent', terms, { daysActive: 3, earnings: [] })).toBeUndefined()
})

function stepsOf(code: LineCode, terms: Terms, rest?: Partial<DriverWeek>) {
  const { steps } = settled(terms, rest).lines.find((line) => line.code === code)!
  return steps.map((step) => ('amount' in step ? [step.kind, step.term, step.amount] : [step.kind]))
}

test('a fee that was raised, lowered or shortened says by how much, and one that was not says nothing of it', () => {
  const fee = (limits: object): Terms => ({
    ...slot,
    fee: { mode: 'percent', rate: basisPoints(400), base: 'commissionable', ...limits },
  })
  expect(stepsOf('fee.percent', fee({ floor: cents(36_00) })).slice(-2)).toEqual([
    ['rate', 'fee-base', -31_80],
    ['term', 'fee-floor', -4_20],
  ])
  expect(stepsOf('fee.percent', fee({ cap: cents(21_00) })).slice(-2)).toEqual([
    ['rate', 'fee-base', -31_80],
    ['term', 'fee-cap', 10_80],
  ])
  expect(stepsOf('fee.percent', fee({ floor: cents(31_80), cap: cents(31_80) })).at(-1)).toEqual([
    ...['rate', 'fee-base', -31_80],
  ])
  const fixed: Terms = { ...slot, fee: { mode: 'fixed', amount: cents(25_00), always: true } }
  expect(stepsOf('fee.fixed', fixed)).toEqual([['term', 'fixed-fee', -25_00]])
  expect(stepsOf('fee.fixed', { ...fixed, feeByDays: true }, { daysActive: 3 })).toEqual([
    ['term', 'fixed-fee', -25_00],
    ['fraction', 'days-active', -10_71],
  ])
})

test('a fee taken on what is left after costs stands on their rows, and on no toll that the operator bears', () => {
  const fee: Fee = { mode: 'percent', rate: basisPoints(700), base: 'gross-less-vat-and-costs' }
  const rowsUnder = (tollPolicy: Terms['tollPolicy']) =>
    settled({ ...slot, fee, tollPolicy }).lines.find(({ code }) => code === 'fee.percent')!.rows
  const costRows = (kinds: readonly Cost['kind'][]) =>
    EXAMPLE_WEEK.costs.flatMap(({ kind, row }) => (kinds.includes(kind) ? [row] : []))
  const earned = EXAMPLE_WEEK.earnings.map(({ row }) => row)
  expect(rowsUnder('driver')).toEqual([...earned, ...costRows(['fuel', 'charging']), ...costRows(['toll'])])
  expect(rowsUnder('operator')).toEqual([...earned, ...costRows(['fuel', 'charging'])])
  expect(stepsOf('fee.percent', { ...slot, fee }).slice(-6)).toEqual([
    ['subtotal', 'gross', 1_120_00],
    ['term', 'trip-vat', -63_06],
    ['term', 'costs', -186_75],
    ['subtotal', 'fee-base', 870_19],
    ['note', 'tips-and-refunds-outside-base', null],
    ['rate', 'fee-base', -60_91],
  ])
})

// Half of 794.94 less what the pot bears. In the driver's words: what the operator keeps.
test.each([
  ['both above their caps', 120_00, 70_00, [165_40, 90_00], -302_47],
  ['fuel below, charging above', 120_00, 70_00, [100_00, 90_00], -312_47],
  ['charging alone, below', 120_00, 70_00, [0, 40_00], -377_47],
  ['fuel without a cap', null, 70_00, [165_40, 90_00], -279_77],
  ['one cap for both', 120_00, undefined, [165_40, 90_00], -337_47],
] as const)('a split with caps: %s', (_, energyCap, chargingCap, [fuel, charging], amount) => {
  const split = {
    driverShare: basisPoints(5_000),
    energyCap: energyCap === null ? null : cents(energyCap),
    ...(chargingCap === undefined ? {} : { chargingCap: cents(chargingCap) }),
  }
  const costs = [spent('fuel', fuel), spent('charging', charging)]
  expect(amountOf('fee.split', { ...slot, regime: 'percentage', split }, { costs })).toBe(amount)
})

test('a split that does not come out even rounds the driver’s part, and the operator keeps the rest', () => {
  const split = { driverShare: basisPoints(4_500), energyCap: cents(120_00), chargingCap: cents(70_00) }
  const costs = [spent('fuel', 165_40), spent('charging', 90_00)]
  // 45 % of 604.94 is 272.223.
  expect(amountOf('fee.split', { ...slot, regime: 'percentage', split }, { costs })).toBe(272_22 - 604_94)
})

test.each([
  [1_700, undefined],
  [1_701, -15],
  [2_200, -75_00],
  [2_201, -75_25],
  [3_000, -275_00],
] as const)('1,700 km are in the rent, 500 more cost 0.15 and the others 0.25: %i km cost %s', (kilometres, amount) => {
  const beyond = { after: 500, rate: cents(25) }
  const terms: Terms = { ...renter, kilometres: { included: 1_700, rate: cents(15), beyond } }
  expect(amountOf('vehicle.kilometres', terms, { kilometres })).toBe(amount)
})

/** Fares taken back after the week; a week paid all in cash; both together. */
const takenBack = uberEarning('1', { paid: -40_00, fare: -40_00, fare_tax: -2_26 })
const inCash = boltEarning('2', {
  payout: -20_00,
  gross: 50_00,
  cash_gross: 50_00,
  cash_collected: 60_00,
  total_fees: 10_00,
  vat_cash: 2_83,
})

test.each([
  // The legacy mode takes nothing of income below zero; 6 % of a gross of −40.00 comes back.
  ['fares taken back', [takenBack], { none: undefined, itemised: 2_26, gross6: 2_40, legacy: undefined }],
  // −20.00 paid, 60.00 in cash and 10.00 of fees: 50.00 of trips.
  ['all in cash', [inCash], { none: undefined, itemised: -2_83, gross6: -3_00, legacy: undefined }],
  [
    'the one against the other',
    [takenBack, inCash],
    { none: undefined, itemised: -57, gross6: -60, legacy: undefined },
  ],
] as const)('the VAT of a week below nothing, %s', (_, earnings, vats) => {
  for (const [tripVat, amount] of Object.entries(vats) as [Terms['tripVat'], number | undefined][]) {
    expect([tripVat, amountOf('vat.trips', { ...PLAIN_TERMS, tripVat }, { earnings })]).toEqual([tripVat, amount])
  }
})

test('a rented week that falls short carries its VAT along, in each mode', () => {
  const earnings = [uberEarning('1', { paid: 90_00, fare: 120_00, service_fee: -30_00, fare_tax: 6_79 })]
  const netUnder = (tripVat: Terms['tripVat']) =>
    settled({ ...PLAIN_TERMS, regime: 'rental', rent: cents(270_00), tripVat }, { earnings, costs: [] }).carriedOver
  expect([netUnder('none'), netUnder('itemised'), netUnder('gross6'), netUnder('legacy')]).toEqual([
    -180_00,
    -180_00 - 6_79,
    -180_00 - 7_20,
    -180_00 - 5_40,
  ])
})
