import { firstOf } from '#domain/certain.ts'
import type { FileWarning, ImportedRow, ReadResult, SourceKey } from '#domain/import.ts'
import { cents, minus } from '#domain/money.ts'
import { lisbon, weekAt } from '#domain/week.ts'
import { type Cells, cellsOf, repeatedColumns } from '#integrations/cells.ts'
import type { Figures } from '#integrations/figures.ts'
import { type AroundTable, totalsOf, type Format, type Recognition, unreadable } from '#integrations/format.ts'
import {
  checkSum,
  type ColumnNames,
  type Columns,
  commonWarnings,
  figuresOf,
  findColumns,
  isRounded,
  isSumRow,
  orderOfDates,
  periodOfName,
  periodOfRows,
  periodOfWeek,
  periodText,
  readClock,
  readCover,
  readIdentifier,
  readMoment,
  isEmptyLine,
  warningOf,
} from '#integrations/movements.ts'
import { numberRows, printedTwiceIn } from '#integrations/printed-twice.ts'
import { letters, plainText } from '#integrations/words.ts'
import type { DateOrder } from '#platform/amount-text.ts'
import { dataRows, findHeader, type Table, type TableRow } from '#platform/table.ts'
import { kindOfProduct } from './products.ts'

type Field = keyof typeof NAMES

/** Headings of myPRIO Frota's list of transactions, in any order. */
const NAMES = {
  station: ['POSTO'],
  network: ['REDE'],
  date: ['DATA'],
  time: ['HORA'],
  card: ['CARTAO', 'N CARTAO', 'NO CARTAO', 'NUM CARTAO'],
  cardText: ['DESC CARTAO', 'DESCRICAO CARTAO'],
  cardGroup: ['GRUPO CARTAO'],
  state: ['ESTADO'],
  km: ['KMS', 'KM'],
  litres: ['LITROS', 'QUANTIDADE'],
  product: ['COMB', 'COMBUSTIVEL', 'PRODUTO'],
  // Not in PRIO's own list, but added by offices that keep the plate beside the card.
  plate: ['MATRICULA'],
  receipt: ['RECIBO', 'N RECIBO', 'NO RECIBO'],
  unitPrice: ['V UNIT', 'VAL UNIT', 'VALOR UNIT', 'VALOR UNITARIO'],
  net: ['VALOR LIQUIDO'],
  vat: ['IVA'],
  total: ['TOTAL'],
  invoiceDate: ['DATA FATURA'],
  invoice: ['N FATURA', 'NO FATURA', 'NUM FATURA'],
  client: ['CLIENTE'],
} as const satisfies ColumnNames<string>

/** Headings that only a list of a pump has; `PRODUTO` and `QUANTIDADE` may be in any list. */
const PUMP = new Set(['LITROS', 'COMB', 'COMBUSTIVEL', 'DESCCARTAO', 'DESCRICAOCARTAO', 'GRUPOCARTAO'])

/** Columns that no other list of cards is known to have. */
const OWN: readonly Field[] = ['network', 'cardText', 'cardGroup']

/**
 * Reads purchases with PRIO's fleet fuel card (Excel or CSV, headings below cover lines). The total with VAT is
 * charged, at the moment of the sale; the car is recognised by its card, else by the plate in the card's description.
 */
export const prioFuelCard: Format = { source: 'prio', kind: 'fuel_card', recognises, read }

function recognises(table: Table): Recognition | null {
  const header = findHeader(table, (keys) => {
    const columns = findColumns<Field>(keys, NAMES)
    const found = Object.values(columns.at).filter((column) => column !== -1)
    return isPump(keys, columns) && found.length >= 5 && !isOfAnotherSource(columns)
  })
  if (!header) return null
  const columns = findColumns<Field>(header.columns, NAMES)
  const missing = missingColumns(columns, dataRows(table, header))
  return { header, language: 'pt', variant: 'transactions', missing, known: columns.known }
}

