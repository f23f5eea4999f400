import { companyLetters } from '#domain/company.ts'
import type { FileWarning, ImportedRow, ReadResult } from '#domain/import.ts'
import { ZERO } from '#domain/money.ts'
import { type Cells, cellsOf, isUuid, repeatedColumns } from '#integrations/cells.ts'
import { readFileName } from '#integrations/file-name.ts'
import { type AroundTable, addTo, type Format, type Recognition, refused, unreadable } from '#integrations/format.ts'
import { isSumRow, isEmptyLine } from '#integrations/movements.ts'
import { columnSums, contradiction } from '#integrations/weekly.ts'
import { isTotalWord } from '#integrations/words.ts'
import { columnOf, dataRows, findHeader, type Header, type Table, type TableRow } from '#platform/table.ts'
import {
  figureColumns,
  incentiveColumns,
  TRANSACTION_COLUMNS,
  TRIP_COLUMNS,
  type Tree,
  treeColumns,
  treeOf,
  DRIVER_COLUMNS,
} from './headings.ts'
import { momentReader, periodOfReport, uberWeek } from './moments.ts'

const DESCRIPTION = ['descrição', 'description']
const MOMENT = ['versus relatórios', 'vs reporting', 'vs. relatórios']
const COMPANY = ['nome da organização', 'organisation name', 'organization name']
const ALIAS = ['alias da organização', 'org alias']
const BANK_WIRE = 'so.payout'

/**
 * Reads Uber's transactions. They are the same money as the weekly report, trip by trip, so the rows are kept for
 * reference and never added. Uber's own week begins on Monday at 04:00, so an earlier row belongs to the week before.
 */
export const paymentsOrder: Format = { source: 'uber', kind: 'payments_order', recognises, read }

function recognises(table: Table): Recognition | null {
  const header = findHeader(table, (keys) => TRANSACTION_COLUMNS.some((name) => keys.has(name)))
  if (!header) return null
  const language = header.keys.includes(TRANSACTION_COLUMNS[0]) ? 'pt' : 'en'
  const columns = columnsOf(header)
  const usual = USUAL[language]
  const missing = [
    ...(columns.driver === -1 ? [usual.driver] : []),
    ...(columns.moment === -1 ? [usual.moment] : []),
    ...(columns.paid.length === 0 ? [usual.paid] : []),
  ]
  const known = new Set([...columns.money, columns.transaction, columns.driver, columns.moment, columns.trip])
  known.delete(-1)
  return { header, language, variant: treeOf(header.keys)?.variant ?? 'unknown', missing, known: known.size }
}

function read(table: Table, { header, language }: Recognition, file: AroundTable): ReadResult {
  const named = readFileName(file.name)
  const report = named.report === 'payments_transaction' ? 'payments_order' : named.report
  const contradicts = contradiction({ ...named, report }, { source: 'uber', report: 'payments_order' })
  if (contradicts) return contradicts
  const columns = columnsOf(header)

  const cells = cellsOf(table, header, columns.money)
  cells.problems.push(...repeatedColumns(table, header, [columns.transaction, columns.driver, ...columns.money]))
  const momentOf = momentReader(
    dataRows(table, header).map((row) => cells.text(row, columns.moment)),
    named.period,
  )
  const rows: ImportedRow[] = []
  const totals: Record<string, number> = {}
  const records = new Map<string, string>()
  const trips = new Set<string>()
  const repeated: number[] = []
  const sums = columnSums(columns.money)
  const sumColumns = {
    when: [columns.transaction, columns.moment],
    who: [columns.driver, columns.trip],
    amounts: columns.money,
  }
  for (const row of dataRows(table, header)) {
    if (isEmptyLine(cells, row, [columns.transaction, columns.driver, columns.moment, ...columns.money])) continue
    // A spreadsheet that sums every column sums the moments too.
    if (isTotalWord(cells.text(row, columns.transaction)) || isSumRow(cells, row, sumColumns)) {
      sums.check(cells, row)
      continue
    }
    if (!cells.hasItsWidth(row)) continue
    const transaction = cells.text(row, columns.transaction).toLowerCase()
    const earlier = records.get(transaction)
    if (earlier !== undefined && earlier === row.cells.join('\t')) {
      repeated.push(row.line)
      continue
    }
    if (transaction === '') cells.report(row, columns.transaction, 'value-missing', 'UUID')
    else if (earlier !== undefined) cells.report(row, columns.transaction, 'key-repeated', '')
    records.set(transaction, row.cells.join('\t'))

    const at = momentOf(cells.text(row, columns.moment))
    if (!at) {
      cells.report(row, columns.moment, 'date-unreadable', '2026-01-31 23:59:59')
      continue
    }

    const driver = driverOf(cells, row, columns.driver)
    const trip = cells.text(row, columns.trip)
    const amounts = new Map(columns.money.map((column) => [column, cells.cents(row, column)]))
    const total = (parts: readonly number[]): number => parts.reduce((sum, part) => sum + (amounts.get(part) ?? 0), 0)
    const wire = total(columns.transfer)
    const isWire =
      cells.text(row, columns.description).toLowerCase() === BANK_WIRE ||
      (wire !== 0 && trip === '' && total(columns.fare) === 0)
    const measures: Record<string, number> = isWire
      ? { paid: total(columns.paid), bank_transfer: wire }
      : {
          paid: total(columns.paid),
          transactions: 1,
          cash_collected: total(columns.cash),
          trips: trip !== '' && !trips.has(trip) ? 1 : 0,
          ...Object.fromEntries(columns.parts.map(([name, parts]) => [name, total(parts)])),
        }
    sums.add(amounts, !isWire)
    if (!isWire) {
      trips.add(trip)
      addTo(totals, measures)
    }
    rows.push({
      line: row.line,
      kind: isWire ? 'organisation' : 'reference',
      key: transaction,
      amount: ZERO,
      week: uberWeek(at),
      at,
      keys: driver ? [{ kind: isWire ? 'organisation' : 'driver', value: driver }] : [],
      label: `${cells.text(row, columns.firstName)} ${cells.text(row, columns.surname)}`.trim(),
      measures,
      facts: factsOf(cells, row, columns),
      original: row.original,
    })
  }
  if (cells.problems.length > 0) return unreadable(cells.problems)
  if (rows.length === 0) return refused('empty')

  const company = dataRows(table, header)
    .map((row) => cells.text(row, columns.company))
    .find((name) => name !== '')
  return {
    ok: true,
    file: {
      source: 'uber',
      kind: 'payments_order',
      language,
      encoding: table.encoding,
      separator: table.separator,
      columns: header.columns,
      headerLine: header.line,
      period: periodOfReport(
        named.period,
        rows.flatMap((row) => row.at ?? []),
      ),
      company: {
        name: company ?? named.company,
        organisation: rows.find((row) => row.kind === 'organisation')?.keys[0]?.value ?? null,
        contracts: [],
      },
      account: companyLetters(named.company ?? company ?? ''),
      rows,
      totals,
      dataRows: rows.length + repeated.length,
      warnings: warningsOf(totals, repeated),
    },
  }
}

