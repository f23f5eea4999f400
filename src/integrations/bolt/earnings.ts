import { companyLetters } from '#domain/company.ts'
import type { FileWarning, ImportedRow, ReadResult } from '#domain/import.ts'
import { cents } from '#domain/money.ts'
import { type Cells, cellsOf, plainAmount, repeatedColumns } from '#integrations/cells.ts'
import { readFileName } from '#integrations/file-name.ts'
import { type AroundTable, addTo, type Format, type Recognition, refused, unreadable } from '#integrations/format.ts'
import { isSumRow, isEmptyLine } from '#integrations/movements.ts'
import { columnSums, contradiction, weekOfReport } from '#integrations/weekly.ts'
import { dataRows, findHeader, type Header, type Table, type TableRow } from '#platform/table.ts'
import {
  columnsOf,
  type Columns,
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
 * Reads Bolt's weekly earnings, one row per driver; a row adds the payout that Bolt announces, from which cash is
 * already taken. The week is in the file's name, in older files in a column. Bolt's own cents may be one off; more than
 * one is a damaged file.
 */
export const boltEarnings: Format = { source: 'bolt', kind: 'earnings', recognises, read }

const MONEY = [
  'gross',
  'app',
  'vatApp',
  'cashGross',
  'vatCash',
  'cash',
  'tips',
  'campaign',
  'expenseRefunds',
  'cancellation',
  'vatCancellation',
  'tolls',
  'booking',
  'vatBooking',
  'totalFees',
  'commission',
  'riderRefunds',
  'otherFees',
  'net',
  'payout',
  'discountApp',
  'discountCash',
] as const satisfies readonly BoltColumn[]
/** Columns that name a driver. */
const WHO = ['driver', 'email', 'phone', 'driverId', 'individualId'] as const satisfies readonly BoltColumn[]
const REQUIRED = ['driver', 'email', 'gross', 'net', 'payout', 'cash'] as const satisfies readonly BoltColumn[]

function recognises(table: Table): Recognition | null {
  const header = findHeader(table, (keys) => {
    const plain = new Set([...keys].map(withoutUnit))
    const money = (['gross', 'net', 'payout'] as const).filter((column) => hasColumn(plain, column))
    const personColumns = (['driver', 'email', 'driverId'] as const).filter((column) => hasColumn(plain, column))
    return money.length > 0 && personColumns.length > 0 && money.length + personColumns.length > 2
  })
  if (!header) return null
  const plain = plainHeader(header)
  const language = languageOf(plain)
  const columns = columnsOf(plain)
  const missing = REQUIRED.filter((column) => columns[column] === -1).map((column) => USUAL[language][column])
  const known = Object.values(columns).filter((column) => column !== -1).length
  return { header: plain, language, variant: `${plain.columns.length} columns`, missing, known }
}

function read(table: Table, { header, language }: Recognition, file: AroundTable): ReadResult {
  const named = readFileName(file.name)
  const contradicts = contradiction(named, { source: 'bolt', report: 'earnings' })
  if (contradicts) return contradicts
  const columns = columnsOf(header)
  const money = MONEY.map((column) => columns[column]).filter((column) => column !== -1)
  const cells = cellsOf(table, header, [...money, ...engagementColumns(header, columns)])
  cells.problems.push(
    ...repeatedColumns(
      table,
      header,
      Object.values(columns).filter((column) => column !== -1),
    ),
  )
  const stated = periodInRows(table, header, columns.period, cells)
  if ('refusal' in stated) return stated.refusal
  if (stated.period && named.period && !isSamePeriod(stated.period, named.period)) {
    return refused('name-contradicts-content', {
      name: `${named.period.from} – ${named.period.to}`,
      content: `${stated.period.from} – ${stated.period.to}`,
    })
  }
  const dated = weekOfReport(stated.period ?? named.period, file.week)
  if ('refusal' in dated) return dated.refusal

  const unknown = unknownColumns(header)
  const differences: Differences = { rounding: [], unexplained: [] }
  const keysSeen = new Set<string>()
  const rows: ImportedRow[] = []
  const totals: Record<string, number> = {}
  const sums = columnSums(money)
  const sumColumns = { when: [columns.period], who: WHO.map((column) => columns[column]), amounts: money }
  const data = dataRows(table, header)
  const sumLine = sumLineOf(cells, data, columns)
  for (const row of data) {
    if (isEmptyLine(cells, row, Object.values(columns))) continue
    const namesNobody = isSumRow(cells, row, sumColumns) && keysOf(cells, row, columns).length === 0
    if (row === sumLine || namesNobody) {
      sums.check(cells, row)
      continue
    }
    if (!cells.hasItsWidth(row)) continue
    const keys = keysOf(cells, row, columns)
    const key = naturalKey(keys)
    if (key === null)
      cells.report(row, columns.driverId === -1 ? columns.email : columns.driverId, 'value-missing', 'UUID')
    else if (keysSeen.has(key)) cells.report(row, columns.driver, 'key-repeated', '', key)
    else keysSeen.add(key)
    const before = cells.problems.length
    const amounts = amountsOf(cells, row, columns)
    if (cells.problems.length === before) checkSums(cells, row, amounts, columns, unknown.length === 0, differences)
    sums.add(new Map(MONEY.map((column) => [columns[column], amounts(column)])), true)
    const measures = measuresOf(cells, row, amounts, header, columns)
    addTo(totals, measures)
    rows.push({
      line: row.line,
      kind: 'earning',
      key: key ?? '',
      amount: cents(amounts('payout')),
      week: dated.week,
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
      kind: 'earnings',
      language,
      encoding: table.encoding,
      separator: table.separator,
      columns: header.columns,
      headerLine: header.line,
      period: dated.period,
      isWeekChosen: dated.isWeekChosen,
      company: { name: named.company, organisation: null, contracts: [] },
      account: companyLetters(named.company ?? ''),
      rows,
      totals,
      dataRows: rows.length,
      warnings: warningsOf(unknown, differences, totals),
    },
  }
}

/** Usual headings, for the person who has to find them. */
const USUAL = {
  pt: {
    driver: 'Motorista',
    email: 'Email',
    gross: 'Ganhos brutos (total)|€',
    net: 'Ganhos líquidos|€',
    payout: 'Pagamento previsto|€',
    cash: 'Dinheiro recebido|€',
  },
  en: {
    driver: 'Driver',
    email: 'Email',
    gross: 'Gross earnings (total)|€',
    net: 'Net earnings|€',
    payout: 'Projected payout|€',
    cash: 'Collected cash|€',
  },
} as const

type Amounts = (column: (typeof MONEY)[number]) => number

/** Reads every money cell of the row once, so that an unreadable one is reported once. */
function amountsOf(cells: Cells, row: TableRow, columns: Columns): Amounts {
  const amounts = new Map(MONEY.map((column) => [column, cells.cents(row, columns[column])]))
  return (column) => amounts.get(column) ?? 0
}

type Differences = { rounding: number[]; unexplained: number[] }

const PARTS_OF_GROSS = ['app', 'cashGross', 'tips', 'campaign', 'expenseRefunds', 'cancellation'] as const

/** Checks the sums of formats 2.1, as far as their columns are in the file; one cent is Bolt's rounding. */
function checkSums(
  cells: Cells,
  row: TableRow,
  amounts: Amounts,
  columns: Columns,
  allKnown: boolean,
  differences: Differences,
): void {
  const sums = [
    ...(columns.totalFees === -1
      ? []
      : [{ of: 'net', expected: amounts('gross') - amounts('totalFees'), isLaw: true } as const]),
    { of: 'payout', expected: amounts('net') - amounts('cash'), isLaw: true },
    ...(PARTS_OF_GROSS.some((part) => columns[part] === -1)
      ? []
      : [
          {
            of: 'gross',
            expected: PARTS_OF_GROSS.reduce((sum, part) => sum + amounts(part), 0),
            isLaw: allKnown,
          } as const,
        ]),
  ] as const
  for (const { of, expected, isLaw } of sums) {
    const difference = Math.abs(amounts(of) - expected)
    if (difference === 0) continue
    if (difference === 1) differences.rounding.push(row.line)
    else if (isLaw) cells.report(row, columns[of], 'sum-differs', plainAmount(expected), plainAmount(amounts(of)))
    else differences.unexplained.push(row.line)
  }
}

function measuresOf(
  cells: Cells,
  row: TableRow,
  amounts: Amounts,
  header: Header,
  columns: Columns,
): Record<string, number> {
  const optional = {
    booking: columns.booking === -1 ? null : amounts('booking'),
    rider_refunds: columns.riderRefunds === -1 ? null : amounts('riderRefunds'),
    other_fees: columns.otherFees === -1 ? null : amounts('otherFees'),
    vat_app: columns.vatApp === -1 ? null : amounts('vatApp'),
    vat_cash: columns.vatCash === -1 ? null : amounts('vatCash'),
    vat_cancellation: columns.vatCancellation === -1 ? null : amounts('vatCancellation'),
    ...engagementOf(cells, row, header, columns),
  }
  const measures: Record<string, number> = {
    gross: amounts('gross'),
    app: amounts('app'),
    cash_gross: amounts('cashGross'),
    cash_collected: amounts('cash'),
    tips: amounts('tips'),
    campaign: amounts('campaign'),
    expense_refunds: amounts('expenseRefunds'),
    cancellation: amounts('cancellation'),
    tolls: amounts('tolls'),
    total_fees: amounts('totalFees'),
    commission: amounts('commission'),
    net: amounts('net'),
    payout: amounts('payout'),
  }
  for (const [measure, figure] of Object.entries(optional)) if (figure !== null) measures[measure] = figure
  return measures
}

function warningsOf(
  unknown: readonly string[],
  { rounding, unexplained }: Differences,
  totals: Readonly<Record<string, number>>,
): FileWarning[] {
  const lines = (list: readonly number[]): { count: number; lines: string } => {
    const distinct = [...new Set(list)]
    return { count: distinct.length, lines: distinct.join(', ') }
  }
  const warnings: FileWarning[] = []
  if (unknown.length > 0) warnings.push({ code: 'unknown-columns', params: { columns: unknown.join(', ') } })
  if (rounding.length > 0) warnings.push({ code: 'rounding-difference', params: lines(rounding) })
  if (unexplained.length > 0) warnings.push({ code: 'sum-unexplained', params: lines(unexplained) })
  if (Object.values(totals).every((figure) => figure === 0)) warnings.push({ code: 'total-zero', params: {} })
  return warnings
}
