import type { FileWarning, ImportedRow, ReadResult, RowKind, SourceKey } from '#domain/import.ts'
import { cents, minus } from '#domain/money.ts'
import { lisbon, weekAt } from '#domain/week.ts'
import { type Cells, cellsOf, repeatedColumns } from '#integrations/cells.ts'
import {
  type AroundTable,
  addTo,
  columnsMissing,
  type Format,
  type Recognition,
  unreadable,
} from '#integrations/format.ts'
import {
  checkSum,
  commonWarnings,
  type Columns,
  type ColumnNames,
  type Figures,
  figuresOf,
  findColumns,
  numbered,
  orderOfDates,
  periodOfName,
  periodOfRows,
  periodOfWeek,
  periodText,
  plain,
  readCover,
  readIdentifier,
  readMoment,
  warningOf,
} from '#integrations/movements.ts'
import type { DateOrder } from '#platform/amount-text.ts'
import { dataRows, findHeader, type Table, type TableRow } from '#platform/table.ts'
import { kindOfService } from './services.ts'

type Field = keyof typeof NAMES

/** Headings of the portal's export (in English even on the Portuguese site) and of the older Portuguese file, by `letters`. */
const NAMES = {
  plate: ['LICENSEPLATE', 'LICENCEPLATE', 'MATRICULA'],
  iai: ['IAI'],
  obu: ['OBU', 'NREQUIPAMENTO', 'NOEQUIPAMENTO', 'NEQUIPAMENTO', 'IDENTIFICADOR', 'NRIDENTIFICADOR'],
  service: ['SERVICE'],
  serviceDescription: ['SERVICEDESCRIPTION', 'SERVICO'],
  market: ['MARKET'],
  marketDescription: ['MARKETDESCRIPTION', 'TIPODEEVENTO', 'TIPO'],
  entryDate: ['ENTRYDATE', 'DATAENTRADA', 'DATADEENTRADA'],
  exitDate: ['EXITDATE', 'DATASAIDA', 'DATADESAIDA'],
  entryPoint: ['ENTRYPOINT', 'BARREIRAENTRADA', 'BARREIRADEENTRADA'],
  exitPoint: ['EXITPOINT', 'BARREIRASAIDA', 'BARREIRADESAIDA'],
  value: ['VALUE', 'VALORTRANSACAO', 'VALORDATRANSACAO', 'VALOR'],
  liquid: ['LIQUIDVALUE', 'VALORLIQUIDO'],
  contract: ['CONTRACTNUMBER', 'CONTRATO', 'NRCONTRATO', 'NCONTRATO'],
  operator: ['OPERATOR', 'OPERADOR'],
  // Known and of no use here: whether and how it was paid changes from one export to the next.
  isPaid: ['ISPAYED', 'ISPAID'],
  paymentDate: ['PAYMENTDATE'],
  invoice: ['INVOICE'],
  discount: ['DISCOUNTVV', 'DISCOUNT'],
  discountPercentage: ['DISCOUNTVVPERCENTAGE'],
  tax: ['TAX'],
  discountBalance: ['DISCOUNTBALANCE'],
  account: ['MOBILITYACCOUNT', 'CONTAMOBILIDADE'],
  paymentMethod: ['PAYMENTMETHOD', 'MEIODEPAGAMENTO'],
  systemDate: ['SYSTEMENTRYDATE'],
} as const satisfies ColumnNames<string>

/** What makes it a list of passages and not some other list of cars. */
const PASSAGE: readonly Field[] = ['entryDate', 'exitDate', 'entryPoint', 'exitPoint']

/**
 * Via Verde's list of movements: the portal's export (Excel or CSV; 22, 23 or 18 columns, whole or cut headings) and the
 * older Portuguese file with cover lines, down to its shortest form of five columns. Charged is the liquid value, after
 * discount; the moment that decides week and driver is the exit (the entry where there is no exit), on the Lisbon clock.
 */
export const viaVerdeMovements: Format = { source: 'viaverde', kind: 'movements', recognises, read }

function recognises(table: Table): Recognition | null {
  const header = findHeader(table, (keys) => {
    const { at } = findColumns<Field>([...keys], NAMES)
    return PASSAGE.some((field) => at[field] !== -1) && Object.values(at).filter((column) => column !== -1).length >= 4
  })
  if (!header) return null
  const portuguese = header.keys.some((key) => /^(matr|contrato|barreira|data (de )?(sa|en))/.test(key))
  return { header, language: portuguese ? 'pt' : 'en', variant: portuguese ? 'statement' : 'portal' }
}

