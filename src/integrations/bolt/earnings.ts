import { companyLetters } from '#domain/company.ts'
import type { FileWarning, ImportedRow, ReadResult, SourceKey } from '#domain/import.ts'
import { cents } from '#domain/money.ts'
import { type Cells, cellsOf, plainAmount, repeatedColumns } from '#integrations/cells.ts'
import { type Period, readFileName, readPeriod } from '#integrations/file-name.ts'
import { type AroundTable, addTo, type Format, type Recognition, refused, unreadable } from '#integrations/format.ts'
import { isSumRow, saysNothing } from '#integrations/movements.ts'
import { columnSums, contradiction, weekOfReport } from '#integrations/weekly.ts'
import { columnOf, dataRows, findHeader, type Header, type Table, type TableRow } from '#platform/table.ts'
import { BOLT, type BoltColumn, UNREAD, withoutUnit } from './headings.ts'

/**
 * Bolt's weekly earnings, one row per driver; a row adds the payout Bolt foresees, from which cash is already taken. The week
 * stands in the file's name, in older files in a column. Bolt's own cents may be one off; more than one is a damaged file.
 */
export const boltEarnings: Format = { source: 'bolt', kind: 'earnings', recognises, read }

/** Bolt's report of trips and rates alone: known, and refused with what to export instead. */
export const boltPerformance: Format = {
  source: 'bolt',
  kind: 'earnings',
  recognises: (table) => {
    const header = findHeader(table, (keys) => {
      const plain = new Set([...keys].map(withoutUnit))
      const hasMoney = (['gross', 'net', 'payout'] as const).some((column) => has(plain, column))
      return has(plain, 'driver') && (has(plain, 'trips') || has(plain, 'onlineMinutes')) && !hasMoney
    })
    return header && { header, language: languageOf(header), variant: 'performance', missing: [], known: 2 }
  },
  read: () => refused('kind-not-supported', { report: 'performance', instead: 'earnings' }),
}

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
/** The columns that name a driver. */
const WHO = ['driver', 'email', 'phone', 'driverId', 'individualId'] as const satisfies readonly BoltColumn[]
const REQUIRED = ['driver', 'email', 'gross', 'net', 'payout', 'cash'] as const satisfies readonly BoltColumn[]

function has(keys: ReadonlySet<string>, column: BoltColumn): boolean {
  return BOLT[column].some((name) => keys.has(name))
}

function recognises(table: Table): Recognition | null {
  const header = findHeader(table, (keys) => {
    const plain = new Set([...keys].map(withoutUnit))
    const money = (['gross', 'net', 'payout'] as const).filter((column) => has(plain, column))
    const who = (['driver', 'email', 'driverId'] as const).filter((column) => has(plain, column))
    return money.length > 0 && who.length > 0 && money.length + who.length > 2
  })
  if (!header) return null
  const plain = plainHeader(header)
  const language = languageOf(plain)
  const columns = columnsOf(plain)
  const missing = REQUIRED.filter((column) => columns[column] === -1).map((column) => USUAL[language][column])
  const known = Object.values(columns).filter((column) => column !== -1).length
  return { header: plain, language, variant: `${plain.columns.length} columns`, missing, known }
}

function plainHeader(header: Header): Header {
  return { ...header, keys: header.keys.map(withoutUnit) }
}

function languageOf(header: Header): 'pt' | 'en' {
  const english = header.keys.filter((key) => /earnings|driver|payout|\brides?\b/.test(key)).length
  const portuguese = header.keys.filter((key) => /ganhos|motorista|pagamento|viagens/.test(key)).length
  return english > portuguese ? 'en' : 'pt'
}

type Columns = Readonly<Record<BoltColumn, number>>

function columnsOf(header: Header): Columns {
  const found = Object.entries(BOLT).map(([column, names]) => [column, columnOf(header, ...names)])
  return Object.fromEntries(found)
}

