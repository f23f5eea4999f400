import type { ReadResult } from '#domain/import.ts'
import { readFileName } from '#integrations/file-name.ts'
import { type AroundTable, columnsMissing, type Format, type Recognition, refused } from '#integrations/format.ts'
import { findHeader, type Table } from '#platform/table.ts'
import { treeOf, WHO } from './headings.ts'

const NAMES = /^(payments_organi[sz]ation|trip_|driver_|vehicle_)/

/**
 * Any other report of Uber: known as Uber's, and refused with the report to export instead. A report of payments whose
 * money columns were cut off is refused as what it was.
 */
export const otherUberReports: Format = { source: 'uber', kind: 'payments_driver', recognises, read }

function recognises(table: Table): Recognition | null {
  const header = findHeader(
    table,
    (keys) =>
      [...WHO.driver, ...WHO.organisation].some((name) => keys.has(name)) || (treeOf(keys) !== null && keys.size > 2),
  )
  if (!header) return null
  const pt = header.keys.some((key) => key.startsWith('uuid d') || key.startsWith('pago a si'))
  return { header, language: pt ? 'pt' : 'en', variant: 'other' }
}

function read(_table: Table, { header, language }: Recognition, file: AroundTable): ReadResult {
  const keys = new Set(header.keys)
  const isOrganisation = WHO.organisation.some((name) => keys.has(name))
  const isPayments = treeOf(keys) !== null
  const hasDriver = WHO.driver.some((name) => keys.has(name))
  if (isPayments && !isOrganisation && !hasDriver) {
    return columnsMissing(header, [language === 'pt' ? 'UUID do motorista' : 'Driver UUID'])
  }
  const named = readFileName(file.name).report ?? ''
  const report = isOrganisation ? 'payments_organization' : reportOf(keys, named)
  if (report) return refused('kind-not-supported', { report, instead: 'payments_driver' })
  return columnsMissing(header, [language === 'pt' ? 'Pago a si' : 'Paid to you'])
}

function reportOf(keys: ReadonlySet<string>, named: string): string | null {
  if (keys.has('trip uuid') || keys.has('uuid da viagem')) return 'trip_activity'
  if ([...keys].some((key) => /^(confirmation rate|taxa de confirmação|driver ratings)/.test(key)))
    return 'driver_quality'
  return NAMES.test(named) && named !== 'driver_activity' ? named : null
}
