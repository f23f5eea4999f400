import type { ReadResult } from '#domain/import.ts'
import { readFileName } from '#integrations/file-name.ts'
import { type Format, type Recognition, refused } from '#integrations/format.ts'
import { findHeader, type Table } from '#platform/table.ts'
import { TRANSACTION_COLUMNS, TRIP_COLUMNS, treeOf, DRIVER_COLUMNS } from './headings.ts'

/** Reports with a reader of their own, which names the columns they lack. */
const READ_ELSEWHERE = new Set(['driver_activity', 'trip_activity', 'driver_quality'])

const NAMES = /^(payments_organi[sz]ation|trip_|driver_|vehicle_)/

/**
 * Recognises any other report of Uber, and refuses it with the name of the report to export instead. A report of
 * payments whose money columns were cut off is refused as such.
 */
export const otherUberReports: Format = { source: 'uber', kind: 'payments_driver', recognises, read }

function recognises(table: Table, name: string): Recognition | null {
  const header = findHeader(
    table,
    (keys) =>
      [...DRIVER_COLUMNS.driver, ...DRIVER_COLUMNS.organisation].some((column) => keys.has(column)) ||
      (treeOf(keys) !== null && keys.size > 2),
  )
  if (!header) return null
  const keys = new Set(header.keys)
  if (readFileName(name).report === 'driver_quality') return null
  if (TRANSACTION_COLUMNS.some((column) => keys.has(column))) return null
  const pt = header.keys.some((key) => key.startsWith('uuid d') || key.startsWith('pago a si'))
  const isPayments = treeOf(keys) !== null
  const hasDriver = DRIVER_COLUMNS.driver.some((column) => keys.has(column))
  const report = otherReport(keys, name)
  const missing = [
    ...(hasDriver || report ? [] : [pt ? 'UUID do motorista' : 'Driver UUID']),
    ...(isPayments || report ? [] : [pt ? 'Pago a si' : 'Paid to you']),
  ]
  // A payments report that lacks other columns is left to `payments-driver.ts`, which refuses it.
  if (missing.length === 0 && !report) return null
  return { header, language: pt ? 'pt' : 'en', variant: report ?? '', missing, known: FEW }
}

/** Number of known headings: enough to be likelier than some other list, and fewer than for any report that can be read. */
const FEW = 3

function read(_table: Table, { variant }: Recognition): ReadResult {
  return refused('kind-not-supported', { report: variant, instead: 'payments_driver' })
}

/** Answers the name of a report other than one of payments; `null` for one of payments. */
function otherReport(keys: ReadonlySet<string>, name: string): string | null {
  if (DRIVER_COLUMNS.organisation.some((column) => keys.has(column))) return 'payments_organization'
  return reportOf(keys, readFileName(name).report ?? '')
}

function reportOf(keys: ReadonlySet<string>, named: string): string | null {
  // Transactions whose first column was cut off; lists of trips are left to `trip-activity.ts`.
  if (TRIP_COLUMNS.some((column) => keys.has(column)) && treeOf(keys) !== null) return 'payments_order'
  return NAMES.test(named) && !READ_ELSEWHERE.has(named) ? named : null
}
