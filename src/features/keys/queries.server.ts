import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Source, SourceKey } from '#domain/import.ts'
import type { KeyOwner } from '#domain/matching.ts'
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
    .select(['id', 'source', 'kind', 'value', 'source_keys.created_at', 'users.email as by'])
    .where((key) =>
      'driverId' in owner ? key('driver_id', '=', owner.driverId) : key('vehicle_id', '=', owner.vehicleId),
    )
    .orderBy('source')
    .orderBy('kind')
    .orderBy('value')
    .execute()
  return rows.map(({ created_at, ...key }) => ({ ...key, at: created_at.toString() }))
}

/** One key of an owner. Refuses `record.not-found`, also for somebody else's. */
export async function getKey(id: number, owner: { driverId: string } | { vehicleId: string }): Promise<KnownKey> {
  const found = (await listKeys(owner)).find((key) => key.id === id)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** Whose a key is, with the name a person knows it by; `null` when nobody has it. */
export async function findOwner(
  source: Source,
  key: SourceKey,
  on: Kysely<DB> = db,
): Promise<{ owner: KeyOwner; name: string } | null> {
  const row = await on
    .selectFrom('source_keys')
    .leftJoin('drivers', 'drivers.id', 'driver_id')
    .leftJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['driver_id', 'vehicle_id', 'drivers.name', 'ref', 'plate'])
    .where('source', '=', source)
    .where('kind', '=', key.kind)
    .where('value', '=', key.value)
    .executeTakeFirst()
  if (!row) return null
  if (row.driver_id) return { owner: { driverId: row.driver_id }, name: `${row.name} (${row.ref})` }
  if (row.vehicle_id) return { owner: { vehicleId: row.vehicle_id }, name: row.plate ?? '' }
  const company = await on.selectFrom('company').select('name').executeTakeFirst()
  return { owner: { company: true }, name: company?.name ?? '' }
}
