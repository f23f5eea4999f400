import Papa from 'papaparse'

/** A cell to be written: words, an amount in cents, a day as `2026-06-01`, or nothing. */
export type WrittenCell = string | { cents: number } | { day: string } | null

/** Text a spreadsheet would take for a formula when it opens the file. */
const LIKE_A_FORMULA = /^[=+\-@\t\r\n\0]/

/** How days are written: as machines have them, `2026-06-01`, or `01/06/2026`. */
export type WrittenDays = 'iso' | 'day-first'

/**
 * Delimited text after RFC 4180: commas, CRLF, quotes where needed; UTF-8 with the mark by which Excel knows it. Amounts
 * are `1234.56`. Words are written whole, as they were typed; those that would run as a formula get an apostrophe before
 * them, numbers never need one.
 */
export function writeCsv(rows: readonly (readonly WrittenCell[])[], days: WrittenDays = 'iso'): Uint8Array {
  const text = Papa.unparse(
    rows.map((row) => row.map((cell) => cellText(cell, days))),
    { newline: '\r\n' },
  )
  return Buffer.from(`\uFEFF${text}\r\n`)
}

function cellText(cell: WrittenCell, days: WrittenDays): string {
  if (cell === null) return ''
  if (typeof cell === 'string') return LIKE_A_FORMULA.test(cell) ? `'${cell}` : cell
  if ('cents' in cell) return decimal(cell.cents)
  return days === 'iso' ? cell.day : cell.day.split('-').toReversed().join('/')
}

/** Cents as euros with two decimals and a point, exact: `-1234.56`. */
export function decimal(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0')
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
