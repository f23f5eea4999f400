import { grossOf } from './earning.ts'
import { type BasisPoints, type Cents, ZERO, minus, sum } from './money.ts'
import type { Change, Earning, Step, StepNote, StepTerm } from './settlement-types.ts'

export const PLATFORMS = ['uber', 'bolt'] as const
type Platform = (typeof PLATFORMS)[number]

/** Makes a step that adds an amount, of one platform or of none. Cents, signed as the driver sees them. */
export function term(name: StepTerm, amount: Cents, platform: Platform | null = null): Step {
  return { kind: 'term', term: name, platform, amount }
}

/** Makes a step that names the sum of the amounts so far. Cents. */
export function subtotal(name: StepTerm, amount: Cents): Step {
  return { kind: 'subtotal', term: name, amount }
}

/** Makes a step that applies a rate to the figure above it; `amount` is the result. Cents and basis points. */
export function rateStep(name: StepTerm, rate: BasisPoints, amount: Cents): Step {
  return { kind: 'rate', term: name, rate, amount }
}

/** Makes a step that explains and changes nothing; with an amount where there is one. Cents. */
export function note(name: StepNote, amount: Cents | null = null): Step {
  return { kind: 'note', term: name, amount }
}

/**
 * Makes a step that corrects a line of an earlier week: what it was, what it should have been, and the difference,
 * which counts now. Cents.
 */
export function changeStep({ code, from, to, cash }: Change): Step {
  const amount = sum([to, minus(from)])
  return { kind: 'change', term: code, from, to, amount, ...(cash === undefined ? {} : { cash }) }
}

/** Explains a platform's payment, from the fare to the sum: the platform's fee, tips, refunds, and the cash in hand. */
export function paymentSteps(platform: Platform, earnings: readonly Earning[]): Step[] {
  const figures = figuresOf(earnings)
  return [
    ...terms(platform, [
      ...(platform === 'uber' ? uberTrips(figures) : [['gross', figures.gross] as const]),
      ['platform-fee', minus(figures.platformFee)],
      ['tips', figures.tips],
      ['toll-refunds', figures.tollRefunds],
      ['expense-refunds', figures.expenseRefunds],
      ['cash-kept', minus(figures.cashKept)],
    ]),
    subtotal('payment', figures.payment),
    ...(figures.cashKept === 0 ? [] : [note('cash-already-inside')]),
  ]
}

/** Splits Uber's trips into the fare and the rest, as boosts and airport fees. Bolt's file has one figure for all, tolls included. */
function uberTrips({ fare, gross }: Figures): [StepTerm, Cents][] {
  return [
    ['fare', fare],
    ['other-earnings', sum([gross, minus(fare)])],
  ]
}

/** Explains the gross of the trips, before the platforms' fee, from what the platforms pay. */
export function grossSteps(earnings: readonly Earning[]): Step[] {
  return [
    ...netTripSteps(earnings, ({ platformFee }) => ['platform-fee', platformFee]),
    subtotal('gross', figuresOf(earnings).gross),
  ]
}

/**
 * Explains the commissionable base from what the platforms pay. VAT that the files itemise is a step of its platform; the
 * estimated VAT is one step after them, because it is rounded once for both.
 */
export function commissionableSteps(earnings: readonly Earning[], commissionable: Cents, estimated: Cents): Step[] {
  return [
    ...netTripSteps(earnings, ({ tripVat }) => ['trip-vat', minus(tripVat)]),
    ...terms(null, [['trip-vat', minus(estimated)]]),
    subtotal('commissionable', commissionable),
    note('tips-and-refunds-outside-base'),
  ]
}

/** Lists for each platform the payment and the cash in hand, less tips and refunds, and one step more (`lastTerm`). */
function netTripSteps(
  earnings: readonly Earning[],
  lastTerm: (figures: Figures) => readonly [StepTerm, Cents],
): Step[] {
  return PLATFORMS.flatMap((platform) => {
    const figures = figuresOf(earnings.filter((earning) => earning.platform === platform))
    return terms(platform, [
      ['payment', figures.payment],
      ['cash-kept', figures.cashKept],
      ['tips', minus(figures.tips)],
      ['toll-refunds', minus(figures.tollRefunds)],
      ['expense-refunds', minus(figures.expenseRefunds)],
      lastTerm(figures),
    ])
  })
}

/** Makes steps of amounts and leaves out those of 0. */
export function terms(platform: Platform | null, figures: readonly (readonly [StepTerm, Cents])[]): Step[] {
  return figures.filter(([, amount]) => amount !== 0).map(([name, amount]) => term(name, amount, platform))
}

type Figures = ReturnType<typeof figuresOf>

function figuresOf(earnings: readonly Earning[]) {
  const total = (pick: (earning: Earning) => Cents) => sum(earnings.map(pick))
  return {
    payment: total(({ payment }) => payment),
    cashKept: total(({ cashKept }) => cashKept),
    tips: total(({ tips }) => tips),
    tollRefunds: total(({ tollRefunds }) => tollRefunds),
    expenseRefunds: total(({ expenseRefunds }) => expenseRefunds),
    platformFee: total(({ platformFee }) => platformFee),
    /** VAT as the files itemise it. */
    tripVat: total(({ tripVat }) => tripVat ?? ZERO),
    fare: total(({ fare }) => fare),
    gross: grossOf(earnings),
  }
}
