import { firstOf } from '#domain/certain.ts'
import { type AmountReader, amountReader, type DecimalStyle, styleOf } from '#platform/amount-text.ts'
import type { TableRow } from '#platform/table.ts'
import type { PlainCells } from './cells.ts'
import { rememberAnswers } from './remembered.ts'

/** Reads figures of a column: cents, or the figure times 10^`places`; `unknown` is `N/A`, `unreadable` anything else that is no figure. */
export type Figures = {
  cents: (row: TableRow, column: number) => ReturnType<AmountReader['cents']>
  scaled: (row: TableRow, column: number, places: number) => ReturnType<AmountReader['scaled']>
}

/** A unit written after a figure: `18,270 l`, `43,37 kWh`. */
const UNIT = /\s*(kwh|lts?|l|kms?|min)\.?$/i

/** Cells of one style in one column: their number, and the first ones. */
type Styled = { count: number; first: { line: number; text: string }[] }

const FIRST = 200

/**
 * Learns each column's decimal style from its own cells, row by row; a column that shows none uses that of the others.
 * Mixed columns are reported once all rows were seen.
 */
export function figureLearner(
  { text, problems, headings }: PlainCells,
  columns: readonly number[],
): { see: (row: TableRow) => void; found: () => Figures } {
  const styleIn = rememberAnswers((figure: string) => styleOf(figure.replace(UNIT, '')))
  const seen = columns.map((column) => {
    const none = (): Styled => ({ count: 0, first: [] })
    return { column, point: none(), comma: none() }
  })

  const styleOfColumn = ({ column, point, comma }: (typeof seen)[number]): DecimalStyle | 'either' => {
    if (point.count === 0) return comma.count === 0 ? 'either' : 'comma'
    if (comma.count === 0) return 'point'
    const rarer = point.count < comma.count ? point : comma
    const heading = headings[column] ?? null
    problems.push(
      ...rarer.first.map(({ line, text: found }) => {
        return { line, column: heading, code: 'decimal-styles-mixed', found, expected: '' } as const
      }),
    )
    problems.countMore(rarer.count - rarer.first.length)
    return 'either'
  }
  return {
    see: (row) => {
      for (const amountColumn of seen) {
        const figure = text(row, amountColumn.column)
        const style = figure === '' || row.numbers.has(amountColumn.column) ? null : styleIn(figure)
        if (style === null) continue
        const styled = amountColumn[style]
        styled.count += 1
        if (styled.first.length < FIRST) styled.first.push({ line: row.line, text: figure })
      }
    },
    found: () => {
      const styles = new Map(seen.map((amountColumn) => [amountColumn.column, styleOfColumn(amountColumn)]))
      const decided = new Set([...styles.values()].filter((style) => style !== 'either'))
      const common = decided.size === 1 ? firstOf([...decided]) : 'either'
      const readers = new Map(
        [...styles].map(([column, style]) => [column, readerOf(style === 'either' ? common : style)]),
      )
      return {
        cents: (row, column) => readers.get(column)?.cents(text(row, column), row.numbers.has(column)) ?? 0,
        scaled: (row, column, places) =>
          readers.get(column)?.scaled(text(row, column), places, row.numbers.has(column)) ?? 0,
      }
    },
  }
}

/** Makes a reader of figures with or without a unit. It remembers them, because the same prices come again and again. */
function readerOf(style: DecimalStyle | 'either'): Pick<AmountReader, 'cents' | 'scaled'> {
  const { cents, scaled } = amountReader(style)
  const priceIn = rememberAnswers((text: string) => cents(text.replace(UNIT, '')))
  return {
    cents: (text, isNumber) => (isNumber ? cents(text.replace(UNIT, ''), true) : priceIn(text)),
    scaled: (text, places, isNumber) => scaled(text.replace(UNIT, ''), places, isNumber),
  }
}
