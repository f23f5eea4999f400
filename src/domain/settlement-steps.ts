import { grossOf } from './earning.ts'
import { type BasisPoints, type Cents, ZERO, minus, sum } from './money.ts'
import type { Change, Earning, Step, StepNote, StepTerm } from './settlement-types.ts'

/**
 * How a line explains itself. Read from the top with a running figure at 0: a `term` is added, a `subtotal` names the
 * figure reached, a `change` adds what a line of an earlier
 * week moved by, a `rate` or a `fraction` puts its amount (a share of the figure) in the figure's place, and a `note`
 * changes nothing. The last figure is the amount of the line.
 */
export const PLATFORMS = ['uber', 'bolt'] as const
type Platform = (typeof PLATFORMS)[number]

/** An amount that is added on the way to a line; `platform` where it is of one. Cents, signed as the driver sees them. */
export function term(name: StepTerm, amount: Cents, platform: Platform | null = null): Step {
  return { kind: 'term', term: name, platform, amount }
}

/** What the amounts so far come to. Cents. */
export function subtotal(name: StepTerm, amount: Cents): Step {
  return { kind: 'subtotal', term: name, amount }
}

/** A rate on what stands above it, and what it comes to. Cents and basis points. */
export function rateStep(name: StepTerm, rate: BasisPoints, amount: Cents): Step {
  return { kind: 'rate', term: name, rate, amount }
}

/** What was looked at and changes nothing; with an amount where there is one. Cents. */
export function note(name: StepNote, amount: Cents | null = null): Step {
  return { kind: 'note', term: name, amount }
}

/** What a line of an earlier week was and should have been, and the difference that counts now. Cents. */
export function changeStep({ code, from, to, cash }: Change): Step {
  const amount = sum([to, minus(from)])
  return { kind: 'change', term: code, from, to, amount, ...(cash === undefined ? {} : { cash }) }
}

/** From the fare to what the platform pays: fee, cash in hand, tips and what is given back. */
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

/** Uber's file tells the fare from boosts and airport fees; Bolt's fare is everything, tolls too, and tells less. */
function uberTrips({ fare, gross }: Figures): [StepTerm, Cents][] {
  return [
    ['fare', fare],
    ['other-earnings', sum([gross, minus(fare)])],
  ]
}

/** From what the platforms pay to the trips before their fee. */
export function grossSteps(earnings: readonly Earning[]): Step[] {
  return [
    ...netTripSteps(earnings, ({ platformFee }) => ['platform-fee', platformFee]),
    subtotal('gross', figuresOf(earnings).gross),
  ]
}

/**
 * From what the platforms pay to the commissionable base: VAT of each platform under its own where the files itemise it, and
 * the rest, which is rounded once, after them.
 */
export function commissionableSteps(earnings: readonly Earning[], commissionable: Cents, estimated: Cents): Step[] {
  return [
    ...netTripSteps(earnings, ({ tripVat }) => ['trip-vat', minus(tripVat)]),
    ...terms(null, [['trip-vat', minus(estimated)]]),
    subtotal('commissionable', commissionable),
    note('tips-and-refunds-outside-base'),
  ]
}

/** Payment with the cash in hand, without tips and what is given back, platform by platform, and one thing more of each. */
function netTripSteps(earnings: readonly Earning[], more: (figures: Figures) => readonly [StepTerm, Cents]): Step[] {
  return PLATFORMS.flatMap((platform) => {
    const figures = figuresOf(earnings.filter((earning) => earning.platform === platform))
    return terms(platform, [
      ['payment', figures.payment],
      ['cash-kept', figures.cashKept],
      ['tips', minus(figures.tips)],
      ['toll-refunds', minus(figures.tollRefunds)],
      ['expense-refunds', minus(figures.expenseRefunds)],
      more(figures),
    ])
  })
}

/** Terms of nothing are left out: nobody adds zeros. */
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
    /** The VAT as the files itemise it. */
    tripVat: total(({ tripVat }) => tripVat ?? ZERO),
    fare: total(({ fare }) => fare),
    gross: grossOf(earnings),
  }
}
