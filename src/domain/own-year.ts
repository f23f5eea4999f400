import type { LawId } from './law.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, cents, fraction, share } from './money.ts'

type Dated<Value> = { law: LawId; from: number; value: Value }

/**
 * Figures of law of somebody who writes receipts, each by the year it holds from, the newest first. Shares are hundredths of
 * a percent, amounts cents. Of a year before the first nothing is known here.
 */
const FIGURES = {
  /** The share of what services bring that counts as income for social security. */
  serviceShare: [{ from: 2019, value: basisPoints(70_00), law: 'income-of-services' }],
  contributionRate: [{ from: 2019, value: basisPoints(21_40), law: 'contribution-rate' }],
  /** The least that somebody pays for a month who is not exempt. */
  leastContribution: [{ from: 2019, value: cents(20_00), law: 'least-contribution' }],
  /** By how much a driver may choose to declare less or more than a quarter came to. */
  chosenMargin: [{ from: 2019, value: basisPoints(25_00), law: 'chosen-margin' }],
  /** The simplified regime: services that no other line of the article names. */
  otherCoefficient: [{ from: 2019, value: basisPoints(35_00), law: 'other-coefficient' }],
  /** The simplified regime: activities that the table of art. 151.º names. */
  listedCoefficient: [{ from: 2019, value: basisPoints(75_00), law: 'listed-coefficient' }],
  /** The income of a year above which accounts have to be organised. */
  simplifiedLimit: [{ from: 2019, value: cents(200_000_00), law: 'simplified-limit' }],
} as const satisfies Record<string, readonly Dated<BasisPoints | Cents>[]>

export type LawFigure = keyof typeof FIGURES
export const LAW_FIGURES = Object.keys(FIGURES) as LawFigure[]

/** A figure as it holds in a year, and where it stands; `null` of a year that nothing is known of. */
export function lawIn<Name extends LawFigure>(
  name: Name,
  year: number,
): { law: LawId; value: (typeof FIGURES)[Name][number]['value'] } | null {
  return FIGURES[name].find(({ from }) => year >= from) ?? null
}

export const QUARTERS = [1, 2, 3, 4] as const
export type Quarter = (typeof QUARTERS)[number]

/** The quarter of a day (ISO). */
export function quarterOf(day: string): Quarter {
  return (Math.floor((Temporal.PlainDate.from(day).month - 1) / 3) + 1) as Quarter
}

/**
 * When a quarter is declared to social security: the month after it, whole (art. 151.º-A Código Contributivo); and when its
 * three months are paid, the first of them from `paidFrom` to `paidTo` (art. 155.º). ISO, all days included.
 */
export function declarationOf(year: number, quarter: Quarter) {
  const first = Temporal.PlainDate.from({ year, month: quarter * 3, day: 1 }).add({ months: 1 })
  const next = first.add({ months: 1 })
  return {
    from: first.toString(),
    to: first.with({ day: first.daysInMonth }).toString(),
    paidFrom: next.with({ day: 10 }).toString(),
    paidTo: next.with({ day: 20 }).toString(),
  }
}

/** Months of a base that count at most: so many times the index (IAS). */
const MOST_INDEXES = 12

/**
 * What a quarter of services asks for: the relevant income, and the contribution of each of the three months after it, in
 * cents (art. 162.º, 163.º and 168.º Código Contributivo). `index`: the IAS of the year, `null` where it is not known; then
 * nothing is cut off. `null` of a year whose figures are not known. Who is exempt, or chose up to a quarter more or less,
 * pays otherwise.
 */
export function contributionOf(
  services: Cents,
  year: number,
  index: Cents | null,
): { relevant: Cents; monthly: Cents } | null {
  const [part, rate, least] = [
    lawIn('serviceShare', year),
    lawIn('contributionRate', year),
    lawIn('leastContribution', year),
  ]
  if (!part || !rate || !least) return null
  const relevant = share(services, part.value)
  const most = index === null ? null : share(cents(index * MOST_INDEXES), rate.value)
  const month = fraction(relevant, rate.value, 30_000)
  const monthly = most !== null && month > most ? most : month
  return { relevant, monthly: monthly < least.value ? least.value : monthly }
}

/** How near income is to a limit: above four fifths it is `near`. */
export function nearnessOf(income: Cents, limit: Cents): 'below' | 'near' | 'over' {
  if (income > limit) return 'over'
  return income > ZERO && income >= fraction(limit, 4, 5) ? 'near' : 'below'
}
