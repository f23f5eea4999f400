import { requireValue } from '#domain/certain.ts'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptEach } from '#db/kept-by-tables.server.ts'
import { ReadOnce } from '#db/read-once.server.ts'
import { askAlone, askTogether, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { ReportKind, RowKind, Source, SourceKey } from '#domain/import.ts'
import { type Cents, cents } from '#domain/money.ts'
import type { RowAnswer } from '#domain/row-answer.ts'
import type { Week } from '#domain/week.ts'
import { keptOfOperator } from '#platform/operator.ts'

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
  /** The office's answer about the row. */
  said: RowAnswer | null
}

/** The columns of a row and its import that make a `LiveRow`. */
export const READ_ROW = [
  'import_rows.id',
  'import_id',
  'name',
  'line',
  'import_rows.source',
  'report',
  'import_rows.kind',
  'week',
  'at',
  'amount_cents',
  'label',
  'measures',
  'facts',
  'keys',
] as const

/** SQL condition that an answer is about the row with this key, whatever the answer says (see `isOfRow`). */
export function isOfKey(row: 'import_rows' | 'row') {
  const its = (column: string) => sql.ref(`${row}.${column}`)
  return sql<boolean>`answer.source = ${its('source')} and answer.report = ${its('report')}
    and answer.account = ${its('account')} and answer.week = ${its('week')} and answer.key = ${its('key')}`
}

/**
 * SQL condition that an answer holds for a row, by its key; `answer` is a row of `row_answers`, and `row` the row's
 * name in the query. An answer about the owner, or that the row does not count, only holds for the same amount: a
 * newer version with another amount asks again.
 */
export function isOfRow(row: 'import_rows' | 'row') {
  return sql<boolean>`${isOfKey(row)} and (answer.amount_cents is null
    or answer.amount_cents = ${sql.ref(`${row}.amount_cents`)} or answer.says in ('once', 'twice'))`
}

const IS_OF_ROW = isOfRow('import_rows')

/** The office's answer about a row of `import_rows`, or null. */
export const OFFICE_ANSWER = sql<string | null>`(select says from row_answers answer where ${IS_OF_ROW})`

/**
 * SQL condition that the office answered neither that the row does not count, nor that it is the same passage as
 * another row that counts.
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

/** SQL condition that a row of `import_rows` counts now. */
export const COUNTS = sql<boolean>`state = 'live' and import_rows.kind not in ('reference', 'organisation')
  and ${COUNTS_ONCE}`

/** The condition of the index of rows that count, in the same words, so that PostgreSQL uses the index. */
const COUNTING = sql<boolean>`kind not in ('reference', 'organisation')`

/**
 * The rows of all weeks with one of the `names`, found by the index of names alone. With the week in the same query,
 * PostgreSQL would read all rows of some weeks for each name, because it cannot estimate how many have it.
 */
const BEARING = sql`(select id, week, source, report, kind from import_rows own where own.state = 'live'
  and own.keys @> jsonb_build_array(jsonb_build_object('kind', names.kind, 'value', names.value)) offset 0) own`

/**
 * SQL condition that a row of these weeks may belong to one of the drivers: it has a name of a driver, or of a car
 * that a driver ever had. A name that went to another record by a merge may still be the driver's in a week
 * (`readDirectories`). Rows are looked up by each name.
 */
function mayBeOf(weeks: readonly Week[], drivers: readonly string[], cars: readonly string[]) {
  const theirs = sql`(driver_id = any(${drivers}::uuid[]) or was_of && ${drivers}::uuid[])`
  const had = sql`select vehicle_id from assignments where ${theirs}
    ${cars.length === 0 ? sql`` : sql`union select unnest(${cars}::uuid[])`}`
  return sql<boolean>`import_rows.id = any(array(
    with names as materialized (
      select kind, value from source_keys where ${theirs} or vehicle_id in (${had})
      union select 'plate', plate from vehicles where id in (${had}))
    select named.id from names, lateral (select id from ${BEARING} where ${COUNTING} and week = any(${weeks}::date[])) named
  ))`
}

/**
 * Every row that counts in a week, in the order of files and lines, without reference and organisation rows. With
 * `drivers`, only rows that may be theirs, and a few others: `attribute` alone decides the owner.
 */
