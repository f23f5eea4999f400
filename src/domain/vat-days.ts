import { type Month, daysOfMonth, monthOf, monthOfWeek } from './month.ts'
import { type VatEarning, vatEarningsOf } from './vat-month.ts'
import { type Week, monday, sunday } from './week.ts'

type Measures = Readonly<Record<string, number>>

/** What a platform's transactions of one week come to on a day (ISO), by the measures of its weekly report. Cents. */
export type DaySums = { day: string; measures: Measures }

/** The figures of a driver that the transactions and the weekly report both hold. */
const REPORTED_TWICE = [
  ...['paid', 'earnings', 'fare', 'fare_tax', 'service_fee', 'tips', 'cash_collected'],
  ...['toll_refund', 'toll_tax', 'incentives'],
] as const

/**
 * Whether the transactions of a week are all of it: every figure is the weekly report's, to the cent. A file of some of its days
 * says nothing of the others, so a week of which one cent is missing counts as a week.
 */
export function isWholeWeek(weekly: readonly Measures[], days: readonly DaySums[]): boolean {
  const total = (all: readonly Measures[], name: string) => all.reduce((sum, one) => sum + (one[name] ?? 0), 0)
  const daily = days.map(({ measures }) => measures)
  const taxed = weekly.filter((one) => one['fare_tax'] !== undefined).length
  return (
    days.length > 0 &&
    // Of some accounts alone a tax that the others leave to be worked out cannot be told day by day.
    (taxed === 0 || taxed === weekly.length) &&
    REPORTED_TWICE.every((name) => total(weekly, name) === total(daily, name))
  )
}

/** The part of a week that a month has of it by its days; `null` where it has none. `to` is the last day, both are included. */
export function partOfMonth(
  week: Week,
  month: Month,
  days: readonly DaySums[],
): { from: string; to: string; earnings: VatEarning[] } | null {
  const own = days.filter(({ day }) => monthOf(Temporal.PlainDate.from(day)) === month)
  if (own.length === 0) return null
  const measures: Record<string, number> = {}
  for (const one of own)
    for (const [name, amount] of Object.entries(one.measures)) measures[name] = (measures[name] ?? 0) + amount
  const { first, last } = daysOfMonth(month)
  // Uber's week ends on Monday at four in the morning: its last hours may be the first of a month.
  const newest = days.reduce((latest, { day }) => (day > latest ? day : latest), sunday(week).toString())
  const from = later(monday(week).toString(), first.toString())
  const to = newest < last.toString() ? newest : last.toString()
  return { from, to, earnings: vatEarningsOf({ id: `${week} ${from}`, source: 'uber', kind: 'earning', measures }) }
}

const later = (one: string, other: string) => (one > other ? one : other)

/**
 * Days of a week that are of the month before the one the week counts in, since its report knows no days; `null` where the week
 * is of one month. Their month is `month`.
 */
export function daysBefore(week: Week): { from: string; to: string; month: Month } | null {
  const month = monthOf(monday(week))
  if (month === monthOfWeek(week)) return null
  return { from: monday(week).toString(), to: daysOfMonth(month).last.toString(), month }
}

/** Whether two months in a row are of two quarters. */
export function isOtherQuarter(month: Month): boolean {
  return Temporal.PlainYearMonth.from(month).month % 3 === 0
}
