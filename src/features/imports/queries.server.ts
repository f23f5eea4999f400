import { firstOf, knownIn } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptByGround } from '#db/kept-by-ground.server.ts'
import { ReadOnce } from '#db/read-once.server.ts'
import type { DB } from '#db/types.ts'
import type { Trip } from '#domain/driven.ts'
import {
  type FileSummary,
  type ImportedRow,
  type ReportKind,
  type RowKind,
  type Source,
  type SourceKey,
} from '#domain/import.ts'
import {
  type OwnNames,
  type Strangeness,
  accountsBeside,
  isWeeklyReport,
  mainWeek,
  strangenessOf,
  weeksOf,
} from '#domain/imported-file.ts'
import { type Directory, type Interval, type KeyOwner, attribute } from '#domain/matching.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { RowAnswer } from '#domain/row-answer.ts'
import { type Week, weekAt, weekOf } from '#domain/week.ts'
import type { RowWalk } from '#integrations/format.ts'

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
  /** What the office said of it. */
  said: RowAnswer | null
}

/** What was said of a row, by its key: `answer` is a row of `row_answers`. */
export const IS_OF_ROW = sql<boolean>`answer.source = import_rows.source and answer.report = import_rows.report
  and answer.account = import_rows.account and answer.week = import_rows.week and answer.key = import_rows.key`

/** What the office said of a row of `import_rows`, or null. */
export const SAID = sql<string | null>`(select says from row_answers answer where ${IS_OF_ROW})`

/**
 * As the office said: what does not count counts nothing, and neither does a passage that is the same as another while
 * the other counts.
 */
export const COUNTS_ONCE = sql<boolean>`not exists (
  select from row_answers answer where answer.says = 'nothing' and ${IS_OF_ROW}
) and not exists (
  select from passage_answers answer
  join import_rows kept on kept.source = answer.source and kept.report = import_rows.report and kept.state = 'live'
    and kept.account = import_rows.account and kept.week = answer.week and kept.key = answer.kept_key
  where answer.is_same and answer.source = import_rows.source and answer.week = import_rows.week
    and answer.other_key = import_rows.key
)`

/** Whether a row of `import_rows` counts as things stand. */
export const COUNTS = sql<boolean>`state = 'live' and import_rows.kind not in ('reference', 'organisation')
  and ${COUNTS_ONCE}`

/**
 * Whether a row of a week bears a name of one of these drivers, or of a car that one of them ever had: theirs are among them.
 * What came to another record by a merger may still be theirs in a week (`readDirectory`). Their names, and the rows that
 * bear one, are each looked up once, whatever the database knows of its tables: right after a first import it knows nothing,
 * and would go through the week again for each row of it.
 */
function mayBeOf(week: Week, drivers: readonly string[]) {
  const theirs = sql`(driver_id = any(${drivers}::uuid[]) or was_of && ${drivers}::uuid[])`
  const had = sql`select vehicle_id from assignments where ${theirs}`
  return sql<boolean>`import_rows.id = any(array(
    with names as materialized (
      select kind, value from source_keys where ${theirs} or vehicle_id in (${had})
      union all select 'plate', plate from vehicles where id in (${had}))
    select named.id from import_rows named, jsonb_array_elements(keys) as borne(name)
    where named.week = ${week}::date and named.state = 'live'
      and (name ->> 'kind', name ->> 'value') in (select kind, value from names)
  ))`
}

/**
 * Every row that counts in a week, in the order of files and lines; reference and organisation rows count nothing. With
 * `drivers`, those that may be theirs and not many others: whose a row is says `attribute` alone.
 */
export async function listLiveRows(
  week: Week,
  on: Kysely<DB> = db,
  drivers?: readonly string[],
): Promise<readonly LiveRow[]> {
  if (drivers === undefined) return listWholeWeek(week, on)
  if (drivers.length === 0) return []
  const rows = await on
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(['import_rows.id', 'import_id', 'name', 'line', 'import_rows.source', 'report', 'import_rows.kind'])
    .select(['week', 'at', 'amount_cents', 'label', 'measures', 'facts', 'keys', SAID.as('said')])
    .where('week', '=', week)
    .where('state', '=', 'live')
    .where('import_rows.kind', 'not in', ['reference', 'organisation'])
    .where(mayBeOf(week, drivers))
    .where(COUNTS_ONCE)
    .orderBy('import_rows.id')
    .execute()
  return rows.map(liveRow)
}

