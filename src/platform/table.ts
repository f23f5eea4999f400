/** A file as rows of cells, whatever it was stored as. Rows without any text are not in it. */
export type Table = {
  encoding: 'utf-8' | 'windows-1252' | 'xlsx'
  /** `;` `,` or TAB; `null` for a sheet. */
  separator: string | null
  rows: readonly TableRow[]
  /** Line where a quoted cell opens and never closes properly; `null` when all is well. */
  openQuote: number | null
}

export type TableRow = {
  /** Physical line of the file where the record starts, or row number of the sheet, from 1. */
  line: number
  /** Text of the cells, spaces (also no-break ones) cut at both ends, otherwise as in the file. */
  cells: readonly string[]
  /** Positions of cells that a sheet stores as numbers: their text is a machine's (`59.050000000000004`). Empty for CSV. */
  numbers: ReadonlySet<number>
  /** The record as in the file; cells of a sheet joined by tabs. */
  original: string
}

/** The row of headings, wherever cover lines put it. */
export type Header = {
  /** Position in `table.rows`; the data follow it. */
  index: number
  line: number
  /** As in the file, in order, empty ones at the end left out. */
  columns: readonly string[]
  /** The same, by `headingKey`. */
  keys: readonly string[]
}

/** A heading in the form in which headings are compared: accents composed, lower case, spaces single, none around `:` `|` or inside brackets. */
export function headingKey(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/\s+/g, ' ')
    .replace(/ ?([:|]) ?/g, '$1')
    .replace(/\( /g, '(')
    .replace(/ \)/g, ')')
    .trim()
}

/** As in a sheet; no report has nearly as many. */
const MOST_COLUMNS = 1_000

/** The first of the leading rows that `isHeader` says is the row of headings; its argument are the headings by `headingKey`. */
export function findHeader(
  table: Table,
  isHeader: (keys: ReadonlySet<string>) => boolean,
  withinRows = 40,
): Header | null {
  for (const [index, row] of table.rows.slice(0, withinRows).entries()) {
    if (row.cells.length > MOST_COLUMNS) continue
    const columns = row.cells.slice(0, lastFilled(row.cells) + 1)
    const keys = columns.map(headingKey)
    if (isHeader(new Set(keys))) return { index, line: row.line, columns, keys }
  }
  return null
}

/** Rows below the headings. */
export function dataRows(table: Table, header: Header): readonly TableRow[] {
  return table.rows.slice(header.index + 1)
}

/** Position of the first heading that has one of these names (written as `headingKey` gives them), or −1. */
export function columnOf(header: Header, ...names: readonly string[]): number {
  return header.keys.findIndex((key) => names.includes(key))
}

/** Position of the last cell with text, or −1. */
export function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '')
}
