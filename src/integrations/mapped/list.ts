import type { FileWarning, ImportedRow, RowKind, SourceKey } from '#domain/import.ts'
import { normalKey } from '#domain/identifiers.ts'
import {
  cardKindOf,
  type DayOrder,
  type MappedField,
  type Mapping,
  movementKey,
  quantityOf,
  rowKindOf,
  sourceKey,
  WHO_FIELDS,
} from '#domain/mapping.ts'
import { cents, minus, share, sum } from '#domain/money.ts'
import { lisbon, weekAt, ZONE } from '#domain/week.ts'
import { type Cells, cellsOf } from '#integrations/cells.ts'
import type { ProblemList } from '#integrations/format.ts'
import {
  checkSum,
  isRounded,
  isSumRow,
  readClock,
  readIdentifier,
  readMoment,
  isEmptyLine,
  warningOf,
} from '#integrations/movements.ts'
import { numberRows, printedTwiceIn } from '#integrations/printed-twice.ts'
import { isTotalWord } from '#integrations/words.ts'
import { kindOfProduct } from '#integrations/prio/products.ts'
import { type AmountReader, amountReader, decimalStyle } from '#platform/amount-text.ts'
import { dataRows, type Header, type Table, type TableRow } from '#platform/table.ts'
import { dateTexts, datesOf, figureCells, figureText } from './proofs.ts'

/** A list that the operator set up: the name of its source, and the field of each column. */
export type ListSetup = { source: string; mapping: Mapping }

/** Understood rows, and every cell that was not understood. */
export type ListReading = {
  rows: readonly ImportedRow[]
  problems: ProblemList
  warnings: readonly FileWarning[]
}

/** Reads every line below the headings; a line of sums is checked against the lines above it and left out. */
export function readList(table: Table, header: Header, listSetup: ListSetup): ListReading {
  const rows = dataRows(table, header)
  const cells = cellsOf(table, header, [])
  const list = {
    cells,
    listSetup,
    reader: readerOf(rows, listSetup.mapping, cells),
    order: orderOf(rows, listSetup, cells),
  }
  const lines: Line[] = []
  const sums = { all: 0, since: 0 }
  const { columns } = listSetup.mapping
  const personColumns = WHO_FIELDS.map((field) => columns[field] ?? -1)
  const sumColumns = { when: [columns.date ?? -1], who: personColumns, amounts: [columns.amount ?? -1] }
  for (const row of rows) {
    if (isEmptyLine(cells, row, Object.values(columns))) continue
    if (isSumRow(cells, row, sumColumns)) {
      checkTotal(list, row, sums)
      sums.since = 0
      continue
    }
    const line = cells.hasItsWidth(row) ? readLine(list, row) : null
    if (!line) continue
    lines.push(line)
    sums.all += line.figure
    sums.since += line.figure
  }
  // We do not know which columns mean something: lines that differ in any column are two movements.
  const movements = numberRows(
    lines.map(({ row }) => row),
    ({ original }) => original,
  )
  return { rows: movements, problems: cells.problems, warnings: [...printedTwiceIn(movements), ...doubts(lines)] }
}

type List = { cells: Cells; listSetup: ListSetup; reader: AmountReader; order: DayOrder | null }

/** An understood line: `figure` is its amount as the file writes it, for sums. */
type Line = {
  line: TableRow
  row: ImportedRow
  figure: number
  hasTime: boolean
  hasLostCard: boolean
  unknownProduct: string | null
}

/** Makes the reader of figures, by the profile's decimal mark; a profile that never needed one uses what this file shows. */
function readerOf(rows: readonly TableRow[], { decimals, columns }: Mapping, cells: Cells): AmountReader {
  if (decimals) return amountReader(decimals)
  const found = decimalStyle(figureCells(rows, columns))
  if (!found.mixed) return amountReader(found.style)
  for (const { row, column } of found.cells) cells.report(row, column, 'decimal-styles-mixed', '')
  return amountReader('either')
}

/**
 * Finds the order of day and month, by the profile. `null` where this file leaves two readings open, which is reported
 * at its first date.
 */
