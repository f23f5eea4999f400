import type { FileProblem, ProblemCode } from '#domain/import.ts'
import { amountReader, decimalStyle, readCount } from '#platform/amount-text.ts'
import { problemList, type ProblemList } from './format.ts'
import { dataRows, type Header, lastFilled, type Table, type TableRow } from '#platform/table.ts'

/** Reads the cells of a report and collects all it cannot read; a missing column (−1) is empty, so zero. */
export type Cells = {
  problems: ProblemList
  headings: readonly string[]
  text: (row: TableRow, column: number) => string
  /** Whole cents. Unreadable and `N/A` are reported and count as 0, which nobody sees: the file is refused. */
  cents: (row: TableRow, column: number) => number
  count: (row: TableRow, column: number) => number
  /** A count that may be written with decimals (minutes), rounded. */
  roundedCount: (row: TableRow, column: number) => number
  /**
   * A figure times 10^`places`, whatever unit follows it; `null` where the cell says nothing (empty, `-`, `N/A`). One outside
   * `least` to `most` is reported.
   */
  optionalNumber: (
    row: TableRow,
    column: number,
    within: { places: number; least: number; most: number },
  ) => number | null
  report: (row: TableRow, column: number, code: ProblemCode, expected: string, found?: string) => void
  /** Reports a record with too few cells, or with text beyond the last heading. */
  hasItsWidth: (row: TableRow) => boolean
}

export type PlainCells = Omit<Cells, 'cents' | 'count' | 'roundedCount' | 'optionalNumber'>

/** Cells of a table whose money stands in `moneyColumns`; one decimal style must hold for all of them. */
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

/** Units that stand behind a figure which is no money. */
const UNIT = /\s*(?:%|★|km)$/i

/** Cells of a table whose figures each column tells for itself (`Figures` in `movements.ts`). */
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

/** Headings that come twice, of those in `columns`, unless both columns say the same in every row. */
export function repeatedColumns(table: Table, header: Header, columns: readonly number[]): FileProblem[] {
  const twins = twinColumns(header, columns)
  for (const row of dataRows(table, header)) twins.see(row)
  return twins.problems()
}

/** Learns row by row which headings come twice with different columns below them. */
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

/** Cents as a machine writes them, for `found` and `expected`. */
export function plainAmount(amount: number): string {
  const size = Math.abs(amount)
  return `${amount < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

export function isUuid(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
}

/** Hundredths of a star, from 1 to 5; zero is what a report has for who was not rated. */
export function ratingOf(cells: Cells, row: TableRow, column: number): number | null {
  if (/^0([.,]0+)?$/.test(cells.text(row, column))) return null
  return cells.optionalNumber(row, column, { places: 2, least: 100, most: 500 })
}

/** The values that the file has, without those it does not. */
export function withoutNulls(measures: Readonly<Record<string, number | null>>): Record<string, number> {
  return Object.fromEntries(
    Object.entries(measures).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
  )
}