function read(table: Table, { header, language }: Recognition, file: AroundTable): ReadResult {
  const columns = findColumns<Field>(header.columns, NAMES)
  const missing = missingColumns(columns, language)
  if (missing.length > 0) return columnsMissing(header, missing)

  const rows = dataRows(table, header)
  const cells = cellsOf(table, header, [])
  const cover = readCover(table, header)
  const named = periodOfName(file.name) ?? cover.period
  const reader: Reader = {
    cells,
    columns,
    figures: figuresOf(cells, rows, [columns.at.value, columns.at.liquid]),
    order: language === 'pt' ? 'dmy' : orderOf(rows, columns, named ?? (file.week && periodOfWeek(file.week))),
    contract: cover.contract,
  }
  cells.problems.push(...repeatedColumns(table, header, [columns.at.plate, columns.at.exitDate, columns.at.liquid]))
  if (reader.order === null) reportDates(reader, rows)
  const movements = reader.order === null ? [] : readRows(reader, rows)
  if (cells.problems.length > 0) return unreadable(cells.problems)

  const totals: Record<string, number> = {}
  for (const { row } of movements) addTo(totals, row.measures)
  const contracts = new Set(movements.flatMap(({ row }) => row.facts.contract ?? []))
  if (cover.contract) contracts.add(cover.contract)
  const period = named ?? periodOfRows(movements.map(({ row }) => row))
  return {
    ok: true,
    file: {
      source: 'viaverde',
      kind: 'movements',
      language,
      encoding: table.encoding,
      separator: table.separator,
      columns: header.columns,
      headerLine: header.line,
      period: periodText(period),
      company: { name: cover.client, organisation: null, contracts: [...contracts].toSorted() },
      account: '',
      rows: numbered(movements.map(({ row }) => row)),
      totals,
      dataRows: movements.length,
      warnings: [...doubts(movements, reader), ...commonWarnings(columns, totals.liquid ?? 0)],
    },
  }
}

/** Without these nobody can say what was paid, when and by which car; named as the file's own language would. */
function missingColumns({ at }: Columns<Field>, language: 'pt' | 'en'): string[] {
  const portuguese = language === 'pt'
  return [
    at.plate === -1 ? (portuguese ? 'Matrícula' : 'License Plate') : null,
    at.exitDate === -1 ? (portuguese ? 'Data Saída' : 'Exit Date') : null,
    at.exitPoint === -1 ? (portuguese ? 'Barreira Saída' : 'Exit Point') : null,
    at.liquid === -1 && at.value === -1 ? (portuguese ? 'Valor Transação' : 'Liquid Value') : null,
  ].filter((heading) => heading !== null)
}

type Reader = {
  cells: Cells
  columns: Columns<Field>
  figures: Figures
  order: DateOrder | null
  contract: string | null
}

const DATES: readonly Field[] = ['exitDate', 'entryDate', 'paymentDate', 'systemDate']

function orderOf(rows: readonly TableRow[], { at }: Columns<Field>, period: Parameters<typeof orderOfDates>[1]) {
  const texts = (fields: readonly Field[]) =>
    fields.flatMap((field) => rows.map((row) => row.cells[at[field]] ?? '').filter((text) => text !== ''))
  return orderOfDates(texts(DATES), null) ?? orderOfDates(texts(['exitDate', 'entryDate']), period)
}

/** Day and month could change places: one question for the whole file, at the first date that shows it. */
function reportDates({ cells, columns }: Reader, rows: readonly TableRow[]) {
  const row = rows.find((one) => cells.text(one, columns.at.exitDate) !== '') ?? rows[0]
  if (row) cells.report(row, columns.at.exitDate, 'date-unreadable', MOMENT)
}

const MOMENT = '2026-06-07 23:51:58'

/** A row, with what was taken for granted in it: the value before discount, or who pays for a service nobody here knows. */
type Movement = { line: TableRow; row: ImportedRow; assumed: boolean; unknownService: string | null }

function readRows(reader: Reader, rows: readonly TableRow[]): Movement[] {
  const movements: Movement[] = []
  const sums = { all: 0, since: 0 }
  for (const row of rows) {
    if (isTotal(reader, row)) {
      checkTotal(reader, row, sums)
      sums.since = 0
      continue
    }
    if (!reader.cells.hasItsWidth(row)) continue
    const movement = readRow(reader, row)
    if (!movement) continue
    movements.push(movement)
    sums.all += movement.row.measures.liquid!
    sums.since += movement.row.measures.liquid!
  }
  return movements
}

function isTotal({ cells, columns }: Reader, row: TableRow): boolean {
  const { entryDate, exitDate, exitPoint } = columns.at
  const dated = [entryDate, exitDate, exitPoint].some((column) => cells.text(row, column) !== '')
  return !dated && /^(SUB ?)?TOTAL\b/.test(plain(row.cells.find((cell) => cell !== '') ?? ''))
}

function checkTotal({ cells, columns, figures }: Reader, row: TableRow, sums: { all: number; since: number }) {
  const column = [columns.at.liquid, columns.at.value].find((one) => cells.text(row, one) !== '')
  if (column === undefined) return
  const found = figures.cents(row, column)
  if (typeof found === 'number') checkSum(cells, row, column, { found, ...sums })
  else cells.report(row, column, 'amount-unreadable', AMOUNT)
}

const AMOUNT = '1.15 | 1,15'