function orderOf(rows: readonly TableRow[], { mapping }: ListSetup, cells: Cells): DayOrder | null {
  if (mapping.dates) return mapping.dates
  const proof = datesOf(dateTexts(rows, mapping.columns))
  if (proof === 'dmy' || proof === 'mdy') return proof
  if (proof === 'unneeded') return 'dmy'
  const { date = -1 } = mapping.columns
  const first = rows.find((row) => cells.text(row, date) !== '')
  if (first) cells.report(first, date, 'date-unreadable', EXPECTED_DATE)
  return null
}

const EXPECTED_DATE = '2026-06-30'

function readLine(list: List, row: TableRow): Line | null {
  const { listSetup, cells } = list
  const { mapping, source } = listSetup
  const { kind, unknownProduct } = readKind(list, row)
  const when = readWhen(list, row)
  const keys = readKeys(list, row)
  const paid = readPaid(list, row)
  const quantity = readQuantity(list, row, kind)
  const document = readDocument(list, row)
  if (!when || !keys || !paid || quantity === null || document === null || !kind) return null

  const text = (field: MappedField) => textOf(cells, mapping, row, field)
  const { total, figure } = paid
  const personKey = keys[0] ? `${keys[0].kind} ${keys[0].value}` : ''
  const facts = {
    source,
    place: text('place'),
    [isPurchase(kind) ? 'product' : 'description']: text('description'),
    receipt: document,
  }
  return {
    line: row,
    figure,
    unknownProduct,
    hasTime: when.hasTime,
    hasLostCard:
      isRounded(text('card'), row.numbers.has(mapping.columns.card ?? -1)) && keys.some((key) => key.kind === 'plate'),
    row: {
      line: row.line,
      kind,
      key: movementKey(source, { document, who: personKey, moment: when.key, figure: paid.cost }),
      amount: minus(cents(total)),
      week: weekAt(when.instant),
      at: when.instant,
      keys,
      label: text('name'),
      measures: { total, ...quantity },
      facts: Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== '')),
      original: row.original,
    },
  }
}

/** Reads the text of a field; `''` where the list has no such column, and for a dash or `N/A`. */
function textOf(cells: Cells, { columns }: Mapping, row: TableRow, field: MappedField): string {
  const text = cells.text(row, columns[field] ?? -1)
  return /^(?:-|–|n\/?a)$/i.test(text) ? '' : text
}

function isPurchase(kind: RowKind): boolean {
  return kind === 'fuel' || kind === 'adblue' || kind === 'wash' || kind === 'company-fee'
}

/** Finds the kind of a fuel card's line by its product; one that is no fuel, AdBlue or wash stays with the company, and is reported. */
function readKind(
  { cells, listSetup: { mapping } }: List,
  row: TableRow,
): Pick<Line, 'unknownProduct'> & {
  kind: RowKind | null
} {
  const kind = rowKindOf(mapping.kind)
  if (kind) return { kind, unknownProduct: null }
  const product = textOf(cells, mapping, row, 'description')
  if (product === '') {
    cells.report(row, mapping.columns.description ?? -1, 'value-missing', 'GASOLEO')
    return { kind: null, unknownProduct: null }
  }
  const known = kindOfProduct(product)
  return { kind: known ?? 'company-fee', unknownProduct: known ? null : product }
}

type When = { instant: Temporal.Instant; key: string; hasTime: boolean }

/** Matches a moment with its own offset from UTC: `2026-06-01T10:00:00Z`, `2026-06-01 10:00:00+01:00`. */
const WITH_OFFSET = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}:?\d{2})$/i

/**
 * Reads the moment, in Lisbon unless the cell itself has an offset. A list with days only counts at noon: whoever has
 * the car then has the day.
 */
function readWhen({ cells, order, listSetup: { mapping } }: List, row: TableRow): When | null {
  const { date: column = -1, time: timeColumn = -1 } = mapping.columns
  const date = textOf(cells, mapping, row, 'date')
  const time = textOf(cells, mapping, row, 'time')
  const exact = WITH_OFFSET.exec(date)
  if (exact && time === '') return exactMoment(exact) ?? unreadableDate(cells, row, column, order)
  if (order === null) return null
  const day = readMoment(date, order)
  if (!day) return unreadableDate(cells, row, column, order)
  const clock = time === '' ? null : readClock(time)
  if (time !== '' && !clock) {
    cells.report(row, timeColumn, 'date-unreadable', '21:15')
    return null
  }
  const hasTime = clock !== null || date.includes(':') || /^\d{5}\.\d*[1-9]/.test(date)
  const moment = clock ? day.toPlainDate().toPlainDateTime(clock) : hasTime ? day : day.with({ hour: 12 })
  return { instant: lisbon(moment), hasTime, key: keyOfMoment(moment, hasTime) }
}

