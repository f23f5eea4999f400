import type { Table } from '#platform/table.ts'
import type { Format, LongFormat, Recognition } from './format.ts'

/** A format and the table that it recognises. */
export type RecognisedTable = { format: Format | LongFormat; recognition: Recognition }

/**
 * Finds the format of a table, or `null` (`rulings.md` J.2). The content of the table decides, never the order of a
 * list: of our own formats that lack no column the one that knows the most headings; then a list that the operator set
 * up with exactly these headings; then the likeliest of those that lack some, so that the refusal can name them.
 */
export function recognise(
  table: Table,
  name: string,
  ours: readonly (Format | LongFormat)[],
  formatsBySetup: readonly (Format | LongFormat)[],
): RecognisedTable | null {
  const candidates = recogniseTables(table, name, ours)
  const whole = candidates.filter(({ recognition }) => recognition.missing.length === 0)
  const partial = candidates.filter(({ recognition }) => isLikely(recognition))
  return (
    whole.toSorted(byFit)[0] ?? recogniseTables(table, name, formatsBySetup)[0] ?? partial.toSorted(byFit)[0] ?? null
  )
}

function recogniseTables(table: Table, name: string, formats: readonly (Format | LongFormat)[]): RecognisedTable[] {
  return formats.flatMap((format) => {
    const recognition = format.recognises(table, name)
    return recognition ? [{ format, recognition }] : []
  })
}

/** If more columns are missing than present, it is some other list. */
function isLikely({ missing, known }: Recognition): boolean {
  return missing.length > 0 && known > missing.length
}

function byFit({ recognition: a }: RecognisedTable, { recognition: b }: RecognisedTable): number {
  return a.missing.length - b.missing.length || b.known - a.known
}