/** Weeks people have open at the same time. */
const WEEKS_KEPT = 4

/** What rows say, of these weeks: as much as a week of 10,000 drivers. */
const ROWS_KEPT = 200_000
const readRows = new ReadOnce<LiveRow>(ROWS_KEPT)

/**
 * The rows of a whole week, and the very same list again while no row of it counts more or less and nothing is said of one.
 * Each statement that moves rows moves their count in `import_weeks`, by the database itself.
 */
const listWholeWeek = keptByGround(
  (week: Week) => week,
  (week) =>
    (['import_weeks', 'row_answers', 'passage_answers'] as const).map((table) => ({
      table,
      where: sql<boolean>`week = ${week}::date`,
    })),
  rowsOfWeek,
  WEEKS_KEPT,
)

/** The rows of a week by number, whatever was said of them: kept while none comes or goes. */
export const idsOfWeek = keptByGround(
  (week: Week) => week,
  (week) => [{ table: 'import_weeks', where: sql<boolean>`week = ${week}::date` }],
  async (week, on) => {
    const { rows } = await sql<{ ids: string }>`
      select coalesce(range_agg(int8range(id, id, '[]')), '{}')::text as ids from import_rows
      where week = ${week}::date and state = 'live' and kind not in ('reference', 'organisation')`.execute(on)
    return firstOf(rows).ids
  },
  WEEKS_KEPT,
)

/**
 * Which rows count is asked of an index alone, and what was said of some of them besides; what rows say is read once. The
 * same as `COUNTS_ONCE`, from the side of the answers: they are few.
 */
async function rowsOfWeek(week: Week, on: Kysely<DB>): Promise<readonly LiveRow[]> {
  const brought = await idsOfWeek(week, on)
  const [{ rows: asked }, said] = await Promise.all([
    sql<{ ids: string; server: string }>`
      select (${brought}::int8multirange - coalesce(twins, '{}'))::text as ids, pg_postmaster_start_time()::text as server
      from (select range_agg(int8range(import_rows.id, import_rows.id, '[]')) as twins from passage_answers answer
          join import_rows on import_rows.source = answer.source and import_rows.week = answer.week
            and import_rows.key = answer.other_key and import_rows.state = 'live'
          where answer.week = ${week}::date and not (${COUNTS_ONCE})) doubled`.execute(on),
    on
      .selectFrom('row_answers as answer')
      .innerJoin('import_rows', (join) => join.on('state', '=', 'live').on(IS_OF_ROW))
      .select(['import_rows.id', 'says'])
      .where('answer.week', '=', week)
      .execute(),
  ])
  const { ids, server } = firstOf(asked)
  const rows = await readRows.rows(`${week} ${server}`, ids, async (missing) => {
    const read = await on
      .selectFrom('import_rows')
      .innerJoin('imports', 'imports.id', 'import_rows.import_id')
      .select(['import_rows.id', 'import_id', 'name', 'line', 'import_rows.source', 'report', 'import_rows.kind'])
      .select(['week', 'at', 'amount_cents', 'label', 'measures', 'facts', 'keys'])
      .where('week', '=', week)
      .where(sql<boolean>`${missing}::int8multirange @> import_rows.id`)
      .execute()
    return read.map((row) => [row.id, liveRow({ ...row, said: null })] as const)
  })
  if (said.length === 0) return rows
  const saidOf = new Map(said.map(({ id, says }) => [String(id), says]))
  return rows
    .filter(({ id }) => saidOf.get(id) !== 'nothing')
    .map((row) => (saidOf.has(row.id) ? { ...row, said: saidOf.get(row.id) as RowAnswer } : row))
}

/** A row that is printed twice, and the row of the same file that it repeats. */
export type PrintedTwice = LiveRow & { repeats: LiveRow }

/**
 * Rows that repeat another of their file and of which nobody has spoken, in the order of files and lines: each movement
 * once, however many files print it twice.
 */
