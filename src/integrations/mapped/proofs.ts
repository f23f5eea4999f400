import type { CostSign, DayOrder, DecimalMark, MappedField, MappingDraft, Proof, Proofs } from '#domain/mapping.ts'
import { readMoment } from '#integrations/movements.ts'
import { decimalStyle } from '#platform/amount-text.ts'
import type { TableRow } from '#platform/table.ts'

type Columns = MappingDraft['columns']

const FIGURES = ['amount', 'vatAmount', 'quantity'] as const satisfies readonly MappedField[]

/** A unit after a figure: `18,270 l`, `43,37 kWh`. */
const UNIT = /\s*(?:kwh|lts?|litros?|l)\.?$/i

/** What a figure's cell says without its unit. */
export function figureText(row: TableRow, column: number): string {
  return (row.cells[column] ?? '').replace(UNIT, '')
}

export type FigureCell = { line: number; text: string; isNumber: boolean; row: TableRow; column: number }

/** Every cell of the columns that hold figures, so that one decimal mark must hold for all of them. */
export function* figureCells(rows: Iterable<TableRow>, columns: Columns): Generator<FigureCell> {
  const places = FIGURES.flatMap((field) => columns[field] ?? [])
  for (const row of rows) {
    for (const column of places) {
      const text = figureText(row, column)
      if (text !== '') yield { line: row.line, text, isNumber: row.numbers.has(column), row, column }
    }
  }
}

/** What the cells of a whole file prove of the way its figures, dates and signs are written. */
export function proofsOf(rows: readonly TableRow[], { columns }: Pick<MappingDraft, 'columns'>): Proofs {
  return {
    decimals: decimalsOf(figureCells(rows, columns)),
    dates: datesOf(dateTexts(rows, columns)),
    sign: signOf(rows, columns),
  }
}

export function dateTexts(rows: readonly TableRow[], { date }: Columns): string[] {
  return date === undefined ? [] : rows.map((row) => row.cells[date] ?? '')
}

function decimalsOf(cells: Iterable<FigureCell>): Proof<DecimalMark> {
  const texts = [...cells]
  const found = decimalStyle(texts)
  if (found.mixed) return 'mixed'
  if (found.style !== 'either') return found.style
  return texts.some(({ text, isNumber }) => !isNumber && /\d[.,]\d/.test(text)) ? 'ambiguous' : 'unneeded'
}

/** Only a date that is a day in one order alone proves it; one that is two different days needs a person. */
export function datesOf(texts: Iterable<string>): Proof<DayOrder> {
  const seen = { dmy: false, mdy: false, both: false }
  for (const text of new Set(texts)) {
    const [dmy, mdy] = [readMoment(text, 'dmy'), readMoment(text, 'mdy')]
    if (dmy && mdy) seen.both ||= !dmy.equals(mdy)
    else if (dmy) seen.dmy = true
    else if (mdy) seen.mdy = true
  }
  if (seen.dmy && seen.mdy) return 'mixed'
  if (seen.dmy) return 'dmy'
  if (seen.mdy) return 'mdy'
  return seen.both ? 'ambiguous' : 'unneeded'
}

/** An amount that takes away, however its figures are to be read: `-12,30 €`, `€ −5`. */
const NEGATIVE = /^(?:€|EUR)?\s*[-\u2212\u2013\u2014]/i

/** A list whose amounts all have one sign is a list of costs; with both signs a person says which of them are costs. */
function signOf(rows: readonly TableRow[], { amount }: Columns): Proof<CostSign> {
  if (amount === undefined) return 'ambiguous'
  const amounts = rows.map((row) => figureText(row, amount)).filter((text) => /[1-9]/.test(text))
  const negative = amounts.filter((text) => NEGATIVE.test(text)).length
  if (amounts.length === 0 || (negative > 0 && negative < amounts.length)) return 'ambiguous'
  return negative > 0 ? 'negative' : 'positive'
}