function isPump(keys: ReadonlySet<string>, { at }: Columns<Field>): boolean {
  return [...keys].some((key) => PUMP.has(letters(key))) || (at.card !== -1 && at.product !== -1)
}

/**
 * Whether the list is another source's. PRIO knows a car by its card alone: a list that has plates and nothing of
 * PRIO's own is another's (Galp's, a workshop's), and would be read without knowing what its other columns mean.
 */
function isOfAnotherSource({ at, unknown }: Columns<Field>): boolean {
  const namesCars =
    at.plate !== -1 || unknown.some((heading) => /VIATURA|VEICULO|PLACA|PLATE|CONDUTOR/.test(letters(heading)))
  return namesCars && OWN.every((field) => at[field] === -1)
}

function read(table: Table, { header, language }: Recognition, file: AroundTable): ReadResult {
  const columns = findColumns<Field>(header.columns, NAMES)
  const rows = dataRows(table, header)
  const { at } = columns
  const cells = cellsOf(table, header, [])
  const cover = readCover(table, header)
  const namedPeriod = periodOfName(file.name) ?? cover.period
  const figures = figuresOf(cells, rows, [at.total, at.litres, at.net, at.vat])
  const order = orderOf(rows, columns, namedPeriod ?? (file.week && periodOfWeek(file.week)))
  cells.problems.push(...repeatedColumns(table, header, [at.date, at.card, at.total]))
  const first = rows.find((row) => cells.text(row, at.date) !== '')
  if (order === null && first) cells.report(first, at.date, 'date-unreadable', '2026-06-30')
  const purchases = order === null ? [] : readRows({ cells, columns, figures, order }, rows)
  if (cells.problems.length > 0) return unreadable(cells.problems)

  const sales = numberRows(purchases.map(({ row }) => row))
  const totals = totalsOf(sales)
  return {
    ok: true,
    file: {
      source: 'prio',
      kind: 'fuel_card',
      language,
      encoding: table.encoding,
      separator: table.separator,
      columns: header.columns,
      headerLine: header.line,
      period: periodText(namedPeriod ?? periodOfRows(purchases.map(({ row }) => row))),
      company: { name: cover.client, organisation: null, contracts: [] },
      account: '',
      rows: sales,
      totals,
      dataRows: purchases.length,
      warnings: [...printedTwiceIn(sales), ...doubts(purchases), ...commonWarnings(columns, totals.total ?? 0)],
    },
  }
}

function missingColumns({ at }: Columns<Field>, rows: readonly TableRow[]): string[] {
  const datesHaveTimes = rows.some((row) => hasTime(row.cells[at.date] ?? ''))
  return [
    at.date === -1 ? 'DATA' : null,
    at.time === -1 && at.date !== -1 && !datesHaveTimes ? 'HORA' : null,
    at.card === -1 ? 'CARTÃO' : null,
    at.product === -1 ? 'COMBUSTÍVEL' : null,
    at.total === -1 ? 'TOTAL' : null,
  ].filter((heading) => heading !== null)
}

function hasTime(text: string): boolean {
  return text.includes(':') || /^\d{5}\.\d*[1-9]/.test(text)
}

function orderOf(rows: readonly TableRow[], { at }: Columns<Field>, period: Parameters<typeof orderOfDates>[1]) {
  const sold = rows.map((row) => row.cells[at.date] ?? '')
  const invoiced = rows.map((row) => row.cells[at.invoiceDate] ?? '')
  return orderOfDates([...sold, ...invoiced], null) ?? orderOfDates(sold, period)
}

type Reader = { cells: Cells; columns: Columns<Field>; figures: Figures; order: DateOrder }

/** A row, and what a person should look at: an unknown product, or a total that differs from its parts. */
type Purchase = {
  line: TableRow
  row: ImportedRow
  unknownProduct: string | null
  differs: boolean
  hasLostCard: boolean
}

