import type { FileWarning, ImportedRow, ReadFile, ReadResult, SourceKey } from '#domain/import.ts'
import { lisbon } from '#domain/week.ts'
import { type Cells, cellsOf, repeatedColumns } from '#integrations/cells.ts'
import type { Figures } from '#integrations/figures.ts'
import { type AroundTable, type Recognition, totalsOf, unreadable } from '#integrations/format.ts'
import {
  checkSum,
  type Columns,
  commonWarnings,
  figuresOf,
  isRounded,
  isSumRow,
  periodOfName,
  periodOfRows,
  periodText,
  readClock,
  readCover,
  readIdentifier,
  readMoment,
  isEmptyLine,
  warningOf,
} from '#integrations/movements.ts'
import { numberRows, printedTwiceIn } from '#integrations/printed-twice.ts'
import { type DateOrder, dateOrder } from '#platform/amount-text.ts'
import { dataRows, type Table, type TableRow } from '#platform/table.ts'

/** Common parts of the card lists of BP, Repsol and EDP: a card, a moment, an amount with VAT. */

/** Columns of every such list; −1 where the file has none. */
type CardColumns = { card: number; date: number; time: number; total: number; quantity: number }

export type CardList = {
  cells: Cells
  figures: Figures
  rows: readonly TableRow[]
  at: CardColumns
  /** All known columns. */
  known: readonly number[]
  order: DateOrder
}

/** Understood rows, and warnings for a person to look at. */
type CardRows = { rows: readonly ImportedRow[]; warnings: readonly FileWarning[] }

type Around = Pick<ReadFile, 'source' | 'kind'> & { table: Table; recognition: Recognition; file: AroundTable }

/**
 * Reads a list whose dates have the day first unless the dates themselves show otherwise; refuses it with everything
 * that was not understood.
 */
export function readCardList(
  { source, kind, table, recognition: { header, language }, file }: Around,
  { at, unknown }: Columns<string> & { at: CardColumns },
  readRows: (list: CardList) => CardRows,
): ReadResult {
  const rows = dataRows(table, header)
  const cells = cellsOf(table, header, [])
  const cover = readCover(table, header)
  const named = periodOfName(file.name) ?? cover.period
  const dates = rows.map((row) => cells.text(row, at.date))
  const order = orderOf(dates)
  cells.problems.push(...repeatedColumns(table, header, [at.card, at.date, at.total]))
  const first = rows.find((row) => cells.text(row, at.date) !== '')
  if (order === null && first) cells.report(first, at.date, 'date-unreadable', EXPECTED_DAY)
  const figures = figuresOf(cells, rows, [at.total, at.quantity])
  const read =
    order === null
      ? { rows: [], warnings: [] }
      : readRows({ cells, figures, rows, at, known: Object.values(at), order })
  if (cells.problems.length > 0) return unreadable(cells.problems)

  const movements = numberRows(read.rows)
  const totals = totalsOf(movements)
  return {
    ok: true,
    file: {
      source,
      kind,
      language,
      encoding: table.encoding,
      separator: table.separator,
      columns: header.columns,
      headerLine: header.line,
      period: periodText(named ?? periodOfRows(read.rows)),
      company: { name: cover.client, organisation: null, contracts: [] },
      account: '',
      rows: movements,
      totals,
      dataRows: read.rows.length,
      warnings: [...printedTwiceIn(movements), ...read.warnings, ...commonWarnings({ unknown }, totals['total'] ?? 0)],
    } satisfies ReadFile,
  }
}

const EXPECTED_DAY = '30/06/2026'

/**
 * Finds the order of the dates: these lists have the day first. Only dates that cannot be read so show otherwise, never
 * the week that the office works on.
 */
function orderOf(dates: readonly string[]): DateOrder | null {
  const order = dateOrder(dates)
  if (order === 'mixed') return null
  return order === 'ambiguous' ? 'dmy' : order
}

/** Answers the text of a cell; a dash and `N/A` count as empty. */
export function textOfCell(text: string): string {
  return /^(-|–|n\/?a)$/i.test(text) ? '' : text
}

