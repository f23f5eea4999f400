import { firstOf } from '#domain/certain.ts'
import { lisbon, monday, type Week, weekOf, ZONE } from '#domain/week.ts'
import type { Period } from '#integrations/file-name.ts'
import { type DateOrder, dateOrder, readDateTime } from '#platform/amount-text.ts'

/**
 * Reads `2026-06-07 06:46:08`, with or without an offset (` +0100 WEST`); without one the time is Lisbon's. `texts` are all
 * the moments of the file: together they say the order of day and month, else the days of its name do.
 */
export function momentReader(
  texts: readonly string[],
  period: Period | null,
): (text: string) => Temporal.Instant | null {
  const seen = dateOrder(texts)
  const order = seen === 'ambiguous' || seen === 'mixed' ? orderWithin(texts, period) : seen
  return (text) => {
    const found = /^(.*?)(?: ?([+-]\d{2}):?(\d{2})(?: [A-Z]{2,5})?)?$/.exec(text)!
    const local = order && readDateTime(found[1]!, order)
    if (!local) return null
    return found[2] ? local.toZonedDateTime(`${found[2]}:${found[3]}`).toInstant() : lisbon(local)
  }
}

/** Day and month of a spreadsheet's dates, when only one order puts them all into the period of the file's name. */
function orderWithin(texts: readonly string[], period: Period | null): DateOrder | null {
  if (!period) return null
  const [start, end] = [period.from, period.to.add({ days: 1 })]
  const fits = (['dmy', 'mdy'] as const).filter((order) =>
    texts.every((text) => {
      const day = readDateTime(text, order)?.toPlainDate()
      return day && Temporal.PlainDate.compare(start, day) <= 0 && Temporal.PlainDate.compare(day, end) <= 0
    }),
  )
  return fits.length === 1 ? firstOf(fits) : null
}

/** The hour of Monday at which Uber's own week turns. */
const TURNS_AT = 4

/** Uber's own week turns on Monday at 04:00: an earlier row belongs to the week before. */
export function uberWeek(at: Temporal.Instant): Week {
  return weekOf(at.toZonedDateTimeISO(ZONE).toPlainDateTime().subtract({ hours: TURNS_AT }).toPlainDate())
}

/** The time from the moment at which Uber's week begins to the one at which the next does. */
export function uberWeekSpan(week: Week): { from: Temporal.Instant; to: Temporal.Instant } {
  const turn = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone: ZONE, plainTime: Temporal.PlainTime.from({ hour: TURNS_AT }) }).toInstant()
  return { from: turn(monday(week)), to: turn(monday(week).add({ days: 7 })) }
}

/** The days a report covers: those of its name, else those of its first and last row. */
export function periodOfReport(
  named: Period | null,
  moments: readonly Temporal.Instant[],
): { from: string; to: string } | null {
  if (named) return { from: named.from.toString(), to: named.to.toString() }
  const sorted = moments.toSorted(Temporal.Instant.compare)
  const [first, last] = [sorted[0], sorted.at(-1)]
  return first && last ? { from: dayOf(first), to: dayOf(last) } : null
}

function dayOf(at: Temporal.Instant): string {
  return at.toZonedDateTimeISO(ZONE).toPlainDate().toString()
}
