import { firstOf } from '#domain/certain.ts'
import { companyLetters } from '#domain/company.ts'
import type { FileWarning, ImportedRow, ReadResult } from '#domain/import.ts'
import { cents, ZERO } from '#domain/money.ts'
import { columnOf, dataRows, findHeader, type Header, type Table, type TableRow } from '#platform/table.ts'
import { type Cells, cellsOf, isUuid, plainAmount, repeatedColumns } from '#integrations/cells.ts'
import { readFileName } from '#integrations/file-name.ts'
import { type AroundTable, addTo, type Format, type Recognition, refused, unreadable } from '#integrations/format.ts'
import { isSumRow, isEmptyLine } from '#integrations/movements.ts'
import { columnSums, contradiction, weekOfReport } from '#integrations/weekly.ts'
import { plainText } from '#integrations/words.ts'
import {
  figureColumns,
  incentiveColumns,
  leafColumnsUnder,
  TRANSACTION_COLUMNS,
  type Tree,
  treeColumns,
  treeOf,
  unknownColumns,
  DRIVER_COLUMNS,
} from './headings.ts'

/**
 * Reads Uber's weekly report, one row per driver. A row adds what Uber pays for the week (`Pago a si`), from which the
 * cash is already taken. The company itself stands among the drivers with the bank transfer for an earlier week: that
 * row is no money of this week. Every row's parts must add up.
 */
export const paymentsDriver: Format = { source: 'uber', kind: 'payments_driver', recognises, read }

function recognises(table: Table): Recognition | null {
  const header = findHeader(
    table,
    (keys) =>
      hasAny(keys, DRIVER_COLUMNS.driver) &&
      !hasAny(keys, TRANSACTION_COLUMNS) &&
      !hasAny(keys, DRIVER_COLUMNS.organisation) &&
      treeOf(keys) !== null,
  )
  if (!header) return null
  const tree = treeOf(header.keys)!
  const { money, missing } = columnsOf(header, tree)
  return { header, language: tree.language, variant: tree.variant, missing, known: money.length + 1 }
}

function hasAny(keys: ReadonlySet<string>, names: readonly string[]): boolean {
  return names.some((name) => keys.has(name))
}

function read(table: Table, { header }: Recognition, file: AroundTable): ReadResult {
  const tree = treeOf(header.keys)!
  const columns = columnsOf(header, tree)
  const named = readFileName(file.name)
  const contradicts = contradiction(named, { source: 'uber', report: 'payments_driver' })
  if (contradicts) return contradicts
  const dated = weekOfReport(named.period, file.week)
  if ('refusal' in dated) return dated.refusal

  const cells = cellsOf(table, header, columns.money)
  cells.problems.push(...repeatedColumns(table, header, [columns.driver, ...columns.money]))
  const driversSeen = new Set<string>()
  const unexplained: number[] = []
  const rows: ImportedRow[] = []
  const totals: Record<string, number> = {}
  let organisation: string | null = null
  const ownLetters = companyLetters(named.company ?? '')
  // Without the column of its transfer, only its name or its id distinguishes the company from a driver without trips.
  const isCompany = (name: string, id: string) =>
    file.organisations.has(id) || isLegalName(name) || (ownLetters !== '' && companyLetters(name) === ownLetters)
  const sums = columnSums(columns.money)
  const sumColumns = { when: [columns.driver], who: [columns.firstName, columns.surname], amounts: columns.money }
  for (const row of dataRows(table, header)) {
    if (isEmptyLine(cells, row, [columns.driver, columns.firstName, columns.surname, ...columns.money])) continue
    if (isSumRow(cells, row, sumColumns)) {
      sums.check(cells, row)
      continue
    }
    if (!cells.hasItsWidth(row)) continue
    const driver = driverOf(cells, row, columns.driver, driversSeen)
    const before = cells.problems.length
    const amounts = new Map(columns.money.map((column) => [column, cells.cents(row, column)]))
    const isRead = cells.problems.length === before
    const measures = measuresOf(amounts, columns)
    if (isRead && !checkSums(cells, row, amounts, columns)) unexplained.push(row.line)
    if (driver === null) continue
    const label = [columns.firstName, columns.surname].map((column) => cells.text(row, column))
    const isOrganisation =
      measures.fare === 0 &&
      measures.earnings === 0 &&
      (measures.bank_transfer !== 0 || isCompany(label.join(' '), driver))
    sums.add(amounts, !isOrganisation)
    if (isOrganisation) organisation = driver
    else addTo(totals, measures)
    rows.push({
      line: row.line,
      kind: isOrganisation ? 'organisation' : 'earning',
      key: driver,
      amount: isOrganisation ? ZERO : cents(measures.paid),
      week: dated.week,
      at: null,
      keys: [{ kind: isOrganisation ? 'organisation' : 'driver', value: driver }],
      label: label.join(' ').trim(),
      measures: isOrganisation ? { paid: measures.paid, bank_transfer: measures.bank_transfer } : measures,
      facts: {},
      original: row.original,
    })
  }
  if (cells.problems.length > 0) return unreadable(cells.problems)
  if (rows.length === 0) return refused('empty')

  return {
    ok: true,
    file: {
      source: 'uber',
      kind: 'payments_driver',
      language: tree.language,
      encoding: table.encoding,
      separator: table.separator,
      columns: header.columns,
      headerLine: header.line,
      period: dated.period,
      isWeekChosen: dated.isWeekChosen,
      company: { name: named.company, organisation, contracts: [] },
      account: companyLetters(named.company ?? ''),
      rows,
      totals,
      dataRows: rows.length,
      warnings: warningsOf(header, tree, totals, unexplained),
    },
  }
}

