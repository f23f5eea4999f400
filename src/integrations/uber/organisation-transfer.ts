import type { Cents } from '#domain/money.ts'
import { cents, ZERO } from '#domain/money.ts'
import { cellsOf } from '#integrations/cells.ts'
import { openCsv } from '#platform/csv.ts'
import { inMemory } from '#platform/bytes.ts'
import { columnOf, dataRows, findHeader, wholeTable } from '#platform/table.ts'
import { openText } from '#platform/text.ts'
import { treeOf, DRIVER_COLUMNS } from './headings.ts'

/**
 * Reads what Uber sent to the bank on a day, from its report of the organisation for that day alone (`formats.md` 1.2):
 * the column of the transfer is negative as in the report of drivers, and empty or absent on a day without one. `none`:
 * the report has no row. `null`: it cannot be read, and nothing is guessed.
 */
export async function readTransfer(bytes: Uint8Array): Promise<Cents | 'none' | null> {
  const table = await wholeTable(await openCsv(await openText(inMemory(bytes)))).catch(() => null)
  if (table === null) return null
  const header = findHeader(
    table,
    (keys) => DRIVER_COLUMNS.organisation.some((name) => keys.has(name)) && treeOf(keys) !== null,
  )
  const tree = header && treeOf(header.keys)
  if (!header || !tree) return null
  const rows = dataRows(table, header)
  const [row, ...others] = rows
  if (!row) return 'none'
  if (others.length > 0) return null
  const column = columnOf(header, ...tree.measures.bank_transfer)
  if (column === -1) return ZERO
  const cells = cellsOf(table, header, [column])
  const amount = cells.cents(row, column)
  // Money from the bank is no transfer to it: no such row is known.
  if (cells.problems.length > 0 || !cells.hasItsWidth(row) || amount > 0) return null
  return cents(0 - amount)
}
