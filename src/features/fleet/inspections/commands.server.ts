import type { Tx } from '#db/client.server.ts'
import { showPlate } from '#domain/identifiers.ts'
import { driverAt } from '#domain/matching.ts'
import { contradicts, isImpossibleReading } from '#domain/odometer.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { overlaps } from '#domain/vehicle.ts'
import { minuteOf } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { savePicture } from '#features/files/commands.server.ts'
import { lockDamage } from '#features/fleet/damages/commands.server.ts'
import { findPayer } from '#features/fleet/damages/queries.server.ts'
import { getDriver } from '#features/fleet/drivers/queries.server.ts'
import { addReading } from '#features/fleet/odometers/commands.server.ts'
import { listLiveReadings } from '#features/fleet/odometers/queries.server.ts'
import { requireCurrent, currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { endAssignment, handOver, mayBeGiven } from '#features/fleet/vehicles/commands.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { getInspection } from './queries.server.ts'
import type { InspectionDoubt, InspectionInput } from './schema.ts'

/**
 * Saves an inspection and carries out its hand-over: gives the car to the driver, or takes it back. Returns its id;
 * for an inspection that was sent twice, the same id. Refuses `inspection.in-future`, `odometer.contradicts` for
 * fewer kilometres than before and `odometer.leaps` for far more when no reason is given, `inspection.not-holder` for
 * a car returned by somebody who does not have it, `inspection.known` for the same hand-over in the same minute, and
 * what `handOver` and `cleanUpload` refuse. A late inspection is not refused for its moment, kilometres or holder; it
 * gets a doubt instead.
 */
export async function recordInspection(change: Change, vehicleId: string, input: InspectionInput): Promise<string> {
  const { plate } = await getVehicle(vehicleId, change.tx)
  // Lock the car, so that of two simultaneous inspections the second finds the first.
  await change.tx.selectFrom('vehicles').select('id').where('id', '=', vehicleId).forUpdate().execute()
  const known = change.tx.selectFrom('inspections').select('id').where('sent_key', '=', input.sentKey)
  const earlier = await known.executeTakeFirst()
  if (earlier) return earlier.id

  const isAhead = Temporal.Instant.compare(input.at, change.now) > 0
  if (isAhead && !input.isLate) throw new Refusal('inspection.in-future')
  // A phone's clock may be ahead, but nothing can have happened after it arrived here.
  const at = isAhead ? change.now : input.at
  const driverId = input.driverId === null ? null : await personOf(change.tx, input.driverId, input.isLate)
  const doubts: InspectionDoubt[] = []
  if (!(await readOdometer(change, vehicleId, { ...input, at }))) doubts.push('kilometres')
  if (
    driverId !== null &&
    !(await moveCar(change, vehicleId, { kind: input.kind, driverId, at, isLate: input.isLate }))
  )
    doubts.push('holder')
  if (driverId !== null) {
    const same = await findSame(change.tx, { vehicleId, kind: input.kind, driverId, at })
    // A car changes hands at most once a minute: either the minute is wrong, or the hand-over is recorded already.
    if (same && minuteOf(same).equals(minuteOf(at)) && !input.isLate) throw new Refusal('inspection.known')
    if (same) doubts.push('twice')
  }
  if (input.isHourOpen) doubts.push('hour')
  if (input.driverSigned !== null && input.driverRefused !== null) doubts.push('signature')

  const { id } = await change.tx
    .insertInto('inspections')
    .values({
      sent_key: input.sentKey,
      vehicle_id: vehicleId,
      kind: input.kind,
      driver_id: driverId,
      at: at.toString(),
      kilometres: input.kilometres,
      energy: input.energy,
      notes: input.notes,
      checklist: JSON.stringify(input.checklist),
      doubts: JSON.stringify(doubts),
      office_signed: input.officeSigned,
      driver_signed: input.driverSigned,
      driver_refused: input.driverRefused,
      office_signature_sha256: await savePicture(change.tx, input.officeSignature),
      driver_signature_sha256: await savePicture(change.tx, input.driverSignature),
      received_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const { side, file, reason } of input.sides) {
    const sha256 = await saveSide(change.tx, side, file)
    if (sha256 === null && reason === '') continue
    const photo = { inspection_id: id, side, file_sha256: sha256, missing_reason: sha256 === null ? reason : null }
    await change.tx.insertInto('inspection_photos').values(photo).execute()
  }
  await markDamages(change, { id, vehicleId, driverId, kind: input.kind }, input.damages)
  const after = { plate: showPlate(plate), kind: input.kind, at: at.toString(), kilometres: input.kilometres }
  for (const subject of [`vehicle:${vehicleId}`, ...(driverId ? [`driver:${driverId}`] : [])])
    change.note({ subject, after: { inspection: id, ...after, marked: input.damages.length } })
  return id
}

/**
 * Corrects the driver of a hand-over or return that was recorded with the wrong one; its new damages without a proposal go along. Who had
 * the car is corrected apart, with the week that it changes in sight. Refuses `record.not-found` for a check, which has no driver,
 * `inspection.same-driver`, `damage.charged-to` while somebody pays for one of its damages, and what `requireCurrent` refuses.
 */
export async function correctInspectionDriver(
  change: Change,
  vehicleId: string,
  id: string,
  { driverId, reason }: { driverId: string; reason: string },
): Promise<void> {
  await change.tx
    .selectFrom('inspections')
    .select('id')
    .where('id', '=', readRecordId(id))
    .forNoKeyUpdate()
    .executeTakeFirst()
  const { driver, kind, at, vehicle, damages } = await getInspection(vehicleId, id, change.tx)
  if (driver === null) throw new Refusal('record.not-found')
  if (driver.id === driverId) throw new Refusal('inspection.same-driver', { driver: driver.name })
  await requireCurrent(driverId, change.tx)
  for (const { id: damageId } of damages) {
    await lockDamage(change, damageId)
    const payer = await findPayer(damageId, change.tx)
    if (payer) throw new Refusal('damage.charged-to', { driver: payer.name })
  }
  await change.tx
    .updateTable('inspections')
    .set({ driver_id: driverId, driver_corrected_at: change.now.toString() })
    .where('id', '=', id)
    .execute()
  await change.tx
    .updateTable('damages')
    .set({ driver_id: driverId })
    .where('inspection_id', '=', id)
    .where('driver_id', '=', driver.id)
    .where('proposed_at', 'is', null)
    .execute()
  const { name } = await getDriver(driverId, change.tx)
  const shown = { inspection: id, plate: showPlate(vehicle.plate), kind, at }
  for (const subject of [`vehicle:${vehicleId}`, `driver:${driver.id}`, `driver:${driverId}`])
    change.note({ subject, before: { ...shown, driver: driver.name }, after: { ...shown, driver: name, reason } })
}

/** Hours within which two hand-overs of one car to one driver are probably the same one. */
const SAME_HAND_OVER = 2

type HandOver = Pick<InspectionInput, 'kind' | 'at'> & { vehicleId: string; driverId: string }

/** The moment of the same hand-over, if it was recorded already; otherwise `null`. */
async function findSame(tx: Tx, { vehicleId, kind, driverId, at }: HandOver): Promise<Temporal.Instant | null> {
  const near = await tx
    .selectFrom('inspections')
    .select(['kind', 'driver_id', 'at'])
    .where('vehicle_id', '=', vehicleId)
    .where('kind', '<>', 'check')
    .where('at', '>', at.subtract({ hours: SAME_HAND_OVER }))
    .where('at', '<', at.add({ hours: SAME_HAND_OVER }))
    .execute()
  const secondsTo = (other: Temporal.Instant) => at.since(other).abs().total('seconds')
  // Compare only with the nearest: a car that came back in between may well be given to the same driver again.
  const [nearest] = near.toSorted((a, b) => secondsTo(a.at) - secondsTo(b.at))
  return nearest?.kind === kind && nearest.driver_id === driverId ? nearest.at : null
}

/**
 * The driver who takes or gives back the car. If the record was merged while a phone waited for the network, it is
 * the record in which it continues.
 */
async function personOf(tx: Tx, id: string, isLate: boolean): Promise<string> {
  if (isLate) return currentDriver(id, tx)
  await requireCurrent(id, tx)
  return id
}

/**
 * Records the kilometres as a reading at that moment. Returns `false` when a late reading contradicts others and
 * nobody gave a reason.
 */
async function readOdometer(
  change: Change,
  vehicleId: string,
  {
    at,
    kilometres,
    kilometresReason,
    isLate,
  }: Pick<InspectionInput, 'at' | 'kilometres' | 'kilometresReason' | 'isLate'>,
): Promise<boolean> {
  const others = await listLiveReadings([vehicleId], change.tx)
  const same = others.find((reading) => reading.at.equals(at))
  if (same?.kilometres === kilometres) return true
  const isBackwards = same !== undefined || contradicts({ at, kilometres }, others)
  const isDoubtful = isBackwards || isImpossibleReading({ at, kilometres }, others)
  if (same || (isDoubtful && kilometresReason === '')) {
    if (!isLate) throw new Refusal(isBackwards ? 'odometer.contradicts' : 'odometer.leaps')
    return false
  }
  await addReading(change, vehicleId, { at, kilometres, reason: isDoubtful ? kilometresReason : '' })
  return true
}

type HandOverMove = { kind: InspectionInput['kind']; driverId: string; at: Temporal.Instant; isLate: boolean }

/**
 * Gives the car to a driver who takes it, or ends their assignment. Returns `false` when the inspection came too late
 * for that.
 */
async function moveCar(
  change: Change,
  vehicleId: string,
  { kind, driverId, at, isLate }: HandOverMove,
): Promise<boolean> {
  const assignments = await listAssignments(vehicleId, change.tx)
  const holder = driverAt(assignments, at)
  if (kind === 'in') {
    const held = assignments.find(
      (assignment) => assignment.driverId === driverId && driverAt([assignment], at) !== null,
    )
    if (held && (held.from === null || Temporal.Instant.compare(at, held.from) > 0)) {
      await endAssignment(change, vehicleId, held.id, at)
      return true
    }
    if (!isLate) throw new Refusal('inspection.not-holder')
    return false
  }
  if (holder === driverId) return true
  const later = { from: at, to: null }
  const isTaken = assignments.some((assignment) => assignment.driverId !== holder && overlaps(assignment, later))
  // The office decides on a hand-over that is over already; the inspection is saved in any case.
  if (isLate && (isTaken || !(await mayBeGiven(change, vehicleId, { driverId, ...later })))) return false
  await handOver(change, vehicleId, driverId, at)
  return true
}

type RecordedInspection = { id: string; vehicleId: string; driverId: string | null; kind: InspectionInput['kind'] }

/** Saves the marked damages; new damage at a return belongs to the driver who had the car. */
async function markDamages(
  change: Change,
  { id, vehicleId, driverId, kind }: RecordedInspection,
  marked: InspectionInput['damages'],
): Promise<void> {
  for (const { isNew, photo, ...damage } of marked)
    await change.tx
      .insertInto('damages')
      .values({
        ...damage,
        inspection_id: id,
        vehicle_id: vehicleId,
        is_new: isNew,
        driver_id: kind === 'in' && isNew ? driverId : null,
        photo_sha256: await savePicture(change.tx, photo ?? undefined),
      })
      .execute()
}

/** Saves the photo of a side. A refusal names which of the ten sides it was. */
async function saveSide(tx: Tx, side: string, file: File | null): Promise<string | null> {
  try {
    return await savePicture(tx, file ?? undefined)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new Refusal(error.code, { ...error.params, side })
  }
}
