import type { ReadResult, SourceKey } from '#domain/import.ts'
import type { Cells } from '#integrations/cells.ts'
import { type Period, readPeriod } from '#integrations/file-name.ts'
import { refused } from '#integrations/format.ts'
import { isTotalWord } from '#integrations/words.ts'
import { columnOf, dataRows, type Header, type Table, type TableRow } from '#platform/table.ts'
import { BOLT, type BoltColumn, UNREAD, withoutUnit } from './headings.ts'

/** Common parts of Bolt's two reports: which column is which, whose a row is, and of which week. */

export function hasColumn(keys: ReadonlySet<string>, column: BoltColumn): boolean {
  return BOLT[column].some((name) => keys.has(name))
}

export function plainHeader(header: Header): Header {
  return { ...header, keys: header.keys.map(withoutUnit) }
}

export function languageOf(header: Header): 'pt' | 'en' {
  const english = header.keys.filter((key) => /earnings|driver|payout|\brides?\b/.test(key)).length
  const portuguese = header.keys.filter((key) => /ganhos|motorista|pagamento|viagens/.test(key)).length
  return english > portuguese ? 'en' : 'pt'
}

export type Columns = Readonly<Record<BoltColumn, number>>

export function columnsOf(header: Header): Columns {
  const found = Object.entries(BOLT).map(([column, names]) => [column, columnOf(header, ...names)])
  return Object.fromEntries(found)
}

/**
 * Reads the period in the rows of a file that has such a column; it must be the same in every row, because rows of
 * different periods could not be told apart later.
 */
export function periodInRows(
  table: Table,
  header: Header,
  column: number,
  cells: Cells,
): { period: Period | null } | { refusal: ReadResult } {
  if (column === -1) return { period: null }
  const stated = new Map<string, Period>()
  for (const row of dataRows(table, header)) {
    const text = cells.text(row, column)
    if (!/\d/.test(text)) continue
    const period = readPeriod(text)
    if (period) stated.set(`${period.from} – ${period.to}`, period)
    else cells.report(row, column, 'date-unreadable', '2026W01')
  }
  const [first, ...others] = stated.values()
  if (others.length === 0) return { period: first ?? null }
  return { refusal: refused('period-not-a-week', { from: [...stated.keys()].join(', '), to: '' }) }
}

export function isSamePeriod(a: Period, b: Period): boolean {
  return a.from.equals(b.from) && a.to.equals(b.to)
}

/** Lists the keys of a row: ids first, then e-mail and phone. A number that a spreadsheet has ruined (`3,51E+11`) is left out. */
export function keysOf(cells: Cells, row: TableRow, columns: Columns): SourceKey[] {
  const plain = (column: number): string => {
    const text = cells.text(row, column).toLowerCase()
    // Whoever adds a line of sums writes its word where there is room, also below the e-mails.
    return /^(-|n\/a)$/.test(text) || isTotalWord(text) ? '' : text
  }
  const digits = plain(columns.phone).replace(/\D/g, '')
  const isPhone = digits.length >= 9 && !/\de\+/.test(plain(columns.phone))
  const keys: SourceKey[] = [
    { kind: 'driver', value: plain(columns.driverId) },
    { kind: 'email', value: plain(columns.email) },
    { kind: 'individual', value: plain(columns.individualId) },
    { kind: 'phone', value: isPhone ? digits.slice(-9) : '' },
  ]
  return keys.filter(({ value }) => value !== '')
}

/**
 * Finds the line below the drivers in which a spreadsheet summed every column, the phones too: its phone is the sum of
 * those above it, or it says "Total" and has nothing but a phone to know a driver by.
 */
export function sumLineOf(cells: Cells, rows: readonly TableRow[], columns: Columns): TableRow | null {
  let [sum, phones] = [0n, 0]
  for (const row of rows) {
    const phone = cells.text(row, columns.phone).replace(/\D/g, '')
    if (phone === '' || phone.length > 20) continue
    const named = keysOf(cells, row, columns).some(({ kind }) => kind !== 'phone')
    const isSum = (phones > 1 && BigInt(phone) === sum) || isTotalWord(cells.text(row, columns.driver))
    if (!named && isSum) return row
    sum += BigInt(phone)
    phones += 1
  }
  return null
}

export function naturalKey(keys: readonly SourceKey[]): string | null {
  for (const kind of ['driver', 'individual', 'email', 'phone'] as const) {
    const key = keys.find((candidate) => candidate.kind === kind)
    if (key) return key.value
  }
  return null
}

export function unknownColumns(header: Header): string[] {
  const known = new Set<string>(Object.values(BOLT).flat())
  return header.columns.filter(
    (column, at) => column !== '' && !known.has(header.keys[at]!) && !UNREAD.has(header.keys[at]!),
  )
}
