import { type Kysely, type SqlBool, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type Waiting, askAlone, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { ReportState } from '#domain/damage-report.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { type ReportView, reportRecord } from './schema.ts'

/** The reports on a car, the latest first. */
export async function listReportsOfCar(vehicleId: string, on: Kysely<DB> = db): Promise<ReportView[]> {
  return read(on, selectReports(on).where('damage_reports.vehicle_id', '=', readRecordId(vehicleId)))
}

/** The reports of a driver, including those in records merged into theirs, the latest first. */
export async function listOwnReports(driver: OwnDriverId, on: Kysely<DB> = db): Promise<ReportView[]> {
  return read(on, selectReports(on).where(isOf(driver)))
}

/** A report on a car. Refuses `record.not-found`, also for a report on another car. */
export async function getReport(vehicleId: string, id: string, on: Kysely<DB> = db): Promise<ReportView> {
  const query = selectReports(on).where('damage_reports.id', '=', readRecordId(id))
  return requireOne(await read(on, query.where('damage_reports.vehicle_id', '=', readRecordId(vehicleId))))
}

/** A driver's own report. Refuses `record.not-found`, also for another driver's report. */
export async function getOwnReport(driver: OwnDriverId, id: string, on: Kysely<DB> = db): Promise<ReportView> {
  return requireOne(
    await read(on, selectReports(on).where('damage_reports.id', '=', readRecordId(id)).where(isOf(driver))),
  )
}

/** The reports that wait for the office: their number, and the first with its car; `null` for none. */
export const waitingReports = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('damage_reports')
      .select([
        sql<number>`count(*)`.as('count'),
        sql`min(sent_at)`.as('since'),
        sql<string[]>`(array_agg(array[id::text, vehicle_id::text] order by sent_at))[1:1]`.as('first'),
      ])
      .where('state', '=', 'waiting'),
  read: ({ count, since, first }: Omit<Waiting, 'only'> & { first: [[id: string, vehicle: string]] | null }) =>
    since === null || first === null
      ? null
      : { count, since: momentOf(since), vehicle: first[0][1], first: first[0][0] },
}

export function findWaitingReports(
  on: Kysely<DB> = db,
): Promise<{ count: number; since: string; vehicle: string; first: string } | null> {
  return askAlone(waitingReports, on)
}

/** The cars that a driver has or had, the current one first. */
export async function listCarsOf(driver: OwnDriverId, on: Kysely<DB> = db): Promise<{ id: string; plate: string }[]> {
  return on
    .selectFrom('assignments')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .select(['vehicles.id', 'plate'])
    .where(sql<SqlBool>`assignments.driver_id in (select own_records(${driver}))`)
    .groupBy(['vehicles.id', 'plate'])
    .orderBy(sql`max(lower(period))`, 'desc')
    .execute()
}

/** The car that a driver had at a moment; if there were several, the one taken last; `null` for none. */
export async function findCarAt(
  driver: OwnDriverId,
  at: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<string | null> {
  const held = await on
    .selectFrom('assignments')
    .select('vehicle_id')
    .where(sql<SqlBool>`assignments.driver_id in (select own_records(${driver}))`)
    .where(sql<SqlBool>`period @> ${at.toString()}::timestamptz`)
    .orderBy(sql`lower(period) desc nulls last`)
    .executeTakeFirst()
  return held?.vehicle_id ?? null
}

type PhotoRequest = { report: string } & ({ vehicle: string } | { driver: OwnDriverId })

/**
 * A photo of a report on a car (for the office), or of a driver's own report. Refuses `record.not-found`, also for
 * another car's or driver's report.
 */
export async function readReportPhoto(request: PhotoRequest, photo: string) {
  const row = await db
    .selectFrom('damage_report_photos')
    .innerJoin('damage_reports', 'damage_reports.id', 'report_id')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['sha256', 'media_type'])
    .where('damage_report_photos.id', '=', readRecordId(photo))
    .where(isRequested(request))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: 'photo.jpg', mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}

/**
 * The photographed declaration of a report. Refuses `record.not-found` when none is stored, also for another car's or
 * driver's report.
 */
export async function readReportForm(request: PhotoRequest) {
  const row = await db
    .selectFrom('damage_reports')
    .innerJoin('files', 'files.sha256', 'form_sha256')
    .select(['sha256', 'media_type', 'form_name'])
    .where(isRequested(request))
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: row.form_name ?? '', mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}

function isRequested(request: PhotoRequest) {
  const isAllowed =
    'driver' in request ? isOf(request.driver) : sql`damage_reports.vehicle_id = ${readRecordId(request.vehicle)}`
  return sql<SqlBool>`damage_reports.id = ${readRecordId(request.report)} and ${isAllowed}`
}

function isOf(driver: OwnDriverId) {
  return sql<SqlBool>`damage_reports.driver_id in (select own_records(${driver}))`
}

function selectReports(on: Kysely<DB>) {
  return (
    on
      .selectFrom('damage_reports')
      .innerJoin('vehicles', 'vehicles.id', 'damage_reports.vehicle_id')
      .innerJoin('drivers', 'drivers.id', 'damage_reports.driver_id')
      .leftJoin('drivers as holder', 'holder.id', 'holder_id')
      .leftJoin('damages', 'damages.report_id', 'damage_reports.id')
      // An accident that was withdrawn since is none any more.
      .leftJoin('accidents', (accident) =>
        accident.onRef('accidents.id', '=', 'damage_reports.accident_id').on('accidents.withdrawn_at', 'is', null),
      )
      .selectAll('damage_reports')
      .select('accidents.id as live_accident_id')
      .select(['plate', 'drivers.name', 'drivers.ref', 'damages.id as damage_id'])
      .select(['holder.name as holder_name', 'holder.ref as holder_ref'])
      .orderBy('damage_reports.happened_at', 'desc')
      .orderBy('damage_reports.ordinal', 'desc')
  )
}

async function read(on: Kysely<DB>, query: ReturnType<typeof selectReports>): Promise<ReportView[]> {
  const rows = await query.execute()
  if (rows.length === 0) return []
  const photos = await on
    .selectFrom('damage_report_photos')
    .select(['id', 'report_id'])
    .where('report_id', '=', sql<string>`any(${rows.map(({ id }) => id)}::uuid[])`)
    .orderBy('ordinal')
    .execute()
  const photosOf = Map.groupBy(photos, ({ report_id }) => report_id)
  return rows.map((row) => ({
    ...reportRecord.read(row),
    id: row.id,
    vehicle: { id: row.vehicle_id, plate: row.plate },
    driver: { id: row.driver_id, name: row.name, ref: row.ref },
    holder:
      row.holder_id === null ? null : { id: row.holder_id, name: row.holder_name ?? '', ref: row.holder_ref ?? '' },
    at: row.happened_at.toString(),
    sentAt: row.sent_at.toString(),
    photos: (photosOf.get(row.id) ?? []).map(({ id }) => id),
    form: row.form_name,
    state: row.state as ReportState,
    answer: row.answer,
    decidedAt: row.decided_at?.toString() ?? null,
    damageId: row.damage_id,
    accidentId: row.live_accident_id,
  }))
}

function requireOne([found]: readonly ReportView[]): ReportView {
  if (!found) throw new Refusal('record.not-found')
  return found
}
