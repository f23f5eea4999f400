import type { ReadResult } from '#domain/import.ts'
import { readFileName } from '#integrations/file-name.ts'
import { type Format, type Recognition, refused } from '#integrations/format.ts'
import { findHeader, type Table } from '#platform/table.ts'
import { TRANSACTION, TRIP, treeOf, WHO } from './headings.ts'

/** Reports that have a reader of their own, which says what they miss. */
const READ_ELSEWHERE = new Set(['driver_activity', 'trip_activity', 'driver_quality'])

const NAMES = /^(payments_organi[sz]ation|trip_|driver_|vehicle_)/

/**
 * Any other report of Uber: known as Uber's, and refused with the report to export instead. A report of payments whose
 * money columns were cut off is refused as what it was.
 */
export const otherUberReports: Format = { source: 'uber', kind: 'payments_driver', recognises, read }

function recognises(table: Table, name: string): Recognition | null {
  const header = findHeader(
    table,
    (keys) =>
      [...WHO.driver, ...WHO.organisation].some((column) => keys.has(column)) ||
      (treeOf(keys) !== null && keys.size > 2),
  )
  if (!header) return null
  const keys = new Set(header.keys)
  if (readFileName(name).report === 'driver_quality') return null
  if (TRANSACTION.some((column) => keys.has(column))) return null
  const pt = header.keys.some((key) => key.startsWith('uuid d') || key.startsWith('pago a si'))
  const isPayments = treeOf(keys) !== null
  const hasDriver = WHO.driver.some((column) => keys.has(column))
  const report = otherReport(keys, name)
  const missing = [
    ...(hasDriver || report ? [] : [pt ? 'UUID do motorista' : 'Driver UUID']),
    ...(isPayments || report ? [] : [pt ? 'Pago a si' : 'Paid to you']),
  ]
  // A payments report that lacks other columns is `payments-driver.ts`'s to refuse.
  if (missing.length === 0 && !report) return null
  return { header, language: pt ? 'pt' : 'en', variant: report ?? '', missing, known: FEW }
}

/** Enough to be likelier than a list of something else, and fewer than of any report that can be read. */
const FEW = 3

function read(_table: Table, { variant }: Recognition): ReadResult {
  return refused('kind-not-supported', { report: variant, instead: 'payments_driver' })
}

/** The name of another report than one of payments; `null` for one of payments. */
function otherReport(keys: ReadonlySet<string>, name: string): string | null {
  if (WHO.organisation.some((column) => keys.has(column))) return 'payments_organization'
  return reportOf(keys, readFileName(name).report ?? '')
}

function reportOf(keys: ReadonlySet<string>, named: string): string | null {
  // Transactions whose first column was cut off; trips themselves are `trip-activity.ts`'s.
  if (TRIP.some((column) => keys.has(column)) && treeOf(keys) !== null) return 'payments_order'
  return NAMES.test(named) && !READ_ELSEWHERE.has(named) ? named : null
}
