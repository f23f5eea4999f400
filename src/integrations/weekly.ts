import type { ReadFile, ReadResult } from '#domain/import.ts'
import { sunday, type Week } from '#domain/week.ts'
import type { TableRow } from '#platform/table.ts'
import { type NamedReport, type Period, weekOfPeriod } from './file-name.ts'
import { type Cells, plainAmount } from './cells.ts'
import { refused } from './format.ts'
import { isTotalWord } from './words.ts'

export type WeekOfReport =
  | { week: Week; period: NonNullable<ReadFile['period']>; isWeekChosen: boolean }
  | { refusal: ReadResult }

/**
 * Finds the week of a report whose rows have no dates: by its name or its own period, else the week that the person
 * chose. Without either, or for a span that is not one Monday to Sunday, the file is refused, because it could not be
 * split.
 */
export function weekOfReport(period: Period | null, chosen: Week | null): WeekOfReport {
  if (period) {
    const week = weekOfPeriod(period)
    if (!week)
      return { refusal: refused('period-not-a-week', { from: period.from.toString(), to: period.to.toString() }) }
    return { week, period: periodOfWeek(week), isWeekChosen: false }
  }
  if (!chosen) return { refusal: refused('period-missing') }
  return { week: chosen, period: periodOfWeek(chosen), isWeekChosen: true }
}

function periodOfWeek(week: Week): NonNullable<ReadFile['period']> {
  return { from: week, to: sunday(week).toString() }
}

/**
 * Sums the money columns of a weekly report so far, to check a line of sums that a person or a spreadsheet put below
 * them (`rulings.md` J.4). Such a line may have left out the rows that are no driver's: Uber's own transfers.
 */
export function columnSums(columns: readonly number[]) {
  const sums = new Map(columns.map((column) => [column, { all: 0, drivers: 0 }]))
  return {
    add: (amounts: ReadonlyMap<number, number>, isDriver: boolean) => {
      for (const [column, sum] of sums) {
        const amount = amounts.get(column) ?? 0
        sum.all += amount
        if (isDriver) sum.drivers += amount
      }
    },
    check: (cells: Cells, row: TableRow) => {
      for (const [column, { all, drivers }] of sums) {
        const text = cells.text(row, column)
        if (text === '' || isTotalWord(text)) continue
        const found = cells.cents(row, column)
        if (found !== all && found !== drivers) cells.report(row, column, 'sum-differs', plainAmount(drivers))
      }
    },
  }
}

/** Refuses a file whose name and headings belong to different reports; otherwise `null`. */
export function contradiction(
  named: NamedReport,
  found: { source: 'uber' | 'bolt'; report: string },
): ReadResult | null {
  const otherSource = named.source !== null && named.source !== found.source
  const otherReport = named.report !== null && named.report !== found.report
  if (!otherSource && !otherReport) return null
  const nameSays = named.report ?? named.source ?? ''
  return refused('name-contradicts-content', { name: nameSays, content: `${found.source} ${found.report}` })
}
