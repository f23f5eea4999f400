import { firstOf } from '#domain/certain.ts'
import { lisbon, monday, type Week, weekOf, ZONE } from '#domain/week.ts'
import type { Period } from '#integrations/file-name.ts'
import { type DateOrder, dateOrder, readDateTime } from '#platform/amount-text.ts'

/**
 * Makes a reader of `2026-06-07 06:46:08`, with or without an offset (` +0100 WEST`); without one the time is Lisbon's.
 * `texts` are all the moments of the file: together they show the order of day and month, else the days in the file's
 * name do.
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

/** Finds the order of day and month in a spreadsheet's dates, if only one order puts all of them into the period of the file's name. */
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

/** Hour of Monday at which Uber's own week begins. */
const TURNS_AT = 4

/** Answers Uber's own week, which begins on Monday at 04:00: an earlier row belongs to the week before. */
export function uberWeek(at: Temporal.Instant): Week {
  return weekOf(at.toZonedDateTimeISO(ZONE).toPlainDateTime().subtract({ hours: TURNS_AT }).toPlainDate())
}

/** Answers the time of Uber's week, up to the moment at which the next one begins. */
export function uberWeekSpan(week: Week): { from: Temporal.Instant; to: Temporal.Instant } {
  const turn = (day: Temporal.PlainDate) =>
    day.toZonedDateTime({ timeZone: ZONE, plainTime: Temporal.PlainTime.from({ hour: TURNS_AT }) }).toInstant()
  return { from: turn(monday(week)), to: turn(monday(week).add({ days: 7 })) }
}

/** Answers the days that a report covers: those in its name, else those of its first and last row. */
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
