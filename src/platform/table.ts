/** A file as rows of cells, whatever its format. Rows without any text are left out. */
export type Table = {
  encoding: 'utf-8' | 'windows-1252' | 'macintosh' | 'xlsx'
  /** `;` `,` or TAB; `null` for a sheet. */
  separator: string | null
  rows: readonly TableRow[]
  /** Line where a quoted cell opens and never closes properly; `null` when all is well. */
  openQuote: number | null
}

/** A table of any length: its leading rows in memory, and the rest read a batch at a time. */
export type LongTable = Omit<Table, 'rows'> & {
  /** First rows: the headings, and the cover lines above them, are among these. */
  head: readonly TableRow[]
  /** Answers every row, the leading ones too; each walk reads the file again. */
  walk: () => AsyncIterable<readonly TableRow[]>
  /** First lines that hold letters lost before the file reached us (U+FFFD). */
  damagedLines: readonly number[]
}

export type TableRow = {
  /** Line of the file where the record starts, or row number of the sheet, from 1. */
  line: number
  /** Text of the cells, without spaces (also no-break ones) at both ends, otherwise as in the file. */
  cells: readonly string[]
  /** Positions of cells that a sheet stores as numbers: their text is written by a program (`59.050000000000004`). Empty for CSV. */
  numbers: ReadonlySet<number>
  /** Text of the record as in the file; cells of a sheet are joined by tabs. */
  original: string
}

/** Row of headings, which may stand below cover lines. */
export type Header = {
  /** Index in `table.rows`; the data follow it. */
  index: number
  line: number
  /** Headings as they stand in the file, in order, without empty ones at the end. */
  columns: readonly string[]
  /** The headings, each by its `headingKey`. */
  keys: readonly string[]
}

/** Rewrites a heading for comparison: accents composed, lower case, spaces single, none around `:` `|` or inside brackets. */
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

/**
 * Limits of a table, far above any report. A larger file is no export of a program: reading it to the end would only cost time
 * and memory. `line` is in letters of one line of text; `cells` counts those of a sheet that is read in batches. `rows`,
 * `cellsInMemory` and `lettersInMemory` (letters) are for a table read into memory as a whole, some 60 MB; tables that are read in
 * batches may have any length.
 */
export const TABLE_LIMITS = {
  columns: 1_000,
  line: 100_000,
  rows: 200_000,
  cells: 6_000_000,
  cellsInMemory: 1_000_000,
  lettersInMemory: 20_000_000,
} as const

export type TableProblem = 'row-too-wide' | 'line-too-long' | 'too-many-rows' | 'too-many-cells'

/** Thrown for a table beyond a limit: which one, how much it allows, and the line of the file where it is passed. */
export class TableRefused extends Error {
  override readonly name = 'TableRefused'
  readonly problem: TableProblem
  readonly line: number
  readonly most: number

  constructor(problem: TableProblem, line: number, most: number) {
    super(`${problem} at line ${line}`)
    this.problem = problem
    this.line = line
    this.most = most
  }
}

/** Number of leading rows in which headings are looked for. */
export const HEAD_ROWS = 40

/** Finds the first leading row that `isHeader` accepts as headings; it gets the headings by `headingKey`. */
export function findHeader(
  table: Table,
  isHeader: (keys: ReadonlySet<string>) => boolean,
  withinRows = HEAD_ROWS,
): Header | null {
  for (const [index, row] of table.rows.slice(0, withinRows).entries()) {
    const { columns, keys, keySet } = headingsOf(row)
    if (isHeader(keySet)) return { index, line: row.line, columns, keys }
  }
  return null
}

type Headings = Pick<Header, 'columns' | 'keys'> & { keySet: ReadonlySet<string> }
const headings = new WeakMap<TableRow, Headings>()

/** Reads a row as headings. Kept for each row, because every format looks at the same leading rows. */
function headingsOf(row: TableRow): Headings {
  const kept = headings.get(row)
  if (kept) return kept
  const columns = row.cells.slice(0, lastFilled(row.cells) + 1)
  const keys = columns.map(headingKey)
  const read = { columns, keys, keySet: new Set(keys) }
  headings.set(row, read)
  return read
}

/** Answers the rows below the headings, without rows that repeat the headings. */
export function dataRows(table: Table, header: Header): readonly TableRow[] {
  return withoutHeadings(table.rows.slice(header.index + 1), header)
}

/**
 * Leaves out repeated headings: they stand at the top of each printed page, at its foot, or between two files that were
 * pasted together.
 */
function withoutHeadings(rows: readonly TableRow[], { columns }: Header): readonly TableRow[] {
  const isHeading = ({ cells }: TableRow) => columns.every((heading, column) => (cells[column] ?? '') === heading)
  return rows.some(isHeading) ? rows.filter((row) => !isHeading(row)) : rows
}

/** Wraps a table in memory so that it is read like a long one. */
export function longTable(table: Table): LongTable {
  const { rows, ...rest } = table
  return {
    ...rest,
    head: rows.slice(0, HEAD_ROWS),
    damagedLines: damagedLines(rows),
    walk: async function* () {
      yield rows
    },
  }
}

/** Answers the leading rows as a table of their own. */
export function headTable({ encoding, separator, openQuote, head }: LongTable): Table {
  return { encoding, separator, openQuote, rows: head }
}

/** Reads a long table into memory. Throws `TableRefused` for one that is too large for that. */
export async function wholeTable(table: LongTable): Promise<Table> {
  const rows: TableRow[] = []
  const size = { cells: 0, text: 0 }
  for await (const batch of table.walk()) {
    for (const row of batch) {
      rows.push(row)
      size.cells += row.cells.length
      size.text += row.original.length
      if (rows.length > TABLE_LIMITS.rows) throw new TableRefused('too-many-rows', row.line, TABLE_LIMITS.rows)
      requireFitsMemory(size, row.line)
    }
  }
  return { ...headTable(table), rows }
}

/** Throws `TableRefused`, with this line, for a table that is too large to be held in memory. */
export function requireFitsMemory(size: { cells: number; text: number }, line: number): void {
  if (size.cells > TABLE_LIMITS.cellsInMemory || size.text > TABLE_LIMITS.lettersInMemory)
    throw new TableRefused('too-many-cells', line, TABLE_LIMITS.cellsInMemory)
}

/** Answers the rows below the header, a batch at a time. */
export async function* walkData(table: LongTable, header: Header): AsyncGenerator<readonly TableRow[]> {
  let rowsToSkip = header.index + 1
  for await (const batch of table.walk()) {
    if (rowsToSkip < batch.length) yield withoutHeadings(batch.slice(rowsToSkip), header)
    rowsToSkip = Math.max(0, rowsToSkip - batch.length)
  }
}

/** Lists the lines of rows with letters that were lost before the file reached us. */
export function damagedLines(rows: readonly TableRow[]): number[] {
  return rows.filter(({ original }) => original.includes('\ufffd')).map(({ line }) => line)
}

/** Finds the index of the first heading with one of these names (written as `headingKey` gives them), or −1. */
export function columnOf(header: Header, ...names: readonly string[]): number {
  return header.keys.findIndex((key) => names.includes(key))
}

/** Finds the index of the last cell with text, or −1. */
export function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '')
}

/** Answers the name of a column by its index from 0: A, B … Z, AA. */
export function columnName(index: number): string {
  const letter = String.fromCodePoint(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}