/** Whether only a company can have this name: `…, Unipessoal Lda`. */
function isLegalName(name: string): boolean {
  return /\b(UNIPESSOAL|LDA|LIMITADA|SOCIEDADE|S A|SA)$/.test(plainText(name))
}

type Columns = {
  driver: number
  firstName: number
  surname: number
  money: readonly number[]
  paid: readonly number[]
  earnings: readonly number[]
  fare: readonly number[]
  figures: readonly { measure: string; column: number }[]
  fareTax: number
  incentives: readonly number[]
  /** A branch and the columns that must add up to it. */
  sums: readonly { branch: number; parts: readonly number[] }[]
  /** Whether a wrong sum is a mistake of the file: all usual parts are there and none is new. */
  sumsAreLaw: boolean
  missing: readonly string[]
}

function columnsOf(header: Header, tree: Tree): Columns {
  const who = { driver: columnOf(header, ...DRIVER_COLUMNS.driver) }
  const paid = tree.roots.flatMap((root) => figureColumns(header, root))
  const earnings = figureColumns(header, tree.earnings)
  const fare = figureColumns(header, tree.fare)
  const figures = Object.entries(tree.measures).map(([measure, names]) => ({
    measure,
    column: columnOf(header, ...names),
  }))
  const hasRoot = tree.variant === 'total-earnings' || columnOf(header, firstOf(tree.roots)) !== -1
  const hasEarnings = columnOf(header, tree.earnings) !== -1
  const hasCash = columnOf(header, ...tree.measures.cash_collected) !== -1
  const fareTax = columnOf(header, ...tree.fareTax)
  const isComplete = fareTax !== -1 && figures.every(({ column }) => column !== -1)
  return {
    ...who,
    firstName: columnOf(header, ...DRIVER_COLUMNS.firstName),
    surname: columnOf(header, ...DRIVER_COLUMNS.surname),
    money: treeColumns(header, tree),
    paid,
    earnings,
    fare,
    figures,
    fareTax,
    incentives: incentiveColumns(header, tree),
    sums: sumsOf(header, tree),
    sumsAreLaw: tree.variant === 'paid-to-you' && isComplete && unknownColumns(header, tree).length === 0,
    missing: [
      ...(hasRoot ? [] : [USUAL[tree.language].paid]),
      ...(hasEarnings ? [] : [USUAL[tree.language].earnings]),
      ...(hasCash || tree.variant === 'total-earnings' ? [] : [USUAL[tree.language].cash]),
      ...(fare.length > 0 || tree.variant === 'total-earnings' ? [] : [USUAL[tree.language].fare]),
    ],
  }
}

