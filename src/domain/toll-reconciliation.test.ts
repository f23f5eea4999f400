import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cents } from './money.ts'
import { settle } from './settlement.ts'
import { PLAIN_TERMS } from './terms.ts'
import { reconcileTolls } from './toll-reconciliation.ts'

const refunds = (uber: number, bolt: number) =>
  [
    { platform: 'uber', tollRefunds: cents(uber) },
    { platform: 'bolt', tollRefunds: cents(bolt) },
  ] as const

test.each([
  ['driver', 21_35, 9_50, 4_20, 7_65, 0],
  ['difference', 21_35, 9_50, 4_20, 7_65, 0],
  ['operator', 21_35, 9_50, 4_20, 0, 7_65],
  ['driver', 5_00, 9_50, 4_20, -8_70, 0],
  ['difference', 5_00, 9_50, 4_20, 0, -8_70],
  ['operator', 5_00, 9_50, 4_20, 0, -8_70],
] as const)(
  'under %s, %i charged against %i and %i refunded leaves the driver %i and the operator %i',
  (policy, charged, uber, bolt, driver, operator) => {
    const found = reconcileTolls(cents(charged), refunds(uber, bolt), policy)
    expect([found.borneByDriver, found.borneByOperator]).toEqual([driver, operator])
  },
)

test('off the trips, the driver bears what was passed without a passenger, and the platforms are told apart', () => {
  expect(reconcileTolls(cents(21_35), refunds(9_50, 4_20), 'off-trip', cents(3_10))).toEqual({
    charged: 21_35,
    refundedByUber: 9_50,
    refundedByBolt: 4_20,
    refunded: 13_70,
    difference: 7_65,
    takenFromDriver: 16_80,
    borneByDriver: 3_10,
    borneByOperator: 4_55,
  })
  expect(reconcileTolls(cents(21_35), refunds(9_50, 4_20), 'off-trip').borneByDriver).toBe(0)
})

test('who bears it sums to the difference, and what is taken is the line of the statement', () => {
  const amount = fc.integer({ min: 0, max: 50_000 }).map(cents)
  fc.assert(
    fc.property(
      amount,
      amount,
      amount,
      fc.constantFrom('driver', 'difference', 'operator'),
      (charged, uber, bolt, policy) => {
        const found = reconcileTolls(charged, refunds(uber, bolt), policy)
        expect(found.borneByDriver + found.borneByOperator).toBe(found.difference)
        const earning = (platform: 'uber' | 'bolt', tollRefunds: number) => ({
          platform,
          row: platform,
          payment: cents(tollRefunds),
          cashKept: cents(0),
          tips: cents(0),
          tollRefunds: cents(tollRefunds),
          expenseRefunds: cents(0),
          platformFee: cents(0),
          tripVat: cents(0),
          fare: cents(0),
        })
        const { lines } = settle({
          week: '2026-06-01' as never,
          terms: { ...PLAIN_TERMS, tollPolicy: policy },
          termsFrom: '2020-01-06',
          earnings: [earning('uber', uber), earning('bolt', bolt)],
          costs: [{ kind: 'toll', row: '1', amount: charged }],
          daysHeld: 0,
          vehicleRent: cents(0),
          carriedBalance: cents(0),
          adjustments: [],
        })
        expect(-(lines.find(({ code }) => code === 'tolls')?.amount ?? 0) + 0).toBe(found.takenFromDriver)
      },
    ),
  )
})