function read(table: Table, { header, language }: Recognition, file: AroundTable): ReadResult {
  const named = readFileName(file.name)
  const contradicts = contradiction(named, { source: 'bolt', report: 'earnings' })
  if (contradicts) return contradicts
  const columns = columnsOf(header)
  const money = MONEY.map((column) => columns[column]).filter((column) => column !== -1)
  const cells = cellsOf(table, header, money)
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
  const seen = new Set<string>()
  const rows: ImportedRow[] = []
  const totals: Record<string, number> = {}
  const sums = columnSums(money)
  const sumColumns = { when: [columns.period], who: WHO.map((column) => columns[column]), amounts: money }
  for (const row of dataRows(table, header)) {
    if (saysNothing(cells, row, Object.values(columns))) continue
    if (isSumRow(cells, row, sumColumns) && keysOf(cells, row, columns).length === 0) {
      sums.check(cells, row)
      continue
    }
    if (!cells.hasItsWidth(row)) continue
    const keys = keysOf(cells, row, columns)
    const key = naturalKey(keys)
    if (key === null)
      cells.report(row, columns.driverId === -1 ? columns.email : columns.driverId, 'value-missing', 'UUID')
    else if (seen.has(key)) cells.report(row, columns.driver, 'key-repeated', '', key)
    else seen.add(key)
    const before = cells.problems.length
    const amounts = amountsOf(cells, row, columns)
    if (cells.problems.length === before) checkSums(cells, row, amounts, columns, unknown.length === 0, differences)
    sums.add(new Map(MONEY.map((column) => [columns[column], amounts(column)])), true)
    const measures = measuresOf(cells, row, amounts, columns)
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

/** Headings as Bolt writes them, for the person who has to find them. */
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

/** The period that every row states, in files that have such a column; rows of different periods cannot be told apart later. */
function periodInRows(
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

function isSamePeriod(a: Period, b: Period): boolean {
  return a.from.equals(b.from) && a.to.equals(b.to)
}

/** Ids first, then e-mail and phone; what a spreadsheet has ruined (`3,51E+11`) names nobody. */
function keysOf(cells: Cells, row: TableRow, columns: Columns): SourceKey[] {
  const plain = (column: number): string => {
    const text = cells.text(row, column).toLowerCase()
    return /^(-|n\/a)$/.test(text) ? '' : text
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

function naturalKey(keys: readonly SourceKey[]): string | null {
  for (const kind of ['driver', 'individual', 'email', 'phone'] as const) {
    const key = keys.find((candidate) => candidate.kind === kind)
    if (key) return key.value
  }
  return null
}

type Amounts = (column: (typeof MONEY)[number]) => number

/** Every money cell of the row, read once, so that what cannot be read is told once. */
function amountsOf(cells: Cells, row: TableRow, columns: Columns): Amounts {
  const amounts = new Map(MONEY.map((column) => [column, cells.cents(row, columns[column])]))
  return (column) => amounts.get(column) ?? 0
}

type Differences = { rounding: number[]; unexplained: number[] }

const PARTS_OF_GROSS = ['app', 'cashGross', 'tips', 'campaign', 'expenseRefunds', 'cancellation'] as const

/** The sums of formats 2.1, each as far as its columns are in the file; one cent is Bolt's rounding. */
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
    const off = Math.abs(amounts(of) - expected)
    if (off === 0) continue
    if (off === 1) differences.rounding.push(row.line)
    else if (isLaw) cells.report(row, columns[of], 'sum-differs', plainAmount(expected), plainAmount(amounts(of)))
    else differences.unexplained.push(row.line)
  }
}

function measuresOf(cells: Cells, row: TableRow, amounts: Amounts, columns: Columns): Record<string, number> {
  const optional = {
    booking: columns.booking === -1 ? null : amounts('booking'),
    rider_refunds: columns.riderRefunds === -1 ? null : amounts('riderRefunds'),
    other_fees: columns.otherFees === -1 ? null : amounts('otherFees'),
    vat_app: columns.vatApp === -1 ? null : amounts('vatApp'),
    vat_cash: columns.vatCash === -1 ? null : amounts('vatCash'),
    vat_cancellation: columns.vatCancellation === -1 ? null : amounts('vatCancellation'),
    trips: columns.trips === -1 ? null : cells.count(row, columns.trips),
    online_minutes: columns.onlineMinutes === -1 ? null : cells.roundedCount(row, columns.onlineMinutes),
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

function unknownColumns(header: Header): string[] {
  const known = new Set<string>(Object.values(BOLT).flat())
  return header.columns.filter(
    (column, at) => column !== '' && !known.has(header.keys[at]!) && !UNREAD.has(header.keys[at]!),
  )
}

function warningsOf(
  unknown: readonly string[],
  { rounding, unexplained }: Differences,
  totals: Readonly<Record<string, number>>,
): FileWarning[] {
  const lines = (list: readonly number[]): { count: number; lines: string } => {
    const once = [...new Set(list)]
    return { count: once.length, lines: once.join(', ') }
  }
  const warnings: FileWarning[] = []
  if (unknown.length > 0) warnings.push({ code: 'unknown-columns', params: { columns: unknown.join(', ') } })
  if (rounding.length > 0) warnings.push({ code: 'rounding-difference', params: lines(rounding) })
  if (unexplained.length > 0) warnings.push({ code: 'sum-unexplained', params: lines(unexplained) })
  if (Object.values(totals).every((figure) => figure === 0)) warnings.push({ code: 'total-zero', params: {} })
  return warnings
}
