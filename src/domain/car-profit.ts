import { type Cents, ZERO, cents, fraction } from './money.ts'
import { type WeekDays, daysFrom } from './week.ts'

/** What a car costs every month, in the days in which that holds; without an end while nobody ended it. */
export type MonthlyCost = { monthly: Cents; from: string; until: string | null }
/** Work on a car, on its day. */
export type DatedCost = { amount: Cents; on: string }

/** What a car was bought for, and what it is worth on the last day on which it is the operator's: sold for, or expected. */
export type ValueLost = { boughtOn: string; price: Cents; until: string; worth: Cents }

const DAYS_OF_A_YEAR = 365

/** A week's part of what is paid by month: as many days of the year as the cost holds in it, of twelve months. */
export function weeklyPart({ monthly, from, until }: MonthlyCost, { first, last }: WeekDays): Cents {
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
export function weeklyLoss(car: ValueLost, { first, last }: WeekDays): Cents {
  const total = daysFrom(car.boughtOn, car.until)
  const by = daysFrom(car.boughtOn, last)
  const before = by - daysFrom(first, last)
  return cents(lostIn(car, by, total) - lostIn(car, before, total))
}

/** All that a car loses in value, and the part of seven days; less than nought is a gain. */
export function lossOf(car: ValueLost): { total: Cents; week: Cents } {
  const [total, days] = [cents(car.price - car.worth), daysFrom(car.boughtOn, car.until)]
  return { total, week: fraction(total, Math.min(7, days), days) }
}

/** What a car has lost of its value after so many days, of `total` days that it is here. */
function lostIn({ price, worth }: ValueLost, days: number, total: number): number {
  return fraction(cents(price - worth), Math.min(Math.max(days, 0), total), total)
}
