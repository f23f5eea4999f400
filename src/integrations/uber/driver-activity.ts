import { companyLetters } from '#domain/company.ts'
import type { ImportedRow, ReadResult } from '#domain/import.ts'
import { ZERO } from '#domain/money.ts'
import { type Cells, cellsOf, isUuid } from '#integrations/cells.ts'
import { readFileName } from '#integrations/file-name.ts'
import { type AroundTable, addTo, type Format, type Recognition, refused, unreadable } from '#integrations/format.ts'
import { isSumRow, isEmptyLine } from '#integrations/movements.ts'
import { contradiction, weekOfReport } from '#integrations/weekly.ts'
import { isTotalWord } from '#integrations/words.ts'
import { columnOf, dataRows, findHeader, type Header, type Table, type TableRow } from '#platform/table.ts'
import { DRIVER_COLUMNS } from './headings.ts'

const TRIPS = ['viagens concluídas', 'trips completed']
const ONLINE = ['tempo online', 'time online']
const ON_TRIP = ['tempo em viagem', 'time on trip']

/** Reads Uber's weekly hours and trips of each driver; no money. Times are days:hours:minutes, not hours:minutes:seconds. */
export const driverActivity: Format = { source: 'uber', kind: 'driver_activity', recognises, read }

function recognises(table: Table): Recognition | null {
  const header = findHeader(
    table,
    (keys) =>
      DRIVER_COLUMNS.driver.some((name) => keys.has(name)) &&
      [...keys].some((key) => startsAs(key, [...ONLINE, ...ON_TRIP])),
  )
  if (!header) return null
  const language = header.keys.includes(DRIVER_COLUMNS.driver[0]) ? 'pt' : 'en'
  const { driver, trips, online, onTrip } = columnsOf(header)
  const usual = USUAL[language]
  const missing = [
    ...(trips === -1 ? [usual.trips] : []),
    ...(online === -1 ? [usual.online] : []),
    ...(onTrip === -1 ? [usual.onTrip] : []),
  ]
  const known = [driver, trips, online, onTrip].filter((column) => column !== -1).length
  return { header, language, variant: 'weekly', missing, known }
}

function columnsOf(header: Header) {
  return {
    driver: columnOf(header, ...DRIVER_COLUMNS.driver),
    firstName: columnOf(header, ...DRIVER_COLUMNS.firstName),
    surname: columnOf(header, ...DRIVER_COLUMNS.surname),
    trips: columnOf(header, ...TRIPS),
    online: durationColumn(header, ONLINE),
    onTrip: durationColumn(header, ON_TRIP),
  }
}

function startsAs(key: string, starts: readonly string[]): boolean {
  return starts.some((start) => key === start || key.startsWith(`${start} (`))
}

function read(table: Table, { header, language }: Recognition, file: AroundTable): ReadResult {
  const columns = columnsOf(header)
  const named = readFileName(file.name)
  const contradicts = contradiction(named, { source: 'uber', report: 'driver_activity' })
  if (contradicts) return contradicts
  const dated = weekOfReport(named.period, file.week)
  if ('refusal' in dated) return dated.refusal

  const cells = cellsOf(table, header, [])
  const rows: ImportedRow[] = []
  const totals: Record<string, number> = {}
  const seen = new Set<string>()
  const sumColumns = {
    when: [columns.driver],
    who: [columns.firstName, columns.surname],
    amounts: [columns.trips, columns.online, columns.onTrip],
  }
  for (const row of dataRows(table, header)) {
    if (isEmptyLine(cells, row, Object.values(columns))) continue
    if (isSumRow(cells, row, sumColumns)) {
      checkTotal(cells, row, columns, totals)
      continue
    }
    if (!cells.hasItsWidth(row)) continue
    const driver = cells.text(row, columns.driver).toLowerCase()
    if (!isUuid(driver)) cells.report(row, columns.driver, driver === '' ? 'value-missing' : 'id-unreadable', 'UUID')
    else if (seen.has(driver)) cells.report(row, columns.driver, 'key-repeated', '')
    seen.add(driver)
    const measures = {
      trips: cells.count(row, columns.trips),
      online_minutes: minutes(cells, row, columns.online),
      on_trip_minutes: minutes(cells, row, columns.onTrip),
    }
    addTo(totals, measures)
    rows.push({
      line: row.line,
      kind: 'activity',
      key: driver,
      amount: ZERO,
      week: dated.week,
      at: null,
      keys: [{ kind: 'driver', value: driver }],
      label: `${cells.text(row, columns.firstName)} ${cells.text(row, columns.surname)}`.trim(),
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
      source: 'uber',
      kind: 'driver_activity',
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
      warnings: Object.values(totals).every((total) => total === 0) ? [{ code: 'total-zero', params: {} }] : [],
    },
  }
}

/** Checks a line below the drivers that sums what they did (`rulings.md` J.4). */
function checkTotal(
  cells: Cells,
  row: TableRow,
  columns: ReturnType<typeof columnsOf>,
  totals: Readonly<Record<string, number>>,
): void {
  const check = (column: number, measure: () => number, expected: number) => {
    if (cells.text(row, column) === '' || isTotalWord(cells.text(row, column))) return
    if (measure() !== expected) cells.report(row, column, 'sum-differs', String(expected))
  }
  check(columns.trips, () => cells.count(row, columns.trips), totals['trips'] ?? 0)
  check(columns.online, () => minutes(cells, row, columns.online), totals['online_minutes'] ?? 0)
  check(columns.onTrip, () => minutes(cells, row, columns.onTrip), totals['on_trip_minutes'] ?? 0)
}

const USUAL = {
  pt: {
    trips: 'Viagens concluídas',
    online: 'Tempo online (dias: horas: minutos)',
    onTrip: 'Tempo em viagem (dias: horas: minutos)',
  },
  en: {
    trips: 'Trips completed',
    online: 'Time online (days : hours: minutes)',
    onTrip: 'Time on trip (days : hours : minutes)',
  },
} as const

function durationColumn(header: Header, starts: readonly string[]): number {
  return header.keys.findIndex((key) => startsAs(key, starts))
}

/** Reads a time: `02:09:32` is two days, nine hours and thirty-two minutes. */
function minutes(cells: Cells, row: TableRow, column: number): number {
  const text = cells.text(row, column)
  if (text === '' || text === '-') return 0
  const found = /^(\d{1,2}) ?: ?(\d{1,2}) ?: ?(\d{1,2})$/.exec(text)
  const [days = 0, hours = 0, rest = 0] = found?.slice(1).map(Number) ?? []
  if (!found || hours > 23 || rest > 59) cells.report(row, column, 'count-unreadable', '00:00:00')
  return days * 24 * 60 + hours * 60 + rest
}
