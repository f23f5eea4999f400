import { showPlate } from '#domain/identifiers.ts'
import { driverAt } from '#domain/matching.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { keepAttachment } from '#features/files/commands.server.ts'
import { standingDriver } from '#features/fleet/standing/queries.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { getAccident } from './queries.server.ts'
import { type AccidentInput, accidentRecord } from './schema.ts'

/**
 * Writes an accident down, with whoever had the car at that minute; answers its id. Refuses `accident.in-future`,
 * `accident.told-in-future`, `record.not-found` for no such car, and what `keepAttachment` refuses of the declaration.
 */
export async function recordAccident(deed: Deed, vehicleId: string, input: AccidentInput): Promise<string> {
  const { id: car, plate } = await getVehicle(vehicleId, deed.tx)
  const { id } = await deed.tx
    .insertInto('accidents')
    .values({
      ...(await columnsOf(deed, car, input)),
      ...{ vehicle_id: car, created_at: deed.now.toString(), created_by: deed.actor.uid },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { driver } = await getAccident(car, id, deed.tx)
  note(deed, { car, driverId: driver?.id ?? null }, { accident: id, plate: showPlate(plate), at: input.at.toString() })
  return id
}

/** Writes what became known since into it. Refuses as `recordAccident`, and `record.not-found` for another car's. */
export async function saveAccident(deed: Deed, vehicleId: string, id: string, input: AccidentInput): Promise<void> {
  const before = await getAccident(vehicleId, id, deed.tx)
  await deed.tx
    .updateTable('accidents')
    .set(await columnsOf(deed, before.vehicle.id, input))
    .where('id', '=', before.id)
    .execute()
  deed.note({
    subject: `vehicle:${before.vehicle.id}`,
    before: accidentRecord.only(before),
    after: { accident: before.id, ...accidentRecord.only(input) },
  })
}

/**
 * It was written down by mistake, and is none; its damage is of no accident. Refuses `record.not-found` for another car's, and one
 * that was withdrawn already.
 */
export async function withdrawAccident(deed: Deed, vehicleId: string, id: string, reason: string): Promise<void> {
  const { vehicle, driver, at } = await getAccident(vehicleId, id, deed.tx)
  await deed.tx
    .updateTable('accidents')
    .set({ withdrawn_at: deed.now.toString(), withdraw_reason: reason })
    .where('id', '=', id)
    .execute()
  await deed.tx.updateTable('damages').set({ accident_id: null }).where('accident_id', '=', id).execute()
  note(
    deed,
    { car: vehicle.id, driverId: driver?.id ?? null },
    { accident: id, plate: showPlate(vehicle.plate), at, reason },
  )
}

/** A declaration that is not sent again stays. */
async function columnsOf(deed: Deed, vehicleId: string, { at, form, ...said }: AccidentInput) {
  if (Temporal.Instant.compare(at, deed.now) > 0) throw new Refusal('accident.in-future')
  const today = deed.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  if (said.reportedOn !== null && said.reportedOn > today) throw new Refusal('accident.told-in-future')
  const holder = driverAt(await listAssignments(vehicleId, deed.tx), at)
  const kept = await keepAttachment(deed.tx, form)
  return {
    ...accidentRecord.columns(said),
    ...{ place: said.place, amicable: said.amicable, injured: said.injured },
    ...{ happened_at: at.toString(), driver_id: holder === null ? null : await standingDriver(holder, deed.tx) },
    ...(kept ? { form_sha256: kept.sha256, form_name: kept.name } : {}),
  }
}

function note(
  deed: Deed,
  { car, driverId }: { car: string; driverId: string | null },
  after: Record<string, string>,
): void {
  for (const subject of [`vehicle:${car}`, ...(driverId ? [`driver:${driverId}`] : [])]) deed.note({ subject, after })
}
