import { firstOf } from './certain.ts'
import { instalment } from './adjustment.ts'
import { boltEarning } from './earning.ts'
import { EXAMPLE_BOLT, EXAMPLE_WEEK, SHORT_WEEK, exampleShortWeek } from './example-week.ts'
import { type FinancialSettings, applySettings } from './financial-settings.ts'
import type { Interest } from './interest.ts'
import { type BasisPoints, type Cents, basisPoints, cents, fraction, share } from './money.ts'
import { dueOf } from './plan.ts'
import type { Adjustment, Cost, DriverWeek, LineCode, ManualKind, Settlement } from './settlement-types.ts'
import { type SeparateInvoice, separateInvoice } from './settlement-receipt.ts'
import { settle } from './settlement.ts'
import { usualTerms } from './simulation.ts'
import { type FeeBase, PLAIN_TERMS, type Terms } from './terms.ts'
import { bounds, nextWeek, previousWeek } from './week.ts'

/** Rules that have a page, in its order. */
export const RULES = [
  'income',
  'vat',
  'fixed',
  'percent',
  'exemption',
  'split',
  'employee',
  'rent',
  'kilometres',
  'costs',
  'tolls',
  'adjustments',
  'carried',
  'ceiling',
  'instalments',
  'interest',
  'deposit',
  'receipt',
] as const
export type Rule = (typeof RULES)[number]

const { start, end } = bounds(EXAMPLE_WEEK.week)

/** Week of the public pages, with the car held for five days and driven far. */
const WEEK: Omit<DriverWeek, 'terms'> = {
  ...EXAMPLE_WEEK,
  daysHeld: 5,
  kilometres: 2_400,
  readings: [{ plate: '00AA00', from: start.toString(), to: end.toString(), first: 120_000, last: 122_400 }],
}

const SLOT: Terms = { ...PLAIN_TERMS, tripVat: 'itemised', follows: ['fee'] }
const RENTER: Terms = { ...SLOT, regime: 'rental', follows: ['fee', 'rent', 'kilometres'] }
const ALWAYS: Terms = { ...SLOT, fee: { mode: 'fixed', amount: cents(25_00), always: true }, follows: [] }
const SHARED: Terms = {
  ...SLOT,
  regime: 'percentage',
  split: { driverShare: basisPoints(5_000), energyCap: cents(120_00) },
}

const NORMAL_RECEIPT = { vat: 'normal', withholding: basisPoints(2_300), carried: true } as const

type Example = {
  rule: Rule
  terms: Terms | ((settings: FinancialSettings) => Terms)
  /** Lines that the rule is about. */
  about: readonly LineCode[]
  week?: Partial<DriverWeek> | ((settings: FinancialSettings) => Partial<DriverWeek>)
}

const NO_TRIPS: Partial<DriverWeek> = { earnings: [] }
const INCOME = ['income.uber', 'income.bolt'] as const
const COSTS = ['energy.fuel', 'energy.charging', 'energy.adblue', 'car.wash', 'parking'] as const