/** Reads the moment; `hasTime` is false where the file gives only the day, and then it is noon: whoever has the car at noon has the day. */
export function readWhen(
  { cells, at, order }: CardList,
  row: TableRow,
): { moment: Temporal.PlainDateTime; instant: Temporal.Instant; hasTime: boolean } | null {
  const [date, time] = [textOfCell(cells.text(row, at.date)), textOfCell(cells.text(row, at.time))]
  const day = readMoment(date, order)
  if (!day) {
    const expected = order === 'dmy' ? '30/06/2026 21:15' : '06/30/2026 21:15'
    cells.report(row, at.date, date === '' ? 'value-missing' : 'date-unreadable', expected)
    return null
  }
  const clock = time === '' ? null : readClock(time)
  if (time !== '' && !clock) {
    cells.report(row, at.time, 'date-unreadable', '21:15')
    return null
  }
  const hasTime = clock !== null || date.includes(':') || /^\d{5}\.\d*[1-9]/.test(date)
  const moment = clock ? day.toPlainDate().toPlainDateTime(clock) : hasTime ? day : day.with({ hour: 12 })
  return { moment, instant: lisbon(moment), hasTime }
}

export function readCard(
  { cells, at }: CardList,
  row: TableRow,
  kind: 'fuel-card' | 'electric-card',
): SourceKey | null {
  const text = textOfCell(cells.text(row, at.card))
  const card = readIdentifier(text)?.toUpperCase().replaceAll('-', '') ?? ''
  if (/^[0-9A-Z*]{4,30}$/.test(card) && !isRounded(text, row.numbers.has(at.card))) return { kind, value: card }
  cells.report(row, at.card, text === '' ? 'value-missing' : 'id-unreadable', EXPECTED_CARD[kind])
  return null
}

const EXPECTED_CARD = { 'fuel-card': '7077000000000000011', 'electric-card': 'EDP0000000011' }

/** Reads the amount paid, with VAT, in cents; an empty cell is missing, never zero. */
export function readPaid({ cells, at, figures }: CardList, row: TableRow): number | null {
  const isEmpty = textOfCell(cells.text(row, at.total)) === ''
  const paid = isEmpty ? 'unknown' : figures.cents(row, at.total)
  if (typeof paid === 'number') return paid
  cells.report(row, at.total, isEmpty ? 'value-missing' : 'amount-unreadable', '52,61 | 52.61')
  return null
}

/** Reads the quantity times 10^`places`: centilitres with 2, watt-hours with 3; 0 where the file has none. */
export function readQuantity({ cells, at, figures }: CardList, row: TableRow, places: number): number | null {
  const quantity = textOfCell(cells.text(row, at.quantity)) === '' ? 0 : figures.scaled(row, at.quantity, places)
  if (typeof quantity === 'number') return quantity
  if (quantity === 'unknown') return 0
  cells.report(row, at.quantity, 'count-unreadable', '32,10 | 32.10')
  return null
}

/** Writes the minute for a key: exports differ in their seconds. */
export function minuteOf(moment: Temporal.PlainDateTime): string {
  return moment.toString({ smallestUnit: 'minute' })
}

/** A row, and its product if nobody here knows it, for a person to look at. */
export type Purchase = { line: TableRow; row: ImportedRow; unknownProduct: string | null }

/** Reads every line; a line of sums is checked against the lines above it. Where `read` answers `null`, it has reported the problem. */
export function readEach<Read extends Purchase>(list: CardList, read: (row: TableRow) => Read | null): Read[] {
  const purchases: Read[] = []
  const sums = { all: 0, since: 0 }
  const { cells, at } = list
  const sumColumns = { when: [at.date, at.time], who: [at.card], amounts: [at.total] }
  for (const row of list.rows) {
    if (isEmptyLine(cells, row, list.known)) continue
    if (isSumRow(cells, row, sumColumns)) {
      const found = textOfCell(cells.text(row, at.total)) === '' ? null : readPaid(list, row)
      if (found !== null) checkSum(cells, row, at.total, { found, ...sums })
      sums.since = 0
      continue
    }
    const purchase = cells.hasItsWidth(row) ? read(row) : null
    if (!purchase) continue
    purchases.push(purchase)
    sums.all += purchase.row.measures['total'] ?? 0
    sums.since += purchase.row.measures['total'] ?? 0
  }
  return purchases
}

/** Makes one warning for each product that is neither fuel, AdBlue, wash nor charging: it stays with the company. */
export function unknownProducts(purchases: readonly Purchase[]): FileWarning[] {
  const byProduct = Map.groupBy(purchases, ({ unknownProduct }) => unknownProduct)
  byProduct.delete(null)
  return [...byProduct].map(([product, of]) => {
    const amount = of.reduce((sum, { row }) => sum + (row.measures['total'] ?? 0), 0)
    return warningOf(
      'service-unknown',
      of.map(({ line }) => line),
      { service: product ?? '', amount },
    )
  })
}

/** Leaves out empty facts. */
export function factsOf(facts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== ''))
}