function readRows(reader: Reader, rows: readonly TableRow[]): Purchase[] {
  const purchases: Purchase[] = []
  const sums = { all: 0, since: 0 }
  const { at } = reader.columns
  const sumColumns = { when: [at.date, at.time], who: [at.card, at.receipt, at.product], amounts: [at.total] }
  for (const row of rows) {
    if (isEmptyLine(reader.cells, row, Object.values(at))) continue
    if (isSumRow(reader.cells, row, sumColumns)) {
      const isSum = !/^(?:|TOTA(?:L|IS))$/.test(plainText(reader.cells.text(row, at.total)))
      const found = isSum ? readTotal(reader, row) : null
      if (found !== null) checkSum(reader.cells, row, at.total, { found, ...sums })
      sums.since = 0
      continue
    }
    if (!reader.cells.hasItsWidth(row)) continue
    const purchase = readRow(reader, row)
    if (!purchase) continue
    purchases.push(purchase)
    sums.all += purchase.row.measures.total!
    sums.since += purchase.row.measures.total!
  }
  return purchases
}

function readRow(reader: Reader, row: TableRow): Purchase | null {
  const { cells, columns } = reader
  const text = (field: Field) => textOfCell(cells.text(row, columns.at[field]))
  const moment = readSale(reader, row)
  const keys = readCard(reader, row)
  const total = readTotal(reader, row)
  const centilitres = readLitres(reader, row)
  const product = text('product')
  if (product === '') cells.report(row, columns.at.product, 'value-missing', 'GASOLEO')
  if (!moment || !keys || total === null || centilitres === null || product === '') return null

  const instant = lisbon(moment)
  const known = kindOfProduct(product)
  const receipt = receiptOf(text('receipt'))
  const minute = moment.toString({ smallestUnit: 'minute' })
  return {
    line: row,
    unknownProduct: known ? null : product,
    hasLostCard: !keys.some(({ kind }) => kind === 'fuel-card') && text('card') !== '',
    differs: differsFromParts(reader, row, total),
    row: {
      line: row.line,
      // A product that is neither fuel, AdBlue nor wash stays with the company until the office says otherwise.
      kind: known ?? 'company-fee',
      key: receipt ? [receipt, plainText(product), total].join('|') : [firstOf(keys).value, minute, total].join('|'),
      amount: minus(cents(total)),
      week: weekAt(instant),
      at: instant,
      keys,
      label: text('cardText'),
      measures: known === 'fuel' ? { total, centilitres } : { total },
      facts: factsOf(text, known === 'fuel'),
      original: row.original,
    },
  }
}

function textOfCell(text: string): string {
  return /^(-|–|n\/?a)$/i.test(text) ? '' : text
}

function receiptOf(text: string): string | null {
  const receipt = readIdentifier(text)
  return receipt && /[1-9A-Z]/i.test(receipt) ? receipt.toUpperCase() : null
}

function readSale({ cells, columns: { at }, order }: Reader, row: TableRow): Temporal.PlainDateTime | null {
  const [date, time] = [textOfCell(cells.text(row, at.date)), textOfCell(cells.text(row, at.time))]
  const day = readMoment(date, order)
  if (!day) {
    const expected = order === 'dmy' ? '30/06/2026' : '06/30/2026'
    cells.report(row, at.date, date === '' ? 'value-missing' : 'date-unreadable', expected)
    return null
  }
  if (time === '' && hasTime(date)) return day
  const clock = time === '' ? null : readClock(time)
  if (clock) return day.toPlainDate().toPlainDateTime(clock)
  cells.report(row, at.time, time === '' ? 'value-missing' : 'date-unreadable', '21:15')
  return null
}

/**
 * Reads the card, and the plate if the card's description is one. A card whose last digits a spreadsheet rounded is no
 * key: then the plate beside it is, and without one the line is refused.
 */
