import type { Tx } from '#db/client.server.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { ReportEvent, ReportState } from '#domain/damage-report.ts'
import { showPlate } from '#domain/identifiers.ts'
import { driverAt } from '#domain/matching.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { saveAttachment, savePicture } from '#features/files/commands.server.ts'
import { saveReportedAccident, withdrawAccident } from '#features/fleet/accidents/commands.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import { nameApart } from '#features/fleet/drivers/queries.server.ts'
import { noteReported, takeBackReported } from '#features/fleet/damages/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { tellByMailToo, tellOffice } from '#features/mail/commands.server.ts'
import { findCarAt, getOwnReport, getReport, listCarsOf } from './queries.server.ts'
import { type Confirmed, type ReportInput, type ReportView, reportRecord } from './schema.ts'

/** Maximum number of waiting reports of one driver: more are a mistake, or flood the office. */
const MAX_WAITING_REPORTS = 20

/**
 * Saves a driver's report of damage or an accident; returns its id. It is about the car that the driver had at that
 * minute, unless the driver names another of theirs. Refuses `damage-report.in-future`, `damage-report.no-car` when
 * no car is known, `damage-report.too-many`, `record.not-found` for a car that was never theirs, and what
 * `savePicture` and `saveAttachment` refuse.
 */
