import { type CsvManner, type WrittenCell, writeCsv } from './csv-writer.ts'
import { downloadName } from './download-name.ts'
import { writeSheet } from './sheet-writer.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export type TableFormat = keyof typeof TYPES

export function isTableFormat(text: string): text is TableFormat {
  return Object.hasOwn(TYPES, text)
}

/** Writes a table as a file for spreadsheets. `stem`: its name without the ending; `sheet`: the name of the sheet. */
export async function tableFile(
  { stem, sheet, table }: { stem: string; sheet: string; table: readonly (readonly WrittenCell[])[] },
  format: TableFormat,
  manner: CsvManner,
) {
  const bytes = format === 'csv' ? writeCsv(table, manner) : await writeSheet(sheet, table)
  return { name: downloadName(stem, format), bytes, type: TYPES[format] }
}
