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
  isSumRow,
  periodOfName,
  periodOfRows,
  periodText,
  readClock,
  readCover,
  readIdentifier,
  readMoment,
  saysNothing,
  warningOf,
} from '#integrations/movements.ts'
import { numbered, printedTwiceIn } from '#integrations/printed-twice.ts'
import { type DateOrder, dateOrder } from '#platform/amount-text.ts'
import { dataRows, type Table, type TableRow } from '#platform/table.ts'

/** What the lists of BP's, Repsol's and EDP's cards have in common: a card, a moment, an amount with VAT. */

/** The columns every such list has; −1 where the file has none. */
type CardColumns = { card: number; date: number; time: number; total: number; quantity: number }

export type CardList = {
  cells: Cells
  figures: Figures
  rows: readonly TableRow[]
  at: CardColumns
  /** Every column that is known. */
  known: readonly number[]
  order: DateOrder
}

/** Rows as they were understood, and what a person should look at. */
type CardRows = { rows: readonly ImportedRow[]; warnings: readonly FileWarning[] }

type Around = Pick<ReadFile, 'source' | 'kind'> & { table: Table; recognition: Recognition; file: AroundTable }

/** Reads a list whose dates have the day first unless they themselves say otherwise; refuses it with all that was not understood. */
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

  const movements = numbered(read.rows)
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

/** These lists have the day first; only dates that cannot be read so say otherwise, never the week somebody happens to work on. */
function orderOf(dates: readonly string[]): DateOrder | null {
  const order = dateOrder(dates)
  if (order === 'mixed') return null
  return order === 'ambiguous' ? 'dmy' : order
}

/** What a cell says; a dash and `N/A` say nothing. */
export function said(text: string): string {
  return /^(-|–|n\/?a)$/i.test(text) ? '' : text
}

/** When it was; `hasTime` is false where the file gives only the day, and then it is noon: who has the car then has the day. */
export function readWhen(
  { cells, at, order }: CardList,
  row: TableRow,
): { moment: Temporal.PlainDateTime; instant: Temporal.Instant; hasTime: boolean } | null {
  const [date, time] = [said(cells.text(row, at.date)), said(cells.text(row, at.time))]
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

/** Digits a spreadsheet's number keeps; of a longer card it has rounded the last ones away. */
const DIGITS_OF_A_NUMBER = 15

export function readCard(
  { cells, at }: CardList,
  row: TableRow,
  kind: 'fuel-card' | 'electric-card',
): SourceKey | null {
  const text = said(cells.text(row, at.card))
  const card = readIdentifier(text)?.toUpperCase().replaceAll('-', '') ?? ''
  const isRounded = row.numbers.has(at.card) && card.length > DIGITS_OF_A_NUMBER
  if (/^[0-9A-Z*]{4,30}$/.test(card) && !isRounded) return { kind, value: card }
  cells.report(row, at.card, text === '' ? 'value-missing' : 'id-unreadable', EXPECTED_CARD[kind])
  return null
}

const EXPECTED_CARD = { 'fuel-card': '7077000000000000011', 'electric-card': 'EDP0000000011' }

/** What was paid, with VAT, in cents; an empty cell is missing, never zero. */
export function readPaid({ cells, at, figures }: CardList, row: TableRow): number | null {
  const isEmpty = said(cells.text(row, at.total)) === ''
  const paid = isEmpty ? 'unknown' : figures.cents(row, at.total)
  if (typeof paid === 'number') return paid
  cells.report(row, at.total, isEmpty ? 'value-missing' : 'amount-unreadable', '52,61 | 52.61')
  return null
}

/** The quantity times 10^`places`: centilitres with 2, watt-hours with 3; 0 where the file has none. */
export function readQuantity({ cells, at, figures }: CardList, row: TableRow, places: number): number | null {
  const quantity = said(cells.text(row, at.quantity)) === '' ? 0 : figures.scaled(row, at.quantity, places)
  if (typeof quantity === 'number') return quantity
  if (quantity === 'unknown') return 0
  cells.report(row, at.quantity, 'count-unreadable', '32,10 | 32.10')
  return null
}

/** The minute in a key: exports differ in their seconds. */
export function minuteOf(moment: Temporal.PlainDateTime): string {
  return moment.toString({ smallestUnit: 'minute' })
}

/** A row with what a person should look at: a product nobody here knows. */
export type Purchase = { line: TableRow; row: ImportedRow; unknownProduct: string | null }

/** Reads every line; one that only sums is checked against what is above it. What `read` answers `null` to, it has reported. */
export function readEach<Read extends Purchase>(list: CardList, read: (row: TableRow) => Read | null): Read[] {
  const purchases: Read[] = []
  const sums = { all: 0, since: 0 }
  const { cells, at } = list
  const sumColumns = { when: [at.date, at.time], who: [at.card], amounts: [at.total] }
  for (const row of list.rows) {
    if (saysNothing(cells, row, list.known)) continue
    if (isSumRow(cells, row, sumColumns)) {
      const found = said(cells.text(row, at.total)) === '' ? null : readPaid(list, row)
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

/** One warning for each product that is neither fuel, AdBlue, wash nor charging: it stays with the company. */
export function unknownProducts(purchases: readonly Purchase[]): FileWarning[] {
  const strange = Map.groupBy(purchases, ({ unknownProduct }) => unknownProduct)
  strange.delete(null)
  return [...strange].map(([product, of]) => {
    const amount = of.reduce((sum, { row }) => sum + (row.measures['total'] ?? 0), 0)
    return warningOf(
      'service-unknown',
      of.map(({ line }) => line),
      { service: product ?? '', amount },
    )
  })
}

/** Facts that say something. */
export function factsOf(facts: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(facts).filter(([, fact]) => fact !== ''))
}
