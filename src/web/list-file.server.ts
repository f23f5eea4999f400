import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort, formatInstant } from '#messages/dates.ts'
import { formatMoney, formatNumber } from '#messages/numbers.ts'
import { drawList } from '#features/company/list-papers/queries.server.ts'
import { type WrittenCell, writeCsv } from '#platform/csv-writer.ts'
import { writeSheet } from '#platform/sheet-writer.ts'
import { type Groups, groupKey, groupsOf, headOf, summedOf } from './parts/list-groups.ts'
import { ordered } from './parts/list-view.ts'
import { type List, type ListColumn, rowsOfRequest, isGrouped, isNumber } from './parts/list.ts'
import { LIST_TYPES } from './attachment.ts'
import type { Paper } from './screen.server.ts'
import { type Described, factsOf, fieldText } from '#forms/record.ts'

type FileOptions<Row> = { of: Described; kept: (row: Row) => object | undefined }

/**
 * A list with all its pages as a file: CSV, XLSX or PDF by the address, one column each. The fields of the `record` that the
 * list does not show come after them, but not on paper, which has no room for those or for columns that only files have. A
 * grouped list has its groups; on paper each group with its rows.
 */
export async function listFile<Row>(
  of: List<Row>,
  all: readonly Row[],
  request: Request,
  t: Translator,
  record?: FileOptions<Row>,
): Promise<Paper> {
  const title = t(of.words('title'))
  const { pathname } = new URL(request.url)
  const { seen, orders, view } = rowsOfRequest(of, all, request, t)
  const rows = ordered(seen, view, orders)
  const groups = isGrouped(view) ? groupsOf(of, seen, view.group, t) : null
  if (pathname.endsWith('/pdf')) {
    const about = { q: view.q, column: groups ? t(headOf(of, groups.by)) : '' }
    return { name: `${title}.pdf`, bytes: await onPaper(of, rows, groups, about, t), mediaType: 'application/pdf' }
  }
  const table = groups ? groupTable(of, groups, t) : rowTable(of, rows, t, record)
  return pathname.endsWith('/xlsx')
    ? await sheetFile(title, table)
    : { name: `${title}.csv`, bytes: writeCsv(table, t.language === 'pt' ? 'semicolons' : 'commas'), mediaType: CSV }
}

function rowTable<Row>(of: List<Row>, rows: readonly Row[], t: Translator, record?: FileOptions<Row>): WrittenCell[][] {
  const columns = Object.entries(of.columns)
  const more = Object.entries(record?.of.labels ?? {}).filter(
    ([name]) => !(name in of.columns) || of.columns[name]?.joins,
  )
  return [
    [...columns.map(([name]) => t(headOf(of, name))), ...more.map(([, words]) => t(words))],
    ...rows.map((row) => {
      const shownCells = columns.map(([, column]) => cellOf(column, row, t))
      if (!record) return shownCells
      const kept = record.kept(row) ?? {}
      return [...shownCells, ...more.map(([name]) => fieldOf(record.of, name, Reflect.get(kept, name), t))]
    }),
  ]
}

/** The groups of a list, and the sum of them all. */
function groupTable<Row>(of: List<Row>, { by, rows, total }: Groups, t: Translator): WrittenCell[][] {
  const summed = summedOf(of)
  const line = (name: string, { count, sums }: Groups['total']): WrittenCell[] => [
    name,
    String(count),
    ...summed.map((column) => ({ cents: sums[column] ?? 0 })),
  ]
  return [
    [t(headOf(of, by)), t('common.list.count'), ...summed.map((name) => t(headOf(of, name)))],
    ...rows.map((group) => line(group.name, group)),
    line(t('common.list.total'), total),
  ]
}

/** The most columns that fit on landscape A4. */
const COLUMNS_ON_PAPER = 11

