import Papa from 'papaparse'
import { damagedLines, HEAD_ROWS, lastFilled, TABLE_LIMITS, TableRefused, type TableRow } from './table.ts'

/** The steps from delimited text to rows, each fed piece by piece: a text in hand is one piece, a long file many. */

const SEPARATORS = [';', ',', '\t'] as const
const NO_NUMBERS: ReadonlySet<number> = new Set()

/**
 * Gives whole lines that end in `\n`, whatever they ended in; what is left of a line waits for the next piece. Throws
 * `TableRefused` for a line that has not ended after more letters than any has.
 */
export function lineCutter(): (piece: string, isLast: boolean) => string {
  let waiting: string[] = []
  let waitingLetters = 0
  let linesGiven = 0
  return (piece, isLast) => {
    // A `\r` at the end may be half of `\r\n`.
    const held = !isLast && piece.endsWith('\r') ? 1 : 0
    const first = waiting.at(-1) === '\r' ? `${waiting.pop()}${piece}` : piece
    const text = first.slice(0, first.length - held)
    const lines = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
    const end = isLast ? lines.length : lines.lastIndexOf('\n') + 1
    const whole = end === 0 ? '' : waiting.join('') + lines.slice(0, end)
    if (end > 0) [waiting, waitingLetters] = [[], 0]
    linesGiven += countLines(whole)
    if (end < lines.length) waiting.push(lines.slice(end))
    waitingLetters += lines.length - end
    if (waitingLetters > TABLE_LIMITS.line) throw new TableRefused('line-too-long', linesGiven + 1, TABLE_LIMITS.line)
    if (isLast && waiting.length > 0) return waiting.splice(0).join('')
    if (held > 0) waiting.push('\r')
    return whole
  }
}

function countLines(text: string): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) count += 1
  return count
}

/** What the first lines tell: the separator, and what stands above the headings for a spreadsheet's eyes only. */
export type Start = {
  /** Letters of a `sep=;` line, not part of the table. */
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

/** The separator of the first record that is nearly as divided as the most divided of the leading ones: the headings. */
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

/** How often each separator stands outside quotes in each of the first records; a comma between digits may be a decimal sign. */
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

/** A comma file saved again by a spreadsheet that expects `;` has the same run of `;` at the end of every line. */
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
  /** The records of these whole lines; one that goes on in the next lines comes with them. Rows without any text are left out. */
  read: (lines: string, isLast: boolean) => TableRow[]
  /** Line where a quoted cell opened that never closed properly so far. */
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
    // A row that was formatted to the end of the sheet is saved with sixteen thousand empty cells.
    if (cells.length > TABLE_LIMITS.columns) cells.length = TABLE_LIMITS.columns
    if (last >= 0) rows.push({ line, cells, numbers: NO_NUMBERS, original: raw })
  }
  const plain = (text: string): TableRow[] => {
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
  const quoted = (text: string, isLast: boolean): TableRow[] => {
    const rows: TableRow[] = []
    // The parser would drop a mark at the beginning and then count without it: a line end before it keeps it.
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
      const rows = text.includes('"') ? quoted(text, isLast) : plain(text)
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

/** How a file's records become rows: whole lines in quotes are taken apart. */
export type Arranged = {
  separator: string
  isWrapped: boolean
  row: (record: TableRow) => TableRow
  /** Line of a row taken apart so far whose inside has a quote that stays open. */
  openQuote: () => number | null
}

/** The most damaged lines that a person looks up. */
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

/** The whole line in one cell, with separators inside it. */
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
      const inner = inside(record, separator)
      openQuote ??= inner.openQuote
      return { ...record, cells: inner.rows.flatMap((part) => part.cells) }
    },
    openQuote: () => openQuote,
  }
}

/** One line in quotes among lines that are not: taken apart only when it then has as many cells as the others. */
function unwrappedRow(row: TableRow, separator: string, width: number): TableRow {
  if (width < 2 || lastFilled(row.cells) !== 0 || !row.cells[0]!.includes(separator)) return row
  const inner = inside(row, separator)
  const cells = inner.rows[0]?.cells ?? []
  return inner.rows.length === 1 && inner.openQuote === null && cells.length === width ? { ...row, cells } : row
}

function inside({ cells, line }: TableRow, separator: string): { rows: TableRow[]; openQuote: number | null } {
  const reader = recordReader({ skip: 0, firstLine: line, separator, lead: '' }, '')
  const rows = reader.read(cells[0]!, true)
  return { rows, openQuote: reader.openQuote() }
}
