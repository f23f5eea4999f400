import {
  type FileProblem,
  type FileRefusal,
  type FileRefusalCode,
  type FileSummary,
  type ImportedRow,
  isSummed,
  type ReadResult,
  type ReportKind,
  type Source,
} from '#domain/import.ts'
import type { Week } from '#domain/week.ts'
import type { ByteSource } from '#platform/bytes.ts'
import type { Header, LongTable, Table } from '#platform/table.ts'

/** A file in memory, or on a disk where it can be read piece by piece. */
export type ReadableFile = { name: string; bytes: Uint8Array | ByteSource }

/** A table that a format recognises: where its headings are, their language, and which variant of the report it is. */
export type Recognition = {
  header: Header
  language: 'pt' | 'en'
  variant: string
  /** Usual headings of needed columns that the table lacks; with one of them missing it is not read. */
  missing: readonly string[]
  /** Number of its headings that the format knows: if two formats could read a table, the one that knows more reads it. */
  known: number
}

/**
 * Facts about the file of a table: its base name, the week chosen by the person who imports, if any, and the ids by
 * which Uber knows the operator's own companies.
 */
export type AroundTable = { name: string; week: Week | null; organisations: ReadonlySet<string> }

/**
 * Format of one report of one source: the plain kind, for reports of a few thousand rows. `recognises` looks at the
 * headings (the name is only a hint, and the table it gets has only the leading rows). It must accept a file that lacks
 * a needed column, so that the refusal can name it. `read` gets the whole table, with nothing missing, and takes every
 * row or refuses the file with all it could not understand.
 */
export type Format = {
  source: Source
  kind: ReportKind
  recognises: (head: Table, name: string) => Recognition | null
  read: (table: Table, recognition: Recognition, file: AroundTable) => ReadResult | Promise<ReadResult>
}

/**
 * The other kind, for lists that may have a million rows: `readLong` reads the table as often as it needs, once to
 * learn what is true of the whole file (decimal style, order of day and month), once to understand every row, and
 * answers the summary of the file and a function that reads its rows. `long-list.ts` does the reading.
 */
export type LongFormat = Omit<Format, 'read'> & {
  readLong: (table: LongTable, recognition: Recognition, file: AroundTable) => Promise<LongResult>
}

/** Answers the rows of a file in batches; every walk reads them again. */
export type RowWalk = () => AsyncIterable<readonly ImportedRow[]>

export type LongResult = { ok: true; file: FileSummary; rows: RowWalk } | FileRefusal

/** Most problems that are listed; the refusal's parameters have the true count. */
const PROBLEMS_LISTED = 200

export function refused(
  code: FileRefusalCode,
  params: Readonly<Record<string, string | number>> = {},
  problems: readonly FileProblem[] = [],
): FileRefusal {
  return { ok: false, code, params, problems: problems.slice(0, PROBLEMS_LISTED) }
}

/** Problems so far: `length` counts all of them, but only as many are kept as a person reads. */
export type ProblemList = {
  readonly length: number
  readonly listed: readonly FileProblem[]
  push: (...problems: readonly FileProblem[]) => void
  /** Counts further problems without listing them. */
  countMore: (count: number) => void
}

export function problemList(): ProblemList {
  const listed: FileProblem[] = []
  let length = 0
  return {
    get length() {
      return length
    },
    listed,
    push: (...problems) => {
      length += problems.length
      listed.push(...problems.slice(0, PROBLEMS_LISTED - listed.length))
    },
    countMore: (count) => {
      length += count
    },
  }
}

/** Refuses a file for rows and cells that could not be understood; `count` is their number, listed or not. */
export function unreadable(problems: Pick<ProblemList, 'length' | 'listed'>): FileRefusal {
  return refused('rows-unreadable', { count: problems.length }, problems.listed)
}

/** Refuses a file that lacks columns which its report must have, and names the report it resembles most. */
export function columnsMissing(
  { source, kind }: Pick<Format, 'source' | 'kind'>,
  { header, missing }: Pick<Recognition, 'header' | 'missing'>,
): FileRefusal {
  const problems = missing.map((column): FileProblem => ({
    line: header.line,
    column,
    code: 'column-missing',
    found: '',
    expected: column,
  }))
  return refused('columns-missing', { report: `${source} ${kind}`, columns: missing.join(', ') }, problems)
}

/** Sums rows in memory, each movement once even if it is printed twice. */
export function totalsOf(rows: readonly ImportedRow[]): Record<string, number> {
  const totals: Record<string, number> = {}
  for (const { measures, repeats } of rows) if (repeats === undefined) addTo(totals, measures)
  return totals
}

/** Takes one row's figures out of the totals of a file. */
export function takeFrom(totals: Record<string, number>, measures: Readonly<Record<string, number>>): void {
  for (const [measure, figure] of Object.entries(measures))
    if (isSummed(measure)) totals[measure] = (totals[measure] ?? 0) - figure
}

/** Adds one row's figures to the totals of a file. */
export function addTo(totals: Record<string, number>, measures: Readonly<Record<string, number>>): void {
  for (const [measure, figure] of Object.entries(measures))
    if (isSummed(measure)) totals[measure] = (totals[measure] ?? 0) + figure
}