function exactMoment([, day, time, offset]: readonly string[]): When | null {
  try {
    const instant = Temporal.Instant.from(`${day}T${time}${offset}`)
    return { instant, hasTime: true, key: keyOfMoment(instant.toZonedDateTimeISO(ZONE).toPlainDateTime(), true) }
  } catch {
    return null
  }
}

/** Writes the minute for a key: exports differ in their seconds. */
function keyOfMoment(moment: Temporal.PlainDateTime, hasTime: boolean): string {
  return hasTime ? moment.toString({ smallestUnit: 'minute' }) : moment.toPlainDate().toString()
}

function unreadableDate(cells: Cells, row: TableRow, column: number, order: DayOrder | null): null {
  const isEmpty = cells.text(row, column) === ''
  const expected = order === 'mdy' ? '06/30/2026 21:15' : '30/06/2026 21:15'
  cells.report(row, column, isEmpty ? 'value-missing' : 'date-unreadable', expected)
  return null
}

/** Lists all keys of the line for a car or a person; there must be one, unless the company pays anyhow. */
function readKeys({ cells, listSetup }: List, row: TableRow): SourceKey[] | null {
  const { mapping } = listSetup
  const hasPlate = textOf(cells, mapping, row, 'plate') !== ''
  const isNumber = (field: MappedField) => row.numbers.has(mapping.columns[field] ?? -1)
  const names = WHO_FIELDS.flatMap((field) => {
    const text = textOf(cells, mapping, row, field)
    // A spreadsheet kept only the beginning of the card: the plate beside it says whose the line is.
    const isLost = field === 'card' && hasPlate && isRounded(text, isNumber(field))
    return text === '' || isLost ? [] : [{ field, text }]
  })
  const keys = names.map(({ field, text }) => {
    const key = readKey(field, text, isNumber(field), listSetup)
    if (!key) cells.report(row, mapping.columns[field] ?? -1, 'id-unreadable', EXPECTED_WHO[field])
    return key
  })
  if (keys.length > 0 || mapping.kind === 'company-fee') {
    const known = keys.filter((key) => key !== null)
    return known.length === keys.length ? known : null
  }
  const field = WHO_FIELDS.find((whoField) => mapping.columns[whoField] !== undefined) ?? 'plate'
  cells.report(row, mapping.columns[field] ?? -1, 'value-missing', EXPECTED_WHO[field])
  return null
}

const EXPECTED_WHO = { driver: '1042', email: 'nome@exemplo.pt', card: '7077000011', plate: 'AA-00-AA' }

/** Digits, without leading zeros, from which a card number is unique; a shorter one only numbers the cards of one source. */
const DIGITS_OF_A_CARD = 8

/** Reads a key for matching. A short number may exist at another source too, so the name of the source stands before it. */
function readKey(
  field: (typeof WHO_FIELDS)[number],
  text: string,
  isNumber: boolean,
  { source, mapping }: ListSetup,
): SourceKey | null {
  if (field === 'email') return /^[^\s@]+@[^\s@]+$/.test(text) ? normalKey({ kind: 'email', value: text }) : null
  if (field === 'plate') {
    const key = normalKey({ kind: 'plate', value: text })
    return key.value.length >= 4 && key.value.length <= 12 ? key : null
  }
  const identifier = field === 'card' || isNumber ? readIdentifier(text) : text
  if (!identifier || isRounded(text, isNumber) || identifier.length > 100 || !/[\p{L}\p{N}]/u.test(identifier))
    return null
  if (field === 'driver') return normalKey({ kind: 'driver', value: `${sourceKey(source)} ${identifier}` })
  if (!/^[0-9A-Z*-]+$/i.test(identifier)) return null
  const isOwn = identifier.replace(/^0+/, '').length >= DIGITS_OF_A_CARD
  return normalKey({ kind: cardKindOf(mapping.kind), value: isOwn ? identifier : sourceKey(source) + identifier })
}

