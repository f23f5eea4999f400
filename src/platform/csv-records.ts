import Papa from 'papaparse'
import { damagedLines, HEAD_ROWS, lastFilled, TABLE_LIMITS, TableRefused, type TableRow } from './table.ts'

/** Steps from delimited text to rows, each fed piece by piece: a text in memory is one piece, a long file many. */

const SEPARATORS = [';', ',', '\t'] as const
const NO_NUMBERS: ReadonlySet<number> = new Set()

/**
 * Makes a function that answers whole lines ending in `\n`, whatever they ended in; the rest of a line waits for the
 * next piece. Throws `TableRefused` for a line that is longer than any report's.
 */
export function lineCutter(): (piece: string, isLast: boolean) => string {
  let waiting: string[] = []
  let waitingLetters = 0
  let linesGiven = 0
  return (piece, isLast) => {
    // A `\r` at the end may be half of `\r\n`.
    const heldBack = !isLast && piece.endsWith('\r') ? 1 : 0
    const first = waiting.at(-1) === '\r' ? `${waiting.pop()}${piece}` : piece
    const text = first.slice(0, first.length - heldBack)
    const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
    const end = isLast ? lines.length : lines.lastIndexOf('\n') + 1
    const whole = end === 0 ? '' : waiting.join('') + lines.slice(0, end)
    if (end > 0) [waiting, waitingLetters] = [[], 0]
    linesGiven += countLines(whole)
    if (end < lines.length) waiting.push(lines.slice(end))
    waitingLetters += lines.length - end
    if (waitingLetters > TABLE_LIMITS.line) throw new TableRefused('line-too-long', linesGiven + 1, TABLE_LIMITS.line)
    if (isLast && waiting.length > 0) return waiting.splice(0).join('')
    if (heldBack > 0) waiting.push('\r')
    return whole
  }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** Facts that the first lines tell: the separator, and whether a line for spreadsheets stands above the headings. */
export type Start = {
  /** Length of a `sep=;` line, which is not part of the table. */
  skip: number
  firstLine: number
  separator: string
  /** The first line of the table. */
  lead: string
}

export function startOf(lines: string): Start {
  // Excel may write `sep=;` above the headings.
  const declared = /^"?sep=([;,\t|])"?\n/i.exec(lines)
  const skip = declared?.[0].length ?? 0
  const body = lines.slice(skip)
  const [lead = ''] = body.split('\n', 1)
  return { skip, firstLine: declared ? 2 : 1, separator: declared?.[1] ?? separatorOf(body), lead }
}

/** Finds the separator of the headings: of the first record that has nearly as many separators as the record with the most. */
function separatorOf(text: string): string {
  const leading = leadingCounts(text, 40).map((counts) =>
    SEPARATORS.map((separator, at) => ({ separator, count: counts[at]! })).reduce((best, next) =>
      next.count > best.count ? next : best,
    ),
  )
  const most = Math.max(0, ...leading.map(({ count }) => count))
  if (most === 0) return ','
  return leading.find(({ count }) => count >= most * 0.8)!.separator
}

/** Counts each separator outside quotes in each of the first records; a comma between digits may be a decimal sign and is not counted. */
function leadingCounts(text: string, atMost: number): number[][] {
  const all: number[][] = []
  let counts = SEPARATORS.map(() => 0)
  let quoted = false
  for (let at = 0; at < text.length && all.length < atMost; at += 1) {
    const letter = text[at]!
    if (letter === '"') quoted = !quoted
    if (quoted) continue
    if (letter === '\n') {
      all.push(counts)
      counts = SEPARATORS.map(() => 0)
    }
    const isDecimal = letter === ',' && isDigit(text[at - 1]) && isDigit(text[at + 1])
    const separator = isDecimal ? -1 : SEPARATORS.findIndex((candidate) => candidate === letter)
    if (separator !== -1) counts[separator]! += 1
  }
  return [...all, counts]
}

function isDigit(letter: string | undefined): boolean {
  return letter !== undefined && letter >= '0' && letter <= '9'
}

/** Finds the run of `;` at the end of every line: a spreadsheet that expects `;` adds it when it saves a comma file again. */
export function fillerCheck({ separator, lead, skip }: Start): { see: (lines: string) => void; found: () => string } {
  let filler = separator === ',' ? (/;+$/.exec(lead)?.[0] ?? '') : ''
  let left = skip
  return {
    see: (lines) => {
      const isFilled = (line: string) => line === '' || line.endsWith(filler)
      if (filler !== '' && !lines.slice(left).split('\n').every(isFilled)) filler = ''
      left = 0
    },
    found: () => filler,
  }
}

export type RecordReader = {
  /**
   * Reads the records of these whole lines; a record that goes on in the next lines is answered with them. Rows without
   * any text are left out.
   */
  read: (lines: string, isLast: boolean) => TableRow[]
  /** Line where a quoted cell opened that is not properly closed so far. */
  openQuote: () => number | null
}

export function recordReader({ skip, firstLine, separator }: Start, filler: string): RecordReader {
  let line = firstLine
  let left = skip
  let openQuote: number | null = null
  let isLost = false
  let unfinished = ''

  const rowOf = (rows: TableRow[], raw: string, parts: readonly string[]) => {
    const cells = parts.map((part) => part.trim())
    const last = lastFilled(cells)
    if (last >= TABLE_LIMITS.columns) throw new TableRefused('row-too-wide', line, TABLE_LIMITS.columns)
    // A sheet saves a row that was formatted to its end with sixteen thousand empty cells.
    if (cells.length > TABLE_LIMITS.columns) cells.length = TABLE_LIMITS.columns
    if (last >= 0) rows.push({ line, cells, numbers: NO_NUMBERS, original: raw })
  }
  const readPlain = (text: string): TableRow[] => {
    const rows: TableRow[] = []
    const lines = text.split('\n')
    if (text.endsWith('\n')) lines.pop()
    for (const raw of lines) {
      if (raw.length > TABLE_LIMITS.line) throw new TableRefused('line-too-long', line, TABLE_LIMITS.line)
      rowOf(rows, raw, raw.split(separator))
      line += 1
    }
    return rows
  }
  const readQuoted = (text: string, isLast: boolean): TableRow[] => {
    const rows: TableRow[] = []
    // The parser would drop a byte order mark at the beginning and not count it in its cursor: a line end before the
    // mark keeps it.
    const added = text.startsWith('\ufeff') ? 1 : 0
    let start = 0
    Papa.parse<string[]>(added === 0 ? text : `\n${text}`, {
      delimiter: separator,
      newline: '\n',
      quoteChar: '"',
      step: ({ data, errors, meta }) => {
        const from = start
        start = meta.cursor - added
        if (start === 0) return
        if (!isLast && errors.some(({ code }) => code === 'MissingQuotes')) {
          unfinished = text.slice(from)
          return
        }
        if (errors.length > 0) openQuote ??= line
        const raw = text.slice(from, start)
        rowOf(rows, raw.replace(/\n$/, ''), data)
        for (const letter of raw) if (letter === '\n') line += 1
      },
    })
    return rows
  }
  return {
    read: (lines, isLast) => {
      if (isLost) return []
      const body = left === 0 ? lines : lines.slice(left)
      left = 0
      const text = unfinished + (filler === '' ? body : withoutEnds(body, filler))
      unfinished = ''
      if (text === '') return []
      const rows = text.includes('"') ? readQuoted(text, isLast) : readPlain(text)
      // Longer than any line may be: a quote opened it and nothing closes it.
      isLost = unfinished.length > TABLE_LIMITS.line
      if (isLost) openQuote ??= line
      return rows
    },
    openQuote: () => openQuote,
  }
}

function withoutEnds(lines: string, filler: string): string {
  const inner = lines.replaceAll(`${filler}\n`, '\n')
  return inner.endsWith(filler) ? inner.slice(0, -filler.length) : inner
}

/** The way in which records become rows; a line that is wholly in quotes is split into its cells. */
export type Arranged = {
  separator: string
  isWrapped: boolean
  row: (record: TableRow) => TableRow
  /** Line of a row split so far that holds a quote which stays open. */
  openQuote: () => number | null
}

/** Most damaged lines that are listed: nobody looks up more. */
const DAMAGED_LISTED = 50

/** Learns from all records whether every line was put in quotes, and how wide the table is. */
export function layoutOf({ separator }: Start) {
  const head: TableRow[] = []
  const damaged: number[] = []
  let areWrapped = true
  let width = 0
  return {
    see: (records: readonly TableRow[]) => {
      if (head.length < HEAD_ROWS) head.push(...records.slice(0, HEAD_ROWS - head.length))
      if (damaged.length < DAMAGED_LISTED) damaged.push(...damagedLines(records))
      for (const record of records) {
        width = Math.max(width, lastFilled(record.cells) + 1)
        areWrapped &&= isWrapped(record)
      }
    },
    head: (): readonly TableRow[] => head,
    damagedLines: (): readonly number[] => damaged.slice(0, DAMAGED_LISTED),
    found: (): Arranged => {
      if (head.length > 0 && areWrapped) return wrappedLines(head)
      return {
        separator,
        isWrapped: false,
        row: (record) => unwrappedRow(record, separator, width),
        openQuote: () => null,
      }
    },
  }
}

/** Whether a row has its whole line, with separators, in one cell. */
function isWrapped(row: TableRow): boolean {
  return lastFilled(row.cells) === 0 && SEPARATORS.some((separator) => row.cells[0]!.includes(separator))
}

function wrappedLines(head: readonly TableRow[]): Arranged {
  const separator = separatorOf(head.map((row) => row.cells[0]!).join('\n'))
  let openQuote: number | null = null
  return {
    separator,
    isWrapped: true,
    row: (record) => {
      const inner = rowsInside(record, separator)
      openQuote ??= inner.openQuote
      return { ...record, cells: inner.rows.flatMap((part) => part.cells) }
    },
    openQuote: () => openQuote,
  }
}

/** Splits one line in quotes among lines that are not: only when it then has as many cells as the others. */
function unwrappedRow(row: TableRow, separator: string, width: number): TableRow {
  if (width < 2 || lastFilled(row.cells) !== 0 || !row.cells[0]!.includes(separator)) return row
  const inner = rowsInside(row, separator)
  const cells = inner.rows[0]?.cells ?? []
  return inner.rows.length === 1 && inner.openQuote === null && cells.length === width ? { ...row, cells } : row
}

function rowsInside({ cells, line }: TableRow, separator: string): { rows: TableRow[]; openQuote: number | null } {
  const reader = recordReader({ skip: 0, firstLine: line, separator, lead: '' }, '')
  const rows = reader.read(cells[0]!, true)
  return { rows, openQuote: reader.openQuote() }
}
