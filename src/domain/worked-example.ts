import { instalment } from './adjustment.ts'
import { EXAMPLE_WEEK } from './example-week.ts'
import { type FinancialSettings, underSettings } from './financial-settings.ts'
import type { Interest } from './interest.ts'
import { type Cents, basisPoints, cents, share } from './money.ts'
import { dueOf } from './plan.ts'
import type { DriverWeek, LineCode, Settlement } from './settlement-types.ts'
import { settle } from './settlement.ts'
import { PLAIN_TERMS, type Terms } from './terms.ts'
import { bounds, previousWeek } from './week.ts'

/** The rules that have a page, in its order. */
export const RULES = [
  'income',
  'vat',
  'fixed',
  'exemption',
  'percent',
  'split',
  'rent',
  'kilometres',
  'tolls',
  'instalments',
  'deposit',
  'interest',
  'ceiling',
  'receipt',
] as const
export type Rule = (typeof RULES)[number]

const { start, end } = bounds(EXAMPLE_WEEK.week)

/** The example of the public pages, with the car held for five days and far driven. */
const WEEK: Omit<DriverWeek, 'terms'> = {
  ...EXAMPLE_WEEK,
  daysHeld: 5,
  kilometres: 2_400,
  readings: [{ plate: '00AA00', from: start.toString(), to: end.toString(), first: 120_000, last: 122_400 }],
}

const SLOT: Terms = { ...PLAIN_TERMS, tripVat: 'itemised', follows: ['fee'] }
const RENTER: Terms = { ...SLOT, regime: 'rental', follows: ['fee', 'rent', 'kilometres'] }

type Example = {
  terms: Terms
  about: readonly LineCode[]
  week?: Partial<DriverWeek> | ((settings: FinancialSettings) => Partial<DriverWeek>)
}

/** What each rule is shown with, and the lines it is about. */
const EXAMPLES: Readonly<Record<Rule, Example>> = {
  income: { terms: SLOT, about: ['income.uber', 'income.bolt'] },
  vat: { terms: SLOT, about: ['vat.trips'] },
  fixed: { terms: SLOT, about: ['fee.fixed'] },
  // The first week after two that were promised without a fee.
  exemption: { terms: { ...SLOT, exemption: { from: previousWeek(WEEK.week, 2), weeks: 2 } }, about: ['fee.fixed'] },
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
  // The last of three instalments of 100.00.
  instalments: {
    terms: SLOT,
    about: ['adjustment.plan'],
    week: { adjustments: [asked(dueOf({ total: cents(100_00), count: 3 }, cents(33_34)))] },
  },
  deposit: {
    terms: SLOT,
    about: ['adjustment.plan'],
    week: (settings) => ({ adjustments: [asked(firstOfDeposit(settings))] }),
  },
  // The second of five instalments of 600.00; 4 % where the settings charge nothing.
  interest: {
    terms: SLOT,
    about: ['adjustment.plan', 'adjustment.interest'],
    week: ({ planInterest }) => {
      const rate = basisPoints(planInterest || 4_00)
      return {
        adjustments: [asked(cents(120_00), { rate, repaid: cents(120_00), charged: share(cents(120_00), rate) })],
      }
    },
  },
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

/** An instalment of a plan of the example. */
function asked(due: Cents, interest?: Interest) {
  return instalment({ id: 'A', since: '2026-03-02', ...(interest ? { interest } : {}) }, due, 'Plano')
}

/** The first instalment of the usual deposit, once its first part is paid; all of it where that is not one a week. */
function firstOfDeposit({ deposit, depositFirst, depositInstalments: count }: FinancialSettings): Cents {
  const rest = cents(Math.max(deposit - depositFirst, 0))
  return count > 0 && rest >= count ? dueOf({ total: rest, count }, rest) : rest
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
  const special = typeof week === 'function' ? week(settings) : week
  const settlement = settle({ ...WEEK, ...special, terms: underSettings(terms, settings, null) })
  return { settlement, about: settlement.lines.filter(({ code }) => about.includes(code)) }
}
