import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptByTables } from '#db/kept-by-tables.server.ts'
import type { DB } from '#db/types.ts'
import { type Directory, type Interval, type KeyOwner, NAMES_OF_PEOPLE, attribute } from '#domain/matching.ts'
import type { Week } from '#domain/week.ts'
import { COUNTS_ONCE, READ_ROW, OFFICE_ANSWER, listRows, liveRow } from '#features/imports/rows/queries.server.ts'

/**
 * The current keys, plates and assignments, by which the owner of a row is found. With a week, names that came from a
 * merged record still belong to that record if it has a statement of the week.
 */
export async function readDirectory(on: Kysely<DB> = db, week: Week | null = null): Promise<Directory> {
  if (week === null) return (await keptDirectory(null, on)).now
  return (await readDirectories([week], on))(week)
}

/**
 * The directories of several weeks, read together. All weeks share one object, except a week in which a record has a
 * statement whose names moved to another record.
 */
export async function readDirectories(weeks: readonly Week[], on: Kysely<DB> = db): Promise<(week: Week) => Directory> {
  const kept = await keptDirectory(null, on)
  if (kept.former.length === 0 || weeks.length === 0) return () => kept.now
  const { rows } = await sql<{ week: Week; driver: string }>`
    select week::text as week, driver_id as driver from settlements
    where driver_id = any(${kept.former}::uuid[]) and week = any(${weeks}::date[]) and state <> 'void'
    order by week, driver_id`.execute(on)
  const settled = Map.groupBy(rows, ({ week }) => week)
  return (week) => kept.where((settled.get(week) ?? []).map(({ driver }) => driver))
}

/** The directory, kept in memory while its tables do not change, so that the owners of rows need not be found again. */
const keptDirectory = keptByTables(
  () => '',
  () => [{ table: 'source_keys' }, { table: 'vehicles' }, { table: 'assignments' }],
  (_: null, on) => readKnown(on),
  1,
)

/**
 * The current directory (`now`), the records whose names moved to another record (`former`), and a function that
 * gives the directory when some of these have a statement (`where`).
 */
type Known = { now: Directory; former: readonly string[]; where: (settled: readonly string[]) => Directory }

async function readKnown(on: Kysely<DB>): Promise<Known> {
  const [keys, vehicles, assignments] = await Promise.all([
    on.selectFrom('source_keys').select(['source', 'kind', 'value', 'driver_id', 'was_of', 'vehicle_id']).execute(),
    on.selectFrom('vehicles').select(['id', 'plate']).execute(),
    on
      .selectFrom('assignments')
      .select(['vehicle_id', 'driver_id', 'was_of', 'ordinal'])
      .select(sql<Temporal.Instant | null>`lower(period)`.as('from'))
      .select(sql<Temporal.Instant | null>`upper(period)`.as('to'))
      .orderBy(sql`lower(period) nulls first`)
      .orderBy('ordinal')
      .execute(),
  ])
  const plates = new Map(vehicles.map(({ id, plate }) => [plate, id]))
  const directoryOf = (settled: ReadonlySet<string>): Directory => {
    const ownerOf = <Id extends string | null>({
      driver_id,
      was_of,
    }: {
      driver_id: Id
      was_of: string[]
    }): Id | string => was_of.find((owner) => settled.has(owner)) ?? driver_id
    const owners = new Map<string, KeyOwner>()
    for (const key of keys) {
      const driverId = ownerOf(key)
      const owner: KeyOwner = driverId
        ? { driverId }
        : key.vehicle_id
          ? { vehicleId: key.vehicle_id }
          : { company: true }
      owners.set(`${key.source}|${key.kind}|${key.value}`, owner)
    }
    const held = new Map<string, Interval[]>()
    for (const assignment of assignments) {
      const intervals = held.get(assignment.vehicle_id) ?? []
      intervals.push({
        driverId: ownerOf<string>(assignment),
        from: assignment.from,
        to: assignment.to,
        order: assignment.ordinal,
      })
      held.set(assignment.vehicle_id, intervals)
    }
    return { owners, plates, held }
  }
  const now = directoryOf(new Set())
  const made = new Map([['', now]])
  return {
    now,
    former: [...new Set([...keys, ...assignments].flatMap(({ was_of }) => was_of))],
    where: (settled) => {
      const name = settled.join(' ')
      const directory = made.get(name) ?? directoryOf(new Set(settled))
      made.set(name, directory)
      return directory
    },
  }
}