function readRow(reader: Reader, row: TableRow): Movement | null {
  const { cells, columns } = reader
  const { at } = columns
  const text = (field: Field) => said(cells.text(row, at[field]))
  const moment = readExit(reader, row)
  const charge = readCharge(reader, row)
  if (!moment || !charge) return null

  const instant = lisbon(moment)
  const keys = carKeys(text)
  const exitPoint = text('exitPoint')
  const descriptions = [text('serviceDescription'), text('marketDescription')]
  const known = kindOfService({ service: text('service'), market: text('market'), descriptions, exitPoint })
  // A service nobody here knows is the company's until the office says otherwise: never a driver's by a guess.
  const kind: RowKind = known ?? 'company-fee'
  return {
    line: row,
    assumed: charge.assumed,
    unknownService: known ? null : descriptions.filter((one) => one !== '').join(' · '),
    row: {
      line: row.line,
      kind,
      key: [keys[0]?.value ?? '', minuteOf(moment), plain(exitPoint || text('entryPoint')), charge.liquid].join('|'),
      amount: minus(cents(charge.liquid)),
      week: weekAt(instant),
      at: instant,
      keys,
      label: text('plate'),
      measures: { liquid: charge.liquid, ...(charge.value === null ? {} : { value: charge.value }) },
      facts: factsOf(text, reader.contract),
      original: row.original,
    },
  }
}

/** What a cell says; `N/A` and a lone dash say nothing. */
function said(text: string): string {
  return /^(-|–|n\/?a|null)$/i.test(text) ? '' : text
}

/** The car is known by its plate; the device on its windscreen speaks only for a row without one, or with an unknown one. */
function carKeys(text: (field: Field) => string): SourceKey[] {
  const kinds = ['plate', 'obu', 'iai'] as const
  return kinds.flatMap((kind) => {
    const name = kind === 'plate' ? text(kind) : (readIdentifier(text(kind)) ?? '')
    const value = name.toUpperCase().replace(/[^A-Z0-9]/g, '')
    return value === '' ? [] : [{ kind, value }]
  })
}

function readExit({ cells, columns, order }: Reader, row: TableRow): Temporal.PlainDateTime | null {
  const { exitDate, entryDate } = columns.at
  const column = said(cells.text(row, exitDate)) === '' ? entryDate : exitDate
  const text = said(cells.text(row, column))
  const moment = text === '' ? null : readMoment(text, order!)
  if (moment) return moment
  if (text === '') cells.report(row, exitDate, 'value-missing', MOMENT)
  else cells.report(row, column, 'date-unreadable', order === 'mdy' ? '06/07/2026 23:51' : '07/06/2026 23:51')
  return null
}

type Charge = { liquid: number; value: number | null; assumed: boolean }

/** The liquid value in cents; the value before discount stands in only where the file has no liquid one, and says so. */
function readCharge({ cells, columns, figures }: Reader, row: TableRow): Charge | null {
  const { liquid, value } = columns.at
  const amountIn = (column: number): number | null | 'unreadable' => {
    if (said(cells.text(row, column)) === '') return null
    const amount = figures.cents(row, column)
    if (amount !== 'unreadable') return amount === 'unknown' ? null : amount
    cells.report(row, column, 'amount-unreadable', AMOUNT)
    return 'unreadable'
  }
  const [net, gross] = [amountIn(liquid), amountIn(value)]
  if (net === 'unreadable' || gross === 'unreadable') return null
  if (net !== null) return { liquid: net, value: gross, assumed: false }
  if (gross === null) {
    cells.report(row, liquid === -1 ? value : liquid, 'value-missing', AMOUNT)
    return null
  }
  return { liquid: gross, value: gross, assumed: true }
}

function doubts(movements: readonly Movement[], { columns }: Reader): FileWarning[] {
  // The older file has one value and it is what was charged; a portal file without the liquid one has lost a column.
  const isOlder = columns.at.liquid === -1 && columns.at.market === -1
  const assumed = isOlder ? [] : movements.filter((movement) => movement.assumed).map(({ line }) => line)
  const strange = Map.groupBy(movements, ({ unknownService }) => unknownService)
  strange.delete(null)
  return [
    ...(assumed.length === 0 ? [] : [warningOf('value-assumed', assumed)]),
    ...[...strange].map(([service, rows]) => {
      const amount = rows.reduce((total, { row }) => total + row.measures.liquid!, 0)
      return warningOf(
        'service-unknown',
        rows.map(({ line }) => line),
        { service: service ?? '', amount },
      )
    }),
  ]
}

/** Two exports of one passage differ in seconds at most where one of them has none. */
function minuteOf(moment: Temporal.PlainDateTime): string {
  return moment.toString({ smallestUnit: 'minute' })
}

function factsOf(text: (field: Field) => string, coverContract: string | null): Record<string, string> {
  const facts = {
    place: text('exitPoint'),
    entry: text('entryPoint'),
    entered: text('entryDate'),
    operator: text('operator'),
    service: text('serviceDescription'),
    market: text('marketDescription'),
    contract: (readIdentifier(text('contract')) || coverContract) ?? '',
  }
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== ''))
}