export async function listPrintedTwice(week: Week, on: Kysely<DB> = db): Promise<PrintedTwice[]> {
  const { rows: pairs } = await sql<{ second: string; first: string }>`
    select distinct on (row.source, row.report, row.account, row.key) row.id::text as second, first.id::text as first
    from import_rows row
    join imports on imports.id = row.import_id and imports.undone_at is null
    join lateral (select min(id) as id from import_rows first where first.import_id = row.import_id
      and first.line = row.repeats_line and first.kind = row.kind and first.state in ('live', 'repeated')) first on first.id is not null
    where row.state = 'duplicate' and row.week = ${week} and not exists (select from row_answers answer
      where answer.source = row.source and answer.report = row.report and answer.account = row.account
        and answer.week = row.week and answer.key = row.key)
    order by row.source, row.report, row.account, row.key, row.id`.execute(on)
  const rows = await listRows(
    pairs.flatMap(({ first, second }) => [first, second]),
    on,
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return pairs
    .map(({ first, second }) => ({ ...knownIn(rowOf, second), repeats: knownIn(rowOf, first) }))
    .toSorted((a, b) => a.importId - b.importId || a.line - b.line)
}

/** Rows of a week of which the office said that they do not count, each with why. */
export async function listSetAside(week: Week, on: Kysely<DB> = db): Promise<(LiveRow & { reason: string })[]> {
  const said = await on
    .selectFrom('row_answers as answer')
    .innerJoin('import_rows', (join) => join.on('state', '=', 'live').on(IS_OF_ROW))
    .select(['import_rows.id', 'reason'])
    .where('answer.week', '=', week)
    .where('says', '=', 'nothing')
    .execute()
  const reasonOf = new Map(said.map(({ id, reason }) => [String(id), reason]))
  return (await listRows([...reasonOf.keys()], on)).map((row) => ({ ...row, reason: knownIn(reasonOf, row.id) }))
}

/** The rows of these ids, whatever their state: what a frozen settlement stands on. */
export async function listRows(ids: readonly string[], on: Kysely<DB> = db): Promise<LiveRow[]> {
  if (ids.length === 0) return []
  const rows = await on
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(['import_rows.id', 'import_id', 'name', 'line', 'import_rows.source', 'report', 'import_rows.kind'])
    .select(['week', 'at', 'amount_cents', 'label', 'measures', 'facts', 'keys', SAID.as('said')])
    .where('import_rows.id', '=', sql<number>`any(${ids.map(Number)})`)
    .orderBy('import_rows.id')
    .execute()
  return rows.map(liveRow)
}

/**
 * Keys, plates and assignments as they stand: everything that says whose a row is. With a week, what came from a record
 * that was merged into another is still that record's where it has a statement of that week.
 */
export function readDirectory(on: Kysely<DB> = db, week: Week | null = null): Promise<Directory> {
  return keptDirectory(week, on)
}

/** Kept while nothing of it changes, so that whose a row is need not be said again. */
const keptDirectory = keptByGround(
  (week: Week | null) => week ?? '',
  (week) => [
    { table: 'source_keys' },
    { table: 'vehicles' },
    { table: 'assignments' },
    ...(week === null ? [] : [{ table: 'settlements' as const, where: sql<boolean>`week = ${week}::date` }]),
  ],
  directoryOf,
  WEEKS_KEPT,
)

async function directoryOf(week: Week | null, on: Kysely<DB>): Promise<Directory> {
  const [keys, vehicles, assignments] = await Promise.all([
    on
      .selectFrom('source_keys')
      .select(['source', 'kind', 'value', ownerIn('source_keys', week), 'vehicle_id'])
      .execute(),
    on.selectFrom('vehicles').select(['id', 'plate']).execute(),
    on
      .selectFrom('assignments')
      .select(['vehicle_id', ownerIn('assignments', week), 'ordinal'])
      .select(sql<Temporal.Instant | null>`lower(period)`.as('from'))
      .select(sql<Temporal.Instant | null>`upper(period)`.as('to'))
      .orderBy(sql`lower(period) nulls first`)
      .orderBy('ordinal')
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
  for (const { vehicle_id, driver_id, ordinal, from, to } of assignments) {
    const intervals = held.get(vehicle_id) ?? []
    intervals.push({ driverId: driver_id, from, to, order: ordinal })
    held.set(vehicle_id, intervals)
  }
  return { owners, plates: new Map(vehicles.map(({ id, plate }) => [plate, id])), held }
}

function ownerIn<Table extends 'source_keys' | 'assignments'>(table: Table, week: Week | null) {
  const now = sql.ref(`${table}.driver_id`)
  type Owner = Table extends 'assignments' ? string : string | null
  if (week === null) return sql<Owner>`${now}`.as('driver_id')
  return sql<Owner>`case when ${sql.ref(`${table}.was_of`)} = '{}' then ${now} else coalesce((
    select owner from unnest(${sql.ref(`${table}.was_of`)}) with ordinality as former(owner, place)
    where exists (select from settlements s where s.driver_id = owner and s.week = ${week}::date and s.state <> 'void')
    order by place limit 1), ${now}) end`.as('driver_id')
}

/** How the sources know this company; `null` before it has introduced itself. */
export async function readOwnNames(on: Kysely<DB> = db): Promise<OwnNames | null> {
  const company = await on
    .selectFrom('company')
    .select(['name', 'uber_organisations', 'bolt_companies', 'via_verde_contracts'])
    .executeTakeFirst()
  if (!company) return null
  return {
    name: company.name,
    uberOrganisations: company.uber_organisations,
    boltCompanies: company.bolt_companies,
    viaVerdeContracts: company.via_verde_contracts,
  }
}

/** A weekly report and its rows, in hand. */
export type Report = {
  file: Pick<FileSummary, 'source' | 'kind' | 'account' | 'weeks' | 'period'>
  rows: readonly ImportedRow[]
}

/**
 * The rows that stop counting when this version of a weekly report comes: those of the same account and week, and (Uber)
 * those of the same driver, unless both accounts are our own. Whoever renames a file shortens the company in its name or
 * loses it: such an account is the same when it has a driver in common. So no renamed file can double a week, and two
 * companies of one fleet still stand beside each other (`domain/versions.ts` says the same of files).
 */
export function replacedBy({ file, rows }: Report, ours: OwnNames | null) {
  const report = sql`state = 'live' and source = ${file.source} and report = ${file.kind} and week = any(${weeksOf(file)}::date[])`
  const names = rows.flatMap(({ keys }) => keys.map((key) => JSON.stringify(key)))
  const sameAccount = sql`(account = ${file.account} or account in (
    select account from import_rows, jsonb_array_elements(keys) name where ${report}
      and (starts_with(account, ${file.account}) or starts_with(${file.account}, account)) and name = any(${names}::jsonb[])))`
  const beside = accountsBeside(file.account, file.source, ours)
  const sameDriver = sql`key = any(${rows.map(({ key }) => key)}::text[]) and (account = ''
    or not exists (select from unnest(${beside}::text[]) own where starts_with(account, own) or starts_with(own, account)))`
  return sql<boolean>`${report} and ${file.source === 'uber' ? sql`(${sameAccount} or ${sameDriver})` : sameAccount}`
}

/**
 * The week of another report of the source in which every driver has the figures that this one says, `null` when there is
 * none: another week of the account, or the same week of another account. Figures are the amounts; of hours and trips all.
 */
async function findAlike({ file, rows }: Report, ours: OwnNames | null, on: Kysely<DB> = db): Promise<Week | null> {
  const told = rows.filter(({ kind }) => kind !== 'organisation')
  if (!told.some(saysSomething)) return null
  const weeks = weeksOf(file)
  const { rows: found } = await sql<{ week: string }>`
    select week from import_rows left join unnest(${told.map(({ key }) => key)}::text[], ${told.map(({ amount }) => amount)}::bigint[],
        ${told.map(({ measures }) => JSON.stringify(measures))}::jsonb[]) as told(told_key, told_amount, told_measures)
      on told_key = key and told_amount = amount_cents and (kind <> 'activity' or told_measures = measures)
    where state = 'live' and source = ${file.source} and report = ${file.kind} and kind <> 'organisation'
      and not (week = any(${weeks}::date[]) and ${replacedBy({ file, rows }, ours)})
    group by week, account
    having count(*) = ${told.length} and count(told_key) = ${told.length}
    order by week desc limit 1`.execute(on)
  return (found[0]?.week as Week | undefined) ?? null
}

/** A row of zeros is like any other row of zeros. */
function saysSomething({ amount, measures, kind }: ImportedRow): boolean {
  return kind === 'activity' ? Object.values(measures).some((figure) => figure !== 0) : amount !== 0
}

/** Whether two reports say the same figures of the same drivers. */
function areAlike(a: Report, b: Report): boolean {
  if (a.file.source !== b.file.source || a.file.kind !== b.file.kind) return false
  const told = a.rows.filter(({ kind }) => kind !== 'organisation')
  const other = new Map(b.rows.filter(({ kind }) => kind !== 'organisation').map((row) => [row.key, figuresOf(row)]))
  return (
    told.length === other.size && told.some(saysSomething) && told.every((row) => other.get(row.key) === figuresOf(row))
  )
}

function figuresOf({ kind, amount, measures }: ImportedRow): string {
  return kind === 'activity' ? JSON.stringify(Object.entries(measures).toSorted()) : String(amount)
}

/** A file that is about to come in, and what comes in with it; of weekly reports with their rows, of lists without. */
export type Arriving = {
  week: Week | null
  now: Temporal.Instant
  report: Report & { file: FileSummary }
  beside: readonly Report[]
}

/** What makes a file look as if it were dropped by mistake, by what is known and what comes with it. */
export async function findDoubts({ week, now, report, beside }: Arriving, on: Kysely<DB> = db): Promise<Strangeness[]> {
  const ours = await readOwnNames(on)
  const twin = beside.find((other) => areAlike(report, other))
  const alike = twin ? mainWeek(twin.file) : await findAlike(report, ours, on)
  const weeks = [week, await findNewestWeek(on), ...beside.map(({ file }) => mainWeek(file))]
  const newest =
    weeks
      .filter((one) => one !== null)
      .toSorted()
      .at(-1) ?? null
  return strangenessOf(report.file, { week, running: weekAt(now), ours, newest, alike })
}

/** The newest week that anything counts in. */
async function findNewestWeek(on: Kysely<DB> = db): Promise<Week | null> {
  const { week } = await on
    .selectFrom('import_weeks')
    .select(sql<string | null>`max(week)`.as('week'))
    .where('live_rows', '>', 0)
    .executeTakeFirstOrThrow()
  return week as Week | null
}

/** All rows of a report that fits into the hand. */
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

/** An imported weekly report as it was read; `null` when there is none, or it is a list. */
export async function findReport(
  id: number,
  on: Kysely<DB> = db,
): Promise<(Report & { undoneAt: string | null }) | null> {
  const found = await on
    .selectFrom('imports')
    .select(['source', 'kind', 'account', 'undone_at'])
    .where('id', '=', Number.isSafeInteger(id) ? id : -1)
    .executeTakeFirst()
  if (!found || !isWeeklyReport(found.kind as ReportKind)) return null
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
  const written = new Map(keys.map((row) => [String(row.id), row]))
  const weeks = new Map<Week, number>()
  for (const { week } of rows) weeks.set(week, (weeks.get(week) ?? 0) + 1)
  return {
    file: {
      source: found.source as Source,
      kind: found.kind as ReportKind,
      account: found.account,
      weeks,
      period: null,
    },
    rows: rows.map((row) => ({
      ...row,
      key: knownIn(written, row.id).key,
      original: knownIn(written, row.id).original,
    })),
    undoneAt: found.undone_at?.toString() ?? null,
  }
}

/** The import of this content that was not taken back. */
export function findImport(sha256: string, on: Kysely<DB> = db) {
  return on
    .selectFrom('imports')
    .select(['id', 'imported_at'])
    .where('sha256', '=', sha256)
    .where('undone_at', 'is', null)
    .executeTakeFirst()
}

/** When the last import of this content was taken back; `null` where none was, or one counts. */
export async function findUndoneAt(sha256: string, on: Kysely<DB> = db): Promise<string | null> {
  if (await findImport(sha256, on)) return null
  const undone = await on
    .selectFrom('imports')
    .select(({ fn }) => fn.max('undone_at').as('at'))
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return undone?.at?.toString() ?? null
}

/**
 * The week an import counts for where a file of the same content is of another one now: its own words say none, or other
 * ones. `null` when both are about the same.
 */
export async function weekElsewhere(
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
  const begins = from === null ? null : weekOf(Temporal.PlainDate.from(from))
  return begins !== null && weeks.includes(begins) ? null : begins
}

/** The files of the history, newest first, with how many of their rows still count; and how many files there are. */
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
      .select(['users.email as by'])
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

/** Weeks that have rows, newest first. */
export async function listWeeksWithRows(on: Kysely<DB> = db): Promise<Week[]> {
  const rows = await on
    .selectFrom('import_weeks')
    .select('week')
    .distinct()
    .where('live_rows', '>', 0)
    .orderBy('week', 'desc')
    .execute()
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
        file.exists(
          file
            .selectFrom('import_weeks')
            .select('import_id')
            .whereRef('import_id', '=', 'imports.id')
            .where('week', '=', week)
            .where('live_rows', '>', 0),
        ),
      ]),
    )
    .orderBy('id')
    .execute()
}

