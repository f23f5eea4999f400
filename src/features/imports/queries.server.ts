import { requireValue } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type RowQuestion, askAlone, listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import type { FileSummary, ImportedRow, ReportKind, Source } from '#domain/import.ts'
import {
  type OwnNames,
  type FileDoubt,
  otherAccounts,
  isWeeklyReport,
  mainWeek,
  fileDoubtsOf,
  weeksOf,
} from '#domain/imported-file.ts'
import type { RowAnswer } from '#domain/row-answer.ts'
import { type Week, weekAt, weekOf } from '#domain/week.ts'
import type { RowWalk } from '#integrations/format.ts'
import { listRows } from '#features/imports/rows/queries.server.ts'

/** The names by which the sources know this company; `null` until the company is described. */
export async function readOwnNames(on: Kysely<DB> = db): Promise<OwnNames | null> {
  return askAlone(ownNames, on)
}

export const ownNames: RowQuestion<OwnNames | null, OwnNames | null> = {
  ask: (on) =>
    on
      .selectFrom('company')
      .select([
        'name',
        'uber_organisations as uberOrganisations',
        'bolt_companies as boltCompanies',
        'via_verde_contracts as viaVerdeContracts',
      ]),
  read: (names) => names,
}

/** A weekly report with its rows in memory. */
export type Report = {
  file: Pick<FileSummary, 'source' | 'kind' | 'account' | 'weeks' | 'period'>
  rows: readonly ImportedRow[]
}

/**
 * The rows that stop counting when this version of a weekly report is imported: those of the same account and week
 * and, for Uber, those of the same driver unless both accounts are our own. The account comes from the file's name,
 * and renaming a file may shorten or lose it; so two accounts are also the same when one starts with the other and
 * they have a driver in common. A renamed file therefore cannot count a week twice, and two companies of one fleet
 * both count (`domain/versions.ts` has the same rule for files).
 */
export function replacedBy({ file, rows }: Report, ours: OwnNames | null) {
  const report = sql`state = 'live' and source = ${file.source} and report = ${file.kind} and week = any(${weeksOf(file)}::date[])`
  const names = rows.flatMap(({ keys }) => keys.map((key) => JSON.stringify(key)))
  const sameAccount = sql`(account = ${file.account} or account in (
    select account from import_rows, jsonb_array_elements(keys) name where ${report}
      and (starts_with(account, ${file.account}) or starts_with(${file.account}, account)) and name = any(${names}::jsonb[])))`
  const others = otherAccounts(file.account, file.source, ours)
  const sameDriver = sql`key = any(${rows.map(({ key }) => key)}::text[]) and (account = ''
    or not exists (select from unnest(${others}::text[]) own where starts_with(account, own) or starts_with(own, account)))`
  return sql<boolean>`${report} and ${file.source === 'uber' ? sql`(${sameAccount} or ${sameDriver})` : sameAccount}`
}

/**
 * The week of another report of the source with the same figures for every driver, `null` when there is none: another
 * week of the account, or the same week of another account. Figures are the amounts; for hours and trips all measures.
 */
async function findAlike({ file, rows }: Report, ours: OwnNames | null, on: Kysely<DB> = db): Promise<Week | null> {
  const driverRows = rows.filter(({ kind }) => kind !== 'organisation')
  if (!driverRows.some(hasFigure)) return null
  const weeks = weeksOf(file)
  const { rows: found } = await sql<{ week: string }>`
    select week from import_rows left join unnest(${driverRows.map(({ key }) => key)}::text[], ${driverRows.map(({ amount }) => amount)}::bigint[],
        ${driverRows.map(({ measures }) => JSON.stringify(measures))}::jsonb[]) as listed(listed_key, listed_amount, listed_measures)
      on listed_key = key and listed_amount = amount_cents and (kind <> 'activity' or listed_measures = measures)
    where state = 'live' and source = ${file.source} and report = ${file.kind} and kind <> 'organisation'
      and not (week = any(${weeks}::date[]) and ${replacedBy({ file, rows }, ours)})
    group by week, account
    having count(*) = ${driverRows.length} and count(listed_key) = ${driverRows.length}
    order by week desc limit 1`.execute(on)
  return (found[0]?.week as Week | undefined) ?? null
}

/** Whether a row has a figure other than zero, because rows of zeros are all alike. */
function hasFigure({ amount, measures, kind }: ImportedRow): boolean {
  return kind === 'activity' ? Object.values(measures).some((figure) => figure !== 0) : amount !== 0
}

/** Whether two reports have the same figures for the same drivers. */
function areAlike(a: Report, b: Report): boolean {
  if (a.file.source !== b.file.source || a.file.kind !== b.file.kind) return false
  const driverRows = a.rows.filter(({ kind }) => kind !== 'organisation')
  const other = new Map(b.rows.filter(({ kind }) => kind !== 'organisation').map((row) => [row.key, figuresOf(row)]))
  return (
    driverRows.length === other.size &&
    driverRows.some(hasFigure) &&
    driverRows.every((row) => other.get(row.key) === figuresOf(row))
  )
}

