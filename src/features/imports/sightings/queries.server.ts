import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { RowKind, Source, SourceKey } from '#domain/import.ts'
import { readNumber } from '#domain/record-id.ts'
import { carOf } from '#domain/matching.ts'
import { NEEDS_OWNER, NAMES, readDirectory } from '#features/imports/owners/queries.server.ts'

/** A row of a file that shows where a car was: the moment, the place in the file's own words, and the line. */
export type Sighting = {
  kind: RowKind
  source: Source
  at: Temporal.Instant
  place: string | null
  importId: number
  line: number
}

/** The kinds of rows that need the car itself to be there; other costs of the company say nothing about its place. */
const SEEING: readonly RowKind[] = ['toll', 'parking', 'fuel', 'adblue', 'wash', 'charging']

/**
 * The last sighting of each car of the fleet up to a moment. Looks the last row up in `import_rows_by_name` for each
 * set of names, without reading earlier weeks.
 */
export async function listSightings(until: Temporal.Instant, on: Kysely<DB> = db): Promise<Map<string, Sighting>> {
  const [directory, { rows }] = await Promise.all([
    readDirectory(on),
    sql<LastRow>`
      with recursive named(source, names) as (
        (select source, ${NAMES} from import_rows where ${NEEDS_OWNER} order by source, ${NAMES} limit 1)
        union all
        select next.* from named, lateral (
          select source, ${NAMES} from import_rows
          where ${NEEDS_OWNER} and (source, ${NAMES}) > (named.source, named.names) order by source, ${NAMES} limit 1
        ) next
      )
      select row.* from named, lateral (
        select source, kind, at, keys, facts, import_id as "importId", line from import_rows
        where ${NEEDS_OWNER} and source = named.source and ${NAMES} = named.names and at <= ${until.toString()}::timestamptz
          and kind = any(${SEEING}::text[])
        order by at desc limit 1
      ) row`.execute(on),
  ])
  const last = new Map<string, Sighting>()
  for (const { keys, facts, ...row } of rows) {
    const car = carOf(row.source, keys, directory)
    const known = car === null ? undefined : last.get(car)
    if (car === null || (known && Temporal.Instant.compare(known.at, row.at) >= 0)) continue
    last.set(car, { ...row, place: placeIn(facts) })
  }
  return last
}

/** All sightings of one car between two moments, the earliest first. */
export async function listSightingsOf(
  vehicleId: string,
  { from, to }: { from: Temporal.Instant; to: Temporal.Instant },
  on: Kysely<DB> = db,
): Promise<Sighting[]> {
  const [directory, { rows }] = await Promise.all([
    readDirectory(on),
    sql<LastRow & { id: number }>`
      with names as materialized (
        select kind, value from source_keys where vehicle_id = ${vehicleId}
        union select 'plate', plate from vehicles where id = ${vehicleId}
      )
      select distinct on (row.at, row.id) row.* from names, lateral (
        select id, source, kind, at, keys, facts, import_id as "importId", line from import_rows
        where state = 'live' and keys @> jsonb_build_array(jsonb_build_object('kind', names.kind, 'value', names.value))
          and at >= ${from.toString()}::timestamptz and at < ${to.toString()}::timestamptz and kind = any(${SEEING}::text[])
        offset 0
      ) row order by row.at, row.id`.execute(on),
  ])
  return rows
    .filter(({ source, keys }) => carOf(source, keys, directory) === vehicleId)
    .map(({ source, kind, at, facts, importId, line }) => ({ source, kind, at, place: placeIn(facts), importId, line }))
}

/** The car and the moment of one row; `null` for a row without one of them. */
export async function findSighting(
  row: string,
  on: Kysely<DB> = db,
): Promise<{ vehicleId: string; at: Temporal.Instant } | null> {
  const stored = await on
    .selectFrom('import_rows')
    .select(['source', 'at', 'keys'])
    .where('id', '=', readNumber(row))
    .where('kind', 'in', SEEING)
    .executeTakeFirst()
  if (!stored?.at) return null
  const vehicleId = carOf(stored.source as Source, stored.keys as unknown as SourceKey[], await readDirectory(on))
  return vehicleId === null ? null : { vehicleId, at: stored.at }
}

function placeIn(facts: LastRow['facts']): string | null {
  return facts['place'] ?? facts['station'] ?? null
}

type LastRow = Omit<Sighting, 'place'> & { keys: readonly SourceKey[]; facts: Readonly<Record<string, string>> }
