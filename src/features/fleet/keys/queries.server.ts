import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { namesApart } from '#domain/driver.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { KeyKind, Source, SourceKey } from '#domain/import.ts'
import { type KeyOwner, directoryKey } from '#domain/matching.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'

/** A key as its screen shows it. */
export type KnownKey = { id: number; source: string; kind: string; value: string; by: string | null; at: string }

/** The keys of one owner, by source and kind. */
export async function listKeys(
  owner: { driverId: string } | { vehicleId: string },
  on: Kysely<DB> = db,
): Promise<KnownKey[]> {
  const rows = await on
    .selectFrom('source_keys')
    .leftJoin('users', 'users.uid', 'source_keys.created_by')
    .select(['id', 'source', 'kind', 'value', 'source_keys.created_at', personName().as('by')])
    .where((key) =>
      'driverId' in owner
        ? key('driver_id', '=', readRecordId(owner.driverId))
        : key('vehicle_id', '=', readRecordId(owner.vehicleId)),
    )
    .orderBy('source')
    .orderBy('kind')
    .orderBy('value')
    .execute()
  return rows.map(({ created_at, ...key }) => ({ ...key, at: created_at.toString() }))
}

/** One key of an owner. Refuses `record.not-found`, also for another owner's key. */
export async function getKey(
  id: number,
  owner: { driverId: string } | { vehicleId: string },
  on: Kysely<DB> = db,
): Promise<KnownKey> {
  const found = (await listKeys(owner, on)).find((key) => key.id === id)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** The owners of keys, with their usual names, by `directoryKey`; leaves out keys without an owner. */
export async function findOwners(
  keys: readonly (SourceKey & { source: Source })[],
  on: Kysely<DB> = db,
): Promise<Map<string, { owner: KeyOwner; name: string }>> {
  if (keys.length === 0) return new Map()
  const rows = await on
    .selectFrom('source_keys')
    .leftJoin('drivers', 'drivers.id', 'driver_id')
    .leftJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['source', 'kind', 'value', 'driver_id', 'vehicle_id', 'drivers.name', 'ref', 'plate'])
    .select((of) => of.selectFrom('company').select('name').limit(1).as('company'))
    .where(isOneOfKeys(keys))
    .execute()
  return new Map(
    rows.map((row) => [
      directoryKey(row.source as Source, { kind: row.kind as KeyKind, value: row.value }),
      row.driver_id
        ? { owner: { driverId: row.driver_id }, name: `${row.name} (${row.ref})` }
        : row.vehicle_id
          ? { owner: { vehicleId: row.vehicle_id }, name: showPlate(row.plate ?? '') }
          : { owner: { company: true }, name: row.company ?? '' },
    ]),
  )
}

/** SQL condition that a row's source, kind and value are one of these keys. */
export function isOneOfKeys(keys: readonly (SourceKey & { source: Source })[]) {
  return sql<boolean>`(source, kind, value) in (select * from unnest(${keys.map(({ source }) => source)}::text[],
    ${keys.map(({ kind }) => kind)}::text[], ${keys.map(({ value }) => value)}::text[]))`
}

/** A key with its owner: the answer to the question whose it is. */
export type Answer = KnownKey & { owner: KeyOwner; name: string }

/** Every key, the newest first, and their number; `q` is part of a value or of an owner's name. */
export async function listAnswers(
  { q, limit, offset }: { q: string; limit: number; offset: number },
  on: Kysely<DB> = db,
): Promise<{ answers: Answer[]; count: number }> {
  const like = `%${q.replaceAll(/[%_\\]/g, '\\$&')}%`
  const found = selectAnswers(on).where((key) =>
    key.or([
      key('value', 'ilike', like),
      key('drivers.name', 'ilike', like),
      key('drivers.ref', 'ilike', like),
      key('plate', 'ilike', like),
    ]),
  )
  const [rows, { count }] = await Promise.all([
    found.orderBy('source_keys.id', 'desc').limit(limit).offset(offset).execute(),
    found
      .clearSelect()
      .select((of) => of.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  ])
  return { answers: namesApart(rows).map(answerOf), count }
}

/** One answer. Refuses `record.not-found`. */
export async function getAnswer(id: number, on: Kysely<DB> = db): Promise<Answer> {
  const row = await selectAnswers(on)
    .where('source_keys.id', '=', Number.isSafeInteger(id) ? id : -1)
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return answerOf(row)
}

function selectAnswers(on: Kysely<DB>) {
  return on
    .selectFrom('source_keys')
    .leftJoin('users', 'users.uid', 'source_keys.created_by')
    .leftJoin('drivers', 'drivers.id', 'driver_id')
    .leftJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select([
      'source_keys.id',
      'source',
      'kind',
      'value',
      'driver_id',
      'vehicle_id',
      'drivers.ref',
      'drivers.name',
      'plate',
    ])
    .select(['source_keys.created_at as at', personName().as('by')])
}

type AnswerRow = Awaited<ReturnType<ReturnType<typeof selectAnswers>['executeTakeFirstOrThrow']>>

function answerOf({ driver_id, vehicle_id, name, plate, at, ...key }: AnswerRow): Answer {
  const owner = driver_id
    ? { driverId: driver_id }
    : vehicle_id
      ? { vehicleId: vehicle_id }
      : { company: true as const }
  return { ...key, at: at.toString(), owner, name: name ?? (plate === null ? '' : showPlate(plate)) }
}
