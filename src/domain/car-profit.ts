import { type Cents, ZERO, cents, fraction, minus, sum } from './money.ts'
import { type Week, monday, sunday } from './week.ts'

/** What a car costs every month, in the days in which that holds; without an end while nobody ended it. */
export type MonthlyCost = { monthly: Cents; from: string; until: string | null }
/** Work on a car, on its day. */
export type DatedCost = { amount: Cents; on: string }

export type CarWeekProfit = { week: Week; brought: Cents; fixed: Cents; work: Cents; profit: Cents }

const DAYS_OF_A_YEAR = 365

/** A week's part of what is paid by month: as many days of the year as the cost holds in it, of twelve months. */
export function weeklyPart({ monthly, from, until }: MonthlyCost, week: Week): Cents {
  const [first, last] = [monday(week).toString(), sunday(week).toString()]
  const begins = from > first ? from : first
  const ends = until !== null && until < last ? until : last
  if (begins > ends) return ZERO
  const days = Temporal.PlainDate.from(begins).until(Temporal.PlainDate.from(ends), { largestUnit: 'days' }).days + 1
  return fraction(cents(monthly * 12), days, DAYS_OF_A_YEAR)
}

/** What each week left of what a car brought: less its part of the months, less the work on it. */
export function profitOf(
  weeks: readonly { week: Week; amount: Cents }[],
  { monthly, work }: { monthly: readonly MonthlyCost[]; work: readonly DatedCost[] },
): CarWeekProfit[] {
  return weeks.map(({ week, amount }) => {
    const [first, last] = [monday(week).toString(), sunday(week).toString()]
    const fixed = sum(monthly.map((cost) => weeklyPart(cost, week)))
    const done = sum(work.filter(({ on }) => on >= first && on <= last).map((one) => one.amount))
    return { week, brought: amount, fixed, work: done, profit: sum([amount, minus(fixed), minus(done)]) }
  })
}

/** What a car has to bring in a week to pay for itself: what it costs in one of these weeks, on the average, half a cent up. */
export function breakEven(weeks: readonly CarWeekProfit[]): Cents | null {
  if (weeks.length === 0) return null
  return fraction(sum(weeks.flatMap(({ fixed, work }) => [fixed, work])), 1, weeks.length)
}
