import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import type { Reading } from '#domain/odometer.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, bounds } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import type { ReadingView } from './schema.ts'

/** The readings between the two edges of a week, both included, by car. */
export async function listReadingsOf(week: Week, on: Kysely<DB> = db): Promise<Map<string, Reading[]>> {
  const { start, end } = bounds(week)
  const rows = await on
    .selectFrom('odometer_readings')
    .select(['vehicle_id', 'read_at', 'kilometres'])
    .where('withdrawn_at', 'is', null)
    .where('read_at', '>=', sql<Temporal.Instant>`${start.toString()}::timestamptz`)
    .where('read_at', '<=', sql<Temporal.Instant>`${end.toString()}::timestamptz`)
    .execute()
  const byCar = Map.groupBy(rows, ({ vehicle_id }) => vehicle_id)
  return new Map(
    [...byCar].map(([car, own]) => [car, own.map(({ read_at, kilometres }) => ({ at: read_at, kilometres }))]),
  )
}

/** Everything read of a car, the latest first, with what was withdrawn. */
export async function listReadings(vehicleId: string, on: Kysely<DB> = db): Promise<ReadingView[]> {
  const rows = await on
    .selectFrom('odometer_readings')
    .leftJoin('users', 'users.uid', 'created_by')
    .select(['id', 'read_at', 'kilometres', 'reason', 'file_name', 'withdraw_reason', personName().as('by')])
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .orderBy('read_at', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ read_at, file_name, withdraw_reason, ...reading }) => ({
    ...reading,
    at: read_at.toString(),
    file: file_name,
    withdrawn: withdraw_reason,
  }))
}

/** One of them that still counts. Refuses `record.not-found`, also for another car's. */
export async function getReading(vehicleId: string, id: number, on: Kysely<DB> = db): Promise<ReadingView> {
  const found = (await listReadings(vehicleId, on)).find((one) => one.id === id && one.withdrawn === null)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** The photo of a reading. Refuses `record.not-found` where there is none. */
export async function readPhoto(vehicleId: string, id: number) {
  if (!Number.isSafeInteger(id)) throw new Refusal('record.not-found')
  const kept = await db
    .selectFrom('odometer_readings')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['file_sha256', 'file_name', 'media_type'])
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('odometer_readings.id', '=', id)
    .executeTakeFirst()
  if (!kept?.file_sha256) throw new Refusal('record.not-found')
  return { name: kept.file_name ?? '', mediaType: kept.media_type, bytes: await readKeptFile(kept.file_sha256) }
}
