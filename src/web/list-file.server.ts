import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import { type WrittenCell, writeCsv } from '#platform/csv-writer.ts'
import { writeSheet } from '#platform/sheet-writer.ts'
import { ordered } from './parts/list-view.ts'
import { type List, type ListColumn, found } from './parts/list.ts'
import type { Paper } from './screen.server.ts'
import { type Described, factsOf, shown } from '#forms/record.ts'

/**
 * What a list shows, every page of it, as a file: CSV or XLSX by the address, one column each. After them come the fields of
 * the `record` that the list does not show.
 */
export function listFile<Row>(
  of: List<Row>,
  all: readonly Row[],
  request: Request,
  t: Translator,
  record?: { of: Described; kept: (row: Row) => object | undefined },
): Paper {
  const { seen, orders, view } = found(of, all, request, t)
  const columns = Object.entries(of.columns)
  const more = Object.entries(record?.of.labels ?? {}).filter(([name]) => !(name in of.columns))
  const table = [
    // oxlint-disable-next-line typescript/no-non-null-assertion -- each column has its word
    [...columns.map(([name]) => t(of.heads[name]!)), ...more.map(([, words]) => t(words))],
    ...ordered(seen, view, orders).map((row) => {
      const shownOnes = columns.map(([, column]) => cellOf(column, row, t))
      if (!record) return shownOnes
      const kept = record.kept(row) ?? {}
      return [...shownOnes, ...more.map(([name]) => fieldOf(record.of, name, Reflect.get(kept, name), t))]
    }),
  ]
  const title = t(of.words('title'))
  return new URL(request.url).pathname.endsWith('/xlsx')
    ? sheetFile(title, table)
    : { name: `${title}.csv`, bytes: writeCsv(table, t.language === 'pt' ? 'semicolons' : 'commas'), mediaType: CSV }
}

/** A table as XLSX, its headings first. */
export function sheetFile(title: string, table: readonly (readonly WrittenCell[])[]): Paper {
  return { name: `${title}.xlsx`, bytes: writeSheet(title, table), mediaType: SHEET }
}

const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
const CSV = 'text/csv; charset=utf-8'

function cellOf<Row>({ kind, value }: ListColumn<Row>, row: Row, t: Translator): WrittenCell {
  const kept = value(row, t)
  if (kept === null) return null
  if (kind === 'money') return { cents: Number(kept) }
  if (kind === 'day') return { day: String(kept) }
  return kind === 'moment' ? formatInstant(String(kept), t.language) : String(kept)
}

function fieldOf(of: Described, name: string, kept: unknown, t: Translator): WrittenCell {
  return factsOf(of, name).control === 'money' ? { cents: Number(kept ?? 0) } : shown(of, name, kept, t)
}