/** Rows of which it is asked whose they are, and all names of one as one value: as the index `import_rows_by_name` has them. */
const ASKS_WHOSE = sql`state = 'live' and kind not in ('reference', 'organisation', 'company-fee', 'company-charging')`
const NAMES = sql`md5(keys #>> '{}')::uuid`

/**
 * Rows that may have nobody: those with no known name, and those whose first known name is a car, in the time in which
 * nobody had it. Asked once for each name that any row bears, so that the rows which somebody has are never walked.
 */
const MAYBE_UNMATCHED = sql<number>`(
  with recursive named(source, names, keys) as (
    (select source, ${NAMES}, keys from import_rows where ${ASKS_WHOSE} order by source, ${NAMES} limit 1)
    union all
    select next.* from named, lateral (
      select source, ${NAMES}, keys from import_rows
      where ${ASKS_WHOSE} and (source, ${NAMES}) > (named.source, named.names) order by source, ${NAMES} limit 1
    ) next
  ),
  owned as (
    select distinct on (named.source, names) named.source, names, known.driver_id, known.company,
      coalesce(known.vehicle_id, vehicles.id) as vehicle_id
    from named
    left join jsonb_array_elements(keys) with ordinality as name(key, place) on true
    left join source_keys known on known.source = named.source and known.kind = key ->> 'kind' and known.value = key ->> 'value'
    left join vehicles on key ->> 'kind' = 'plate' and vehicles.plate = key ->> 'value'
    order by named.source, names, known.id is null and vehicles.id is null, place
  ),
  free as materialized (
    select source, names, coalesce(lower(span), '-infinity') as since, coalesce(upper(span), 'infinity') as until
    from owned
    left join (select vehicle_id, range_agg(period) as had from assignments group by vehicle_id) held using (vehicle_id),
      unnest('{(,)}'::tstzmultirange - coalesce(had, '{}')) span
    where vehicle_id is not null
  ),
  unknown as materialized (
    select source, names from owned where driver_id is null and vehicle_id is null and company is not true
  )
  select row.id from unknown, lateral (
    select id from import_rows where ${ASKS_WHOSE} and source = unknown.source and ${NAMES} = unknown.names offset 0) row
  union all
  select row.id from free, lateral (
    select id from import_rows where ${ASKS_WHOSE} and source = free.source and ${NAMES} = free.names
      and at between free.since and free.until offset 0) row
  union all
  select row.id from owned, lateral (
    select id from import_rows where ${ASKS_WHOSE} and source = owned.source and ${NAMES} = owned.names
      and at is null offset 0) row
  where owned.vehicle_id is not null
)`

