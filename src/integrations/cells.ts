import type { FileProblem, ProblemCode } from '#domain/import.ts'
import { amountReader, decimalStyle, readCount } from '#platform/amount-text.ts'
import { problemList, type ProblemList } from './format.ts'
import { dataRows, type Header, lastFilled, type Table, type TableRow } from '#platform/table.ts'

/** Reads the cells of a report and collects all that it cannot read; a missing column (−1) counts as empty, so zero. */
export type Cells = {
  problems: ProblemList
  headings: readonly string[]
  text: (row: TableRow, column: number) => string
  /** Reads whole cents. Unreadable cells and `N/A` are reported and count as 0, which nobody sees, because the file is refused. */
  cents: (row: TableRow, column: number) => number
  count: (row: TableRow, column: number) => number
  /** Reads a count that may have decimals (minutes), and rounds it. */
  roundedCount: (row: TableRow, column: number) => number
  /**
   * Reads a figure times 10^`places`, with any unit after it; `null` where the cell is empty or `-` or `N/A`. A figure
   * outside `least` to `most` is reported.
   */
  optionalNumber: (
    row: TableRow,
    column: number,
    within: { places: number; least: number; most: number },
  ) => number | null
  report: (row: TableRow, column: number, code: ProblemCode, expected: string, found?: string) => void
  /** Checks the number of cells; reports a record with too few, or with text beyond the last heading. */
  hasItsWidth: (row: TableRow) => boolean
}

export type PlainCells = Omit<Cells, 'cents' | 'count' | 'roundedCount' | 'optionalNumber'>

/** Makes the reader of a table with money in `moneyColumns`; they must all have one decimal style. */
export function cellsOf(table: Table, header: Header, moneyColumns: readonly number[]): Cells {
  const plain = plainCells(table, header)
  const { text, report } = plain
  const style = decimalStyle(amountCells(table, header, moneyColumns))
  if (style.mixed) for (const cell of style.cells) report(cell.row, cell.column, 'decimal-styles-mixed', '')
  const amounts = amountReader(style.mixed ? 'either' : style.style)

  return {
    ...plain,
    cents: (row, column) => {
      const amount = amounts.cents(text(row, column), row.numbers.has(column))
      if (typeof amount === 'number') return amount
      if (!style.mixed) report(row, column, 'amount-unreadable', style.style === 'comma' ? '0,00' : '0.00')
      return 0
    },
    count: (row, column) => {
      const count = readCount(text(row, column))
      if (count === null) report(row, column, 'count-unreadable', '0')
      return count ?? 0
    },
    roundedCount: (row, column) => {
      const count = amounts.scaled(text(row, column), 0, row.numbers.has(column))
      if (typeof count === 'number' && count >= 0) return count
      if (!style.mixed) report(row, column, 'count-unreadable', '0')
      return 0
    },
    optionalNumber: (row, column, { places, least, most }) => {
      const bare = text(row, column).replace(UNIT, '')
      if (bare === '' || bare === '-') return null
      const figure = amounts.scaled(bare, places, row.numbers.has(column))
      if (figure === 'unknown') return null
      if (typeof figure === 'number' && figure >= least && figure <= most) return figure
      if (!style.mixed) report(row, column, 'count-unreadable', style.style === 'comma' ? '0,0' : '0.0')
      return null
    },
  }
}

/** Units after a figure that is no money. */
const UNIT = /\s*(?:%|★|km)$/i

/** Makes the reader of a table in which each column shows its own style (`Figures` in `movements.ts`). */
export function plainCells({ encoding }: Pick<Table, 'encoding'>, header: Header): PlainCells {
  const problems = problemList()
  const width = header.columns.length
  const report: Cells['report'] = (row, column, code, expected, found = row.cells[column] ?? '') => {
    problems.push({ line: row.line, column: header.columns[column] ?? null, code, found, expected })
  }
  return {
    problems,
    headings: header.columns,
    report,
    text: (row, column) => row.cells[column] ?? '',
    hasItsWidth: (row) => {
      const short = encoding !== 'xlsx' && row.cells.length < width
      const long = row.cells.length > width && lastFilled(row.cells) >= width
      if (short) report(row, -1, 'row-too-short', String(width), String(row.cells.length))
      if (long) report(row, -1, 'row-too-long', String(width), String(lastFilled(row.cells) + 1))
      return !short && !long
    },
  }
}

function* amountCells(table: Table, header: Header, columns: readonly number[]) {
  for (const row of dataRows(table, header)) {
    for (const column of columns) {
      const text = row.cells[column]?.replace(UNIT, '')
      if (text) yield { line: row.line, text, isNumber: row.numbers.has(column), row, column }
    }
  }
}

/** Finds headings among `columns` that come twice, unless both columns say the same in every row. */
export function repeatedColumns(table: Table, header: Header, columns: readonly number[]): FileProblem[] {
  const twins = twinColumns(header, columns)
  for (const row of dataRows(table, header)) twins.see(row)
  return twins.problems()
}

/** Learns row by row which headings come twice with different values below them. */
export function twinColumns(
  header: Header,
  columns: readonly number[],
): { see: (row: TableRow) => void; problems: () => FileProblem[] } {
  const pairs = columns
    .map((column) => ({ column, twin: column === -1 ? -1 : header.keys.indexOf(header.keys[column]!, column + 1) }))
    .filter(({ twin }) => twin !== -1)
    .map((pair) => ({ ...pair, differ: false }))
  return {
    see: ({ cells }) => {
      for (const pair of pairs) pair.differ ||= (cells[pair.column] ?? '') !== (cells[pair.twin] ?? '')
    },
    problems: () =>
      pairs
        .filter(({ differ }) => differ)
        .map(({ column }): FileProblem => {
          const heading = header.columns[column]!
          return { line: header.line, column: heading, code: 'column-repeated', found: heading, expected: '' }
        }),
  }
}

/** Writes cents plainly, for `found` and `expected`. */
export function plainAmount(amount: number): string {
  const size = Math.abs(amount)
  return `${amount < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** Reads a rating in hundredths of a star, from 1 to 5; a report has zero for a driver without one. */
export function ratingOf(cells: Cells, row: TableRow, column: number): number | null {
  if (/^0([.,]0+)?$/.test(cells.text(row, column))) return null
  return cells.optionalNumber(row, column, { places: 2, least: 100, most: 500 })
}

/** Leaves out the values that the file does not have. */
export function withoutNulls(measures: Readonly<Record<string, number | null>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(measures).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}
