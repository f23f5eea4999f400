import { readPlate } from '#domain/identifiers.ts'
import type { ListedProblem } from '#domain/listed.ts'
import { readDate } from '#platform/amount-text.ts'
import { withFormulas } from '#platform/csv-writer.ts'
import type { TableRow } from '#platform/table.ts'

/** What a list may have: the names of its columns, written as `plainHeading` does. */
export type ListColumns<Field extends string = string> = {
  headings: Readonly<Record<Field, readonly string[]>>
  /** Fields of which the row of headings has at least one. */
  identifying: readonly Field[]
  /** Fields that hold days. */
  days?: readonly Field[]
}

/** Writes a heading or a word without accents, case and signs: "N.º de Contribuinte" is "n de contribuinte". */
export function plainHeading(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()
    .replaceAll(/[ºª.:*€()’']/g, '')
    .replaceAll(/[\s_/–-]+/g, ' ')
    .trim()
}

/** The text of a cell; `null` for an empty one. Spreadsheets put an apostrophe before text that looks like a number or a formula. */
export function cellText(cell: string | undefined): string | null {
  const text = withFormulas(cell ?? '')
    .replace(/^'(?=[+=@\d-])/, '')
    .trim()
  return text === '' ? null : text
}

/** The lines with letters that were lost before the list reached us, each once. */
export function lettersLost(rows: readonly TableRow[], columns: readonly string[]): ListedProblem<'letters-lost'>[] {
  return rows.flatMap(({ line, cells }) => {
    const at = cells.findIndex((cell) => cell.includes('\ufffd'))
    return at < 0
      ? []
      : [{ line, column: columns[at] ?? '', code: 'letters-lost', found: (cells[at] ?? '').slice(0, 80) }]
  })
}

/**
 * Reads a plate in a list as letters and digits. `null` for what cannot be one: a day or a shortened number has digits
 * enough for a plate.
 */
export function readListedPlate(text: string): string | null {
  const isNumber = readDate(text.split(' ')[0] ?? '', 'dmy') !== null || /[,+]|^\d+\.\d+$/.test(text)
  const { value } = readPlate(text)
  return !isNumber && /^[A-Z0-9]{4,10}$/.test(value) ? value : null
}
