import type { LawId } from './law.ts'
import { type BasisPoints, type Cents, ZERO, basisPoints, cents, fraction, share } from './money.ts'

type Dated<Value> = { law: LawId; from: number; value: Value }

/**
 * Legal figures for drivers who write receipts, each by the year from which it applies, the newest first. Shares are
 * hundredths of a percent, amounts cents. Nothing is known here of years before the first.
 */
const FIGURES = {
  /** Share of the income from services that counts for social security. */
  serviceShare: [{ from: 2019, value: basisPoints(70_00), law: 'income-of-services' }],
  contributionRate: [{ from: 2019, value: basisPoints(21_40), law: 'contribution-rate' }],
  /** Least monthly contribution of a driver who is not exempt. */
  leastContribution: [{ from: 2019, value: cents(20_00), law: 'least-contribution' }],
  /** Most by which a driver may declare less or more than the income of a quarter. */
  chosenMargin: [{ from: 2019, value: basisPoints(25_00), law: 'chosen-margin' }],
  /** Coefficient of the simplified regime for services that no other line of the article names. */
  otherCoefficient: [{ from: 2019, value: basisPoints(35_00), law: 'other-coefficient' }],
  /** Coefficient of the simplified regime for activities in the table of art. 151.º. */
  listedCoefficient: [{ from: 2019, value: basisPoints(75_00), law: 'listed-coefficient' }],
  /** Yearly income above which organised accounts are required. */
  simplifiedLimit: [{ from: 2019, value: cents(200_000_00), law: 'simplified-limit' }],
} as const satisfies Record<string, readonly Dated<BasisPoints | Cents>[]>

export type LawFigure = keyof typeof FIGURES
export const LAW_FIGURES = Object.keys(FIGURES) as LawFigure[]

/** Answers a figure as it applies in a year, and its source; `null` for a year of which nothing is known. */
export function lawFigureIn<Name extends LawFigure>(
  name: Name,
  year: number,
): { law: LawId; value: (typeof FIGURES)[Name][number]['value'] } | null {
  return FIGURES[name].find(({ from }) => year >= from) ?? null
}

export const QUARTERS = [1, 2, 3, 4] as const
export type Quarter = (typeof QUARTERS)[number]

/** Answers the quarter of a day (ISO). */
export function quarterOf(day: string): Quarter {
  return (Math.floor((Temporal.PlainDate.from(day).month - 1) / 3) + 1) as Quarter
}

/**
 * Answers when a quarter is declared to social security: the whole month after it (art. 151.º-A Código Contributivo);
 * and when its three months are paid, the first of them from `paidFrom` to `paidTo` (art. 155.º). ISO, all days
 * included.
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

/** Most that the monthly base counts, as a multiple of the index (IAS). */
const MAX_INDEXES = 12

/**
 * Works out the relevant income of a quarter of services, and the contribution for each of the three months after it,
 * in cents (art. 162.º, 163.º and 168.º Código Contributivo). `index`: the IAS of the year, `null` where unknown; then
 * there is no upper limit. `null` for a year whose figures are unknown. Drivers who are exempt, or chose up to a
 * quarter more or less, pay another amount.
 */
export function contributionOf(
  services: Cents,
  year: number,
  index: Cents | null,
): { relevant: Cents; monthly: Cents } | null {
  const [part, rate, least] = [
    lawFigureIn('serviceShare', year),
    lawFigureIn('contributionRate', year),
    lawFigureIn('leastContribution', year),
  ]
  if (!part || !rate || !least) return null
  const relevant = share(services, part.value)
  const most = index === null ? null : share(cents(index * MAX_INDEXES), rate.value)
  const month = fraction(relevant, rate.value, 30_000)
  const monthly = most !== null && month > most ? most : month
  return { relevant, monthly: monthly < least.value ? least.value : monthly }
}

/** Answers how near income is to a limit: `near` above four fifths of it. */
export function nearnessToLimit(income: Cents, limit: Cents): 'below' | 'near' | 'over' {
  if (income > limit) return 'over'
  return income > ZERO && income >= fraction(limit, 4, 5) ? 'near' : 'below'
}