const USUAL = {
  pt: { driver: 'UUID do motorista', moment: 'versus relatórios', paid: 'Pago a si' },
  en: { driver: 'Driver UUID', moment: 'vs reporting', paid: 'Paid to you' },
} as const

function columnsOf(header: Header) {
  const tree = treeOf(header.keys)
  const known = (names: readonly string[]): number[] => [columnOf(header, ...names)].filter((column) => column !== -1)
  return {
    transaction: columnOf(header, ...TRANSACTION_COLUMNS),
    driver: columnOf(header, ...DRIVER_COLUMNS.driver),
    firstName: columnOf(header, ...DRIVER_COLUMNS.firstName),
    surname: columnOf(header, ...DRIVER_COLUMNS.surname),
    trip: columnOf(header, ...TRIP_COLUMNS),
    description: columnOf(header, ...DESCRIPTION),
    moment: columnOf(header, ...MOMENT),
    company: columnOf(header, ...COMPANY),
    alias: columnOf(header, ...ALIAS),
    money: tree ? treeColumns(header, tree) : [],
    paid: tree ? tree.roots.flatMap((root) => figureColumns(header, root)) : [],
    fare: tree ? figureColumns(header, tree.fare) : [],
    cash: tree ? known(tree.measures.cash_collected) : [],
    transfer: tree ? known(tree.measures.bank_transfer) : [],
    parts: tree ? partsOf(header, tree) : [],
  }
}

/** Lists the columns of each figure that the weekly report has for a driver too, here by the day. */
function partsOf(header: Header, tree: Tree): (readonly [string, readonly number[]])[] {
  const oneColumn = (names: readonly string[]) => [columnOf(header, ...names)].filter((column) => column !== -1)
  const { service_fee, tips, toll_refund, toll_tax } = tree.measures
  const named = { service_fee, tips, toll_refund, toll_tax, fare_tax: tree.fareTax }
  return [
    ['earnings', figureColumns(header, tree.earnings)] as const,
    ['fare', figureColumns(header, tree.fare)] as const,
    ...Object.entries(named).map(([name, names]) => [name, oneColumn(names)] as const),
    ['incentives', incentiveColumns(header, tree)] as const,
  ].filter(([, columns]) => columns.length > 0)
}

/** Reads the driver of a transaction; none for wires, whose driver is empty or all zeros. */
function driverOf(cells: Cells, row: TableRow, column: number): string | null {
  const driver = cells.text(row, column).toLowerCase()
  if (driver === '' || /^[0-]+$/.test(driver)) return null
  if (!isUuid(driver)) cells.report(row, column, 'id-unreadable', 'UUID')
  return driver
}

function factsOf(cells: Cells, row: TableRow, columns: ReturnType<typeof columnsOf>): Record<string, string> {
  const facts = {
    description: cells.text(row, columns.description),
    trip: cells.text(row, columns.trip),
    alias: cells.text(row, columns.alias),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, text]) => text !== ''))
}

function warningsOf(totals: Readonly<Record<string, number>>, repeated: readonly number[]): FileWarning[] {
  const warnings: FileWarning[] = []
  if (repeated.length > 0) {
    warnings.push({
      code: 'rows-repeated',
      params: { count: repeated.length, lines: repeated.slice(0, 50).join(', ') },
    })
  }
  if ((totals.paid ?? 0) === 0) warnings.push({ code: 'total-zero', params: {} })
  return warnings
}