async function onPaper<Row>(
  of: List<Row>,
  rows: readonly Row[],
  groups: Groups | null,
  search: { q: string; column: string },
  t: Translator,
): Promise<Uint8Array> {
  const title = t(of.words('title'))
  const now = Temporal.Now.instant()
  const column = groups ? of.columns[groups.by] : undefined
  // The grouping column repeats the group's name and is left out; for days the group only names the month, so they
  // stay.
  const repeatsGroup = (name: string) => name === groups?.by && column?.kind !== 'day' && column?.kind !== 'moment'
  const shownColumns = Object.entries(of.columns)
    .filter(([name, { onlyInFile }]) => !onlyInFile && !repeatsGroup(name))
    .slice(0, COLUMNS_ON_PAPER)
  const written = (row: Row) => shownColumns.map(([, listColumn]) => wordsOnPaper(listColumn, row, t))
  const sumsOf = (name: string, { sums, count }: Groups['total']) => [
    `${name} · ${formatNumber(count, t.language)}`,
    ...shownColumns
      .slice(1)
      .map(([columnName, { sums: isSummed }]) => (isSummed ? formatMoney(sums[columnName] ?? 0, t.language) : '')),
  ]
  const inGroup = column ? Map.groupBy(rows, (row) => groupKey(column, row, t)) : null
  const about = [
    search.column === '' ? '' : t('common.list.groupedBy', { column: search.column }),
    search.q === '' ? '' : `“${search.q}”`,
    t('common.list.rows', { count: rows.length, said: formatNumber(rows.length, t.language) }),
    formatInstant(now.toString(), t.language),
  ]
  return drawList(
    {
      createdAt: now,
      title,
      about: about.filter(Boolean).join(' · '),
      columns: shownColumns.map(([name, listColumn]) => ({
        head: t(headOf(of, name)),
        isNumber: isNumber(listColumn) || isFigures(listColumn, rows, t),
      })),
      rows: groups
        ? groups.rows.flatMap((group) => [
            { group: sumsOf(group.name, group) },
            ...(inGroup?.get(group.key) ?? []).map(written),
          ])
        : rows.map(written),
      total: groups ? sumsOf(t('common.list.total'), groups.total) : totalOf(of, rows, shownColumns, t),
      foot: (page, pages) => t('common.list.page', { page, pages, title }),
    },
    t.language,
  )
}

type ShownColumns<Row> = readonly [name: string, column: ListColumn<Row>][]

/** The sums of the columns that are added up; `null` for a single row, or if no column is. */
function totalOf<Row>(of: List<Row>, rows: readonly Row[], seen: ShownColumns<Row>, t: Translator): string[] | null {
  const summed = summedOf(of)
  if (rows.length < 2 || !seen.some(([name]) => summed.includes(name))) return null
  return seen.map(([name, { value }], at) => {
    if (at === 0) return t('common.list.total')
    if (!summed.includes(name)) return ''
    return formatMoney(
      rows.reduce((sum, row) => sum + Number(value(row, t) ?? 0), 0),
      t.language,
    )
  })
}

/** Whether a text column has only figures, as rates and medians are written. */
function isFigures<Row>({ kind, value }: ListColumn<Row>, rows: readonly Row[], t: Translator): boolean {
  if (kind !== undefined && kind !== 'text') return false
  const values = rows.map((row) => value(row, t)).filter((cellValue) => cellValue !== null && cellValue !== '')
  return values.length > 0 && values.every((cellValue) => /^[−+-]?[\d.,\s€%]+$/u.test(String(cellValue)))
}

/** On paper a day and an hour do not break across lines. */
function wordsOnPaper<Row>(column: ListColumn<Row>, row: Row, t: Translator): string {
  const words = cellWords(cellOf(column, row, t), t)
  return column.kind === 'day' || column.kind === 'moment' ? words.replaceAll(' ', '\u00A0') : words
}

function cellWords(cell: WrittenCell, t: Translator): string {
  if (cell === null || cell === '') return '–'
  if (typeof cell === 'string') return cell
  return 'cents' in cell ? formatMoney(cell.cents, t.language) : formatDayShort(cell.day, t.language)
}

/** A table as XLSX, its headings first. */
export async function sheetFile(title: string, table: readonly (readonly WrittenCell[])[]): Promise<Paper> {
  return { name: `${title}.xlsx`, bytes: await writeSheet(title, table), mediaType: SHEET }
}

const SHEET = LIST_TYPES.xlsx
const CSV = LIST_TYPES.csv

function cellOf<Row>({ kind, value }: ListColumn<Row>, row: Row, t: Translator): WrittenCell {
  const content = value(row, t)
  if (content === null) return null
  if (kind === 'money') return { cents: Number(content) }
  if (kind === 'day') return { day: String(content) }
  return kind === 'moment' ? formatInstant(String(content), t.language) : String(content)
}

function fieldOf(of: Described, name: string, kept: unknown, t: Translator): WrittenCell {
  return factsOf(of, name).control === 'money' ? { cents: Number(kept ?? 0) } : fieldText(of, name, kept, t)
}