/**
 * SQL condition that a row needs an owner. `NAMES`: all names of a row as one value, as in the index
 * `import_rows_by_name`.
 */
export const NEEDS_OWNER = sql`state = 'live' and kind not in ('reference', 'organisation', 'company-fee', 'company-charging')`
export const NAMES = sql`md5(keys #>> '{}')::uuid`

/**
 * Rows that may have no owner: those without a known name, or whose first known name is a car that nobody had at that
 * time. Checks each set of names once, so that rows with an owner are never read.
 */
const MAYBE_UNMATCHED = sql<number>`(
  with recursive named(source, names, keys) as (
    (select source, ${NAMES}, keys from import_rows where ${NEEDS_OWNER} order by source, ${NAMES} limit 1)
    union all
    select next.* from named, lateral (
      select source, ${NAMES}, keys from import_rows
      where ${NEEDS_OWNER} and (source, ${NAMES}) > (named.source, named.names) order by source, ${NAMES} limit 1
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
    select id from import_rows where ${NEEDS_OWNER} and source = unknown.source and ${NAMES} = unknown.names offset 0) row
  union all
  select row.id from free, lateral (
    select id from import_rows where ${NEEDS_OWNER} and source = free.source and ${NAMES} = free.names
      and at between free.since and free.until offset 0) row
  union all
  select row.id from owned, lateral (
    select id from import_rows where ${NEEDS_OWNER} and source = owned.source and ${NAMES} = owned.names
      and at is null offset 0) row
  where owned.vehicle_id is not null
)`

/**
 * The ids of rows that may have no owner, kept in memory while no row is added or removed and no name, car or
 * assignment changes. Answers about single rows are read separately.
 */
export const maybeUnmatched = keptByTables(
  () => '',
  () => [{ table: 'import_weeks' }, { table: 'source_keys' }, { table: 'vehicles' }, { table: 'assignments' }],
  async (_: null, on) => {
    const { rows } = await sql<{ id: number }>`select id from ${MAYBE_UNMATCHED} maybe`.execute(on)
    return rows.map(({ id }) => id)
  },
  1,
)

/**
 * Rows that count and have no owner, from a week on, the newest first. `attribute` alone decides whether a row has
 * one.
 */
export async function listUnmatchedRows(from: Week, most: number, on: Kysely<DB> = db) {
  const [directory, maybe] = await Promise.all([readDirectory(on), maybeUnmatched(null, on)])
  if (maybe.length === 0) return []
  const rows = await on
    .selectFrom('import_rows')
    .innerJoin('imports', 'imports.id', 'import_rows.import_id')
    .select(READ_ROW)
    .select(OFFICE_ANSWER.as('said'))
    .where('week', '>=', from)
    .where('import_rows.id', '=', sql<number>`any(${maybe}::bigint[])`)
    .where(sql<boolean>`${OFFICE_ANSWER} is distinct from 'company'`)
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

/** A row that counts and has no owner; `null` when it has one by now, or does not exist. */
export async function findUnmatchedRow(id: string, on: Kysely<DB> = db) {
  if (!/^\d{1,15}$/.test(id)) return null
  const [[row], directory] = await Promise.all([listRows([id], on), readDirectory(on)])
  if (!row) return null
  const attribution = attribute(row, directory)
  return attribution.to === 'unmatched' ? { row, attribution } : null
}
