import { sql } from 'kysely'
import type { z } from 'zod'
import { showPlate } from '#domain/identifiers.ts'
import { driverAt } from '#domain/matching.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { getAccident, getWithdrawnAccident } from './queries.server.ts'
import { type AccidentInput, type ReportedAccident, accidentRecord } from './schema.ts'

/**
 * Records an accident, with the driver who had the car at that minute; returns its id. Refuses `accident.in-future`,
 * `accident.told-in-future`, `record.not-found` when there is no such car, and what `saveAttachment` refuses of the
 * declaration.
 */
export async function recordAccident(change: Change, vehicleId: string, input: AccidentInput): Promise<string> {
  const { id: car, plate } = await getVehicle(vehicleId, change.tx)
  const { id } = await change.tx
    .insertInto('accidents')
    .values({
      ...(await columnsOf(change, car, input)),
      vehicle_id: car,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { driver } = await getAccident(car, id, change.tx)
  note(
    change,
    { car, driverId: driver?.id ?? null },
    { accident: id, plate: showPlate(plate), at: input.happenedAt.toString() },
  )
  return id
}

/**
 * Records the accident that a driver reported, with the photographed declaration and the driver who had the car;
 * returns its id.
 */
export async function saveReportedAccident(change: Change, report: ReportedAccident): Promise<string> {
  const { vehicle, holder, at, place, account } = report
  const form = await change.tx
    .selectFrom('damage_reports')
    .select(['form_sha256', 'form_name'])
    .where('id', '=', report.id)
    .executeTakeFirstOrThrow()
  const { id } = await change.tx
    .insertInto('accidents')
    .values({
      ...form,
      vehicle_id: vehicle.id,
      driver_id: holder?.id ?? null,
      happened_at: at,
      place,
      account,
      injured: report.injured ?? 'no',
      amicable: report.amicable ?? 'none',
      other_name: report.otherName ?? '',
      other_plate: report.otherPlate ?? '',
      other_insurer: report.otherInsurer ?? '',
      other_policy: report.otherPolicy ?? '',
      police: report.police ?? '',
      police_number: report.policeNumber ?? '',
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const about = { car: vehicle.id, driverId: holder?.id ?? null }
  note(change, about, { accident: id, plate: showPlate(vehicle.plate), at, place })
  return id
}

/**
 * Saves new facts about an accident. Refuses what `recordAccident` refuses, and `record.not-found` for an accident of
 * another car.
 */
export async function saveAccident(change: Change, vehicleId: string, id: string, input: AccidentInput): Promise<void> {
  const before = await getAccident(vehicleId, id, change.tx)
  await change.tx
    .updateTable('accidents')
    .set(await columnsOf(change, before.vehicle.id, input))
    .where('id', '=', before.id)
    .execute()
  change.note({
    subject: `vehicle:${before.vehicle.id}`,
    before: inHistory({ ...before, happenedAt: Temporal.Instant.from(before.happenedAt) }),
    after: { accident: before.id, ...inHistory(input) },
  })
}

/**
 * Withdraws an accident that was recorded by mistake; its damages then belong to no accident. Refuses
 * `record.not-found` for an accident of another car, and for one that was withdrawn already.
 */
export async function withdrawAccident(change: Change, vehicleId: string, id: string, reason: string): Promise<void> {
  const { vehicle, driver, happenedAt } = await getAccident(vehicleId, id, change.tx)
  const damages = await change.tx
    .updateTable('damages')
    .set({ accident_id: null })
    .where('accident_id', '=', id)
    .returning('id')
    .execute()
  await change.tx
    .updateTable('accidents')
    .set({
      withdrawn_at: change.now.toString(),
      withdraw_reason: reason,
      withdrawn_damages: damages.map((damage) => damage.id),
    })
    .where('id', '=', id)
    .execute()
  note(
    change,
    { car: vehicle.id, driverId: driver?.id ?? null },
    { accident: id, plate: showPlate(vehicle.plate), at: happenedAt, reason },
  )
}

/**
 * Restores an accident that was withdrawn by mistake, with the damages that it had and that belong to no other by now. Refuses
 * `record.not-found`, also for an accident that is not withdrawn.
 */
export async function restoreAccident(change: Change, vehicleId: string, id: string): Promise<void> {
  const { damages } = await getWithdrawnAccident(vehicleId, id, change.tx)
  await change.tx
    .updateTable('accidents')
    .set({ withdrawn_at: null, withdraw_reason: null, withdrawn_damages: null })
    .where('id', '=', id)
    .execute()
  await change.tx
    .updateTable('damages')
    .set({ accident_id: id })
    .where('id', '=', sql<string>`any(${damages}::uuid[])`)
    .where('accident_id', 'is', null)
    .execute()
  const { vehicle, driver, happenedAt } = await getAccident(vehicleId, id, change.tx)
  note(
    change,
    { car: vehicle.id, driverId: driver?.id ?? null },
    { accident: id, plate: showPlate(vehicle.plate), at: happenedAt },
  )
}

/** The columns of an accident; without a new declaration the stored one stays. */
async function columnsOf(change: Change, vehicleId: string, { form, ...fields }: AccidentInput) {
  if (Temporal.Instant.compare(fields.happenedAt, change.now) > 0) throw new Refusal('accident.in-future')
  const today = change.now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  if (fields.reportedOn !== null && fields.reportedOn > today) throw new Refusal('accident.told-in-future')
  const holder = driverAt(await listAssignments(vehicleId, change.tx), fields.happenedAt)
  const kept = await saveAttachment(change.tx, form)
  return {
    ...accidentRecord.columns(fields),
    place: fields.place,
    amicable: fields.amicable,
    injured: fields.injured,
    happened_at: fields.happenedAt.toString(),
    driver_id: holder === null ? null : await currentDriver(holder, change.tx),
    ...(kept ? { form_sha256: kept.sha256, form_name: kept.name } : {}),
  }
}

function inHistory(accident: z.output<typeof accidentRecord.input>) {
  return { ...accidentRecord.only(accident), happenedAt: accident.happenedAt.toString() }
}

function note(
  change: Change,
  { car, driverId }: { car: string; driverId: string | null },
  after: Record<string, string>,
): void {
  for (const subject of [`vehicle:${car}`, ...(driverId ? [`driver:${driverId}`] : [])]) change.note({ subject, after })
}
