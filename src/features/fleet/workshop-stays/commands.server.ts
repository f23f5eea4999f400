import { showPlate } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { findOpenStay, listStays } from './queries.server.ts'
import type { StayAct, StayView } from './schema.ts'

type Act<Intent extends StayAct['intent']> = Omit<Extract<StayAct, { intent: Intent }>, 'intent'>

/**
 * Records that a car came into a workshop; its record says so until it comes back. Refuses `vehicle.in-workshop` while
 * it is in one, and `vehicle.gone` once it left the fleet.
 */
export async function beginStay(change: Change, vehicleId: string, stay: Act<'stay'>): Promise<void> {
  const car = await lockCar(change, vehicleId)
  if (car.status === 'sold') throw new Refusal('vehicle.gone', { plate: showPlate(car.plate) })
  if (await findOpenStay(car.id, change.tx)) throw new Refusal('vehicle.in-workshop', { plate: showPlate(car.plate) })
  await change.tx
    .insertInto('workshop_stays')
    .values({
      vehicle_id: car.id,
      since: stay.since,
      expected_on: stay.expectedOn,
      workshop: stay.workshop,
      why: stay.why,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .execute()
  await setStatus(change, car.id, 'maintenance')
  note(change, car, { from: stay.since, ...(stay.why ? { what: stay.why } : {}) })
}

/**
 * Records the day on which a car came back from the workshop. Refuses `vehicle.stay-ended` when it is back already,
 * `vehicle.back-before-it-came`, and `record.not-found`.
 */
export async function endStay(change: Change, vehicleId: string, { stay: id, until }: Act<'end-stay'>): Promise<void> {
  const car = await lockCar(change, vehicleId)
  const stay = await getStay(change, car.id, id)
  if (stay.until !== null) throw new Refusal('vehicle.stay-ended')
  if (until < stay.since) throw new Refusal('vehicle.back-before-it-came')
  await change.tx.updateTable('workshop_stays').set({ until }).where('id', '=', stay.id).execute()
  await setStatus(change, car.id, 'active')
  note(change, car, { from: stay.since, until })
}

/**
 * Takes the end of a stay back: the car is in the workshop again. Refuses `vehicle.in-workshop` while it is in one, and
 * `record.not-found`.
 */
export async function resumeStay(change: Change, vehicleId: string, { stay: id }: Act<'resume-stay'>): Promise<void> {
  const car = await lockCar(change, vehicleId)
  const stay = await getStay(change, car.id, id)
  if (await findOpenStay(car.id, change.tx)) throw new Refusal('vehicle.in-workshop', { plate: showPlate(car.plate) })
  if (car.status === 'sold') throw new Refusal('vehicle.gone', { plate: showPlate(car.plate) })
  await openAgain(change, car.id, stay)
  note(change, car, { from: stay.since })
}

/** Withdraws a stay that never was, with a reason. Refuses `record.not-found`. */
export async function withdrawStay(
  change: Change,
  vehicleId: string,
  { stay: id, reason }: Act<'withdraw-stay'>,
): Promise<void> {
  const car = await lockCar(change, vehicleId)
  const stay = await getStay(change, car.id, id)
  await change.tx
    .updateTable('workshop_stays')
    .set({ withdrawn_at: change.now.toString(), withdraw_reason: reason })
    .where('id', '=', stay.id)
    .execute()
  if (stay.until === null) await setStatus(change, car.id, 'active')
  note(change, car, { from: stay.since, state: 'withdrawn', reason })
}

/** Ends the stay of a car with its work: recorded work since the day of the stay is why the car was there. */
export async function endStayByWork(
  change: Change,
  vehicleId: string,
  { job, inSince, on }: { job: string; inSince: string | null; on: string },
): Promise<void> {
  const car = await lockCar(change, vehicleId)
  const stay = await findOpenStay(car.id, change.tx)
  if (stay === null || stay.since !== inSince) return
  await change.tx.updateTable('workshop_stays').set({ until: on, ended_by: job }).where('id', '=', stay.id).execute()
  await setStatus(change, car.id, 'active')
}

/** Opens the stay again that withdrawn work had ended, unless the car is in a workshop again or left the fleet. */
export async function resumeStayOfWork(change: Change, vehicleId: string, job: string): Promise<void> {
  const car = await lockCar(change, vehicleId)
  const ended = await change.tx
    .selectFrom('workshop_stays')
    .select('id')
    .where('ended_by', '=', readRecordId(job))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!ended || car.status === 'sold' || (await findOpenStay(car.id, change.tx))) return
  await openAgain(change, car.id, ended)
}

async function openAgain(change: Change, vehicleId: string, { id }: { id: string }): Promise<void> {
  await change.tx.updateTable('workshop_stays').set({ until: null, ended_by: null }).where('id', '=', id).execute()
  await setStatus(change, vehicleId, 'maintenance')
}

/** A car that somebody recorded in another state meanwhile keeps that state. */
async function setStatus({ tx }: Change, vehicleId: string, status: 'active' | 'maintenance'): Promise<void> {
  await tx
    .updateTable('vehicles')
    .set({ status })
    .where('id', '=', vehicleId)
    .where('status', '=', status === 'active' ? 'maintenance' : 'active')
    .execute()
}

async function getStay({ tx }: Change, vehicleId: string, id: string): Promise<StayView> {
  const stay = (await listStays(vehicleId, tx)).find((candidate) => candidate.id === id)
  if (!stay) throw new Refusal('record.not-found')
  return stay
}

/** Locks a car, so that only one person at a time says where it is. */
async function lockCar({ tx }: Change, vehicleId: string) {
  await tx.selectFrom('vehicles').select('id').where('id', '=', readRecordId(vehicleId)).forUpdate().execute()
  return getVehicle(vehicleId, tx)
}

function note(change: Change, { id, plate }: { id: string; plate: string }, after: Record<string, string>): void {
  change.note({ subject: `vehicle:${id}`, after: { plate: showPlate(plate), ...after } })
}
