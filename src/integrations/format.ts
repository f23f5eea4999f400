import type { FileProblem, FileRefusalCode, ReadResult, ReportKind, Source } from '#domain/import.ts'
import type { Week } from '#domain/week.ts'
import type { Header, Table } from '#platform/table.ts'

/** A table that a format takes for its own: where its headings are, their language, and which variant of the report it is. */
export type Recognition = {
  header: Header
  language: 'pt' | 'en'
  variant: string
}

/** The file around a table: its base name, and the week chosen by the person who imports, if any. */
export type AroundTable = { name: string; week: Week | null }

/**
 * One report of one source. `recognises` looks at the headings (the name is only a hint) and must accept a file in which
 * some needed column is missing, so that `read` can refuse it with the names of what is missing. `read` takes every row or
 * refuses the file with all it could not understand.
 */
export type Format = {
  source: Source
  kind: ReportKind
  recognises: (table: Table, name: string) => Recognition | null
  read: (table: Table, recognition: Recognition, file: AroundTable) => ReadResult | Promise<ReadResult>
}

/** As many problems as a person reads; the true count goes into the refusal's parameters. */
const PROBLEMS_LISTED = 200

export function refused(
  code: FileRefusalCode,
  params: Readonly<Record<string, string | number>> = {},
  problems: readonly FileProblem[] = [],
): ReadResult {
  return { ok: false, code, params, problems: problems.slice(0, PROBLEMS_LISTED) }
}

/** Refuses a file for the rows and cells that could not be understood; `count` is how many there are, listed or not. */
export function unreadable(problems: readonly FileProblem[]): ReadResult {
  return refused('rows-unreadable', { count: problems.length }, problems)
}

/** Refuses a file that lacks columns its report must have; `columns` are their usual headings. */
export function columnsMissing(header: Header, columns: readonly string[]): ReadResult {
  const problems = columns.map((column): FileProblem => ({
    line: header.line,
    column,
    code: 'column-missing',
    found: '',
    expected: column,
  }))
  return refused('columns-missing', { columns: columns.join(', ') }, problems)
}

/** Adds one row's figures to the totals of a file. */
export function addTo(totals: Record<string, number>, measures: Readonly<Record<string, number>>): void {
  for (const [measure, figure] of Object.entries(measures)) totals[measure] = (totals[measure] ?? 0) + figure
}
