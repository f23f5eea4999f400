import { instalment } from './adjustment.ts'
import { boltEarning, uberEarning } from './earning.ts'
import type { FinancialSettings } from './financial-settings.ts'
import { type Cents, ZERO, cents, sum } from './money.ts'
import { type PlanTerms, schedule } from './plan.ts'
import type { Cost, DriverWeek, Settlement } from './settlement-types.ts'
import { tollsOf } from './settlement-lines.ts'
import { settle } from './settlement.ts'
import { type SimulatedRegime, usualTerms } from './simulation.ts'
import { previousWeek, readWeek } from './week.ts'

const WEEK = readWeek('2026-W47')

const COSTS: readonly Cost[] = [
  { kind: 'fuel', row: '3', amount: cents(58_20) },
  { kind: 'fuel', row: '4', amount: cents(49_75) },
  { kind: 'fuel', row: '5', amount: cents(57_45) },
  { kind: 'toll', row: '6', amount: cents(21_35) },
]

/** Figures of Bolt's file for the week, without the VAT of the trips. */
export const EXAMPLE_BOLT = {
  gross: 329_20,
  cash_collected: 30_00,
  tips: 5_00,
  tolls: 4_20,
  total_fees: 62_00,
  payout: 237_20,
}

/**
 * The invented week of the public pages and of the examples of the rules: only what files would say, nothing computed.
 * Uber in the bank, Bolt with 30.00 in cash, three fill-ups and some tolls (`rulings.md` C.12).
 */
export const EXAMPLE_WEEK: Omit<DriverWeek, 'terms'> = {
  week: WEEK,
  termsFrom: '2026-01-05',
  earnings: [
    uberEarning('1', {
      paid: 621_50,
      earnings: 612_00,
      fare: 800_00,
      service_fee: -200_00,
      tips: 12_00,
      toll_refund: 9_50,
      fare_tax: 45_28,
    }),
    boltEarning('2', { ...EXAMPLE_BOLT, vat_app: 16_08, vat_cash: 1_70, vat_cancellation: 0 }),
  ],
  costs: COSTS,
  daysHeld: 7,
  vehicleRent: ZERO,
  carriedBalance: ZERO,
  adjustments: [],
}

/** An advance that the driver of the example pays back: the week has its third instalment. */
export const EXAMPLE_PLAN: PlanTerms = { total: cents(600_00), count: 12, first: previousWeek(WEEK, 2) }

/** Settles the week under the usual terms of a regime, with the operator's settings and without adjustments. */
export function exampleUnder(regime: SimulatedRegime, settings: FinancialSettings): Settlement {
  return settle({ ...EXAMPLE_WEEK, terms: usualTerms(regime, settings) })
}

export type ExampleStatement = {
  settlement: Settlement
  /** Number of the instalment of `EXAMPLE_PLAN`, what it asks, and what is owed after it; in cents. */
  instalment: { number: number; due: Cents; after: Cents }
  /** Cash that passengers paid, and tolls charged and given back; positive sizes in cents. */
  cash: Cents
  tolls: { charged: Cents; refunded: Cents }
}

/** Makes the statement that the home page unfolds: a renter's week, with an instalment. */
export function exampleStatement(settings: FinancialSettings): ExampleStatement {
  const coming = schedule(EXAMPLE_PLAN)
  const at = coming.findIndex(({ week }) => week === WEEK)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
  const { due } = coming[at]!
  const plan = { id: 'example', since: EXAMPLE_PLAN.first }
  const week = {
    ...EXAMPLE_WEEK,
    terms: usualTerms('rental', settings),
    adjustments: [instalment(plan, due, '')],
  }
  const settlement = settle(week)
  const left = settlement.lines.find(({ code }) => code === 'adjustment.plan')?.adjustment?.plan?.left ?? ZERO
  return {
    settlement,
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the place is within the list
    instalment: { number: at + 1, due, after: sum([coming[at]!.after, left]) },
    cash: sum(week.earnings.map(({ cashKept }) => cashKept)),
    tolls: tollsOf(week),
  }
}

const FARE = 280_00

/** Few trips and a fill-up: a renter's week that ends below zero. */
export const SHORT_WEEK: Pick<DriverWeek, 'earnings' | 'costs'> = {
  earnings: [uberEarning('1', { paid: FARE - FARE / 4, fare: FARE, service_fee: -FARE / 4 })],
  costs: [{ kind: 'fuel', row: '2', amount: cents(60_00) }],
}

/** Settles a week that ends below zero: few trips, although the rent is due. */
export function exampleShortWeek(settings: FinancialSettings): Settlement {
  return settle({ ...EXAMPLE_WEEK, ...SHORT_WEEK, terms: usualTerms('rental', settings) })
}
