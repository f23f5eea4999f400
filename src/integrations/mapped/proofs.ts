import type { CostSign, DayOrder, DecimalMark, MappedField, MappingDraft, Proof, Proofs } from '#domain/mapping.ts'
import { readMoment } from '#integrations/movements.ts'
import { decimalStyle } from '#platform/amount-text.ts'
import type { TableRow } from '#platform/table.ts'

type Columns = MappingDraft['columns']

const FIGURES = ['amount', 'vatAmount', 'quantity'] as const satisfies readonly MappedField[]

/** A unit after a figure: `18,270 l`, `43,37 kWh`. */
const UNIT = /\s*(?:kwh|lts?|litros?|l)\.?$/i

/** Reads the text of a figure's cell without its unit. */
export function figureText(row: TableRow, column: number): string {
  return (row.cells[column] ?? '').replace(UNIT, '')
}

export type FigureCell = { line: number; text: string; isNumber: boolean; row: TableRow; column: number }

/** Answers every cell of the columns with figures: one decimal mark must hold for all of them. */
export function* figureCells(rows: Iterable<TableRow>, columns: Columns): Generator<FigureCell> {
  const places = FIGURES.flatMap((field) => columns[field] ?? [])
  for (const row of rows) {
    for (const column of places) {
      const text = figureText(row, column)
      if (text !== '') yield { line: row.line, text, isNumber: row.numbers.has(column), row, column }
    }
  }
}

/** Finds out from the cells of a whole file how its figures, dates and signs are written. */
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

/** Finds the order of dates: only a date that is a day in one order alone proves it; one that may be two days needs a person. */
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

/** Matches a negative amount, however its figures are read: `-12,30 €`, `€ −5`. */
const NEGATIVE = /^(?:€|EUR)?\s*[-\u2212\u2013\u2014]/i

/** Finds the sign of costs: a list with one sign is a list of costs; with both signs a person says which of them are costs. */
function signOf(rows: readonly TableRow[], { amount }: Columns): Proof<CostSign> {
  if (amount === undefined) return 'ambiguous'
  const amounts = rows.map((row) => figureText(row, amount)).filter((text) => /[1-9]/.test(text))
  const negative = amounts.filter((text) => NEGATIVE.test(text)).length
  if (amounts.length === 0 || (negative > 0 && negative < amounts.length)) return 'ambiguous'
  return negative > 0 ? 'negative' : 'positive'
}
