import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { moment } from '#db/moment.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { type Check, type InspectionKind, PHOTO_ORDER, type Side } from '#domain/inspection.ts'
import { showPlate } from '#domain/identifiers.ts'
import { ZONE } from '#domain/week.ts'
import { findCompany } from '#features/company/queries.server.ts'
import { smallPhoto } from '#integrations/pdf/small-photo.ts'
import type { Translator } from '#messages/catalogue.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { listDamagesOfInspection } from '#features/fleet/damages/queries.server.ts'
import { type InspectionPaper, renderInspection } from './pdf.ts'
import type { InspectionDoubt, InspectionView } from './schema.ts'

/** The inspections of a car, the latest first; only `getInspection` has photos and damages. */
export async function listInspections(vehicleId: string, on: Kysely<DB> = db): Promise<InspectionView[]> {
  return read(on, selectInspections(on).where('inspections.vehicle_id', '=', readRecordId(vehicleId)))
}

/** The inspections in which a driver took or gave back a car. */
export async function listOwnInspections(driver: OwnDriverId, on: Kysely<DB> = db): Promise<InspectionView[]> {
  return read(on, selectInspections(on).where('inspections.driver_id', '=', driver))
}

/** One complete inspection. Refuses `record.not-found`, also for an inspection of another car. */
export async function getInspection(vehicleId: string, id: string, on: Kysely<DB> = db): Promise<InspectionView> {
  const query = selectInspections(on)
    .where('inspections.id', '=', readRecordId(id))
    .where('inspections.vehicle_id', '=', readRecordId(vehicleId))
  const [found] = await read(on, query)
  if (!found) throw new Refusal('record.not-found')
  return { ...found, damages: await listDamagesOfInspection(found.id, on) }
}

/** The last inspection of a car by the office, and when it was. */
export type HandledCar = { id: string; kind: InspectionKind; at: Temporal.Instant }

