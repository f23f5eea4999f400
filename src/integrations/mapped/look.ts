import type { FileProblem, FileWarning, ImportedRow } from '#domain/import.ts'
import {
  completeMapping,
  draftProblems,
  fingerprintOf,
  type Mapping,
  type MappingDraft,
  type MappingProblem,
  type Proofs,
} from '#domain/mapping.ts'
import { totalsOf } from '#integrations/format.ts'
import { dataRows, type Header, type Table, type TableRow } from '#platform/table.ts'
import { readList } from './list.ts'
import { headersOf } from './mapped-format.ts'
import { proofsOf } from './proofs.ts'

/** A person's setup of a table: where its headings are, the name of its source, and the field of each column. */
export type DraftSetup = {
  headerLine: number | null
  source: string
  draft: MappingDraft
  /** Headings of a list that was set up before, wherever they stand. */
  headings?: readonly string[] | null
}

/** A table for the person who sets it up: its first lines, and how they read with the setup so far. */
export type Look<Row = ImportedRow> = {
  /** Lines that may be the headings. */
  headers: readonly { line: number; words: string }[]
  headerLine: number
  headings: readonly string[]
  headingKeys: readonly string[]
  /** First cell with a text, by column. */
  examples: readonly string[]
  samples: readonly { line: number; cells: readonly string[] }[]
  /** How the file is written, as far as its own cells show. */
  proofs: Proofs
  problems: readonly MappingProblem[]
  /** Complete mapping; `null` while something is missing. */
  mapping: Mapping | null
  result: Result<Row> | null
}

/** Result of the setup: the first lines, each with what was understood or not, and the whole list. */
export type Result<Row = ImportedRow> = {
  lines: readonly { line: number; row: Row | null; problems: readonly FileProblem[] }[]
  rows: number
  totals: Readonly<Record<string, number>>
  problems: readonly FileProblem[]
  warnings: readonly FileWarning[]
}

const LINES_SHOWN = 10
const HEADERS_OFFERED = 12
/** Lines within which an example is looked for: a text farther down does not help to recognise a column. */
const EXAMPLES_WITHIN = 200

/** Looks at a table with the setup so far; `null` for one that cannot be a list, without two adjacent cells. `rowAs` makes the rows. */
export function lookAt<Row>(
  table: Table,
  { headerLine, source, draft, headings = null }: DraftSetup,
  rowAs: (row: ImportedRow) => Row,
): Look<Row> | null {
  const headers = headersOf(table).filter(({ columns }) => columns.filter((heading) => heading !== '').length > 1)
  const header = headings
    ? headers.find(({ keys }) => fingerprintOf(keys) === fingerprintOf(headings))
    : (headers.find(({ line }) => line === headerLine) ?? widestHeader(headers))
  if (!header) return null

  const rows = dataRows(table, header)
  const proofs = proofsOf(rows, draft)
  const complete = completeMapping(draft, proofs)
  const mapping = complete.ok ? complete.mapping : null
  const isPointedAt = draft.columns.amount !== undefined
  return {
    headers: headers.slice(0, HEADERS_OFFERED).map(({ line, columns }) => ({ line, words: columns.join(' · ') })),
    headerLine: header.line,
    headings: header.columns,
    headingKeys: header.keys,
    examples: header.columns.map((_, column) => exampleOf(rows, column)),
    samples: rows.slice(0, LINES_SHOWN).map(({ line, cells }) => ({ line, cells })),
    proofs,
    problems: complete.ok ? [] : isPointedAt ? complete.problems : draftProblems(draft),
    mapping,
    result: mapping && resultOf(table, header, { source, mapping }, rowAs),
  }
}

/** Finds the first of the rows with the most cells: cover lines have few. */
export function widestHeader(headers: readonly Header[]): Header | undefined {
  const filled = ({ columns }: Header) => columns.filter((heading) => heading !== '').length
  const most = Math.max(...headers.map(filled))
  return headers.find((header) => filled(header) === most)
}

function exampleOf(rows: readonly TableRow[], column: number): string {
  return rows.slice(0, EXAMPLES_WITHIN).find(({ cells }) => cells[column])?.cells[column] ?? ''
}

function resultOf<Row>(
  table: Table,
  header: Header,
  list: { source: string; mapping: Mapping },
  rowAs: (row: ImportedRow) => Row,
): Result<Row> {
  const { rows, problems, warnings } = readList(table, header, list)
  const byLine = new Map(rows.map((row) => [row.line, row]))
  const problemsByLine = Map.groupBy(problems.listed, ({ line }) => line)
  const lines = dataRows(table, header)
    .slice(0, LINES_SHOWN)
    .map(({ line }) => {
      const row = byLine.get(line)
      return { line, row: row ? rowAs(row) : null, problems: problemsByLine.get(line) ?? [] }
    })
  return { lines, rows: rows.length, totals: totalsOf(rows), problems: problems.listed, warnings }
}
