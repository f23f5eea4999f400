import type { FileToRead } from '#domain/import.ts'
import { readCsv } from '#platform/csv.ts'
import { readSheets } from '#platform/sheet.ts'
import { sniff, zipContent } from '#platform/sniff.ts'
import type { Table } from '#platform/table.ts'
import { decodeText } from '#platform/text.ts'
import { ArchiveRefused, openZip } from '#platform/zip.ts'

/** A table of a file and the name of its sheet; text has one, without a name. */
export type NamedTable = { name: string; table: Table }

/** The tables of a file nobody knows, so that a person can say what they are; none for what holds no table. */
export async function tablesOf({ bytes }: FileToRead): Promise<NamedTable[]> {
  const content = sniff(bytes)
  if (content === 'text') {
    const { text, encoding } = decodeText(bytes)
    const table = readCsv(text, encoding)
    return table.rows.length === 0 || table.openQuote !== null ? [] : [{ name: '', table }]
  }
  return content === 'zip' ? await sheetsOf(bytes) : []
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
