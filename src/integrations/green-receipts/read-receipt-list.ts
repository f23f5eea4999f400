import { type ReadableFile, refused } from '#integrations/format.ts'
import { tablesOf } from '#integrations/mapped/tables.ts'
import { sourceOf } from '#platform/bytes.ts'
import { TableRefused } from '#platform/table.ts'
import { type ReceiptListReading, readReceiptList } from './receipt-lists.ts'

/** Largest file in bytes: a year of a fleet is a hundredth of this. It is held in memory as a whole. */
const LARGEST = 20_000_000

/** Reads a list of receipts, CSV or XLSX, exactly or not at all; its content never makes this throw. */
export async function readReceiptListFile(file: ReadableFile): Promise<ReceiptListReading> {
  const bytes = sourceOf(file)
  if (bytes.size > LARGEST) return refused('too-large')
  try {
    const [read] = (await tablesOf({ bytes })).flatMap(({ table }) => readReceiptList(table) ?? [])
    return read ?? refused('not-receipts')
  } catch (error) {
    if (error instanceof TableRefused) return refused(error.problem, { line: error.line, most: error.most })
    throw error
  }
}
