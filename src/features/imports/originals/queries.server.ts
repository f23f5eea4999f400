import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { FileWarning, ReportKind, RowKind, Source, SourceKey } from '#domain/import.ts'
import { attribute } from '#domain/matching.ts'
import { type Cents, cents } from '#domain/money.ts'
import { type FileDoubt, withTransfer } from '#domain/imported-file.ts'
import { Refusal } from '#domain/refusal.ts'
import type { RowAnswer } from '#domain/row-answer.ts'
import { type Week, weekName } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { OFFICE_ANSWER } from '#features/imports/rows/queries.server.ts'
import { readDirectory } from '#features/imports/owners/queries.server.ts'
import { readCsv } from '#platform/csv.ts'
import { sniff } from '#platform/sniff.ts'

export type RowState = 'live' | 'repeated' | 'duplicate' | 'replaced' | 'undone'

/** The current owner of a row. */
export type Owner =
  | { is: 'driver'; id: string; name: string; plate: string | null }
  | { is: 'company' }
  | { is: 'nobody' }
  | { is: 'unmatched' }

export type OriginalRow = {
  id: string
  line: number
  kind: RowKind
  state: RowState
  /** The office's answer about the row. */
  said: RowAnswer | null
  /** For a row that is printed twice, the line of the file that it repeats. */
  repeats: number | null
  week: Week
  weekName: string
  at: string | null
  amount: Cents
  label: string
  facts: Readonly<Record<string, string>>
  owner: Owner
  original: string
  /** Heading and text of each cell of the line. */
  cells: readonly { heading: string; text: string }[]
}

export type ImportPage = {
  id: number
  name: string
  source: Source
  kind: ReportKind
  account: string
  language: 'pt' | 'en'
  headerLine: number
  period: { from: string; to: string } | null
  totals: Readonly<Record<string, number>>
  warnings: readonly FileWarning[]
  /** The doubts about the file that were answered with "all the same". */
  doubts: readonly FileDoubt[]
  /** Other versions of the report: those that count instead of it, and those that it replaced. */
  versions: { instead: readonly OtherVersion[]; before: readonly OtherVersion[] }
  importedAt: string
  by: string | null
  undoneAt: string | null
  sha256: string
  size: number
  states: readonly { state: RowState; week: Week; count: number; amount: Cents }[]
  rows: readonly OriginalRow[]
  page: number
  count: number
}

export type OtherVersion = { id: number; name: string }

/** Number of a file's rows on a page. */
export const IMPORT_PAGE = 50

/**
 * One imported file with a page of its rows and their original lines: the given page, or the one that has a line.
 * Refuses `record.not-found`.
 */
export async function getImportPage(
  id: number,
  place: { page: number } | { line: number },
  on: Kysely<DB> = db,
): Promise<ImportPage> {
  const row = await on
    .selectFrom('imports')
    .innerJoin('files', 'files.sha256', 'imports.sha256')
    .leftJoin('users', 'users.uid', 'imports.imported_by')
    .selectAll('imports')
    .select(['files.size', personName().as('by')])
    .select(sql<Record<string, number>>`totals`.as('totals_by_measure'))
    .select(sql<FileWarning[]>`warnings`.as('file_warnings'))
    .select(sql<FileDoubt[]>`doubts`.as('file_doubts'))
    .where('imports.id', '=', Number.isSafeInteger(id) ? id : -1)
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')

  const states = await countStates(id, on)
  const count = states.reduce((all, state) => all + state.count, 0)
  const last = Math.max(1, Math.ceil(count / IMPORT_PAGE))
  const page = Math.min('page' in place ? place.page : await pageOfLine(id, place.line, on), last)
  return {
    id,
    name: row.name,
    source: row.source as Source,
    kind: row.kind as ReportKind,
    account: row.account,
    language: row.language === 'en' ? 'en' : 'pt',
    headerLine: row.header_line,
    period: row.period_from && row.period_to ? { from: row.period_from, to: row.period_to } : null,
    totals: await totalsShown(id, row.totals_by_measure, on),
    warnings: row.file_warnings,
    doubts: row.file_doubts,
    versions: await listVersions(id, on),
    importedAt: row.imported_at.toString(),
    by: row.by,
    undoneAt: row.undone_at?.toString() ?? null,
    sha256: row.sha256,
    size: row.size,
    states,
    rows: await readRows(id, page, row.columns, on),
    page,
    count,
  }
}

/** The drivers' totals, and the amount that Uber transferred to the company, which is in a row of its own. */
async function totalsShown(
  id: number,
  totals: Readonly<Record<string, number>>,
  on: Kysely<DB>,
): Promise<ImportPage['totals']> {
  const { transferred } = await on
    .selectFrom('import_rows')
    .select(sql<number>`coalesce(sum((measures ->> 'bank_transfer')::bigint), 0)::bigint`.as('transferred'))
    .where('import_id', '=', id)
    .where('report', '=', 'payments_driver')
    .where('kind', '=', 'organisation')
    .executeTakeFirstOrThrow()
  return withTransfer(totals, Number(transferred))
}