function readCard({ cells, columns: { at } }: Reader, row: TableRow): SourceKey[] | null {
  const text = textOfCell(cells.text(row, at.card))
  const card = readIdentifier(text)?.toUpperCase() ?? ''
  const plate = plateIn(cells.text(row, at.plate)) ?? plateIn(cells.text(row, at.cardText))
  const isLost = isRounded(text, row.numbers.has(at.card))
  if (plate && isLost) return [{ kind: 'plate', value: plate }]
  if (isLost || (text !== '' && !/^[0-9A-Z*]{4,24}$/.test(card))) {
    cells.report(row, at.card, 'id-unreadable', '7082000000000011')
    return null
  }
  if (card === '' && !plate) {
    cells.report(row, at.card, 'value-missing', '7082000000000011')
    return null
  }
  const keys: SourceKey[] = card === '' ? [] : [{ kind: 'fuel-card', value: card }]
  return plate ? [...keys, { kind: 'plate', value: plate }] : keys
}

/** Reads a Portuguese plate, three pairs of letters or figures with both among them, if the text is nothing else. */
function plateIn(text: string): string | null {
  const plate = text.toUpperCase().replace(/[\s.·-]/g, '')
  return /^(?:[A-Z]{2}|\d{2}){3}$/.test(plate) && /[A-Z]/.test(plate) && /\d/.test(plate) ? plate : null
}

function readTotal({ cells, columns: { at }, figures }: Reader, row: TableRow): number | null {
  const total = figures.cents(row, at.total)
  if (cells.text(row, at.total) === '') cells.report(row, at.total, 'value-missing', '59,05 | 59.05')
  else if (typeof total !== 'number') cells.report(row, at.total, 'amount-unreadable', '59,05 | 59.05')
  return typeof total === 'number' && cells.text(row, at.total) !== '' ? total : null
}

function readLitres({ cells, columns: { at }, figures }: Reader, row: TableRow): number | null {
  const centilitres = figures.scaled(row, at.litres, 2)
  if (typeof centilitres === 'number') return centilitres
  if (centilitres === 'unknown') return 0
  cells.report(row, at.litres, 'count-unreadable', '38,12 | 38.12')
  return null
}

/** Whether value and VAT, where the file has both, differ from the total by more than a cent of rounding. */
function differsFromParts({ cells, columns: { at }, figures }: Reader, row: TableRow, total: number): boolean {
  if (cells.text(row, at.net) === '' || cells.text(row, at.vat) === '') return false
  const [net, vat] = [figures.cents(row, at.net), figures.cents(row, at.vat)]
  return typeof net === 'number' && typeof vat === 'number' && Math.abs(net + vat - total) > 1
}

const VALID = /^(ATIV[AO]|ACTIV[AO]|ACTIVE|VALID[AO]|VALID|OK)$/

function factsOf(text: (field: Field) => string, isFuel: boolean): Record<string, string> {
  const facts = {
    station: text('station'),
    product: text('product'),
    quantity: isFuel ? '' : text('litres'),
    km: readIdentifier(text('km')) ?? '',
    receipt: receiptOf(text('receipt')) ?? '',
    invoice: text('invoice'),
    state: VALID.test(plainText(text('state'))) ? '' : text('state'),
  }
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== ''))
}

function doubts(purchases: readonly Purchase[]): FileWarning[] {
  const differing = purchases.filter(({ differs }) => differs).map(({ line }) => line)
  const withLostCard = purchases.filter(({ hasLostCard }) => hasLostCard).map(({ line }) => line)
  const unknownProducts = Map.groupBy(purchases, ({ unknownProduct }) => unknownProduct)
  unknownProducts.delete(null)
  return [
    ...(withLostCard.length === 0 ? [] : [warningOf('card-unreadable', withLostCard)]),
    ...(differing.length === 0 ? [] : [warningOf('rounding-difference', differing)]),
    ...[...unknownProducts].map(([product, rows]) => {
      const amount = rows.reduce((sum, { row }) => sum + row.measures.total!, 0)
      return warningOf(
        'service-unknown',
        rows.map(({ line }) => line),
        { service: product ?? '', amount },
      )
    }),
  ]
}
