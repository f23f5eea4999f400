import { type Month, daysOfMonth, monthOf, monthOfWeek } from './month.ts'
import { type VatEarning, vatEarningsOf } from './vat-month.ts'
import { type Week, monday, sunday } from './week.ts'

type Measures = Readonly<Record<string, number>>

/** Sums of a platform's transactions on one day (ISO), by the measures of its weekly report. Cents. */
export type DaySums = { day: string; measures: Measures }

/** Figures of a driver that both the transactions and the weekly report hold. */
const REPORTED_TWICE = [
  ...['paid', 'earnings', 'fare', 'fare_tax', 'service_fee', 'tips', 'cash_collected'],
  ...['toll_refund', 'toll_tax', 'incentives'],
] as const

/**
 * Whether the transactions cover the whole week: every figure equals the weekly report's, to the cent. A file of some
 * days says nothing of the others, so a week that lacks one cent is counted as a whole week, not by days.
 */
export function isWholeWeek(weekly: readonly Measures[], days: readonly DaySums[]): boolean {
  const total = (all: readonly Measures[], name: string) =>
    all.reduce((sum, dayAmounts) => sum + (dayAmounts[name] ?? 0), 0)
  const daily = days.map(({ measures }) => measures)
  const taxed = weekly.filter((dayAmounts) => dayAmounts['fare_tax'] !== undefined).length
  return (
    days.length > 0 &&
    // If only some accounts itemise the tax, it cannot be split by day.
    (taxed === 0 || taxed === weekly.length) &&
    REPORTED_TWICE.every((name) => total(weekly, name) === total(daily, name))
  )
}

/** Answers the part of a week that lies in a month; `null` where there is none. `to` is the last day, and both are included. */
export function partOfMonth(
  week: Week,
  month: Month,
  days: readonly DaySums[],
): { from: string; to: string; earnings: VatEarning[] } | null {
  const inMonth = days.filter(({ day }) => monthOf(Temporal.PlainDate.from(day)) === month)
  if (inMonth.length === 0) return null
  const measures: Record<string, number> = {}
  for (const day of inMonth)
    for (const [name, amount] of Object.entries(day.measures)) measures[name] = (measures[name] ?? 0) + amount
  const { first, last } = daysOfMonth(month)
  // Uber's week ends on Monday at four in the morning: its last hours may be in the next month.
  const newest = days.reduce((latest, { day }) => (day > latest ? day : latest), sunday(week).toString())
  const from = laterDay(monday(week).toString(), first.toString())
  const to = newest < last.toString() ? newest : last.toString()
  return { from, to, earnings: vatEarningsOf({ id: `${week} ${from}`, source: 'uber', kind: 'earning', measures }) }
}

const laterDay = (one: string, other: string) => (one > other ? one : other)

/**
 * Answers the days of a week that lie in the month before the one in which the week counts, since its report has no
 * days; `null` where the week lies in one month. `month` is the month of these days.
 */
export function daysBefore(week: Week): { from: string; to: string; month: Month } | null {
  const month = monthOf(monday(week))
  if (month === monthOfWeek(week)) return null
  return { from: monday(week).toString(), to: daysOfMonth(month).last.toString(), month }
}

/** Whether this month and the next are in two quarters. */
export function isOtherQuarter(month: Month): boolean {
  return Temporal.PlainYearMonth.from(month).month % 3 === 0
}
