import { type Cents, ZERO, cents, fraction, minus, sum } from './money.ts'
import { type Week, monday, sunday } from './week.ts'

/** What a car costs every month, in the days in which that holds; without an end while nobody ended it. */
export type MonthlyCost = { monthly: Cents; from: string; until: string | null }
/** Work on a car, on its day. */
export type DatedCost = { amount: Cents; on: string }

/** What a car was bought for, and what it is worth on the last day on which it is the operator's: sold for, or expected. */
export type ValueLost = { boughtOn: string; price: Cents; until: string; worth: Cents }

export type CarWeekProfit = { week: Week; brought: Cents; fixed: Cents; work: Cents; value: Cents; profit: Cents }

const DAYS_OF_A_YEAR = 365

/** A week's part of what is paid by month: as many days of the year as the cost holds in it, of twelve months. */
export function weeklyPart({ monthly, from, until }: MonthlyCost, week: Week): Cents {
  const [first, last] = [monday(week).toString(), sunday(week).toString()]
  const begins = from > first ? from : first
  const ends = until !== null && until < last ? until : last
  if (begins > ends) return ZERO
  return fraction(cents(monthly * 12), daysFrom(begins, ends), DAYS_OF_A_YEAR)
}

/**
 * What a car loses of its value in a week: the difference between buying and selling in equal parts for each day between, both
 * included. The weeks of its whole life add up to that difference, to the cent; less than nought is a gain. It is no depreciation of the
 * books (AT), whose rates are the accountant's.
 */
export function weeklyLoss(car: ValueLost, week: Week): Cents {
  return cents(lostBy(car, sunday(week)) - lostBy(car, monday(week).subtract({ days: 1 })))
}

/** All that a car loses in value, and the part of seven days; less than nought is a gain. */
export function lossOf(car: ValueLost): { total: Cents; week: Cents } {
  const [total, days] = [cents(car.price - car.worth), daysFrom(car.boughtOn, car.until)]
  return { total, week: fraction(total, Math.min(7, days), days) }
}

/** What it has lost by the end of a day. */
function lostBy({ boughtOn, price, until, worth }: ValueLost, day: Temporal.PlainDate): number {
  const days = daysFrom(boughtOn, until)
  const gone = Math.min(Math.max(daysFrom(boughtOn, day.toString()), 0), days)
  return fraction(cents(price - worth), gone, days)
}

/** Days from one to another, both included. */
function daysFrom(first: string, last: string): number {
  return Temporal.PlainDate.from(first).until(Temporal.PlainDate.from(last), { largestUnit: 'days' }).days + 1
}

/** What each week left of what a car brought: less its part of the months, less the work on it, less what it lost in value. */
export function profitOf(
  weeks: readonly { week: Week; amount: Cents }[],
  costs: { monthly: readonly MonthlyCost[]; work: readonly DatedCost[]; value: ValueLost | null },
): CarWeekProfit[] {
  return weeks.map(({ week, amount }) => {
    const [first, last] = [monday(week).toString(), sunday(week).toString()]
    const fixed = sum(costs.monthly.map((cost) => weeklyPart(cost, week)))
    const work = sum(costs.work.filter(({ on }) => on >= first && on <= last).map((one) => one.amount))
    const value = costs.value === null ? ZERO : weeklyLoss(costs.value, week)
    return { week, brought: amount, fixed, work, value, profit: sum([amount, minus(fixed), minus(work), minus(value)]) }
  })
}

/** What a car has to bring in a week to pay for itself: what it costs in one of these weeks, on the average, half a cent up. */
export function breakEven(weeks: readonly CarWeekProfit[]): Cents | null {
  if (weeks.length === 0) return null
  return fraction(sum(weeks.flatMap(({ fixed, work, value }) => [fixed, work, value])), 1, weeks.length)
}
