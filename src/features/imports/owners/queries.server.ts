import { firstOf, knownIn } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptByGround } from '#db/kept-by-ground.server.ts'
import type { DB } from '#db/types.ts'
import { type Directory, type Interval, type KeyOwner, NAMES_OF_PEOPLE, attribute } from '#domain/matching.ts'
import type { Week } from '#domain/week.ts'
import { COUNTS_ONCE, READ_ROW, SAID, WEEKS_KEPT, listRows, liveRow } from '#features/imports/rows/queries.server.ts'

/**
 * Keys, plates and assignments as they stand: everything that says whose a row is. With a week, what came from a record
 * that was merged into another is still that record's where it has a statement of that week.
 */
export function readDirectory(on: Kysely<DB> = db, week: Week | null = null): Promise<Directory> {
  return keptDirectory(week, on)
}

/** The same of several weeks: one for all, where no key and no car came from another record. */
export async function readDirectories(weeks: readonly Week[], on: Kysely<DB> = db): Promise<(week: Week) => Directory> {
  const { rows } = await sql<{ came: boolean }>`
    select exists (select from source_keys where was_of <> '{}') or exists (select from assignments where was_of <> '{}') as came`.execute(
    on,
  )
  if (!firstOf(rows).came) {
    const directory = await readDirectory(on)
    return () => directory
  }
  const own = new Map<Week, Directory>()
  for (const week of weeks) own.set(week, await readDirectory(on, week))
  return (week) => knownIn(own, week)
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

/** Rows of which it is asked whose they are, and all names of one as one value: as the index `import_rows_by_name` has them. */
export const ASKS_WHOSE = sql`state = 'live' and kind not in ('reference', 'organisation', 'company-fee', 'company-charging')`
export const NAMES = sql`md5(keys #>> '{}')::uuid`

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
    select distinct on (named.source, names) named.source, names, known.driver_id,
      known.company and known.kind <> all (${NAMES_OF_PEOPLE}::text[]) as company,
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
    .select(READ_ROW)
    .select(SAID.as('said'))
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