/** Amounts of a line in cents: its cost with the VAT that counts, the cell's own amount as a cost, and `figure` as the file writes it. */
type Paid = { total: number; cost: number; figure: number }

/** Reads what the line cost, positive for a cost. An empty cell is missing, never zero. */
function readPaid(list: List, row: TableRow): Paid | null {
  const { vat, vatRate, sign, columns } = list.listSetup.mapping
  const figure = readCents(list, row, columns.amount ?? -1)
  const added = vat === 'from-column' ? readCents(list, row, columns.vatAmount ?? -1) : 0
  if (figure === null || added === null) return null
  const ofRate = vat === 'from-rate' && vatRate ? share(cents(figure), vatRate) : cents(0)
  const total = sum([cents(figure), cents(added), ofRate])
  const isNegative = sign === 'negative'
  return { total: isNegative ? minus(total) : total, cost: isNegative ? minus(cents(figure)) : figure, figure }
}

function readCents({ cells, reader, listSetup: { mapping } }: List, row: TableRow, column: number): number | null {
  const [text, isNumber] = [figureText(row, column), row.numbers.has(column)]
  const isEmpty = /^(?:|-|–|n\/?a)$/i.test(text)
  const read = mapping.isRounded ? reader.roundedCents(text, isNumber) : reader.cents(text, isNumber)
  if (!isEmpty && typeof read === 'number') return read
  const expected = mapping.decimals === 'point' ? '52.61' : mapping.decimals === 'comma' ? '52,61' : '52,61 | 52.61'
  cells.report(row, column, isEmpty ? 'value-missing' : 'amount-unreadable', expected)
  return null
}

/** Reads litres or energy where the line is about them; none where the list has no such column or the cell is empty. */
function readQuantity(
  { cells, reader, listSetup: { mapping } }: List,
  row: TableRow,
  kind: RowKind | null,
): Record<string, number> | null {
  const quantity = kind && quantityOf(kind)
  const { quantity: column } = mapping.columns
  if (!quantity || column === undefined || textOf(cells, mapping, row, 'quantity') === '') return {}
  const read = reader.scaled(figureText(row, column), quantity.places, row.numbers.has(column))
  if (typeof read === 'number') return { [quantity.measure]: read }
  cells.report(row, column, 'count-unreadable', mapping.decimals === 'point' ? '32.10' : '32,10')
  return null
}

/** Reads the document's number; `''` where the list or the line has none. A number that a spreadsheet has cut off is useless. */
function readDocument({ cells, listSetup: { mapping } }: List, row: TableRow): string | null {
  const text = textOf(cells, mapping, row, 'document')
  const column = mapping.columns.document ?? -1
  const document = row.numbers.has(column) ? readIdentifier(text) : text
  if (document !== null && document.length <= 200) return document
  cells.report(row, column, 'id-unreadable', 'FT 2026/118')
  return null
}

function checkTotal(list: List, row: TableRow, sums: { all: number; since: number }): void {
  const { amount = -1 } = list.listSetup.mapping.columns
  if (figureText(row, amount) === '' || isTotalWord(figureText(row, amount))) return
  const found = readCents(list, row, amount)
  if (found !== null) checkSum(list.cells, row, amount, { found, ...sums })
}

function doubts(lines: readonly Line[]): FileWarning[] {
  const unknownProducts = Map.groupBy(lines, ({ unknownProduct }) => unknownProduct)
  unknownProducts.delete(null)
  const timeless = lines.filter(({ hasTime }) => !hasTime).map(({ line }) => line)
  const withLostCard = lines.filter(({ hasLostCard }) => hasLostCard).map(({ line }) => line)
  const total = sum(lines.map(({ row }) => row.amount))
  return [
    ...[...unknownProducts].map(([product, ofProduct]) =>
      warningOf(
        'service-unknown',
        ofProduct.map(({ line }) => line),
        { service: product ?? '', amount: minus(sum(ofProduct.map(({ row }) => row.amount))) },
      ),
    ),
    ...(withLostCard.length === 0 ? [] : [warningOf('card-unreadable', withLostCard)]),
    ...(timeless.length === 0 ? [] : [warningOf('time-missing', timeless)]),
    ...(total === 0 ? [{ code: 'total-zero' as const, params: {} }] : []),
  ]
}
