import type { Table } from '#platform/table.ts'
import type { Format, LongFormat, Recognition } from './format.ts'

/** A format and the table it takes for its own. */
export type Recognised = { format: Format | LongFormat; recognition: Recognition }

/**
 * The format whose table it is, or `null` (`rulings.md` J.2). What a table holds decides, never the order of a list: of our
 * own formats that miss nothing the one that knows the most headings; then a list the operator taught, which has exactly
 * these headings; then the likeliest of those that miss something, so that it can be said what that is.
 */
export function recognise(
  table: Table,
  name: string,
  ours: readonly (Format | LongFormat)[],
  taught: readonly (Format | LongFormat)[],
): Recognised | null {
  const candidates = recognised(table, name, ours)
  const whole = candidates.filter(({ recognition }) => recognition.missing.length === 0)
  const partial = candidates.filter(({ recognition }) => isLikely(recognition))
  return whole.toSorted(byFit)[0] ?? recognised(table, name, taught)[0] ?? partial.toSorted(byFit)[0] ?? null
}

function recognised(table: Table, name: string, formats: readonly (Format | LongFormat)[]): Recognised[] {
  return formats.flatMap((format) => {
    const recognition = format.recognises(table, name)
    return recognition ? [{ format, recognition }] : []
  })
}

/** A report of which more is missing than is there is some other list. */
function isLikely({ missing, known }: Recognition): boolean {
  return missing.length > 0 && known > missing.length
}

function byFit({ recognition: a }: Recognised, { recognition: b }: Recognised): number {
  return a.missing.length - b.missing.length || b.known - a.known
}
