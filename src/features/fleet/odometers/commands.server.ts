import { contradicts, leaps } from '#domain/odometer.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { keepAttachment } from '#features/files/commands.server.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { getReading, listReadings } from './queries.server.ts'
import type { ReadingInput } from './schema.ts'

/**
 * Writes a reading down. Refuses `record.not-found` for no such car, `odometer.in-future`, `odometer.known` where that
 * moment was read, `odometer.contradicts` for less than before (or more than after) and `odometer.leaps` for more than a
 * car drives in that time, both without a reason, and what `keepAttachment` refuses of the photo.
 */
export async function addReading(
  deed: Deed,
  vehicleId: string,
  { at, kilometres, reason, photo }: ReadingInput,
): Promise<void> {
  await getVehicle(vehicleId, deed.tx)
  // One at a time of one car: of two at once, neither would see that it contradicts the other.
  await deed.tx.selectFrom('vehicles').select('id').where('id', '=', vehicleId).forUpdate().execute()
  if (Temporal.Instant.compare(at, deed.now) > 0) throw new Refusal('odometer.in-future')
  const others = (await listReadings(vehicleId, deed.tx))
    .filter(({ withdrawn }) => withdrawn === null)
    .map((one) => ({ at: Temporal.Instant.from(one.at), kilometres: one.kilometres }))
  if (others.some((one) => one.at.equals(at))) throw new Refusal('odometer.known')
  if (reason === '' && contradicts({ at, kilometres }, others)) throw new Refusal('odometer.contradicts')
  if (reason === '' && leaps({ at, kilometres }, others)) throw new Refusal('odometer.leaps')
  const kept = await keepAttachment(deed.tx, photo)
  await deed.tx
    .insertInto('odometer_readings')
    .values({
      vehicle_id: vehicleId,
      read_at: at.toString(),
      kilometres,
      reason,
      file_sha256: kept?.sha256 ?? null,
      file_name: kept?.name ?? null,
      created_at: deed.now.toString(),
      created_by: deed.actor.uid,
    })
    .execute()
  deed.note({ subject: `vehicle:${vehicleId}`, after: { at: at.toString(), kilometres, reason } })
}

/** Takes a wrong reading back, with its reason; it stays to be seen. Refuses `record.not-found`. */
export async function withdrawReading(deed: Deed, vehicleId: string, id: number, reason: string): Promise<void> {
  const { at, kilometres } = await getReading(vehicleId, id, deed.tx)
  await deed.tx
    .updateTable('odometer_readings')
    .set({ withdrawn_at: deed.now.toString(), withdrawn_by: deed.actor.uid, withdraw_reason: reason })
    .where('id', '=', id)
    .execute()
  deed.note({ subject: `vehicle:${vehicleId}`, before: { at, kilometres }, after: { withdrawn: reason } })
}