/** Every case of every rule, in the order of the page: the week it is shown with, and the lines it is about. */
const EXAMPLES = {
  income: { rule: 'income', terms: SLOT, about: INCOME },

  'vat-itemised': vat('itemised'),
  'vat-estimated': vat('itemised', {
    earnings: [firstOf(EXAMPLE_WEEK.earnings), boltEarning('2', EXAMPLE_BOLT)],
  }),
  'vat-gross6': vat('gross6'),
  'vat-legacy': vat('legacy'),
  'vat-none': vat('none'),

  fixed: { rule: 'fixed', terms: SLOT, about: ['fee.fixed'] },
  'fixed-idle': { rule: 'fixed', terms: SLOT, about: ['fee.fixed'], week: NO_TRIPS },
  'fixed-always': { rule: 'fixed', terms: ALWAYS, about: ['fee.fixed'], week: NO_TRIPS },
  'fixed-days': { rule: 'fixed', terms: { ...SLOT, feeByDays: true }, about: ['fee.fixed'], week: { daysActive: 3 } },

  'percent-commissionable': percent('commissionable'),
  'percent-gross': percent('gross'),
  'percent-gross-less-vat': percent('gross-less-vat'),
  'percent-gross-less-platform-fee': percent('gross-less-platform-fee'),
  'percent-gross-less-costs': percent('gross-less-costs'),
  'percent-gross-less-vat-and-costs': percent('gross-less-vat-and-costs'),
  'percent-floor': percent('commissionable', { floor: cents(40_00) }),
  'percent-cap': percent('commissionable', { cap: cents(25_00) }),
  'percent-days': percent('commissionable', { cap: cents(25_00) }, 3),

  'exemption-in': exemptWeeks(1, 2),
  'exemption-after': exemptWeeks(2, 2),

  'split-cap': { rule: 'split', terms: SHARED, about: ['fee.split'] },
  'split-caps': {
    rule: 'split',
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the example shares
    terms: { ...SHARED, split: { ...SHARED.split!, chargingCap: cents(70_00) } },
    about: ['fee.split'],
    week: { costs: [...EXAMPLE_WEEK.costs, spent('charging', 90_00)] },
  },
  'split-uncapped': {
    rule: 'split',
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the example shares
    terms: { ...SHARED, split: { ...SHARED.split!, energyCap: null } },
    about: ['fee.split'],
  },

  employee: { rule: 'employee', terms: { ...SLOT, regime: 'employee' }, about: ['fee.employer'] },

  rent: { rule: 'rent', terms: RENTER, about: ['vehicle.rent'] },
  'rent-days': { rule: 'rent', terms: { ...RENTER, rentByDays: true }, about: ['vehicle.rent'] },
  'rent-idle': { rule: 'rent', terms: RENTER, about: ['vehicle.rent'], week: NO_TRIPS },

  kilometres: { rule: 'kilometres', terms: RENTER, about: ['vehicle.kilometres'] },
  'kilometres-beyond': { rule: 'kilometres', terms: termsWithDearerKilometres, about: ['vehicle.kilometres'] },
  'kilometres-unread': {
    rule: 'kilometres',
    terms: RENTER,
    about: ['vehicle.kilometres'],
    week: { kilometres: null, readings: [] },
  },

  costs: {
    rule: 'costs',
    terms: SLOT,
    about: COSTS,
    week: {
      costs: [
        ...EXAMPLE_WEEK.costs,
        ...[spent('charging', 18_40), spent('adblue', 12_90), spent('wash', 9_00), spent('parking', 3_20)],
      ],
    },
  },

  'tolls-driver': tolls('driver'),
  'tolls-difference': tolls('difference'),
  'tolls-difference-refunded': tolls('difference', [spent('toll', 10_00)]),
  'tolls-operator': tolls('operator'),
  'tolls-off-trip': tolls('off-trip', [
    { ...spent('toll', 8_20), offTrip: true },
    { ...spent('toll', 13_15), offTrip: false },
  ]),

  fine: adjustmentOf(manualAdjustment('fine', -60_00)),
  damage: adjustmentOf(manualAdjustment('damage', -45_00)),
  prize: adjustmentOf(manualAdjustment('prize', 25_00)),
  recurring: adjustmentOf(manualAdjustment('other', -7_50)),
  late: adjustmentOf({
    ...manualAdjustment('other', 10_00),
    kind: 'late',
    about: previousWeek(WEEK.week),
    changes: [{ code: 'income.uber', from: cents(598_20), to: cents(608_20) }],
  }),

  // A week that cannot bear its costs, and the next one.
  short: {
    rule: 'carried',
    terms: (settings) => usualTerms('rental', settings),
    about: ['income.uber', 'vat.trips', 'fee.percent', 'vehicle.rent', 'energy.fuel'],
    week: { ...SHORT_WEEK, kilometres: null },
  },
  carried: {
    rule: 'carried',
    terms: SLOT,
    about: ['balance.carried'],
    week: (settings) => ({ week: nextWeek(WEEK.week), carriedBalance: exampleShortWeek(settings).carriedOver }),
  },

  ceiling: {
    rule: 'ceiling',
    terms: SLOT,
    about: ['balance.carried', 'adjustment.fine', 'balance.deferred', 'adjustment.plan'],
    week: {
      carriedBalance: cents(-156_10),
      adjustments: [
        manualAdjustment('fine', -60_00),
        instalment({ id: 'A', since: '2026-03-02' }, cents(50_00), 'Caução'),
      ],
    },
  },
  'ceiling-instalment': {
    rule: 'ceiling',
    terms: SLOT,
    about: ['adjustment.plan'],
    week: { adjustments: [instalmentDue(cents(200_00))] },
  },
  'ceiling-cut': {
    rule: 'ceiling',
    terms: SLOT,
    about: ['adjustment.fine', 'adjustment.plan'],
    week: { adjustments: [manualAdjustment('fine', -150_00), instalmentDue(cents(50_00))] },
  },

  // The first and the last of three instalments of 100.00.
  'instalments-first': plannedAdjustment(instalmentDue(dueOf({ total: cents(100_00), count: 3 }, cents(100_00)))),
  'instalments-last': plannedAdjustment(instalmentDue(dueOf({ total: cents(100_00), count: 3 }, cents(33_34)))),

  interest: {
    rule: 'interest',
    terms: SLOT,
    about: ['adjustment.plan', 'adjustment.interest'],
    week: (settings) => {
      const { rate } = exampleInterest(settings)
      const repaid = cents(INTEREST_PLAN.total / INTEREST_PLAN.count)
      return { adjustments: [instalmentDue(repaid, { rate, repaid, charged: share(repaid, rate) })] }
    },
  },

  deposit: {
    rule: 'deposit',
    terms: SLOT,
    about: ['adjustment.plan'],
    week: (settings) => ({ adjustments: [instalmentDue(firstOfDeposit(settings))] }),
  },

  'receipt-normal': receiptOf({ vat: 'normal', withholding: basisPoints(2_300), carried: true }),
  'receipt-reduced': receiptOf({ vat: 'reduced', withholding: basisPoints(1_150), carried: true }),
  'receipt-exempt': receiptOf({ vat: 'exempt', withholding: basisPoints(0), carried: true }),
  'receipt-below': {
    ...receiptOf(NORMAL_RECEIPT),
    terms: (settings) => ({ ...usualTerms('rental', settings), receipt: NORMAL_RECEIPT }),
    week: { ...SHORT_WEEK, kilometres: null },
  },
  'receipt-carried': {
    ...receiptOf(NORMAL_RECEIPT),
    week: (settings) => {
      const { receiptValue } = exampleShortWeek(settings)
      return { week: nextWeek(WEEK.week), receiptCarried: [{ week: WEEK.week, amount: receiptValue }] }
    },
  },
  'receipt-rent-apart': {
    ...receiptOf(NORMAL_RECEIPT),
    terms: { ...RENTER, receipt: NORMAL_RECEIPT, receiptBase: 'rent-apart' },
  },
  'receipt-not-carried': receiptOf({ vat: 'normal', withholding: basisPoints(2_300), carried: false }),
} as const satisfies Record<string, Example>
export type Case = keyof typeof EXAMPLES