export async function listLiveRows(
  week: Week,
  on: Kysely<DB> = db,
  drivers?: readonly string[],
): Promise<readonly LiveRow[]> {
  return (await listLiveRowsIn([week], on, drivers))(week)
}

/** The rows that count in several weeks, read together; with `cars`, also rows with a name of one of these cars. */
export async function listLiveRowsIn(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
  drivers?: readonly string[],
  cars: readonly string[] = [],
): Promise<(week: Week) => readonly LiveRow[]> {
  if (drivers === undefined) {
    const whole = await listWholeWeeks(weeks, on)
    return (week) => requireValue(whole, week)
  }
  if (drivers.length === 0) return () => []
  const rows = await on
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(READ_ROW)
    .select(OFFICE_ANSWER.as('said'))
    .where('week', '=', sql<string>`any(${weeks}::date[])`)
    .where('state', '=', 'live')
    .where('import_rows.kind', 'not in', ['reference', 'organisation'])
    .where(mayBeOf(weeks, drivers, cars))
    .where(COUNTS_ONCE)
    .orderBy('import_rows.id')
    .execute()
  const byWeek = Map.groupBy(rows.map(liveRow), ({ week }) => week)
  return (week) => byWeek.get(week) ?? []
}

/** Number of weeks that people have open at the same time. */
export const WEEKS_KEPT = 4

/** Maximum number of rows kept in memory for these weeks: as many as a week of 10,000 drivers has. */
const ROWS_KEPT = 200_000
const readRows = keptOfOperator(() => new ReadOnce<LiveRow>(ROWS_KEPT))

/**
 * The rows of a whole week, kept in memory until a row is added, removed or answered: the database changes the counts
 * in `import_weeks` with every statement that changes rows.
 */
const listWholeWeeks = keptEach(
  { shared: [], ofWeek: ['import_weeks', 'row_answers', 'passage_answers'], weekOf: (week: Week) => week },
  rowsOfWeeks,
  WEEKS_KEPT,
)

/** The ids of a week's rows, whatever the answers about them, kept in memory until a row is added or removed. */
export const idsOfWeeks = keptEach(
  { shared: [], ofWeek: ['import_weeks'], weekOf: (week: Week) => week },
  async (weeks, on) => {
    const { rows } = await sql<{ week: Week; ids: string }>`
      select asked.week::text as week, (select coalesce(range_agg(int8range(id, id, '[]')), '{}')::text from import_rows
        where week = asked.week and state = 'live' and kind not in ('reference', 'organisation')) as ids
      from unnest(${weeks}::date[]) asked (week)`.execute(on)
    return new Map(rows.map(({ week, ids }) => [week, ids]))
  },
  WEEKS_KEPT,
)

/**
 * Reads from an index alone which rows count, the answers about them separately, and each row only once. Applies the
 * condition `COUNTS_ONCE` starting from the answers, because they are few.
 */
async function rowsOfWeeks(weeks: readonly Week[], on: Kysely<DB>): Promise<ReadonlyMap<Week, readonly LiveRow[]>> {
  const liveIds = await idsOfWeeks(weeks, on)
  const { asked, saidOf } = await askTogether({ asked: countingIn(weeks, liveIds), saidOf: saidIn(weeks) }, on)
  const found = new Map<Week, readonly LiveRow[]>()
  for (const askedWeek of asked) found.set(askedWeek.week, await rowsOfWeek(askedWeek, saidOf, on))
  return found
}

/** The ids of the rows of some weeks that count, before answers about single rows. */
const countingIn = (weeks: readonly Week[], brought: ReadonlyMap<Week, string>) =>
  listQuestion(
    () => sql`(
      select brought.week, (brought.ids::int8multirange - coalesce((
          select range_agg(int8range(import_rows.id, import_rows.id, '[]')) from passage_answers answer
          join import_rows on import_rows.source = answer.source and import_rows.week = answer.week
            and import_rows.key = answer.other_key and import_rows.state = 'live'
          where answer.week = brought.week and not (${COUNTS_ONCE})), '{}'))::text as ids,
        pg_postmaster_start_time()::text as server
      from unnest(${weeks}::date[], ${weeks.map((week) => requireValue(brought, week))}::text[]) brought (week, ids))`,
    (rows: { week: Week; ids: string; server: string }[]) => rows,
  )

