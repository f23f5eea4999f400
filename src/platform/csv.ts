import Papa from 'papaparse'
import { lastFilled, type Table, type TableRow } from './table.ts'

const SEPARATORS = [';', ',', '\t'] as const
const NO_NUMBERS: ReadonlySet<number> = new Set()

/**
 * Reads delimited text. The separator comes from the headings, never from the file's name. Files whose whole lines were
 * put in quotes by a spreadsheet (with or without `;;` at the end) are unwrapped. Line numbers are those of the file.
 */
export function readCsv(text: string, encoding: Table['encoding'] = 'utf-8'): Table {
  const { body, firstLine, declared } = withoutSeparatorLine(text.replace(/\r\n?/g, '\n'))
  const separator = declared ?? separatorOf(body)
  const parsed = records(withoutFiller(body, separator), separator, firstLine)
  if (parsed.rows.length > 0 && parsed.rows.every(isWrapped)) return unwrapped(parsed.rows, encoding)
  const width = parsed.rows.reduce((most, row) => Math.max(most, lastFilled(row.cells) + 1), 0)
  const rows = parsed.rows.map((row) => unwrappedRow(row, separator, width))
  return { encoding, separator, rows, openQuote: parsed.openQuote }
}

/** Excel may write `sep=;` above the headings. */
function withoutSeparatorLine(text: string): { body: string; firstLine: number; declared: string | null } {
  const found = /^"?sep=([;,\t|])"?\n/i.exec(text)
  if (!found) return { body: text, firstLine: 1, declared: null }
  return { body: text.slice(found[0].length), firstLine: 2, declared: found[1]! }
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
function withoutFiller(text: string, separator: string): string {
  if (separator !== ',' || !text.includes(';\n')) return text
  const lines = text.split('\n')
  const first = lines[0]!
  let end = first.length
  while (first[end - 1] === ';') end -= 1
  const filler = first.slice(end)
  const filled = filler !== '' && lines.every((line) => line === '' || line.endsWith(filler))
  return filled ? lines.map((line) => line.slice(0, line.length - filler.length)).join('\n') : text
}

function records(text: string, separator: string, firstLine: number): { rows: TableRow[]; openQuote: number | null } {
  const rows: TableRow[] = []
  let openQuote: number | null = null
  let line = firstLine
  let start = 0
  Papa.parse<string[]>(text, {
    delimiter: separator,
    newline: '\n',
    quoteChar: '"',
    step: ({ data, errors, meta }) => {
      const raw = text.slice(start, meta.cursor)
      if (errors.length > 0) openQuote ??= line
      const cells = data.map((cell) => cell.trim())
      if (lastFilled(cells) >= 0) rows.push({ line, cells, numbers: NO_NUMBERS, original: raw.replace(/\n$/, '') })
      start = meta.cursor
      for (const letter of raw) if (letter === '\n') line += 1
    },
  })
  return { rows, openQuote }
}

/** The whole line in one cell, with separators inside it. */
function isWrapped(row: TableRow): boolean {
  return lastFilled(row.cells) === 0 && SEPARATORS.some((separator) => row.cells[0]!.includes(separator))
}

function unwrapped(wrapped: readonly TableRow[], encoding: Table['encoding']): Table {
  const separator = separatorOf(
    wrapped
      .slice(0, 40)
      .map((row) => row.cells[0]!)
      .join('\n'),
  )
  let openQuote: number | null = null
  const rows = wrapped.map((row) => {
    const inner = records(row.cells[0]!, separator, row.line)
    openQuote ??= inner.openQuote
    return { ...row, cells: inner.rows.flatMap((part) => part.cells) }
  })
  return { encoding, separator, rows, openQuote }
}

/** One line in quotes among lines that are not: taken apart only when it then has as many cells as the others. */
function unwrappedRow(row: TableRow, separator: string, width: number): TableRow {
  if (width < 2 || lastFilled(row.cells) !== 0 || !row.cells[0]!.includes(separator)) return row
  const inner = records(row.cells[0]!, separator, row.line)
  const cells = inner.rows[0]?.cells ?? []
  return inner.rows.length === 1 && inner.openQuote === null && cells.length === width ? { ...row, cells } : row
}
