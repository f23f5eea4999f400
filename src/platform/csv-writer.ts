import Papa from 'papaparse'

/** A cell to be written: text, an amount in cents, a day as `2026-06-01`, or nothing. */
export type WrittenCell = string | { cents: number } | { day: string } | null

/**
 * Matches what may stand before the beginning of a formula: separators, tabs, line breaks, and between them quotes and
 * invisible characters. It matches a whole run, with or without a formula after it, so that a long run is read only
 * once.
 */
const BEFORE_FORMULA = /((?:[;,|"'\s\0]|\p{Cf})+)([=+\-@＝＋－＠]?)/gu
const SEPARATOR = /[;,|\t\r\n]/
const FORMULA_FIRST = /^[=+\-@＝＋－＠]/
/** Matches characters that some spreadsheets drop before they look for a formula. */
const LEFT_AWAY = /^[\t\r\n\0]/

/**
 * How a CSV file is written. `semicolons`: decimal comma and `01/06/2026`, as Excel in Portuguese opens it; `commas`:
 * `1234.56` and `2026-06-01`.
 */
export type CsvManner = 'semicolons' | 'commas'

/**
 * Writes delimited text after RFC 4180, except for the separator: CRLF, quotes where needed, UTF-8 with the byte order
 * mark by which Excel knows it. Text is written in full, as it was typed; where it would run as a formula an apostrophe
 * stands before it. Numbers never need one.
 */
export function writeCsv(rows: readonly (readonly WrittenCell[])[], manner: CsvManner): Uint8Array {
  const text = Papa.unparse(
    rows.map((row) => row.map((cell) => cellText(cell, manner))),
    { newline: '\r\n', delimiter: manner === 'semicolons' ? ';' : ',' },
  )
  return Buffer.from(`\uFEFF${text}\r\n`)
}

function cellText(cell: WrittenCell, manner: CsvManner): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return withoutFormulas(cell)
  if ('cents' in cell) return manner === 'commas' ? decimal(cell.cents) : decimal(cell.cents).replace('.', ',')
  return manner === 'commas' ? cell.day : cell.day.split('-').toReversed().join('/')
}

/**
 * Changes text so that no spreadsheet runs it as a formula, however it splits the file: it may look for a formula at
 * the start of a cell and, if it splits at another separator than the file was written with, after any separator, tab
 * or line break.
 */
export function withoutFormulas(words: string): string {
  const guarded = words
    .replace(BEFORE_FORMULA, (all: string, before: string, formula: string, at: number) =>
      formula !== '' && (at === 0 || SEPARATOR.test(before)) ? `${before}'${formula}` : all,
    )
    .replace(FORMULA_FIRST, "'$&")
  return LEFT_AWAY.test(guarded) ? `'${guarded}` : guarded
}

/** Text as it was before `withoutFormulas`; text that this did not write stays as it is. */
export function withFormulas(written: string): string {
  const text = written.replaceAll(/'(?=[=+\-@＝＋－＠])/gu, '')
  return withoutFormulas(text) === written ? text : written
}

/** Writes cents as euros with two decimals and a point, exactly: `-1234.56`. */
export function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
