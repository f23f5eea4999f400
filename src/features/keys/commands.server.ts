import type { Source, SourceKey } from '#domain/import.ts'
import type { KeyOwner } from '#domain/matching.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { findOwner, getAnswer, getKey } from './queries.server.ts'

/**
 * Remembers that a platform's name means this driver, this car or the company. Answers whether it is new.
 * Refuses `key.taken`, naming whom, when it already means somebody else.
 */
export async function addKey(deed: Deed, source: Source, key: SourceKey, owner: KeyOwner): Promise<boolean> {
  const written = await deed.tx
    .insertInto('source_keys')
    .values({
      source,
      kind: key.kind,
      value: key.value,
      driver_id: 'driverId' in owner ? owner.driverId : null,
      vehicle_id: 'vehicleId' in owner ? owner.vehicleId : null,
      company: 'company' in owner,
      created_at: deed.now.toString(),
      created_by: deed.actor.uid,
    })
    .onConflict((conflict) => conflict.columns(['source', 'kind', 'value']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (written) {
    deed.note({ subject: subjectOf(owner), after: { source, kind: key.kind, value: key.value } })
    return true
  }

  const known = await findOwner(source, key, deed.tx)
  if (known && subjectOf(known.owner) === subjectOf(owner)) return false
  throw new Refusal('key.taken', { value: key.value, owner: known?.name ?? '' })
}

/** Forgets a key of this owner. Refuses `record.not-found` when it isn't his. */
export async function removeKey(
  deed: Deed,
  id: number,
  owner: { driverId: string } | { vehicleId: string },
): Promise<void> {
  const { source, kind, value } = await getKey(id, owner, deed.tx)
  await deed.tx.deleteFrom('source_keys').where('id', '=', id).execute()
  deed.note({ subject: subjectOf(owner), before: { source, kind, value } })
}

/** Forgets a key, whoever it names: its rows ask again whose they are. Refuses `record.not-found`. */
export async function forgetKey(deed: Deed, id: number): Promise<void> {
  const { source, kind, value, owner } = await getAnswer(id, deed.tx)
  await deed.tx.deleteFrom('source_keys').where('id', '=', id).execute()
  deed.note({ subject: subjectOf(owner), before: { source, kind, value } })
}

function subjectOf(owner: KeyOwner): string {
  if ('driverId' in owner) return `driver:${owner.driverId}`
  if ('vehicleId' in owner) return `vehicle:${owner.vehicleId}`
  return 'company'
}
