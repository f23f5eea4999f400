import { type Cents, ZERO, cents, fraction } from './money.ts'
import { type WeekDays, daysFrom } from './week.ts'

/** Monthly cost of a car, and the days in which it applies; without an end while nobody ended it. */
export type MonthlyCost = { monthly: Cents; from: string; until: string | null }
/** Work on a car, on its day. */
export type DatedCost = { amount: Cents; on: string }

/** Loss of value of a car: its price when bought, and its worth on the last day on which it is the operator's, as sold or as expected. */
export type ValueLost = { boughtOn: string; price: Cents; until: string; worth: Cents }

const DAYS_OF_A_YEAR = 365

/** Works out a week's part of a monthly cost: twelve months, by the days of the year on which the cost applies in the week. */
export function weeklyPart({ monthly, from, until }: MonthlyCost, { first, last }: WeekDays): Cents {
  const begins = from > first ? from : first
  const ends = until !== null && until < last ? until : last
  if (begins > ends) return ZERO
  return fraction(cents(monthly * 12), daysFrom(begins, ends), DAYS_OF_A_YEAR)
}

/**
 * Works out how much value a car loses in a week: the difference between buying and selling, in equal parts for each
 * day between, both included. The weeks of its whole life add up to that difference, to the cent; below 0 is a gain. It
 * is not the depreciation of the books (AT), whose rates are the accountant's.
 */
export function weeklyLoss(car: ValueLost, { first, last }: WeekDays): Cents {
  const total = daysFrom(car.boughtOn, car.until)
  const by = daysFrom(car.boughtOn, last)
  const before = by - daysFrom(first, last)
  return cents(lossAfterDays(car, by, total) - lossAfterDays(car, before, total))
}

/** Works out the whole loss of a car's value, and the part of seven days; below 0 is a gain. */
export function lossOf(car: ValueLost): { total: Cents; week: Cents } {
  const [total, days] = [cents(car.price - car.worth), daysFrom(car.boughtOn, car.until)]
  return { total, week: fraction(total, Math.min(7, days), days) }
}

/** Works out what a car has lost of its value after a number of days, of the `total` days that it is here. */
function lossAfterDays({ price, worth }: ValueLost, days: number, total: number): number {
  return fraction(cents(price - worth), Math.min(Math.max(days, 0), total), total)
}
