import type { Source } from './import.ts'
import { type Week, ZONE, monday } from './week.ts'

/** How complete a source is in a week. `unexpected`: nothing came, and the fleet usually does not have this source. */
export type SourceState = 'whole' | 'part' | 'missing' | 'unexpected'

/** Facts about a source in a week: its files, what they lack, and whether the fleet usually has it. */
export type SourceKnown = {
  files: number
  isUsual: boolean
  /** Missing things: files that could not be read, accounts of ours, days and drivers. */
  lacks: { unread: number; accounts: number; days: number; drivers: number }
}

/**
 * Answers how complete a source is. A file that could not be read counts as a missing one: a usual source is partly
 * there only if files were read.
 */
export function stateOfSource({ files, isUsual, lacks }: SourceKnown): SourceState {
  if (files === 0) return isUsual ? 'missing' : lacks.unread > 0 ? 'part' : 'unexpected'
  return Object.values(lacks).some((count) => count > 0) ? 'part' : 'whole'
}

/** Sources reported by whole week, which have no days; for a list that the operator set up (`other`) nobody knows what it should hold. */
const BY_WEEK: ReadonlySet<Source> = new Set(['uber', 'bolt', 'other'])

/** Lists the days of the week before `today` that no file of a list of movements covers. */
export function uncoveredDays(
  source: Source,
  week: Week,
  periods: readonly { from: string; to: string }[],
  today: Temporal.PlainDate,
): string[] {
  if (BY_WEEK.has(source)) return []
  return daysOf(week)
    .filter((day) => Temporal.PlainDate.compare(day, today) < 0)
    .map(String)
    .filter((day) => !periods.some(({ from, to }) => from <= day && day <= to))
}

export type DayState = 'in' | 'part' | 'out'

/** Lists the days of the week for which everything asked of a platform has come; a day in Lisbon has 23 to 25 hours. */
export function daysCollected(
  week: Week,
  span: { from: string; until: string } | null,
): { day: string; state: DayState }[] {
  return daysOf(week).map((day) => {
    const begin = day.toZonedDateTime(ZONE).toInstant().toString()
    const end = day.add({ days: 1 }).toZonedDateTime(ZONE).toInstant().toString()
    const before = (one: string, other: string) =>
      Temporal.Instant.compare(Temporal.Instant.from(one), Temporal.Instant.from(other)) <= 0
    const state =
      span === null || before(span.until, begin) || before(end, span.from)
        ? 'out'
        : before(span.from, begin) && before(end, span.until)
          ? 'in'
          : 'part'
    return { day: day.toString(), state }
  })
}

function daysOf(week: Week): Temporal.PlainDate[] {
  return Array.from({ length: 7 }, (_, index) => monday(week).add({ days: index }))
}
