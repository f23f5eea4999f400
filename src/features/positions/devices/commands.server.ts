import type { Tx } from '#db/client.server.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { requireCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { getDevice } from './queries.server.ts'
import type { DeviceInput } from './schema.ts'

/** Letters of a token that are shown, to tell it from others. */
const SHOWN_LETTERS = 4

/**
 * Makes a device; answers its token, which is never shown again. A tracker behind a server has none: the server's token
 * counts. Refuses `record.not-found`, `position.own-car` for a driver's own car, `position.known` when another device
 * has that name.
 */
export async function makeDevice(
  change: Change,
  { kind, name, vehicleId, driverId, knownAs }: DeviceInput,
): Promise<{ id: number; token: string | null }> {
  if (vehicleId !== null) await requireFleetCar(change, vehicleId)
  if (driverId !== null) await requireCurrent(driverId, change.tx)
  if (knownAs !== '') await requireFree(change.tx, knownAs)
  const token = kind === 'tracker' ? null : newSecret()
  const { id } = await change.tx
    .insertInto('position_devices')
    .values({
      kind,
      name,
      vehicle_id: vehicleId,
      driver_id: driverId,
      known_as: knownAs || null,
      ...tokenColumns(token),
      made_at: change.now.toString(),
      made_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: `device:${id}`, after: { kind, name, vehicleId, driverId, knownAs } })
  return { id, token }
}

/** Replaces the token of a device; the old one is no longer valid. Refuses `record.not-found`. */
export async function renewToken(change: Change, id: number): Promise<string> {
  const { kind } = await getDevice(id, change.now, change.tx)
  if (kind === 'tracker' || kind === 'file') throw new Refusal('record.not-found')
  const token = newSecret()
  await change.tx.updateTable('position_devices').set(tokenColumns(token)).where('id', '=', id).execute()
  change.note({ subject: `device:${id}`, after: { newToken: true } })
  return token
}

/**
 * Ends a device: nothing more is accepted from it, and its fixes stay as long as any others. Refuses
 * `record.not-found`.
 */
export async function endDevice(change: Change, id: number): Promise<void> {
  const { name } = await getDevice(id, change.now, change.tx)
  await change.tx
    .updateTable('position_devices')
    .set({ ended_at: change.now.toString(), ended_by: change.actor.uid })
    .where('id', '=', id)
    .execute()
  change.note({ subject: `device:${id}`, before: { name }, after: null })
}

function tokenColumns(token: string | null) {
  return { token_hash: token === null ? null : hashOfSecret(token), token_ends: token?.slice(-SHOWN_LETTERS) ?? null }
}

async function requireFleetCar({ tx }: Change, vehicleId: string): Promise<void> {
  const { id } = await getVehicle(vehicleId, tx)
  const title = await tx.selectFrom('vehicle_titles').select('title').where('vehicle_id', '=', id).executeTakeFirst()
  if (title?.title === 'driver') throw new Refusal('position.own-car')
}

async function requireFree(tx: Tx, knownAs: string): Promise<void> {
  const namesake = await tx
    .selectFrom('position_devices')
    .select('name')
    .where('known_as', '=', knownAs)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (namesake) throw new Refusal('position.known', { device: namesake.name })
}
