import { instalment } from './adjustment.ts'
import { boltEarning, uberEarning } from './earning.ts'
import { type FinancialSettings, underSettings } from './financial-settings.ts'
import { ZERO, basisPoints, cents } from './money.ts'
import type { Cost, DriverWeek, LineCode, Settlement } from './settlement-types.ts'
import { settle } from './settlement.ts'
import { PLAIN_TERMS, type Terms } from './terms.ts'
import { readWeek } from './week.ts'

/** The rules that have a page, in its order. */
export const RULES = [
  'income',
  'vat',
  'fixed',
  'percent',
  'split',
  'rent',
  'kilometres',
  'tolls',
  'ceiling',
  'receipt',
] as const
export type Rule = (typeof RULES)[number]

const COSTS: readonly Cost[] = [
  { kind: 'fuel', row: '3', amount: cents(165_40) },
  { kind: 'toll', row: '4', amount: cents(21_35) },
]

/** An invented week of a driver: Uber in the bank, Bolt with 30.00 in cash, a full tank and some tolls. */
const WEEK: Omit<DriverWeek, 'terms'> = {
  week: readWeek('2026-W23'),
  termsFrom: '2026-01-05',
  earnings: [
    uberEarning('1', {
      ...{ paid: 621_50, earnings: 612_00, fare: 800_00, service_fee: -200_00, tips: 12_00, toll_refund: 9_50 },
      fare_tax: 45_28,
    }),
    boltEarning('2', {
      ...{ gross: 329_20, cash_collected: 30_00, tips: 5_00, tolls: 4_20, total_fees: 62_00, payout: 237_20 },
      ...{ vat_app: 16_08, vat_cash: 1_70, vat_cancellation: 0 },
    }),
  ],
  costs: COSTS,
  daysHeld: 5,
  kilometres: 2_400,
  vehicleRent: ZERO,
  carriedBalance: ZERO,
  adjustments: [],
}

const SLOT: Terms = { ...PLAIN_TERMS, tripVat: 'itemised', follows: ['fee'] }
const RENTER: Terms = { ...SLOT, regime: 'rental', follows: ['fee', 'rent', 'kilometres'] }

type Example = { terms: Terms; about: readonly LineCode[]; week?: Partial<DriverWeek> }

/** What each rule is shown with, and the lines it is about. */
const EXAMPLES: Readonly<Record<Rule, Example>> = {
  income: { terms: SLOT, about: ['income.uber', 'income.bolt'] },
  vat: { terms: SLOT, about: ['vat.trips'] },
  fixed: { terms: SLOT, about: ['fee.fixed'] },
  percent: { terms: RENTER, about: ['fee.percent'] },
  split: {
    terms: {
      ...SLOT,
      regime: 'percentage',
      split: { driverShare: basisPoints(5_000), energyCap: cents(120_00) },
    },
    about: ['fee.split'],
  },
  rent: { terms: { ...RENTER, rentByDays: true }, about: ['vehicle.rent'] },
  kilometres: { terms: RENTER, about: ['vehicle.kilometres'] },
  tolls: { terms: { ...SLOT, tollPolicy: 'difference' }, about: ['tolls'] },
  ceiling: {
    terms: SLOT,
    about: ['balance.carried', 'adjustment.fine', 'balance.deferred', 'adjustment.plan'],
    week: {
      carriedBalance: cents(-156_10),
      adjustments: [
        { ...written('Multa'), kind: 'fine', amount: cents(-60_00) },
        instalment({ id: 'A', since: '2026-03-02' }, cents(50_00), 'Caução'),
      ],
    },
  },
  receipt: {
    terms: { ...SLOT, receipt: { vat: 'normal', withholding: basisPoints(2_300), carried: true } },
    about: ['receipt.vat', 'receipt.withholding'],
  },
}

function written(reason: string) {
  return { id: null, reason, about: null, changes: [], came: [], gone: [] }
}

/** A rule at work under the settings of the operator: the whole settlement, and which of its lines the rule made. */
export function workedExample(
  rule: Rule,
  settings: FinancialSettings,
): { settlement: Settlement; about: Settlement['lines'] } {
  const { terms, about, week } = EXAMPLES[rule]
  const settlement = settle({ ...WEEK, ...week, terms: underSettings(terms, settings) })
  return { settlement, about: settlement.lines.filter(({ code }) => about.includes(code)) }
}
