import type { Tx } from '#db/client.server.ts'
import { inParts } from '#db/parts.ts'
import { type Reading, contradicts, leaps } from '#domain/odometer.ts'
import { Refusal } from '#domain/refusal.ts'
import { type TrackedTrip, kilometresAt } from '#domain/tracked-odometer.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { keepAttachment } from '#features/files/commands.server.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { type Unread, getReading, listLive, listReadings, listUnread } from './queries.server.ts'
import type { ReadingInput } from './schema.ts'

/**
 * Writes a reading down. Refuses `record.not-found` for no such car, `odometer.in-future`, `odometer.known` where that
 * moment was read, `odometer.contradicts` for less than before (or more than after) and `odometer.leaps` for more than a
 * car drives in that time, both without a reason, and what `keepAttachment` refuses of the photo.
 */
export async function addReading(
  change: Change,
  vehicleId: string,
  { at, kilometres, reason, photo }: ReadingInput,
): Promise<void> {
  await getVehicle(vehicleId, change.tx)
  // One at a time of one car: of two at once, neither would see that it contradicts the other.
  await change.tx.selectFrom('vehicles').select('id').where('id', '=', vehicleId).forUpdate().execute()
  if (Temporal.Instant.compare(at, change.now) > 0) throw new Refusal('odometer.in-future')
  const others = (await listReadings(vehicleId, change.tx))
    .filter(({ withdrawn }) => withdrawn === null)
    .map((one) => ({ at: Temporal.Instant.from(one.at), kilometres: one.kilometres }))
  if (others.some((one) => one.at.equals(at))) throw new Refusal('odometer.known')
  if (reason === '' && contradicts({ at, kilometres }, others)) throw new Refusal('odometer.contradicts')
  if (reason === '' && leaps({ at, kilometres }, others)) throw new Refusal('odometer.leaps')
  const kept = await keepAttachment(change.tx, photo)
  await change.tx
    .insertInto('odometer_readings')
    .values({
      vehicle_id: vehicleId,
      read_at: at.toString(),
      kilometres,
      reason,
      file_sha256: kept?.sha256 ?? null,
      file_name: kept?.name ?? null,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .execute()
  change.note({ subject: `vehicle:${vehicleId}`, after: { at: at.toString(), kilometres, reason } })
}

/** Takes a wrong reading back, with its reason; it stays to be seen. Refuses `record.not-found`. */
export async function withdrawReading(change: Change, vehicleId: string, id: number, reason: string): Promise<void> {
  const { at, kilometres } = await getReading(vehicleId, id, change.tx)
  await change.tx
    .updateTable('odometer_readings')
    .set({ withdrawn_at: change.now.toString(), withdrawn_by: change.actor.uid, withdraw_reason: reason })
    .where('id', '=', id)
    .execute()
  change.note({ subject: `vehicle:${vehicleId}`, before: { at, kilometres }, after: { withdrawn: reason } })
}

/** What a tracker said of the cars that nobody read: how many readings that made, and of which cars they cannot be true. */
export type Tracked = { added: number; contradicted: readonly Unread[] }

/**
 * Writes down what a tracker says of each moment that counts and that nobody read (`listUnread`): where its trips say that the car stood
 * there. One that contradicts what a person wrote is left out and named: a person decides. Trips are by plate, letters and digits alone.
 */
export async function addTracked(
  tx: Tx,
  {
    tracker,
    trips,
    now,
  }: { tracker: string; trips: ReadonlyMap<string, readonly TrackedTrip[]>; now: Temporal.Instant },
): Promise<Tracked> {
  const read = (await listUnread(now, tx)).flatMap((one) => {
    const kilometres = kilometresAt(one.at, trips.get(one.key) ?? [])
    return kilometres === null ? [] : [{ ...one, kilometres }]
  })
  if (read.length === 0) return { added: 0, contradicted: [] }
  const cars = [...new Set(read.map(({ vehicleId }) => vehicleId))].toSorted()
  // One at a time of one car, as with people's.
  await tx.selectFrom('vehicles').select('id').where('id', 'in', cars).orderBy('id').forUpdate().execute()
  const known = Map.groupBy(await listLive(cars, tx), ({ vehicleId }) => vehicleId)
  const [good, contradicted]: [typeof read, Unread[]] = [[], []]
  for (const { kilometres, ...one } of read) {
    const others: readonly Reading[] = known.get(one.vehicleId) ?? []
    const reading = { at: one.at, kilometres }
    if (others.some(({ at }) => at.equals(one.at))) continue
    if (contradicts(reading, others) || leaps(reading, others)) contradicted.push(one)
    else good.push({ ...one, kilometres })
  }
  for (const part of inParts(good))
    await tx
      .insertInto('odometer_readings')
      .values(
        part.map(({ vehicleId, at, kilometres }) => ({
          vehicle_id: vehicleId,
          read_at: at.toString(),
          kilometres,
          tracker,
          created_at: now.toString(),
          created_by: null,
        })),
      )
      .execute()
  return { added: good.length, contradicted }
}