/** Kept while no row comes or goes and no name, car or time becomes somebody's: what is said of single rows is asked besides. */
export const maybeUnmatched = keptByGround(
  () => '',
  () => [{ table: 'import_weeks' }, { table: 'source_keys' }, { table: 'vehicles' }, { table: 'assignments' }],
  async (_: null, on) => {
    const { rows } = await sql<{ id: number }>`select id from ${MAYBE_UNMATCHED} maybe`.execute(on)
    return rows.map(({ id }) => id)
  },
  1,
)

/** Rows that count and have nobody, from a week on, the newest first; whether they have is said by `attribute` alone. */
export async function listUnmatchedRows(from: Week, most: number, on: Kysely<DB> = db) {
  const [directory, maybe] = await Promise.all([readDirectory(on), maybeUnmatched(null, on)])
  const rows = await on
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(['import_rows.id', 'import_id', 'name', 'line', 'import_rows.source', 'report', 'import_rows.kind'])
    .select(['week', 'at', 'amount_cents', 'label', 'measures', 'facts', 'keys', SAID.as('said')])
    .where('week', '>=', from)
    .where('import_rows.id', '=', sql<number>`any(${maybe}::bigint[])`)
    .where(sql<boolean>`${SAID} is distinct from 'company'`)
    .where(COUNTS_ONCE)
    .orderBy('week', 'desc')
    .orderBy('import_rows.id')
    .limit(most)
    .execute()
  return rows.map(liveRow).flatMap((row) => {
    const attribution = attribute(row, directory)
    return attribution.to === 'unmatched' ? [{ row, attribution }] : []
  })
}