/** Lists the cases of a rule, in the order of the page. */
export function casesOf(rule: Rule): Case[] {
  return CASES.filter((name) => EXAMPLES[name].rule === rule)
}

const CASES = Object.keys(EXAMPLES) as Case[]

function vat(tripVat: Terms['tripVat'], week: Partial<DriverWeek> = {}) {
  return { rule: 'vat', terms: { ...SLOT, tripVat }, about: ['vat.trips'], week } as const
}

/** Makes a fee with the percentage of the settings on this base. */
function percent(base: FeeBase, limits: { floor?: Cents; cap?: Cents } = {}, daysActive?: number) {
  const terms = ({ rentalFee }: FinancialSettings): Terms => ({
    ...RENTER,
    follows: [],
    feeByDays: daysActive !== undefined,
    fee: { mode: 'percent', rate: basisPoints(rentalFee), base, ...limits },
  })
  return { rule: 'percent', terms, about: ['fee.percent'], week: daysActive ? { daysActive } : {} } as const
}

/** Makes the `nth` week, counted from 0, of a driver who was promised `weeks` without a fee. */
function exemptWeeks(nth: number, weeks: number) {
  const terms: Terms = { ...SLOT, exemption: { from: previousWeek(WEEK.week, nth), weeks } }
  return { rule: 'exemption', terms, about: ['fee.fixed'] } as const
}