async function listVersions(id: number, on: Kysely<DB>): Promise<ImportPage['versions']> {
  const [instead, before] = await Promise.all([
    on
      .selectFrom('import_rows')
      .innerJoin('imports', 'imports.id', 'replaced_by')
      .select(['imports.id', 'imports.name'])
      .distinct()
      .where('state', '=', 'replaced')
      .where('import_id', '=', id)
      .execute(),
    on
      .selectFrom('import_rows')
      .innerJoin('imports', 'imports.id', 'import_id')
      .select(['imports.id', 'imports.name'])
      .distinct()
      .where('state', '=', 'replaced')
      .where('replaced_by', '=', id)
      .where('undone_at', 'is', null)
      .execute(),
  ])
  return { instead, before }
}

async function countStates(id: number, on: Kysely<DB>): Promise<ImportPage['states']> {
  const { rows } = await sql<{ state: RowState; week: Week; count: number; amount: number }>`
    select state, week, count(*) as count, sum(amount_cents)::bigint as amount
    from import_rows where import_id = ${id} group by state, week order by week, state`.execute(on)
  return rows.map((row) => ({ ...row, amount: cents(row.amount) }))
}

async function pageOfLine(id: number, line: number, on: Kysely<DB>): Promise<number> {
  const { count } = await on
    .selectFrom('import_rows')
    .select((of) => of.fn.countAll<number>().as('count'))
    .where('import_id', '=', id)
    .where('line', '<', line)
    .executeTakeFirstOrThrow()
  return Math.floor(count / IMPORT_PAGE) + 1
}

async function readRows(id: number, page: number, columns: readonly string[], on: Kysely<DB>): Promise<OriginalRow[]> {
  const [directory, drivers, vehicles, rows] = await Promise.all([
    readDirectory(on),
    on.selectFrom('drivers').select(['id', 'name']).execute(),
    on.selectFrom('vehicles').select(['id', 'plate']).execute(),
    on
      .selectFrom('import_rows')
      .select(['id', 'line', 'repeats_line as repeats', 'week', 'at', 'amount_cents', 'label', 'measures', 'original'])
      .select([sql<RowKind>`kind`.as('kind'), sql<RowState>`state`.as('state'), sql<Source>`source`.as('source')])
      .select([sql<SourceKey[]>`keys`.as('keys'), sql<Record<string, string>>`facts`.as('facts')])
      .select(OFFICE_ANSWER.as('said'))
      .where('import_id', '=', id)
      .orderBy('line')
      .orderBy('id')
      .limit(IMPORT_PAGE)
      .offset((page - 1) * IMPORT_PAGE)
      .execute(),
  ])
  const names = new Map(drivers.map((driver) => [driver.id, driver.name]))
  const plates = new Map(vehicles.map((vehicle) => [vehicle.id, showPlate(vehicle.plate)]))
  return rows.map(({ amount_cents, at, keys, source, measures, ...row }) => {
    const amount = cents(amount_cents)
    const rowAnswer = row.said as RowAnswer | null
    const attribution = attribute(
      { kind: row.kind, at, keys, source, said: rowAnswer, amount, measures: measures as Record<string, number> },
      directory,
    )
    const owner: Owner =
      attribution.to === 'driver'
        ? {
            is: 'driver',
            id: attribution.driverId,
            name: names.get(attribution.driverId) ?? '',
            plate: plates.get(attribution.vehicleId ?? '') ?? null,
          }
        : { is: attribution.to }
    return {
      ...row,
      said: rowAnswer,
      id: String(row.id),
      week: row.week as Week,
      weekName: weekName(row.week as Week),
      at: at?.toString() ?? null,
      amount,
      owner,
      cells: cellsOf(row.original, columns),
    }
  })
}

const SEPARATORS = [';', ',', '\t'] as const

/**
 * Splits the text of a record (for a sheet: joined by tabs) into cells, with the separator that gives a number of
 * cells nearest to the number of headings.
 */
function cellsOf(original: string, columns: readonly string[]): OriginalRow['cells'] {
  const readings = SEPARATORS.map((separator) => readCsv(`sep=${separator}\n${original}`).rows[0]?.cells ?? [])
  readings.push(original.split('\t'))
  const distance = (cells: readonly string[]) => Math.abs(cells.length - columns.length)
  const cells = readings.reduce((best, next) => (distance(next) < distance(best) ? next : best))
  return columns
    .map((heading, place) => ({ heading, text: cells[place] ?? '' }))
    .filter(({ heading, text }) => heading !== '' || text !== '')
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

/** The original bytes of an import, exactly as they came. Refuses `record.not-found`. */
export async function readOriginal(importId: number): Promise<{ name: string; mediaType: string; bytes: Uint8Array }> {
  const row = await db
    .selectFrom('imports')
    .select(['name', 'sha256'])
    .where('id', '=', Number.isSafeInteger(importId) ? importId : -1)
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  const bytes = await readKeptFile(row.sha256)
  return { name: row.name, mediaType: sniff(bytes) === 'zip' ? XLSX : 'text/csv', bytes }
}