/** Usual headings, for the person who has to find them. */
const USUAL = {
  pt: {
    paid: 'Pago a si',
    earnings: 'Pago a si : Os seus rendimentos',
    cash: 'Pago a si : Saldo da viagem : Pagamentos : Dinheiro recebido',
    fare: 'Pago a si : Os seus rendimentos : Tarifa',
  },
  en: {
    paid: 'Paid to you',
    earnings: 'Paid to you : Your earnings',
    cash: 'Paid to you : Trip balance : Payouts : Cash collected',
    fare: 'Paid to you : Your earnings : Fare',
  },
} as const

/** Lists what adds up to what (formats 1.1): fare = its leaves, earnings = fare and the rest below it, paid = earnings and the rest. */
function sumsOf(header: Header, tree: Tree): Columns['sums'] {
  const earnings = columnOf(header, tree.earnings)
  const fare = columnOf(header, tree.fare)
  const root = columnOf(header, firstOf(tree.roots))
  const below = (path: string, but: string): number[] =>
    leafColumnsUnder(header, path).filter((column) => !header.keys[column]!.startsWith(but))
  const sums = [
    { branch: fare, parts: leafColumnsUnder(header, tree.fare) },
    { branch: earnings, parts: [...figureColumns(header, tree.fare), ...below(tree.earnings, tree.fare)] },
  ]
  if (tree.variant === 'paid-to-you') {
    sums.push({ branch: root, parts: [earnings, ...below(firstOf(tree.roots), tree.earnings)] })
  }
  return sums.filter(({ branch, parts }) => branch !== -1 && parts.length > 0)
}

function driverOf(cells: Cells, row: TableRow, column: number, seen: Set<string>): string | null {
  const driver = cells.text(row, column).toLowerCase()
  if (driver === '') cells.report(row, column, 'value-missing', 'UUID')
  else if (!isUuid(driver)) cells.report(row, column, 'id-unreadable', 'UUID')
  else if (seen.has(driver)) cells.report(row, column, 'key-repeated', '')
  else {
    seen.add(driver)
    return driver
  }
  return null
}

type Measures = Record<string, number> & { paid: number; earnings: number; fare: number; bank_transfer: number }

type Amounts = ReadonlyMap<number, number>

function total(amounts: Amounts, columns: readonly number[]): number {
  return columns.reduce((sum, column) => sum + (amounts.get(column) ?? 0), 0)
}

function measuresOf(amounts: Amounts, columns: Columns): Measures {
  const measures: Measures = {
    paid: total(amounts, columns.paid),
    earnings: total(amounts, columns.earnings),
    fare: total(amounts, columns.fare),
    bank_transfer: 0,
  }
  for (const { measure, column } of columns.figures) measures[measure] = total(amounts, [column])
  if (columns.fareTax !== -1) measures.fare_tax = total(amounts, [columns.fareTax])
  if (columns.incentives.length > 0) measures.incentives = total(amounts, columns.incentives)
  return measures
}

/** Reports branches that are not the sum of their parts; `false` when one is not although the file may be right. */
function checkSums(cells: Cells, row: TableRow, amounts: Amounts, columns: Columns): boolean {
  let doAllAddUp = true
  for (const { branch, parts } of columns.sums) {
    const found = total(amounts, [branch])
    const expected = total(amounts, parts)
    if (Math.abs(found - expected) <= 1) continue
    if (columns.sumsAreLaw) cells.report(row, branch, 'sum-differs', plainAmount(expected), plainAmount(found))
    else doAllAddUp = false
  }
  return doAllAddUp
}

function warningsOf(
  header: Header,
  tree: Tree,
  totals: Readonly<Record<string, number>>,
  unexplained: readonly number[],
): FileWarning[] {
  const unknown = unknownColumns(header, tree)
  const warnings: FileWarning[] = []
  if (unknown.length > 0) warnings.push({ code: 'unknown-columns', params: { columns: unknown.join(', ') } })
  if (unexplained.length > 0) warnings.push({ code: 'sum-unexplained', params: { lines: unexplained.join(', ') } })
  if (tree.variant === 'total-earnings') warnings.push({ code: 'value-assumed', params: { measure: 'paid' } })
  if (Object.values(totals).every((figure) => figure === 0)) warnings.push({ code: 'total-zero', params: {} })
  return warnings
}
