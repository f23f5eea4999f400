import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { TO_REPORT, isLateToReport } from '#domain/accident.ts'
import type { DatedCost } from '#domain/car-profit.ts'
import { cents } from '#domain/money.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { type AccidentView, type WithdrawnAccident, accidentRecord } from './schema.ts'

/** The accidents of the whole fleet: the open ones first, the oldest before the others, then the closed ones, the latest first. */
export async function listAccidents(on: Kysely<DB> = db): Promise<AccidentView[]> {
  return read(
    selectAccidents(on)
      .orderBy('closed_on', (order) => order.desc().nullsFirst())
      .orderBy('happened_at')
      .orderBy('accidents.ordinal'),
  )
}

/** The accidents of a car, the latest first. */
export async function listAccidentsOfCar(vehicleId: string, on: Kysely<DB> = db): Promise<AccidentView[]> {
  return read(
    selectAccidents(on)
      .where('accidents.vehicle_id', '=', readRecordId(vehicleId))
      .orderBy('happened_at', 'desc')
      .orderBy('accidents.ordinal', 'desc'),
  )
}

/**
 * Recent accidents that are not closed and were not reported to the insurer: their number, the oldest of them, and whether that one is
 * late; `null` for none.
 */
export const unreportedAccidents = (now: Temporal.Instant) => ({
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('accidents')
      .select(['id', 'vehicle_id as vehicle', 'happened_at as at', sql<number>`count(*) over ()`.as('count')])
      .where('reported_on', 'is', null)
      .where('closed_on', 'is', null)
      .where('withdrawn_at', 'is', null)
      .where('happened_at', '>', now.subtract({ hours: TO_REPORT.asked * 24 }))
      .orderBy('happened_at')
      .limit(1),
  read: (row: { count: number; id: string; vehicle: string; at: string } | null) => {
    if (row === null) return null
    const { count, id, vehicle, at } = row
    return { count, first: { id, vehicle, at: momentOf(at) }, late: isLateToReport(Temporal.Instant.from(at), now) }
  },
})

/** Money of insurers, by car, on the day on which it came. */
export async function listInsurersMoney(on: Kysely<DB> = db): Promise<Map<string, DatedCost[]>> {
  const rows = await on
    .selectFrom('accidents')
    .select(['vehicle_id', 'paid_cents', 'paid_on'])
    .where('paid_cents', 'is not', null)
    .where('withdrawn_at', 'is', null)
    .execute()
  const paid = rows.flatMap(({ vehicle_id: car, paid_cents: amount, paid_on: day }) =>
    amount === null || day === null ? [] : [{ car, amount: cents(amount), on: day }],
  )
  return Map.groupBy(paid, ({ car }) => car)
}

/** One accident. Refuses `record.not-found`, also for an accident of another car. */
export async function getAccident(vehicleId: string, id: string, on: Kysely<DB> = db): Promise<AccidentView> {
  const recordId = readRecordId(id)
  const found = (await listAccidentsOfCar(vehicleId, on)).find((accident) => accident.id === recordId)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** The accidents of a car that were withdrawn, the latest first. */
export async function listWithdrawnAccidents(vehicleId: string, on: Kysely<DB> = db): Promise<WithdrawnAccident[]> {
  const rows = await on
    .selectFrom('accidents')
    .select(['id', 'happened_at', 'place', 'withdraw_reason', 'withdrawn_damages'])
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('withdrawn_at', 'is not', null)
    .orderBy('happened_at', 'desc')
    .orderBy('ordinal', 'desc')
    .execute()
  return rows.map(({ id, happened_at, place, withdraw_reason, withdrawn_damages }) => ({
    id,
    happenedAt: happened_at.toString(),
    place,
    reason: withdraw_reason ?? '',
    damages: withdrawn_damages ?? [],
  }))
}

/** One withdrawn accident. Refuses `record.not-found`, also for an accident of another car. */
export async function getWithdrawnAccident(
  vehicleId: string,
  id: string,
  on: Kysely<DB> = db,
): Promise<WithdrawnAccident> {
  const recordId = readRecordId(id)
  const found = (await listWithdrawnAccidents(vehicleId, on)).find((accident) => accident.id === recordId)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/**
 * The declaration that both sides signed. Refuses `record.not-found` when none is stored, also for an accident of
 * another car.
 */
export async function readAccidentForm(vehicleId: string, id: string) {
  const row = await db
    .selectFrom('accidents')
    .innerJoin('files', 'files.sha256', 'form_sha256')
    .select(['sha256', 'media_type', 'form_name'])
    .where('accidents.id', '=', readRecordId(id))
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return { name: row.form_name ?? '', mediaType: row.media_type, bytes: await readKeptFile(row.sha256) }
}

function selectAccidents(on: Kysely<DB>) {
  return on
    .selectFrom('accidents')
    .innerJoin('vehicles', 'vehicles.id', 'accidents.vehicle_id')
    .leftJoin('drivers', 'drivers.id', 'accidents.driver_id')
    .selectAll('accidents')
    .select(['plate', 'drivers.name', 'drivers.ref'])
    .where('withdrawn_at', 'is', null)
}

async function read(query: ReturnType<typeof selectAccidents>): Promise<AccidentView[]> {
  const rows = await query.execute()
  return rows.map((row) => ({
    ...accidentRecord.read(row),
    id: row.id,
    vehicle: { id: row.vehicle_id, plate: row.plate },
    driver: row.driver_id === null ? null : { id: row.driver_id, name: row.name ?? '', ref: row.ref ?? '' },
    happenedAt: row.happened_at.toString(),
    form: row.form_name,
  }))
}