function tolls(tollPolicy: Terms['tollPolicy'], costs: readonly Cost[] = EXAMPLE_WEEK.costs) {
  return { rule: 'tolls', terms: { ...SLOT, tollPolicy }, about: ['tolls'], week: { costs } } as const
}

function adjustmentOf(adjustment: Adjustment) {
  const about = [`adjustment.${adjustment.kind}`] as const
  return { rule: 'adjustments', terms: SLOT, about, week: { adjustments: [adjustment] } } as const
}

function plannedAdjustment(adjustment: Adjustment) {
  return { rule: 'instalments', terms: SLOT, about: ['adjustment.plan'], week: { adjustments: [adjustment] } } as const
}

function receiptOf(receipt: NonNullable<Terms['receipt']>) {
  return { rule: 'receipt', terms: { ...SLOT, receipt }, about: ['receipt.vat', 'receipt.withholding'] } as const
}

/** Makes terms with the first 500 extra kilometres at the price of the settings, and the others at 0.25. */
function termsWithDearerKilometres({ kilometresIncluded: included, kilometreRate }: FinancialSettings): Terms {
  const kilometres = { included, rate: cents(kilometreRate), beyond: { after: 500, rate: cents(25) } }
  return { ...RENTER, follows: ['fee', 'rent'], kilometres }
}

function spent(kind: Cost['kind'], amount: number) {
  return { kind, row: kind, amount: cents(amount) } as const
}

/** Makes an instalment of a plan of the example. */
function instalmentDue(due: Cents, interest?: Interest): Adjustment {
  return instalment({ id: 'A', since: '2026-03-02', ...(interest ? { interest } : {}) }, due, 'Plano')
}

function manualAdjustment(kind: ManualKind, amount: number): Adjustment {
  return { id: null, kind, amount: cents(amount), reason: '', about: null, changes: [], came: [], gone: [] }
}

/**
 * Makes the first instalment of the usual deposit, once its first part is paid; of all of it where the rest would be
 * less than one cent a week.
 */
function firstOfDeposit({ deposit, depositFirst, depositInstalments: count }: FinancialSettings): Cents {
  const rest = cents(Math.max(deposit - depositFirst, 0))
  return count > 0 && rest >= count ? dueOf({ total: rest, count }, rest) : rest
}

/** Advance in the example of a charge. */
const INTEREST_PLAN = { total: cents(600_00), count: 5 }

/**
 * Works out the charge of the example, 4 % where the settings ask for none, and the yearly rate it amounts to, in
 * hundredths of a percent: of `count` equal weekly instalments, the first a week after the money was paid out, each
 * euro is lent for (count + 1) / 2 weeks on average, so that a charge of `rate` on it is `rate × 365 / (7 × (count + 1)
 * / 2)` a year, without compound interest.
 */
export function exampleInterest({ planInterest }: FinancialSettings): { rate: BasisPoints; yearly: number } {
  const rate = basisPoints(planInterest || 4_00)
  return { rate, yearly: fraction(cents(rate), 365 * 2, 7 * (INTEREST_PLAN.count + 1)) }
}

/** Settles a case of a rule under the operator's settings: answers the whole settlement, and which of its lines the rule made. */
export function workedExample(
  name: Case,
  settings: FinancialSettings,
): { settlement: Settlement; about: Settlement['lines']; apart: SeparateInvoice | null } {
  const { terms, about, week }: Example = EXAMPLES[name]
  const special = typeof week === 'function' ? week(settings) : week
  const agreed = typeof terms === 'function' ? terms(settings) : terms
  const counted = applySettings(agreed, settings, null)
  const settlement = settle({ ...WEEK, ...special, terms: counted })
  return {
    settlement,
    about: settlement.lines.filter(({ code }) => about.includes(code)),
    apart: separateInvoice(settlement.lines, counted),
  }
}
