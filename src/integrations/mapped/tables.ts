import { type ByteSource, wholeOf } from '#platform/bytes.ts'
import { openCsv } from '#platform/csv.ts'
import { readSheets } from '#platform/sheet.ts'
import { sniffSource, zipContent } from '#platform/sniff.ts'
import { type Table, wholeTable } from '#platform/table.ts'
import { openText } from '#platform/text.ts'
import { ARCHIVE_LIMITS, ArchiveRefused, openZip } from '#platform/zip.ts'

/** A table of a file and the name of its sheet; a text has one table, without a name. */
export type NamedTable = { name: string; table: Table }

/**
 * Reads the tables of an unknown file, so that a person can say what they are; none if it holds no table. Throws
 * `TableRefused` for one that is larger than any report.
 */
export async function tablesOf({ bytes }: { bytes: ByteSource }): Promise<NamedTable[]> {
  const content = await sniffSource(bytes)
  if (content === 'text') {
    const table = await wholeTable(await openCsv(await openText(bytes)))
    return table.rows.length === 0 || table.openQuote !== null ? [] : [{ name: '', table }]
  }
  return content === 'zip' && bytes.size <= ARCHIVE_LIMITS.file ? await sheetsOf(await wholeOf(bytes)) : []
}

async function sheetsOf(bytes: Uint8Array): Promise<NamedTable[]> {
  try {
    const archive = await openZip(bytes)
    archive.close()
    if (zipContent(archive.names) !== 'xlsx') return []
    const sheets = await readSheets(bytes)
    return sheets.filter(({ hidden, table }) => !hidden && table.rows.length > 0)
  } catch (error) {
    if (error instanceof ArchiveRefused) return []
    throw error
  }
}
