/** A file as rows of cells, whatever it was stored as. Rows without any text are not in it. */
export type Table = {
  encoding: 'utf-8' | 'windows-1252' | 'xlsx'
  /** `;` `,` or TAB; `null` for a sheet. */
  separator: string | null
  rows: readonly TableRow[]
  /** Line where a quoted cell opens and never closes properly; `null` when all is well. */
  openQuote: number | null
}

/** A file of any length: its leading rows, and the rest a batch at a time. */
export type LongTable = Omit<Table, 'rows'> & {
  /** The first rows: headings and the cover above them are among these. */
  head: readonly TableRow[]
  /** Every row, the leading ones too; each walk reads the file again. */
  walk: () => AsyncIterable<readonly TableRow[]>
  /** Lines whose letters were lost before the file reached us (U+FFFD): the first of them. */
  damagedLines: readonly number[]
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
  /** The headings as they stand in the file, in order, empty ones at the end left out. */
  columns: readonly string[]
  /** The headings, each by its `headingKey`. */
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

/**
 * Ceilings of a table, far above any report: beyond them a file is no table that somebody exported, and reading on would
 * only cost. `line` are letters of one line of text; `cells` are of a sheet that is walked. `rows`, `heldCells` and `heldText`
 * (letters) are of a table that is held as a whole, some 60 MB of memory: lists that are walked may be of any length.
 */
export const TABLE_LIMITS = {
  columns: 1_000,
  line: 100_000,
  rows: 200_000,
  cells: 6_000_000,
  heldCells: 1_000_000,
  heldText: 20_000_000,
} as const

export type TableProblem = 'row-too-wide' | 'line-too-long' | 'too-many-rows' | 'too-many-cells'

/** A table beyond a ceiling: which one, how much it allows, and the line of the file where it is passed. */
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

/** How many leading rows are looked at for headings. */
export const HEAD_ROWS = 40

/** The first of the leading rows that `isHeader` says is the row of headings; its argument are the headings by `headingKey`. */
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

/** A row as headings: worked out once, for every format looks at the same leading rows. */
function headingsOf(row: TableRow): Headings {
  const known = headings.get(row)
  if (known) return known
  const columns = row.cells.slice(0, lastFilled(row.cells) + 1)
  const keys = columns.map(headingKey)
  const found = { columns, keys, keySet: new Set(keys) }
  headings.set(row, found)
  return found
}

/** Rows below the headings, without the headings where they are printed again. */
export function dataRows(table: Table, header: Header): readonly TableRow[] {
  return withoutHeadings(table.rows.slice(header.index + 1), header)
}

/** At the top of each printed page, at the foot, between two files that were pasted together. */
function withoutHeadings(rows: readonly TableRow[], { columns }: Header): readonly TableRow[] {
  const isHeading = ({ cells }: TableRow) => columns.every((heading, column) => (cells[column] ?? '') === heading)
  return rows.some(isHeading) ? rows.filter((row) => !isHeading(row)) : rows
}

/** A table in hand, to be walked like a long one. */
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

/** The leading rows as a table of their own. */
export function headTable({ encoding, separator, openQuote, head }: LongTable): Table {
  return { encoding, separator, openQuote, rows: head }
}

/** All of a long table in memory. Throws `TableRefused` for one that is too large for that. */
export async function wholeTable(table: LongTable): Promise<Table> {
  const rows: TableRow[] = []
  const spent = { cells: 0, text: 0 }
  for await (const batch of table.walk()) {
    for (const row of batch) {
      rows.push(row)
      spent.cells += row.cells.length
      spent.text += row.original.length
      if (rows.length > TABLE_LIMITS.rows) throw new TableRefused('too-many-rows', row.line, TABLE_LIMITS.rows)
      requireHandful(spent, row.line)
    }
  }
  return { ...headTable(table), rows }
}

/** Refuses, at this line, what is too large to be held as a whole. */
export function requireHandful(spent: { cells: number; text: number }, line: number): void {
  if (spent.cells > TABLE_LIMITS.heldCells || spent.text > TABLE_LIMITS.heldText)
    throw new TableRefused('too-many-cells', line, TABLE_LIMITS.heldCells)
}

/** The rows below the header, a batch at a time. */
export async function* walkData(table: LongTable, header: Header): AsyncGenerator<readonly TableRow[]> {
  let above = header.index + 1
  for await (const batch of table.walk()) {
    if (above < batch.length) yield withoutHeadings(batch.slice(above), header)
    above = Math.max(0, above - batch.length)
  }
}

/** The lines of rows with letters that were lost before the file reached us. */
export function damagedLines(rows: readonly TableRow[]): number[] {
  return rows.filter(({ original }) => original.includes('\ufffd')).map(({ line }) => line)
}

/** Position of the first heading that has one of these names (written as `headingKey` gives them), or −1. */
export function columnOf(header: Header, ...names: readonly string[]): number {
  return header.keys.findIndex((key) => names.includes(key))
}

/** Position of the last cell with text, or −1. */
export function lastFilled(cells: readonly string[]): number {
  return cells.findLastIndex((cell) => cell !== '')
}
