import { Refusal } from './refusal.ts'
import { READ_YEAR, type Week, ZONE, nextWeek, sunday, weekOf } from './week.ts'

/** A calendar month as the accountant files it: `2026-06`. */
export type Month = string & { readonly unit: 'month' }

/** Reads `2026-06`. Refuses (`record.not-found`) any other text, and years outside 1900 to 2999. */
export function readMonth(text: string): Month {
  const found = /^\d{4}-(\d{2})$/.exec(text)
  if (!found || !READ_YEAR.test(text) || Number(found[1]) < 1 || Number(found[1]) > 12)
    throw new Refusal('record.not-found')
  return text as Month
}

/** The month a day belongs to. */
export function monthOf(day: Temporal.PlainDate): Month {
  return day.toPlainYearMonth().toString() as Month
}

/** The month an instant falls in, on the Lisbon clock. */
export function monthAt(instant: Temporal.Instant): Month {
  return monthOf(instant.toZonedDateTimeISO(ZONE).toPlainDate())
}

/** First and last day of a month. */
export function daysOfMonth(month: Month): { first: Temporal.PlainDate; last: Temporal.PlainDate } {
  const whole = Temporal.PlainYearMonth.from(month)
  return { first: whole.toPlainDate({ day: 1 }), last: whole.toPlainDate({ day: whole.daysInMonth }) }
}

/**
 * The month a week is filed in, which is that of its Sunday: the platforms report whole weeks, and a week is known once
 * its Sunday is over.
 */
export function monthOfWeek(week: Week): Month {
  return monthOf(sunday(week))
}

/** Lists the weeks that end in a month, four or five, oldest first: every week is in exactly one month. */
export function weeksOfMonth(month: Month): Week[] {
  const { first } = daysOfMonth(month)
  const start = weekOf(first)
  return Array.from({ length: 6 }, (_, place) => nextWeek(start, place)).filter((week) => monthOfWeek(week) === month)
}
