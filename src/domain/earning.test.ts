import { expect, test } from 'vitest'
import { boltEarning, earningsOf, commissionableOf, grossOf, tripVatOf, uberEarning } from './earning.ts'

/** D7 of the invented week: more cash in hand than Uber owed. */
const uberMeasures = {
  paid: -30_76,
  earnings: 79_46,
  fare: 105_70,
  service_fee: -26_24,
  tips: 0,
  cash_collected: -112_50,
  toll_refund: 2_15,
  toll_tax: 13,
  bank_transfer: 0,
}

/** D4 of the invented week: cash, campaign, tolls inside the gross. */
const boltMeasures = {
  gross: 661_61,
  app: 602_51,
  cash_gross: 41_10,
  cash_collected: 41_10,
  tips: 3_00,
  campaign: 15_00,
  expense_refunds: 0,
  cancellation: 0,
  tolls: 8_65,
  booking: 0,
  total_fees: 158_86,
  commission: 154_06,
  net: 502_76,
  payout: 461_66,
}

test('of a row of Uber, what it takes becomes a size and a toll comes with its tax', () => {
  expect(uberEarning('7', { ...uberMeasures, fare_tax: 6_40 })).toEqual({
    platform: 'uber',
    row: '7',
    payment: -30_76,
    cashKept: 112_50,
    tips: 0,
    tollRefunds: 2_28,
    expenseRefunds: 0,
    platformFee: 26_24,
    tripVat: 6_40,
    fare: 105_70,
  })
})

test('of a row of Bolt, the payment is what is paid out, never the gross', () => {
  const vats = { vat_app: 28_80, vat_cash: 1_99, vat_cancellation: 0, vat_booking: 24 }

  expect(boltEarning('4', { ...boltMeasures, ...vats })).toEqual({
    platform: 'bolt',
    row: '4',
    payment: 461_66,
    cashKept: 41_10,
    tips: 3_00,
    tollRefunds: 8_65,
    expenseRefunds: 0,
    platformFee: 158_86,
    tripVat: 30_79,
    fare: 658_61,
  })
})

test('VAT is unknown where the file has no column for it, and nothing where the column says nothing', () => {
  expect(uberEarning('1', uberMeasures).tripVat).toBeNull()
  expect(uberEarning('1', { ...uberMeasures, fare_tax: 0 }).tripVat).toBe(0)
  expect(boltEarning('1', boltMeasures).tripVat).toBeNull()
  expect(boltEarning('1', { ...boltMeasures, vat_app: 0, vat_cash: 0, vat_cancellation: 0 }).tripVat).toBe(0)
})

test('Bolt itemises the VAT when whatever the trips brought comes with its own', () => {
  const row = { payout: 100_00, gross: 120_00, app: 106_00, cash_gross: 14_00, cancellation: 0, vat_app: 6_00 }
  expect(boltEarning('1', { ...row, vat_cash: 80 }).tripVat).toBe(6_80)
  expect(boltEarning('1', { ...row, cash_gross: 0 }).tripVat).toBe(6_00)
  // The file has no VAT of the cash: all of the VAT is estimated instead.
  expect(boltEarning('1', row).tripVat).toBeNull()
})

test('a column that nobody needed in a week counts as nothing', () => {
  const { tips, cashKept, tollRefunds, platformFee } = uberEarning('1', { paid: 10_00, fare: 10_00 })

  expect([tips, cashKept, tollRefunds, platformFee]).toEqual([0, 0, 0, 0])
})

test('expenses given back are not earned: what the VAT is worked out from leaves them out', () => {
  expect(boltEarning('6', { gross: 253_98, tips: 3_50, expense_refunds: 2_15, payout: 195_48 }).fare).toBe(248_33)
})

test.each([
  ['an Uber row without its payment', 'paid', () => uberEarning('1', { fare: 1 })],
  ['an Uber row without its fare', 'fare', () => uberEarning('1', { paid: 1 })],
  ['a Bolt row without its payment', 'payout', () => boltEarning('1', { gross: 1 })],
  ['a Bolt row without its gross', 'gross', () => boltEarning('1', { payout: 1 })],
])('%s is a defect', (_, missing, read) => {
  expect(read).toThrow(new RangeError(`a row of earnings without ${missing}`))
})

test('the gross is the trips before the fee, without tips, tolls and cash counted twice', () => {
  expect(grossOf([uberEarning('7', uberMeasures)])).toBe(105_70)
  // One cent more than the columns add up to: Bolt's own rounding stays in the payment.
  expect(grossOf([boltEarning('4', boltMeasures)])).toBe(661_61 - 3_00 - 8_65 + 1)
})

test('the commissionable base has neither the fee nor the VAT of the trips', () => {
  const uber = uberEarning('7', { ...uberMeasures, fare_tax: 6_40 })

  expect(commissionableOf([uber])).toBe(105_70 - 26_24 - 6_40)
})

test('VAT not itemised is 6/106 of the fares, rounded once for the week', () => {
  const uber = uberEarning('1', { paid: 0, fare: 10 })
  const bolt = boltEarning('2', { payout: 0, gross: 10 })

  // 0.566 cents each would be 1 + 1; together they are 1.13.
  expect(tripVatOf([uber, bolt])).toEqual({ itemised: 0, fares: 20, estimated: 1, total: 1 })
})

test('a week with one itemised platform estimates the other alone', () => {
  const uber = uberEarning('1', { paid: 0, fare: 800_00, fare_tax: 45_28 })
  const bolt = boltEarning('2', { payout: 0, gross: 314_20 })

  expect(tripVatOf([uber, bolt])).toEqual({ itemised: 45_28, fares: 314_20, estimated: 17_78, total: 63_06 })
})

test('only Uber and Bolt pay drivers, and a cost is no income', () => {
  const measures = { paid: 100, fare: 100, payout: 100, gross: 100 }
  const row = { id: '1', kind: 'earning', measures } as const
  expect(earningsOf({ ...row, source: 'uber' })[0]?.platform).toBe('uber')
  expect(earningsOf({ ...row, source: 'bolt' })[0]?.platform).toBe('bolt')
  expect(earningsOf({ ...row, source: 'viaverde', kind: 'toll' })).toEqual([])
  expect(() => earningsOf({ ...row, source: 'prio' })).toThrow(new RangeError('prio pays no drivers'))
})