/** A row that counts and has nobody now; `null` when it has an owner by now, or there is no such row. */
export async function findUnmatchedRow(id: string, on: Kysely<DB> = db) {
  if (!/^\d{1,15}$/.test(id)) return null
  const [[row], directory] = await Promise.all([listRows([id], on), readDirectory(on)])
  if (!row) return null
  const attribution = attribute(row, directory)
  return attribution.to === 'unmatched' ? { row, attribution } : null
}

/** A trip of a report of trips: whose by the platform's own identifier and words, and in which car (letters and digits). */
export type TripOfCar = Trip & { row: string; plate: string; label: string }

/** The trips of cars that the fleet does not have, from a week on, in the order of time. */
export async function listTripsOfUnknownCars(from: Week, on: Kysely<DB> = db): Promise<TripOfCar[]> {
  const { rows } = await sql<{
    row: string
    plate: string
    driver: string
    label: string
    at: Temporal.Instant
    until: string
  }>`
    select id::text as row, facts ->> 'plate' as plate, keys -> 0 ->> 'value' as driver, label, at, facts ->> 'until' as until
    from import_rows trip
    where source = 'uber' and report = 'trip_activity' and account = '' and week >= ${from}::date and state = 'live'
      and not exists (select from vehicles where plate = trip.facts ->> 'plate')
      and not exists (select from source_keys known where known.source = trip.source and known.kind = 'plate'
        and known.value = trip.facts ->> 'plate')
    order by at, id`.execute(on)
  return rows.map(({ at, until, ...trip }) => ({ ...trip, from: at, to: Temporal.Instant.from(until) }))
}