export async function sendReport(change: Change, driver: OwnDriverId, input: ReportInput): Promise<string> {
  const { tx, now } = change
  const { at, photos, form, vehicleId, ...fields } = input
  if (Temporal.Instant.compare(at, now) > 0) throw new Refusal('damage-report.in-future')
  await requireRoomForReport(tx, driver)
  const car = await carOf(tx, driver, vehicleId, at)
  const holder = driverAt(await listAssignments(car, tx), at)
  const kept = await saveAttachment(tx, form)
  const { id } = await tx
    .insertInto('damage_reports')
    .values({
      ...reportRecord.columns(fields),
      vehicle_id: car,
      driver_id: driver,
      holder_id: holder === null ? null : await currentDriver(holder, tx),
      kind: fields.kind,
      place: fields.place,
      account: fields.account,
      happened_at: at.toString(),
      sent_at: now.toString(),
      ...(kept ? { form_sha256: kept.sha256, form_name: kept.name } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const photo of photos) {
    const sha256 = await savePicture(tx, photo)
    if (sha256 !== null)
      await tx.insertInto('damage_report_photos').values({ report_id: id, file_sha256: sha256 }).execute()
  }
  const report = await getReport(car, id, tx)
  note(change, report, 'waiting', { at: report.at, place: report.place, photos: report.photos.length })
  await tellOffice(change, {
    template: 'damage-report-arrived',
    params: {
      driver: await nameApart(report.driver.id, tx),
      plate: showPlate(report.vehicle.plate),
      link: `/admin/vehicles/${car}/reports/${id}`,
    },
  })
  return id
}

/**
 * Withdraws a driver's report while it waits. Refuses `damage-report.decided`, and `record.not-found` for another
 * driver's report.
 */
export async function withdrawReport(change: Change, driver: OwnDriverId, id: string): Promise<void> {
  await lock(change.tx, id)
  const report = await getOwnReport(driver, id, change.tx)
  await decide(change, report, 'withdrawn')
}

/**
 * Confirms a report: makes a damage of the car from it, with its photos and the driver who had the car, and, if the
 * report is about an accident, an accident of the car. Charges nothing. Refuses `damage-report.decided`, and
 * `record.not-found` for a report on another car.
 */
export async function confirmReport(
  change: Change,
  vehicleId: string,
  id: string,
  confirmed: Confirmed,
): Promise<void> {
  await lock(change.tx, id)
  const report = await getReport(vehicleId, id, change.tx)
  await decide(change, report, 'confirmed')
  const accidentId = report.kind === 'accident' ? await saveReportedAccident(change, report) : null
  await noteReported(change, { report, accidentId, ...confirmed })
  if (accidentId !== null)
    await change.tx.updateTable('damage_reports').set({ accident_id: accidentId }).where('id', '=', report.id).execute()
  await notifyDriver(change, report, 'confirmed')
}

/**
 * Saves that the office refuses a report, with a reason that the driver reads. Refuses `damage-report.decided`, and
 * `record.not-found` for a report on another car.
 */
export async function refuseReport(change: Change, vehicleId: string, id: string, reason: string): Promise<void> {
  await lock(change.tx, id)
  const report = await getReport(vehicleId, id, change.tx)
  await decide(change, report, 'refused', reason)
  await notifyDriver(change, report, 'refused', reason)
}

/**
 * Takes the office's decision back: the report waits again, and its damage and accident are withdrawn. Refuses
 * `damage-report.waiting` when there is no decision, `damage.used` once something was done with the damage, and
 * `record.not-found` for a report on another car.
 */
export async function reopenReport(change: Change, vehicleId: string, id: string, reason: string): Promise<void> {
  await lock(change.tx, id)
  const report = await getReport(vehicleId, id, change.tx)
  if (report.state !== 'confirmed' && report.state !== 'refused') throw new Refusal('damage-report.waiting')
  if (report.damageId !== null) await takeBackReported(change, report.damageId)
  await change.tx
    .updateTable('damage_reports')
    .set({ state: 'waiting', answer: '', decided_at: null, decided_by: null, accident_id: null })
    .where('id', '=', report.id)
    .execute()
  if (report.accidentId !== null) await withdrawAccident(change, vehicleId, report.accidentId, reason)
  note(change, report, 'waiting', { reason })
  await notifyDriver(change, report, 'waiting', reason)
}

/** Locks the driver while it counts their waiting reports, and refuses one too many. */
async function requireRoomForReport(tx: Tx, driver: OwnDriverId): Promise<void> {
  await tx.selectFrom('drivers').select('id').where('id', '=', driver).forUpdate().execute()
  const { waiting } = await tx
    .selectFrom('damage_reports')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('driver_id', '=', driver)
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  if (waiting >= MAX_WAITING_REPORTS) throw new Refusal('damage-report.too-many', { most: MAX_WAITING_REPORTS })
}

async function carOf(tx: Tx, driver: OwnDriverId, namedCar: string | null, at: Temporal.Instant): Promise<string> {
  if (namedCar !== null) {
    const car = (await listCarsOf(driver, tx)).find(({ id }) => id === readRecordId(namedCar))
    if (!car) throw new Refusal('record.not-found')
    return car.id
  }
  const car = await findCarAt(driver, at, tx)
  if (car === null) throw new Refusal('damage-report.no-car')
  return car
}

async function decide(change: Change, report: ReportView, state: ReportState, answer = ''): Promise<void> {
  if (report.state !== 'waiting') throw new Refusal('damage-report.decided')
  await change.tx
    .updateTable('damage_reports')
    .set({ state, answer, decided_at: change.now.toString(), decided_by: change.actor.uid })
    .where('id', '=', report.id)
    .execute()
  note(change, report, state, answer === '' ? {} : { reason: answer })
}

/** Locks a report, so that only one person at a time decides on it. */
async function lock(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('damage_reports').select('id').where('id', '=', readRecordId(id)).forUpdate().execute()
}

async function notifyDriver(change: Change, report: ReportView, event: ReportEvent, reason = ''): Promise<void> {
  await tellByMailToo(change, [await currentDriver(report.driver.id, change.tx)], {
    kind: 'damage-report',
    event,
    id: report.id,
    plate: showPlate(report.vehicle.plate),
    reason,
  })
}

function note(
  change: Change,
  { id, vehicle, driver, state }: ReportView,
  reportState: ReportState,
  after: Record<string, string | number>,
): void {
  const facts = { damageReport: id, plate: showPlate(vehicle.plate), reportState, ...after }
  for (const subject of [`vehicle:${vehicle.id}`, `driver:${driver.id}`])
    change.note({ subject, before: { reportState: state }, after: facts })
}