function figuresOf({ kind, amount, measures }: ImportedRow): string {
  return kind === 'activity' ? JSON.stringify(Object.entries(measures).toSorted()) : String(amount)
}

/** A file to be imported and the reports that come with it; weekly reports have their rows, lists have none. */
export type Arriving = {
  /** The company's own names. */
  ours: OwnNames | null
  /** The newest week with rows that count; read when it is not given. */
  newest?: Week | null
  week: Week | null
  now: Temporal.Instant
  report: Report & { file: FileSummary }
  others: readonly Report[]
}

/** The signs that a file was dropped by mistake, compared with what is known and with the other files of the drop. */
export async function findDoubts(
  { ours, newest: knownNewest, week, now, report, others }: Arriving,
  on: Kysely<DB> = db,
): Promise<FileDoubt[]> {
  const twin = others.find((other) => areAlike(report, other))
  const alike = twin ? mainWeek(twin.file) : await findAlike(report, ours, on)
  const newestLive = knownNewest === undefined ? await findNewestWeek(on) : knownNewest
  const weeks = [week, newestLive, ...others.map(({ file }) => mainWeek(file))]
  const newest =
    weeks
      .filter((weekOrNone) => weekOrNone !== null)
      .toSorted()
      .at(-1) ?? null
  return fileDoubtsOf(report.file, { week, running: weekAt(now), ours, newest, alike })
}

/** The newest week with rows that count. */
export async function findNewestWeek(on: Kysely<DB> = db): Promise<Week | null> {
  const { week } = await on
    .selectFrom('import_weeks')
    .select(sql<string | null>`max(week)`.as('week'))
    .where('live_rows', '>', 0)
    .executeTakeFirstOrThrow()
  return week as Week | null
}

/** All rows of a report, for one that fits into memory. */
export async function allRows(rows: RowWalk): Promise<ImportedRow[]> {
  const all: ImportedRow[] = []
  for await (const batch of rows()) all.push(...batch)
  return all
}

/** Whether another version counts in place of an imported report. */
export async function isReplaced(importId: number, on: Kysely<DB> = db): Promise<boolean> {
  const row = await on
    .selectFrom('import_rows')
    .select('id')
    .where('import_id', '=', importId)
    .where('state', '=', 'replaced')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** An imported weekly report with its rows; `null` when there is none, or it is a list. */
export async function findReport(
  id: number,
  on: Kysely<DB> = db,
): Promise<(Report & { undoneAt: string | null }) | null> {
  const stored = await on
    .selectFrom('imports')
    .select(['source', 'kind', 'account', 'undone_at'])
    .where('id', '=', Number.isSafeInteger(id) ? id : -1)
    .executeTakeFirst()
  if (!stored || !isWeeklyReport(stored.kind as ReportKind)) return null
  const ids = await on.selectFrom('import_rows').select('id').where('import_id', '=', id).execute()
  const rows = await listRows(
    ids.map((row) => String(row.id)),
    on,
  )
  const keys = await on
    .selectFrom('import_rows')
    .select(['id', 'key', 'original'])
    .where('import_id', '=', id)
    .execute()
  const storedById = new Map(keys.map((row) => [String(row.id), row]))
  const weeks = new Map<Week, number>()
  for (const { week } of rows) weeks.set(week, (weeks.get(week) ?? 0) + 1)
  return {
    file: {
      source: stored.source as Source,
      kind: stored.kind as ReportKind,
      account: stored.account,
      weeks,
      period: null,
    },
    rows: rows.map((row) => ({
      ...row,
      key: requireValue(storedById, row.id).key,
      original: requireValue(storedById, row.id).original,
    })),
    undoneAt: stored.undone_at?.toString() ?? null,
  }
}

/** The import of this content that was not undone. */
export function findImport(sha256: string, on: Kysely<DB> = db) {
  return on
    .selectFrom('imports')
    .select(['id', 'imported_at'])
    .where('sha256', '=', sha256)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
}

/**
 * For each of the contents: the import that counts, otherwise when the last one was undone. Contents that were never
 * imported are left out.
 */
export async function listImportsOf(contents: readonly string[], on: Kysely<DB> = db) {
  const rows = await on
    .selectFrom('imports')
    .select(['sha256', 'id', 'imported_at', 'undone_at'])
    .where('sha256', '=', sql<string>`any(${[...contents]}::text[])`)
    .orderBy('undone_at', 'asc')
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ sha256 }) => sha256)].map(([content, own]) => {
      const counts = own.find(({ undone_at }) => undone_at === null) ?? null
      return [content, { counts, undoneAt: counts ? null : (own.at(-1)?.undone_at?.toString() ?? null) }]
    }),
  )
}

