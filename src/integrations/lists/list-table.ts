import type { ListedProblem, WholeListProblem } from '#domain/listed.ts'
import { readDate } from '#platform/amount-text.ts'
import { readCsv } from '#platform/csv.ts'
import { readSheets } from '#platform/sheet.ts'
import { sniff } from '#platform/sniff.ts'
import { type Header, type Table, type TableRow, columnName, dataRows, findHeader } from '#platform/table.ts'
import { decodeText } from '#platform/text.ts'
import { turnedDate } from '../turned-dates.ts'
import { type ListColumns, plainHeading } from './list-cells.ts'

/** A list below its headings, its cells still as they are written. */
export type ListTable<Field extends string> = {
  /** The headings and, by their positions, the fields that they name. */
  columns: readonly string[]
  fields: readonly (Field | null)[]
  rows: readonly TableRow[]
  /** What keeps the whole list from being understood. */
  problem: ListedProblem<WholeListProblem> | null
  /** Unknown headings, and columns with content but without a heading: they are reported, so that nothing is dropped silently. */
  unused: readonly string[]
  unnamed: readonly string[]
}

/**
 * Reads a list, pasted or from a spreadsheet: the first row that identifies and names one more field is the row of
 * headings, because a title or merged cells may stand above it.
 */
export function readListTable<Field extends string>(text: string, of: ListColumns<Field>): ListTable<Field> {
  const table = readCsv(text)
  const fieldAt = fieldFinder(of)
  const header = headerOf(table, of)
  if (!header) return refused({ line: null, column: '', code: 'no-headings', found: firstWords(table) })
  const { line, columns } = header
  const fields = columns.map(fieldAt)
  const repeated = fields.findIndex((field, at) => field !== null && fields.indexOf(field) < at)
  if (repeated >= 0) {
    const heading = columns[repeated] ?? ''
    return refused({ line, column: heading, code: 'column-twice', found: heading })
  }
  if (table.openQuote !== null) return refused({ line: table.openQuote, column: '', code: 'quote-open', found: '' })
  const rows = dataRows(table, header)
  const days = new Set(fields.flatMap((field, at) => (field !== null && of.days?.includes(field) ? [at] : [])))
  const turned = turnedDate(rows, header, days) ?? monthFirst(rows, header, days)
  if (turned) return refused(turned)
  const width = Math.max(columns.length, ...rows.map(({ cells }) => cells.length))
  const unnamed = Array.from({ length: width }, (_, at) => at).filter(
    (at) => (columns[at] ?? '') === '' && rows.some(({ cells }) => (cells[at] ?? '') !== ''),
  )
  return {
    columns,
    fields,
    rows,
    problem: null,
    unused: columns.filter((heading, at) => heading !== '' && fields[at] === null),
    unnamed: unnamed.map(columnName),
  }
}

function refused<Field extends string>(problem: ListedProblem<WholeListProblem>): ListTable<Field> {
  return { columns: [], fields: [], rows: [], problem, unused: [], unnamed: [] }
}

function headerOf<Field extends string>(table: Table, of: ListColumns<Field>): Header | null {
  const fieldAt = fieldFinder(of)
  const fieldsIn = (keys: ReadonlySet<string>) => new Set([...keys].map(fieldAt).filter((field) => field !== null))
  const identifies = (fields: ReadonlySet<Field>) => of.identifying.some((field) => fields.has(field))
  return (
    findHeader(table, (keys) => fieldsIn(keys).size > 1 && identifies(fieldsIn(keys))) ??
    findHeader(table, (keys) => identifies(fieldsIn(keys)))
  )
}

/** Finds the field that a heading names as a whole, not only by its beginning. */
function fieldFinder<Field extends string>({ headings }: ListColumns<Field>): (heading: string) => Field | null {
  const fieldOf = new Map<string, Field>()
  for (const [field, names] of Object.entries<readonly string[]>(headings))
    for (const name of names) if (!fieldOf.has(name)) fieldOf.set(name, field as Field)
  return (heading) => fieldOf.get(plainHeading(heading)) ?? null
}

function firstWords(table: Table): string {
  return (table.rows[0]?.cells.filter((cell) => cell !== '').join(' · ') ?? '').slice(0, 80)
}

/** A day whose second number is no month in a column that is read day first: the whole column may have the month first. */
function monthFirst(
  rows: readonly TableRow[],
  header: Header,
  days: ReadonlySet<number>,
): ListedProblem<WholeListProblem> | null {
  for (const { line, cells } of rows)
    for (const at of days) {
      const cell = cells[at] ?? ''
      if (readDate(cell, 'dmy') === null && readDate(cell, 'mdy') !== null)
        return { line, column: header.columns[at] ?? '', code: 'date-turned', found: cell }
    }
  return null
}

/** Characters that would split a cell of a sheet when it is written as text. */
const SPLITTING = /["\t\r\n]/
const DECIMAL = /^-?\d*\.\d+(?:E[+-]?\d+)?$|^-?\d+(?:\.\d+)?E[+-]?\d+$/i

export type ListText = { is: 'text'; text: string } | { is: 'several'; sheets: readonly string[] }

/**
 * Turns a spreadsheet or a text file into text as if somebody had pasted it: cells between tabs, lines where they were.
 * `null` for a file that is neither; `several` if more than one sheet has such a list, as only one can be meant. Throws
 * `ArchiveRefused` for a sheet that is encrypted, damaged or a bomb.
 */
export async function listText(bytes: Uint8Array, of: ListColumns): Promise<ListText | null> {
  const content = sniff(bytes)
  if (content === 'text') return { is: 'text', text: decodeText(bytes).text }
  if (content !== 'zip') return null
  const filled = (await readSheets(bytes)).filter(({ hidden, table }) => !hidden && table.rows.length > 0)
  // A cover may stand before the list.
  const lists = filled.filter(({ table }) => headerOf(table, of) !== null)
  if (lists.length > 1) return { is: 'several', sheets: lists.map(({ name }) => name) }
  const lines: string[] = []
  for (const { line, cells, numbers } of (lists[0] ?? filled[0])?.table.rows ?? []) {
    while (lines.length < line - 1) lines.push('')
    lines.push(cells.map((cell, at) => quoted(numbers.has(at) ? withoutNoise(cell) : cell)).join('\t'))
  }
  return { is: 'text', text: lines.join('\n') }
}

/** Keeps a cell in one piece and one line, so that lines are still those of the sheet. */
function quoted(cell: string): string {
  if (!SPLITTING.test(cell)) return cell
  const oneLine = cell.replaceAll(/[\t\r\n]+/g, ' ')
  return oneLine.includes('"') ? `"${oneLine.replaceAll('"', '""')}"` : oneLine
}

/** A sheet keeps `59.05` as `59.050000000000004`, and shows it with fifteen digits. */
function withoutNoise(number: string): string {
  return DECIMAL.test(number) ? String(Number(Number(number).toPrecision(15))) : number
}