/** The answers about rows of some weeks, by the rows' ids. */
const saidIn = (weeks: readonly Week[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('row_answers as answer')
        .innerJoin('import_rows', (join) => join.on('state', '=', 'live').on(IS_OF_ROW))
        .select(['import_rows.id', 'says'])
        .where('answer.week', '=', sql<string>`any(${weeks}::date[])`),
    (rows: { id: number; says: string }[]): ReadonlyMap<string, string> =>
      new Map(rows.map(({ id, says }) => [String(id), says])),
  )

async function rowsOfWeek(
  { week, ids, server }: { week: Week; ids: string; server: string },
  saidOf: ReadonlyMap<string, string>,
  on: Kysely<DB>,
): Promise<readonly LiveRow[]> {
  const rows = await readRows.value.rows(`${week} ${server}`, ids, async (missing) => {
    const read = await on
      .selectFrom('import_rows')
      .innerJoin('imports', 'imports.id', 'import_rows.import_id')
      .select(READ_ROW)
      .where('week', '=', week)
      .where(sql<boolean>`${missing}::int8multirange @> import_rows.id`)
      .execute()
    return read.map((row) => [row.id, liveRow({ ...row, said: null })] as const)
  })
  if (!rows.some(({ id }) => saidOf.has(id))) return rows
  return rows
    .filter(({ id }) => saidOf.get(id) !== 'nothing')
    .map((row) => (saidOf.has(row.id) ? { ...row, said: saidOf.get(row.id) as RowAnswer } : row))
}

/** A row that is printed twice, and the row of the same file that it repeats. */
export type PrintedTwice = LiveRow & { repeats: LiveRow }

/**
 * Rows of a week that repeat another of their file and have no answer, in the order of files and lines: each movement
 * once, however many files print it twice.
 */
export async function listPrintedTwice(week: Week, on: Kysely<DB> = db): Promise<PrintedTwice[]> {
  return readPrintedTwice(await askAlone(printedTwice([week]), on), on)
}

type Pair = { week: Week; second: string; first: string }

/** The ids of the rows printed twice in some weeks, as a question that is asked together with others. */
export const printedTwice = (weeks: readonly Week[]) =>
  listQuestion(
    () => sql`(
    select distinct on (row.week, row.source, row.report, row.account, row.key) row.week, row.id::text as second, first.id::text as first
    from import_rows row
    join imports on imports.id = row.import_id and imports.undone_at is null
    join lateral (select min(id) as id from import_rows first where first.import_id = row.import_id
      and first.line = row.repeats_line and first.kind = row.kind and first.state in ('live', 'repeated')) first on first.id is not null
    where row.state = 'duplicate' and row.week = any(${weeks}::date[]) and not exists (select from row_answers answer
      where answer.source = row.source and answer.report = row.report and answer.account = row.account
        and answer.week = row.week and answer.key = row.key)
    order by row.week, row.source, row.report, row.account, row.key, row.id)`,
    (pairs: Pair[]) => pairs,
  )

/** Reads these rows, in the order of files and lines. */
export async function readPrintedTwice(pairs: readonly Pair[], on: Kysely<DB> = db): Promise<PrintedTwice[]> {
  const rows = await listRows(
    pairs.flatMap(({ first, second }) => [first, second]),
    on,
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return pairs
    .map(({ first, second }) => ({ ...requireValue(rowOf, second), repeats: requireValue(rowOf, first) }))
    .toSorted((a, b) => a.importId - b.importId || a.line - b.line)
}

/** Rows of a week that the office answered as not counting, each with the reason. */
export async function listUncountedRows(week: Week, on: Kysely<DB> = db): Promise<(LiveRow & { reason: string })[]> {
  const answers = await on
    .selectFrom('row_answers as answer')
    .innerJoin('import_rows', (join) => join.on('state', '=', 'live').on(IS_OF_ROW))
    .select(['import_rows.id', 'reason'])
    .where('answer.week', '=', week)
    .where('says', '=', 'nothing')
    .execute()
  const reasonOf = new Map(answers.map(({ id, reason }) => [String(id), reason]))
  return (await listRows([...reasonOf.keys()], on)).map((row) => ({ ...row, reason: requireValue(reasonOf, row.id) }))
}

/** The rows with these ids, in any state, because a frozen settlement also rests on rows that no longer count. */
export async function listRows(ids: readonly string[], on: Kysely<DB> = db): Promise<LiveRow[]> {
  if (ids.length === 0) return []
  const rows = await on
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(READ_ROW)
    .select(OFFICE_ANSWER.as('said'))
    .where('import_rows.id', '=', sql<number>`any(${ids.map(Number)})`)
    .orderBy('import_rows.id')
    .execute()
  return rows.map(liveRow)
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

/** The columns of a row that give its owner and its figures. */
export type NamedRow = Pick<LiveRow, 'id' | 'week' | 'source' | 'kind' | 'at' | 'amount' | 'measures' | 'keys' | 'said'>

/**
 * Which rows are read: those of some weeks; with `drivers`, only those that may belong to them. `of`: with `work`,
 * only rows of trips, hours, earnings and reports about work; with `earnings`, only earnings.
 */
type RowsAsked = { weeks: readonly Week[]; of: 'all' | 'work' | 'earnings'; drivers?: readonly string[] }

/** The kinds of rows about work, in which platforms name people, never cars. */
const WORK: readonly RowKind[] = ['earning', 'activity']
const OF_PLATFORMS = sql<boolean>`source in ('uber', 'bolt')`

/** The tables with answers that may change a week's rows about work; answers about tolls do not change them. */
export const SAID_OF_WORK = [
  { table: 'row_answers', where: OF_PLATFORMS },
  { table: 'passage_answers', where: OF_PLATFORMS },
] as const
/** The reports that are only about work, whose rows are references. */
const REPORTS_OF_WORK: readonly ReportKind[] = ['driver_quality', 'performance']

/**
 * The rows that count in some weeks, read together. With `drivers`, only rows that may be theirs, and a few others:
 * found by each of their names and, unless only work is read, by the names of cars that they ever had. `attribute`
 * alone decides the owner.
 */
export async function listNamedRows(request: RowsAsked, on: Kysely<DB> = db): Promise<NamedRow[]> {
  const { weeks, drivers } = request
  if (weeks.length === 0 || drivers?.length === 0) return []
  if (request.of === 'all') return readNamedRows(request, COUNTING, on)
  if (request.of === 'earnings') return readNamedRows(request, sql<boolean>`${COUNTING} and kind = 'earning'`, on)
  const [counting, ofWork] = await Promise.all([
    readNamedRows(request, sql<boolean>`${COUNTING} and ${OF_PLATFORMS} and kind = any(${WORK}::text[])`, on),
    readNamedRows(request, sql<boolean>`${OF_PLATFORMS} and report = any(${REPORTS_OF_WORK}::text[])`, on),
  ])
  return [...counting, ...ofWork]
}

async function readNamedRows(
  { weeks, of, drivers }: RowsAsked,
  isAsked: RawBuilder<boolean>,
  on: Kysely<DB>,
): Promise<NamedRow[]> {
  const theirs = sql`(driver_id = any(${drivers}::uuid[]) or was_of && ${drivers}::uuid[])`
  const had = sql`select vehicle_id from assignments where ${theirs}`
  const people = sql`select kind, value from source_keys where ${theirs}`
  const cars = sql`select kind, value from source_keys where vehicle_id in (${had})
    union select 'plate', plate from vehicles where id in (${had})`
  const names = of !== 'all' ? people : sql`${people} union ${cars}`
  const rows = await on
    .selectFrom('import_rows')
    .select(['import_rows.id', 'week', 'import_rows.source', 'kind', 'at', 'amount_cents', 'measures', 'keys'])
    .select(OFFICE_ANSWER.as('said'))
    .where('week', 'in', weeks)
    .where('state', '=', 'live')
    .where(isAsked)
    .$if(drivers !== undefined, (query) =>
      query.where(sql<boolean>`import_rows.id = any(array(
        with names as materialized (${names})
        select named.id from names, lateral (select id from ${BEARING} where ${isAsked} and week = any(${weeks}::date[])) named))`),
    )
    .where(COUNTS_ONCE)
    .orderBy('import_rows.id')
    .execute()
  return rows.map((row) => ({
    id: String(row.id),
    week: row.week as Week,
    source: row.source as Source,
    kind: row.kind as RowKind,
    at: row.at,
    amount: cents(row.amount_cents),
    measures: row.measures as Record<string, number>,
    keys: row.keys as unknown as SourceKey[],
    said: row.said as RowAnswer | null,
  }))
}

/** Converts a stored row without checking its shape: the database checked that when the row was written. */
export function liveRow(row: StoredRow): LiveRow {
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