/** The trips that reports of a week name of a car of the fleet, by its plate or by a name it goes by, in the order of time. */
export async function listTripsOfCar(vehicleId: string, week: Week, on: Kysely<DB> = db): Promise<Trip[]> {
  const { rows } = await sql<{ driver: string; at: Temporal.Instant; until: string }>`
    select keys -> 0 ->> 'value' as driver, at, facts ->> 'until' as until
    from import_rows trip
    where source = 'uber' and report = 'trip_activity' and account = '' and week = ${week}::date and state = 'live'
      and facts ->> 'plate' in (
        select plate from vehicles where id = ${vehicleId}
        union all select value from source_keys where source = 'uber' and kind = 'plate' and vehicle_id = ${vehicleId})
    order by at, id`.execute(on)
  return rows.map(({ driver, at, until }) => ({ driver, from: at, to: Temporal.Instant.from(until) }))
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
  said: string | null
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
    said: row.said as RowAnswer | null,
  }
}

/** Tells the rows of a file that are printed twice, and of which nobody said that they happened twice: they count nothing. */
export async function printedTwiceIn(file: FileSummary, on: Kysely<DB> = db): Promise<(row: ImportedRow) => boolean> {
  const said = await on
    .selectFrom('row_answers')
    .select(['week', 'key'])
    .where('says', '=', 'twice')
    .where('source', '=', file.source)
    .where('report', '=', file.kind)
    .where('account', '=', accountOf(file))
    .where('week', '=', sql<string>`any(${weeksOf(file)}::date[])`)
    .execute()
  const twice = new Set(said.map(keyInWeek))
  return (row) => row.repeats !== undefined && !twice.has(keyInWeek(row))
}

export function keyInWeek({ week, key }: { week: string; key: string }): string {
  return `${week} ${key}`
}

/** A movement is the same whichever of the operator's accounts lists it. */
export function accountOf(file: FileSummary): string {
  return isWeeklyReport(file.kind) ? file.account : ''
}