/**
 * The week for which an import counts, when `file` (the same content, dropped again) is for other weeks. `null` when
 * they have a week in common.
 */
export async function otherWeekOf(
  importId: number,
  file: Pick<FileSummary, 'weeks' | 'period'>,
  on: Kysely<DB> = db,
): Promise<Week | null> {
  const weeks = weeksOf(file)
  const rows = on.selectFrom('import_rows').select('week').where('import_id', '=', importId).limit(1)
  if (await rows.where('week', '=', sql<string>`any(${weeks}::date[])`).executeTakeFirst()) return null
  const row = await rows.executeTakeFirst()
  if (row) return row.week as Week
  const { period_from: from } = await on
    .selectFrom('imports')
    .select('period_from')
    .where('id', '=', importId)
    .executeTakeFirstOrThrow()
  const firstWeek = from === null ? null : weekOf(Temporal.PlainDate.from(from))
  return firstWeek !== null && weeks.includes(firstWeek) ? null : firstWeek
}

/**
 * One page of the imported files, newest first, with the number of their rows that still count; and the number of all
 * files.
 */
export async function listImports({ limit, offset }: { limit: number; offset: number }, on: Kysely<DB> = db) {
  const [files, { count }] = await Promise.all([
    on
      .selectFrom('imports')
      .leftJoin('users', 'users.uid', 'imports.imported_by')
      .select([
        'imports.id',
        'name',
        'source',
        'kind',
        'account',
        'period_from',
        'period_to',
        'data_rows',
        'imported_at',
        'undone_at',
      ])
      .select(personName().as('by'))
      .select((of) =>
        of
          .selectFrom('import_weeks')
          .whereRef('import_weeks.import_id', '=', 'imports.id')
          .select(sql<number>`coalesce(sum(import_weeks.live_rows), 0)::bigint`.as('count'))
          .as('live_rows'),
      )
      .orderBy('imports.id', 'desc')
      .limit(limit)
      .offset(offset)
      .execute(),
    on
      .selectFrom('imports')
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { files, count }
}

/** Weeks that have rows that count, newest first. */
export async function listWeeksWithRows(on: Kysely<DB> = db): Promise<Week[]> {
  return askAlone(weeksWithRows, on)
}

export const weeksWithRows = listQuestion(
  (on) => on.selectFrom('import_weeks').select('week').distinct().where('live_rows', '>', 0).orderBy('week', 'desc'),
  (rows: { week: Week }[]) => rows.map(({ week }) => week),
)

/** A file that counts in a week. */
export type ImportOfWeek = { week: Week; id: number; name: string; source: string; kind: string; at: string }

/**
 * The files that count in some weeks, oldest first: those with live rows in a week, and reports about the week that
 * have no rows.
 */
export const importsOfWeeks = (weeks: readonly Week[]) =>
  listQuestion(
    () => sql`(select asked.week, id, name, source, kind, imported_at as at
      from imports join unnest(${weeks}::date[]) asked (week) on (period_from = asked.week and data_rows = 0)
        or exists (select from import_weeks where import_id = imports.id and import_weeks.week = asked.week and live_rows > 0)
      where undone_at is null order by id)`,
    (rows: ImportOfWeek[]) => rows.map((row) => ({ ...row, at: momentOf(row.at) })),
  )

/**
 * The office's earlier answers about rows of a file, which hold when the file, or a newer version of it, is imported
 * again. `isPrintedTwice`: whether a row repeats another row of the file and no answer says that both count.
 */
export async function earlierAnswers(file: FileSummary, on: Kysely<DB> = db) {
  const answers = await on
    .selectFrom('row_answers')
    .select(['week', 'key', 'says', 'amount_cents'])
    .where('source', '=', file.source)
    .where('report', '=', file.kind)
    .where('account', '=', accountOf(file))
    .where('week', '=', sql<string>`any(${weeksOf(file)}::date[])`)
    .execute()
  const answerOf = new Map(answers.map((answer) => [keyInWeek(answer), answer]))
  const twice = new Set(answers.filter(({ says }) => says === 'twice').map(keyInWeek))
  return {
    saidOf: (row: Pick<ImportedRow, 'week' | 'key' | 'amount'>): RowAnswer | null => {
      const answer = answerOf.get(keyInWeek(row))
      const isOfAmount = answer && (answer.amount_cents === null || answer.amount_cents === row.amount)
      return isOfAmount ? (answer.says as RowAnswer) : null
    },
    isPrintedTwice: (row: ImportedRow) => row.repeats !== undefined && !twice.has(keyInWeek(row)),
  }
}

export function keyInWeek({ week, key }: { week: string; key: string }): string {
  return `${week} ${key}`
}

/**
 * The account of a file; empty for movements, because a movement is the same in every account of the operator that
 * lists it.
 */
export function accountOf(file: FileSummary): string {
  return isWeeklyReport(file.kind) ? file.account : ''
}
