import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boltEarning, uberEarning } from './earning.ts'
import { basisPoints } from './money.ts'
import { platformVat } from './vat-month.ts'

const RATES = [basisPoints(6_00), basisPoints(23_00)] as const
const amount = fc.integer({ min: 0, max: 500_000 })

test('what a platform pays is its trips and what it gives back, less its fee and the cash, to the cent', () => {
  const row = fc.record({
    gross: amount,
    tips: amount,
    tolls: amount,
    expense_refunds: amount,
    total_fees: amount,
    cash_collected: amount,
  })
  fc.assert(
    fc.property(fc.array(row, { maxLength: 20 }), (rows) => {
      const found = platformVat(
        rows.map((one, at) => {
          const payout = one.gross - one.total_fees - one.cash_collected
          return boltEarning(String(at), { ...one, payout })
        }),
        ...RATES,
      )
      const { gross, tips, tollRefunds, expenseRefunds, fee, cash, payment, base, vat } = found
      expect(gross + tips + tollRefunds + expenseRefunds - fee - cash).toBe(payment)
      expect(base + vat.total).toBe(gross)
    }),
  )
})

test('VAT that the report states is taken as it is, and the rest is 6/106 of the fares, rounded once', () => {
  const stated = uberEarning('1', { paid: 80_00, earnings: 80_00, fare: 106_00, service_fee: -26_00, fare_tax: 5_90 })
  const unstated = uberEarning('2', { paid: 80_01, earnings: 80_01, fare: 106_01, service_fee: -26_00 })
  const { vat, fee, feeVat } = platformVat([stated, unstated, unstated], ...RATES)
  expect(vat).toMatchObject({ itemised: 5_90, fares: 212_02, estimated: 12_00, total: 17_90 })
  expect([fee, feeVat]).toEqual([78_00, 17_94])
})
