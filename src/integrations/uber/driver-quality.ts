import { companyLetters } from '#domain/company.ts'
import type { ImportedRow, ReadResult } from '#domain/import.ts'
import { ZERO } from '#domain/money.ts'
import { type Cells, cellsOf, isUuid, withoutNulls, ratingOf, repeatedColumns } from '#integrations/cells.ts'
import { readFileName } from '#integrations/file-name.ts'
import { type AroundTable, addTo, type Format, type Recognition, refused, unreadable } from '#integrations/format.ts'
import { isSumRow, isEmptyLine } from '#integrations/movements.ts'
import { contradiction, weekOfReport } from '#integrations/weekly.ts'
import { columnOf, dataRows, findHeader, type Header, type Table, type TableRow } from '#platform/table.ts'
import { DRIVER_COLUMNS } from './headings.ts'

/** Shares of the week, by Uber's names. Those in its app continue from week to week and are left out. */
const RATES = {
  acceptance_rate: ['confirmation rate', 'taxa de confirmação'],
  cancellation_rate: ['cancellation rate', 'taxa de cancelamento'],
  completion_rate: ['completion rate', 'taxa de conclusão'],
} as const
const RATINGS = {
  four_week_rating: [
    'driver ratings (last 4 weeks)',
    'avaliações do motorista (últimas 4 semanas)',
    'classificações do motorista (últimas 4 semanas)',
  ],
  trips_rating: [
    'driver ratings (previous 500 trips)',
    'avaliações do motorista (500 viagens anteriores)',
    'classificações do motorista (500 viagens anteriores)',
  ],
} as const
const COUNTS = {
  trips: ['trips completed', 'viagens concluídas'],
  accepted_offers: [
    'trips accepted (excluding trip radar or similar)',
    'trips accepted',
    'viagens aceites (exceto trip radar ou semelhante)',
    'viagens aceites',
  ],
  rejected_offers: ['trips rejected', 'viagens rejeitadas', 'viagens recusadas'],
  cancelled_offers: ['trips cancelled', 'viagens canceladas'],
  failed_offers: ['trips failed', 'viagens falhadas'],
  all_offers: ['total trips assignments', 'total de atribuições de viagens'],
} as const

const SHARES = [...Object.values(RATES), ...Object.values(RATINGS)].flat()

/**
 * Reads how each driver answered Uber's offers in a week, and the ratings by passengers; no money. A cell without a
 * figure is unknown, which is not zero. The Portuguese names of the columns are inferred; a share under another name is
 * not read.
 */
export const driverQuality: Format = { source: 'uber', kind: 'driver_quality', recognises, read }

function recognises(table: Table, name: string): Recognition | null {
  const isNamed = readFileName(name).report === 'driver_quality'
  const header = findHeader(
    table,
    (keys) =>
      (isNamed || SHARES.some((share) => keys.has(share))) &&
      [...DRIVER_COLUMNS.driver, ...DRIVER_COLUMNS.firstName, ...DRIVER_COLUMNS.surname].some((heading) =>
        keys.has(heading),
      ),
  )
  if (!header) return null
  const language =
    header.keys.includes(DRIVER_COLUMNS.firstName[0]) || header.keys.includes(DRIVER_COLUMNS.driver[0]) ? 'pt' : 'en'
  const columns = columnsOf(header)
  const usual = USUAL[language]
  const hasShares = [...Object.values(columns.rates), ...Object.values(columns.ratings)].some((column) => column !== -1)
  const missing = [...(columns.driver === -1 ? [usual.driver] : []), ...(hasShares ? [] : [usual.share])]
  const known = columns.all.filter((column) => column !== -1).length
  return { header, language, variant: 'weekly', missing, known }
}

const USUAL = {
  pt: { driver: 'UUID do motorista', share: 'Taxa de confirmação' },
  en: { driver: 'Driver UUID', share: 'Confirmation rate' },
} as const

function columnsOf(header: Header) {
  const find = <Name extends string>(names: Readonly<Record<Name, readonly string[]>>) =>
    Object.fromEntries(
      Object.entries<readonly string[]>(names).map(([name, known]) => [name, columnOf(header, ...known)]),
    ) as Record<Name, number>
  const personColumns = find({
    driver: DRIVER_COLUMNS.driver,
    firstName: DRIVER_COLUMNS.firstName,
    surname: DRIVER_COLUMNS.surname,
  })
  const [rates, ratings, counts] = [find(RATES), find(RATINGS), find(COUNTS)]
  const knownColumns = [personColumns, rates, ratings, counts].flatMap((some) => Object.values(some))
  return { ...personColumns, rates, ratings, counts, all: knownColumns }
}

function read(table: Table, { header, language }: Recognition, file: AroundTable): ReadResult {
  const columns = columnsOf(header)
  const named = readFileName(file.name)
  const contradicts = contradiction(named, { source: 'uber', report: 'driver_quality' })
  if (contradicts) return contradicts
  const dated = weekOfReport(named.period, file.week)
  if ('refusal' in dated) return dated.refusal

  const shares = [...Object.values(columns.rates), ...Object.values(columns.ratings)].filter((at) => at !== -1)
  const cells = cellsOf(table, header, shares)
  cells.problems.push(...repeatedColumns(table, header, columns.all))
  const inPercent = new Set(
    Object.values(columns.rates).filter((column) =>
      dataRows(table, header).some((row) => cells.text(row, column).endsWith('%')),
    ),
  )
  const rows: ImportedRow[] = []
  const totals: Record<string, number> = {}
  const seen = new Set<string>()
  const amounts = [...shares, ...Object.values(columns.counts)]
  for (const row of dataRows(table, header)) {
    if (isEmptyLine(cells, row, columns.all)) continue
    if (isSumRow(cells, row, { when: [columns.driver], who: [columns.firstName, columns.surname], amounts })) continue
    if (!cells.hasItsWidth(row)) continue
    const driver = cells.text(row, columns.driver).toLowerCase()
    if (!isUuid(driver)) cells.report(row, columns.driver, driver === '' ? 'value-missing' : 'id-unreadable', 'UUID')
    else if (seen.has(driver)) cells.report(row, columns.driver, 'key-repeated', '')
    seen.add(driver)
    const measures = withoutNulls({
      ...valuesOf(columns.counts, (column) => countOf(cells, row, column)),
      ...valuesOf(columns.rates, (column) => shareOf(cells, row, column, inPercent.has(column))),
      ...valuesOf(columns.ratings, (column) => ratingOf(cells, row, column)),
    })
    addTo(totals, measures)
    rows.push({
      line: row.line,
      kind: 'reference',
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
      kind: 'driver_quality',
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
      warnings: [],
    },
  }
}

function valuesOf(
  columns: Readonly<Record<string, number>>,
  valueOf: (column: number) => number | null,
): Record<string, number | null> {
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [name, column === -1 ? null : valueOf(column)]),
  )
}

function countOf(cells: Cells, row: TableRow, column: number): number | null {
  return /^-?$/.test(cells.text(row, column)) ? null : cells.count(row, column)
}

/** Reads `0.87`, `87%` or `87 %` as basis points. In a column that has the sign a figure without it is ambiguous and refused. */
function shareOf(cells: Cells, row: TableRow, column: number, inPercent: boolean): number | null {
  const text = cells.text(row, column)
  if (!text.endsWith('%') && inPercent && /[1-9]/.test(text)) {
    cells.report(row, column, 'count-unreadable', '87%')
    return null
  }
  return cells.optionalNumber(row, column, { places: inPercent ? 2 : 4, least: 0, most: WHOLE })
}

/** A whole in basis points. */
const WHOLE = 10_000
