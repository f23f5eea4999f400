import type { FileProblem } from '#domain/import.ts'
import type { ListedProblem } from '#domain/listed.ts'
import type { Header, LongTable, Table, TableRow } from '#platform/table.ts'

/** Thrown at the end of a sheet in which a spreadsheet took days for months. */
export class DatesTurned extends Error {
  override readonly name = 'DatesTurned'
  readonly problem: FileProblem

  constructor(problem: FileProblem) {
    super(`dates turned at line ${problem.line}`)
    this.problem = problem
  }
}

/** Answers the same table, whose walk throws `DatesTurned` at its end if days and months of it were exchanged. */
export function refuseTurnedDates(table: LongTable, header: Header): LongTable {
  if (!mayBeTurned(table, table.head)) return table
  return {
    ...table,
    walk: async function* () {
      const learner = turnedDatesLearner(header)
      for await (const batch of table.walk()) {
        for (const row of batch) learner.see(row)
        yield batch
      }
      const problem = learner.found()
      if (problem) throw new DatesTurned(problem)
    },
  }
}

/**
 * The first day of these columns of a list if days and months of it were exchanged; a list may have been a sheet before
 * it was text. Insurances end and cars are registered on the first of a month: a column of such days alone proves nothing.
 */
export function turnedDate(
  rows: readonly TableRow[],
  header: Header,
  columns: ReadonlySet<number>,
): ListedProblem<'date-turned'> | null {
  const learner = turnedDatesLearner(header, columns)
  for (const row of rows) learner.see(row)
  const problem = learner.found()
  return problem && { line: problem.line, column: problem.column ?? '', code: 'date-turned', found: problem.found }
}

/** Only a sheet has dates that a program wrote anew, and a list that Gnumeric saved: no portal writes `2026/06/09`. */
function mayBeTurned({ encoding }: Pick<Table, 'encoding'>, head: readonly TableRow[]): boolean {
  return encoding === 'xlsx' || head.some(({ cells }) => cells.some((cell) => /^\d{4}\/\d{2}\/\d{2}(?:$| )/.test(cell)))
}

/** Dates of one column: those of date cells with a day that might be a month, and those left as text because theirs can't. */
type DateColumn = { first: { line: number; text: string } | null; days: Set<string>; texts: number; isSure: boolean }

/** Fewest dates, each in another month and all on the same day of it, that no list of movements has. `bank-days.ts` doubts those of banks. */
const FEWEST = 3

/**
 * Learns whether a spreadsheet with the month first wrote the days of a list anew. It takes `06/09/2026` for the ninth
 * of June and leaves `13/09/2026` as text: a column has both. If no day is above 12, the days of one month all become
 * the same day of different months.
 */
function turnedDatesLearner(header: Header, only?: ReadonlySet<number>) {
  const columns = new Map<number, DateColumn>()
  return {
    see: ({ line, cells }: TableRow) => {
      if (line <= header.line) return
      for (const [at, cell] of cells.entries()) {
        if (only && !only.has(at)) continue
        const stored = /^\d{4}([-/])\d{2}\1(\d{2})(?:$| )/.exec(cell)
        const written = stored ? null : /^(\d{1,2})[/.-](\d{1,2})[/.-]\d{4}(?:$|\D)/.exec(cell)
        if (!stored && !written) continue
        const column = columns.get(at) ?? { first: null, days: new Set<string>(), texts: 0, isSure: false }
        columns.set(at, column)
        if (written) {
          column.texts += 1
          column.isSure ||= Number(written[1]) <= 12 || Number(written[2]) > 12
        } else if (stored) {
          column.first ??= { line, text: cell }
          column.days.add(cell.slice(0, 10))
          column.isSure ||= Number(stored[2]) > 12
        }
      }
    },
    found: (): FileProblem | null => {
      const dateColumns = [...columns].filter(([, { first }]) => first !== null)
      const isWhole = dateColumns.every(
        ([, { isSure, texts, days }]) =>
          !isSure && texts === 0 && sameDayOfMonth(days) && !(only && areFirstsOfMonths(days)),
      )
      const turned = dateColumns.find(
        ([, { isSure, texts, days }]) => !isSure && (texts > 0 || (isWhole && days.size >= FEWEST)),
      )
      if (!turned?.[1].first) return null
      const [at, { first }] = turned
      return {
        line: first.line,
        column: header.columns[at] ?? null,
        code: 'date-turned',
        found: first.text,
        expected: first.text.replace(/^(\d{4}.)(\d{2})(.)(\d{2})/, '$1$4$3$2'),
      }
    },
  }
}

function sameDayOfMonth(days: ReadonlySet<string>): boolean {
  return new Set([...days].map((day) => `${day.slice(0, 4)} ${day.slice(8)}`)).size === 1
}

function areFirstsOfMonths(days: ReadonlySet<string>): boolean {
  return [...days].every((day) => day.endsWith('01'))
}
