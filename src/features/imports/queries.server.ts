import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { ReportKind, RowKind, Source, SourceKey } from '#domain/import.ts'
import type { Directory, Interval, KeyOwner } from '#domain/matching.ts'
import { type Cents, cents } from '#domain/money.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'

/** A row that counts, as the settlement and the screens read it. */
export type LiveRow = {
  id: string
  importId: number
  file: string
  line: number
  source: Source
  report: ReportKind
  kind: RowKind
  week: Week
  at: Temporal.Instant | null
  amount: Cents
  label: string
  measures: Record<string, number>
  facts: Record<string, string>
  keys: readonly SourceKey[]
}

/** Every row that counts in a week, in the order of files and lines; reference and organisation rows count nothing. */
export async function listLiveRows(week: Week, on: Kysely<DB> = db): Promise<LiveRow[]> {
  const rows = await on
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(['import_rows.id', 'import_id', 'name', 'line', 'import_rows.source', 'report', 'import_rows.kind'])
    .select(['week', 'at', 'amount_cents', 'label', 'measures', 'facts', 'keys'])
    .where('week', '=', week)
    .where('state', '=', 'live')
    .where('import_rows.kind', 'not in', ['reference', 'organisation'])
    .orderBy('import_rows.id')
    .execute()
  return rows.map(liveRow)
}

/** The rows of these ids, whatever their state: what a frozen settlement stands on. */
export async function listRows(ids: readonly string[], on: Kysely<DB> = db): Promise<LiveRow[]> {
  if (ids.length === 0) return []
  const rows = await on
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(['import_rows.id', 'import_id', 'name', 'line', 'import_rows.source', 'report', 'import_rows.kind'])
    .select(['week', 'at', 'amount_cents', 'label', 'measures', 'facts', 'keys'])
    .where('import_rows.id', '=', sql<number>`any(${ids.map(Number)})`)
    .orderBy('import_rows.id')
    .execute()
  return rows.map(liveRow)
}

/** Keys, plates and assignments as they stand: everything that says whose a row is. */
export async function readDirectory(on: Kysely<DB> = db): Promise<Directory> {
  const [keys, vehicles, assignments] = await Promise.all([
    on.selectFrom('source_keys').select(['source', 'kind', 'value', 'driver_id', 'vehicle_id']).execute(),
    on.selectFrom('vehicles').select(['id', 'plate']).execute(),
    on
      .selectFrom('assignments')
      .select(['vehicle_id', 'driver_id'])
      .select(sql<Temporal.Instant | null>`lower(period)`.as('from'))
      .select(sql<Temporal.Instant | null>`upper(period)`.as('to'))
      .execute(),
  ])

  const owners = new Map<string, KeyOwner>()
  for (const key of keys) {
    const owner: KeyOwner = key.driver_id
      ? { driverId: key.driver_id }
      : key.vehicle_id
        ? { vehicleId: key.vehicle_id }
        : { company: true }
    owners.set(`${key.source}|${key.kind}|${key.value}`, owner)
  }
  const held = new Map<string, Interval[]>()
  for (const { vehicle_id, driver_id, from, to } of assignments) {
    const intervals = held.get(vehicle_id) ?? []
    intervals.push({ driverId: driver_id, from, to })
    held.set(vehicle_id, intervals)
  }
  return { owners, plates: new Map(vehicles.map(({ id, plate }) => [plate, id])), held }
}

/** The files of the history, newest first, with how many of their rows still count. */
export async function listImports(limit = 50) {
  return db
    .selectFrom('imports')
    .leftJoin('users', 'users.uid', 'imports.imported_by')
    .select(['imports.id', 'name', 'source', 'kind', 'period_from', 'period_to', 'data_rows', 'imported_at', 'undone_at'])
    .select(['users.email as by'])
    .select((of) =>
      of
        .selectFrom('import_rows')
        .whereRef('import_rows.import_id', '=', 'imports.id')
        .where('state', '=', 'live')
        .select(of.fn.countAll<number>().as('count'))
        .as('live_rows'),
    )
    .orderBy('imports.id', 'desc')
    .limit(limit)
    .execute()
}

/** One imported file with its rows beside their original lines. Refuses `record.not-found`. */
export async function getImport(id: number) {
  const found = await db.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw new Refusal('record.not-found')
  const rows = await db
    .selectFrom('import_rows')
    .select(['id', 'line', 'kind', 'week', 'at', 'amount_cents', 'label', 'keys', 'facts', 'measures', 'original', 'state'])
    .where('import_id', '=', id)
    .orderBy('line')
    .orderBy('id')
    .limit(2_000)
    .execute()
  return { ...found, rows }
}

/** The original bytes of an import, exactly as they came. Refuses `record.not-found`. */
export async function readOriginal(importId: number): Promise<{ name: string; mediaType: string; bytes: Uint8Array }> {
  const found = await db
    .selectFrom('imports')
    .innerJoin('files', 'files.sha256', 'imports.sha256')
    .select(['imports.name', 'files.sha256', 'files.media_type'])
    .where('imports.id', '=', importId)
    .executeTakeFirst()
  if (!found) throw new Refusal('record.not-found')
  return { name: found.name, mediaType: found.media_type, bytes: await readKeptFile(found.sha256) }
}

/** Weeks that have rows, newest first. */
export async function listWeeksWithRows(on: Kysely<DB> = db): Promise<Week[]> {
  const rows = await on.selectFrom('import_rows').select('week').distinct().where('state', '=', 'live').orderBy('week', 'desc').execute()
  return rows.map(({ week }) => week as Week)
}

/** The files that count in a week, oldest first: those with live rows in it, and those of a report about it that had none. */
export async function listImportsOfWeek(week: Week, on: Kysely<DB> = db) {
  return on
    .selectFrom('imports')
    .select(['id', 'name', 'source', 'kind', 'imported_at as at'])
    .where('undone_at', 'is', null)
    .where((file) =>
      file.or([
        file.and([file('period_from', '=', week), file('data_rows', '=', 0)]),
        file.exists(file.selectFrom('import_rows').select('id').whereRef('import_id', '=', 'imports.id').where('week', '=', week).where('state', '=', 'live')),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** Which sources brought rows that count, week by week. */
export async function listWeekSources(on: Kysely<DB> = db, between?: { from: Week; before: Week }) {
  const rows = await on
    .selectFrom('import_rows')
    .select(['week', 'source'])
    .distinct()
    .where('state', '=', 'live')
    .$if(between !== undefined, (query) => query.where('week', '>=', between!.from).where('week', '<', between!.before))
    .execute()
  return rows.map(({ week, source }) => ({ week: week as Week, source: source as Source }))
}

type StoredRow = {
  id: number
  import_id: number
  name: string
  line: number
  source: string
  report: string
  kind: string
  week: string
  at: Temporal.Instant | null
  amount_cents: number
  label: string
  measures: unknown
  facts: unknown
  keys: unknown
}

/** What the importer wrote is read back as it was: the database checks its shape on the way in. */
function liveRow(row: StoredRow): LiveRow {
  return {
    id: String(row.id),
    importId: row.import_id,
    file: row.name,
    line: row.line,
    source: row.source as Source,
    report: row.report as ReportKind,
    kind: row.kind as RowKind,
    week: row.week as Week,
    at: row.at,
    amount: cents(row.amount_cents),
    label: row.label,
    measures: row.measures as Record<string, number>,
    facts: row.facts as Record<string, string>,
    keys: row.keys as SourceKey[],
  }
}