/** The last inspection of each car by the office, up to a moment. */
export async function listLastInspections(
  until: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Map<string, HandledCar>> {
  const rows = await on
    .selectFrom('inspections')
    .select(['vehicle_id', 'id', 'kind', 'at'])
    .distinctOn('vehicle_id')
    .where('at', '<=', moment(until))
    .orderBy('vehicle_id')
    .orderBy('at', 'desc')
    .orderBy('ordinal', 'desc')
    .execute()
  return new Map(rows.map(({ vehicle_id, id, kind, at }) => [vehicle_id, { id, kind: kind as InspectionKind, at }]))
}

/** The previous inspection of the same car; `null` for the first. */
export async function findPrevious(
  { vehicle, at }: Pick<InspectionView, 'vehicle' | 'at'>,
  on: Kysely<DB> = db,
): Promise<InspectionView | null> {
  const query = selectInspections(on)
    .where('inspections.vehicle_id', '=', vehicle.id)
    .where('inspections.at', '<', moment(Temporal.Instant.from(at)))
    .limit(1)
  const [found] = await read(on, query)
  return found ?? null
}

/** A photo of an inspection. Refuses `record.not-found`; with `driver`, also for another driver's inspection. */
export async function readInspectionPhoto(inspectionId: string, side: string, driver: OwnDriverId | null) {
  const row = await db
    .selectFrom('inspection_photos')
    .innerJoin('inspections', 'inspections.id', 'inspection_id')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['sha256', 'media_type', 'driver_id'])
    .where('inspection_id', '=', readRecordId(inspectionId))
    .where('side', '=', side)
    .executeTakeFirst()
  if (!row || (driver !== null && row.driver_id !== driver)) throw new Refusal('record.not-found')
  return { name: `${side}.jpg`, mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}

/** A drawn signature of the office or of the driver. Refuses `record.not-found` when the name was only typed. */
export async function readSignature(inspectionId: string, whose: 'office' | 'driver') {
  const row = await db
    .selectFrom('inspections')
    .innerJoin('files', 'files.sha256', `${whose}_signature_sha256`)
    .select(['sha256', 'media_type'])
    .where('inspections.id', '=', readRecordId(inspectionId))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: `${whose}.jpg`, mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}

/** Pixels of a photo's longer side in the PDF: sharp at the printed size. */
const PRINTED = 640

/**
 * Draws an inspection with its photos in the printed size, of a car (for the office) or of a driver. Refuses
 * `record.not-found`, also for an inspection of another car or driver.
 */
export async function drawInspection(owner: { vehicle: string } | { driver: OwnDriverId }, id: string, t: Translator) {
  const query = selectInspections(db).where('inspections.id', '=', readRecordId(id))
  const [found] = await read(
    db,
    'driver' in owner
      ? query.where('inspections.driver_id', '=', owner.driver)
      : query.where('inspections.vehicle_id', '=', readRecordId(owner.vehicle)),
  )
  if (!found) throw new Refusal('record.not-found')
  const inspection = { ...found, damages: await listDamagesOfInspection(found.id) }
  const rows = await db
    .selectFrom('inspection_photos')
    .select(['side', 'file_sha256'])
    .where('inspection_id', '=', found.id)
    .execute()
  const photos = new Map<string, Uint8Array>()
  for (const { side, file_sha256: sha256 } of rows)
    if (sha256 !== null) photos.set(side, await smallPhoto(await readKeptFile(sha256), PRINTED))
  const readDrawnSignature = async (whose: 'office' | 'driver') =>
    found.signatures[whose] ? (await readSignature(found.id, whose)).bytes : null
  const company = await findCompany()
  const paper: InspectionPaper = {
    inspection,
    photos,
    company: company && { name: company.name, nipc: company.nipc },
    signatures: { office: await readDrawnSignature('office'), driver: await readDrawnSignature('driver') },
  }
  const day = Temporal.Instant.from(found.at).toZonedDateTimeISO(ZONE).toPlainDate()
  const name = `${t(`page.inspections.paper.file.${found.kind}`)}-${showPlate(found.vehicle.plate)}-${day}.pdf`
  return { name, mediaType: 'application/pdf', bytes: await renderInspection(paper, t) }
}

function selectInspections(on: Kysely<DB>) {
  return on
    .selectFrom('inspections')
    .innerJoin('vehicles', 'vehicles.id', 'inspections.vehicle_id')
    .leftJoin('drivers', 'drivers.id', 'inspections.driver_id')
    .selectAll('inspections')
    .select(['plate', 'drivers.name', 'drivers.ref'])
    .orderBy('inspections.at', 'desc')
    .orderBy('inspections.ordinal', 'desc')
}

async function read(on: Kysely<DB>, query: ReturnType<typeof selectInspections>): Promise<InspectionView[]> {
  const rows = await query.execute()
  if (rows.length === 0) return []
  const ids = rows.map(({ id }) => id)
  const photos = await on.selectFrom('inspection_photos').selectAll().where('inspection_id', 'in', ids).execute()
  const photosOf = Map.groupBy(photos, ({ inspection_id }) => inspection_id)
  return rows.map((row) => ({
    id: row.id,
    vehicle: { id: row.vehicle_id, plate: row.plate },
    kind: row.kind as InspectionKind,
    driver: row.driver_id === null ? null : { id: row.driver_id, name: row.name ?? '', ref: row.ref ?? '' },
    at: row.at.toString(),
    kilometres: row.kilometres,
    energy: row.energy,
    checklist: row.checklist as Check[],
    notes: row.notes,
    officeSigned: row.office_signed,
    driverSigned: row.driver_signed,
    driverRefused: row.driver_refused,
    signatures: { office: row.office_signature_sha256 !== null, driver: row.driver_signature_sha256 !== null },
    doubts: row.doubts as InspectionDoubt[],
    receivedAt: row.received_at.toString(),
    correctedAt: row.driver_corrected_at?.toString() ?? null,
    photos: (photosOf.get(row.id) ?? [])
      .map(({ id, side, missing_reason }) => ({ id, side: side as Side, missing: missing_reason }))
      .toSorted((a, b) => PHOTO_ORDER.indexOf(a.side) - PHOTO_ORDER.indexOf(b.side)),
    damages: [],
  }))
}
