import { companyLetters } from '#domain/company.ts'
import type { FileWarning, ImportedRow, ReadResult } from '#domain/import.ts'
import { ZERO } from '#domain/money.ts'
import { cellsOf, withoutNulls, repeatedColumns } from '#integrations/cells.ts'
import { readFileName } from '#integrations/file-name.ts'
import { type AroundTable, addTo, type Format, type Recognition, refused, unreadable } from '#integrations/format.ts'
import { isSumRow, isEmptyLine } from '#integrations/movements.ts'
import { contradiction, weekOfReport } from '#integrations/weekly.ts'
import { dataRows, findHeader, type Table } from '#platform/table.ts'
import {
  columnsOf,
  hasColumn,
  isSamePeriod,
  keysOf,
  languageOf,
  naturalKey,
  periodInRows,
  plainHeader,
  sumLineOf,
  unknownColumns,
} from './columns.ts'
import { engagementColumns, engagementOf } from './engagement.ts'
import { type BoltColumn, withoutUnit } from './headings.ts'

/**
 * Reads Bolt's report on how each driver worked in a week: trips, hours, shares and stars, and no money. The earnings
 * report may have the same columns and then counts. A driver is found by an identifier, an e-mail or a phone, never by
 * name.
 */
export const boltPerformance: Format = { source: 'bolt', kind: 'performance', recognises, read }

const WHO = ['driver', 'email', 'phone', 'driverId', 'individualId'] as const satisfies readonly BoltColumn[]
const WORK = ['trips', 'onlineMinutes', 'acceptance', 'utilisation', 'completion', 'rating'] as const

function recognises(table: Table): Recognition | null {
  const header = findHeader(table, (keys) => {
    const plain = new Set([...keys].map(withoutUnit))
    const hasMoney = (['gross', 'net', 'payout'] as const).some((column) => hasColumn(plain, column))
    return (
      WHO.some((column) => hasColumn(plain, column)) && WORK.some((column) => hasColumn(plain, column)) && !hasMoney
    )
  })
  if (!header) return null
  const plain = plainHeader(header)
  const language = languageOf(plain)
  const columns = columnsOf(plain)
  const isNamed = WHO.some((column) => column !== 'driver' && columns[column] !== -1)
  const missing = isNamed ? [] : [language === 'pt' ? 'Identificador do motorista' : 'Driver identifier']
  const known = Object.values(columns).filter((column) => column !== -1).length
  return { header: plain, language, variant: 'performance', missing, known }
}

function read(table: Table, { header, language }: Recognition, file: AroundTable): ReadResult {
  const nameParts = readFileName(file.name)
  const contradicts = contradiction(nameParts, { source: 'bolt', report: 'performance' })
  if (contradicts) return contradicts
  const columns = columnsOf(header)
  const foundColumns = Object.values(columns).filter((column) => column !== -1)
  const cells = cellsOf(table, header, engagementColumns(header, columns))
  cells.problems.push(...repeatedColumns(table, header, foundColumns))
  const stated = periodInRows(table, header, columns.period, cells)
  if ('refusal' in stated) return stated.refusal
  if (stated.period && nameParts.period && !isSamePeriod(stated.period, nameParts.period)) {
    return refused('name-contradicts-content', {
      name: `${nameParts.period.from} – ${nameParts.period.to}`,
      content: `${stated.period.from} – ${stated.period.to}`,
    })
  }
  const weekOfFile = weekOfReport(stated.period ?? nameParts.period, file.week)
  if ('refusal' in weekOfFile) return weekOfFile.refusal

  const seenKeys = new Set<string>()
  const rows: ImportedRow[] = []
  const totals: Record<string, number> = {}
  const sumColumns = { when: [columns.period], who: WHO.map((column) => columns[column]), amounts: [columns.trips] }
  const data = dataRows(table, header)
  const sumLine = sumLineOf(cells, data, columns)
  for (const row of data) {
    if (isEmptyLine(cells, row, foundColumns)) continue
    const keys = keysOf(cells, row, columns)
    if (row === sumLine || (isSumRow(cells, row, sumColumns) && keys.length === 0)) continue
    if (!cells.hasItsWidth(row)) continue
    const key = naturalKey(keys)
    if (key === null)
      cells.report(row, columns.driverId === -1 ? columns.email : columns.driverId, 'value-missing', 'UUID')
    else if (seenKeys.has(key)) cells.report(row, columns.driver, 'key-repeated', '', key)
    else seenKeys.add(key)
    const measures = withoutNulls(engagementOf(cells, row, header, columns))
    addTo(totals, measures)
    rows.push({
      line: row.line,
      kind: 'reference',
      key: key ?? '',
      amount: ZERO,
      week: weekOfFile.week,
      at: null,
      keys,
      label: cells.text(row, columns.driver),
      measures,
      facts: {},
      original: row.original,
    })
  }
  if (cells.problems.length > 0) return unreadable(cells.problems)
  if (rows.length === 0) return refused('empty')

  return {
    ok: true,
    file: {
      source: 'bolt',
      kind: 'performance',
      language,
      encoding: table.encoding,
      separator: table.separator,
      columns: header.columns,
      headerLine: header.line,
      period: weekOfFile.period,
      isWeekChosen: weekOfFile.isWeekChosen,
      company: { name: nameParts.company, organisation: null, contracts: [] },
      account: companyLetters(nameParts.company ?? ''),
      rows,
      totals,
      dataRows: rows.length,
      warnings: warningsOf(unknownColumns(header)),
    },
  }
}

function warningsOf(unknown: readonly string[]): FileWarning[] {
  return unknown.length > 0 ? [{ code: 'unknown-columns', params: { columns: unknown.join(', ') } }] : []
}
