import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { normalKey } from '#domain/identifiers.ts'
import type { Reading } from '#domain/odometer.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE, bounds, previousWeek, weekAt } from '#domain/week.ts'
import { readKeptFile } from '#features/files/queries.server.ts'
import { keptOfOperator } from '#platform/operator.ts'
import { BY_POSITIONS, type ReadingView } from './schema.ts'

/** The query for the readings of several weeks; with `cars` (ids, or a query for them), only of these cars. */
export const readingsIn = (weeks: readonly Week[], cars?: RawBuilder<unknown>) =>
  listQuestion(
    () => {
      const spans = weeks.map((week) => bounds(week))
      return sql`(select asked.week, vehicle_id, read_at, kilometres, tracker
    from unnest(${weeks}::date[], ${spans.map(({ start }) => start.toString())}::timestamptz[],
      ${spans.map(({ end }) => end.toString())}::timestamptz[]) asked (week, starts, ends)
    join odometer_readings on read_at >= starts and read_at <= ends
    where withdrawn_at is null ${cars === undefined ? sql`` : sql`and vehicle_id in (${cars})`})`
    },
    cars === undefined ? readingsOfAll : readingsByWeek,
  )

/** Number of answers kept in memory: about as many weeks as people look at in the same hours. */
const READINGS_KEPT = 4

const keptReadings = keptOfOperator(() => new Map<string, ReturnType<typeof readingsByWeek>>())

/**
 * The readings of every car by week. Returns the same object while the rows are the same, so that the distance driven
 * is calculated once.
 */
function readingsOfAll(rows: readonly ReadingOfWeek[]): ReturnType<typeof readingsByWeek> {
  const [all, text] = [keptReadings.value, JSON.stringify(rows)]
  const readings = all.get(text) ?? readingsByWeek(rows)
  all.delete(text)
  all.set(text, readings)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- it is full, so it has a first
  if (all.size > READINGS_KEPT) all.delete(all.keys().next().value!)
  return readings
}

function readingsByWeek(rows: readonly ReadingOfWeek[]): (week: Week) => Map<string, Reading[]> {
  const byWeek = Map.groupBy(rows, ({ week }) => week)
  const mapped = new Map<Week, Map<string, Reading[]>>()
  return (week) => {
    const known = mapped.get(week) ?? byCarOf(byWeek.get(week) ?? [])
    mapped.set(week, known)
    return known
  }
}

type ReadingOfWeek = {
  week: Week
  vehicle_id: string
  read_at: string
  kilometres: number
  tracker: string | null
}

function byCarOf(rows: readonly ReadingOfWeek[]): Map<string, Reading[]> {
  const byCar = Map.groupBy(rows, ({ vehicle_id }) => vehicle_id)
  return new Map(
    [...byCar].map(([car, own]) => [
      car,
      own.map(({ read_at, kilometres, tracker }) => ({
        at: Temporal.Instant.from(read_at),
        kilometres,
        ...(tracker === BY_POSITIONS ? { isEstimate: true } : {}),
      })),
    ]),
  )
}

/** Every reading of a car, the latest first, including withdrawn ones. */
export async function listReadings(vehicleId: string, on: Kysely<DB> = db): Promise<ReadingView[]> {
  const rows = await on
    .selectFrom('odometer_readings')
    .leftJoin('users', 'users.uid', 'created_by')
    .select(['id', 'read_at', 'kilometres', 'reason', 'tracker', 'file_name', 'withdraw_reason', personName().as('by')])
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

/** The live readings of these cars, without estimates from positions. */
export async function listLiveReadings(
  cars: readonly string[],
  on: Kysely<DB> = db,
): Promise<(Reading & { vehicleId: string })[]> {
  const rows = await on
    .selectFrom('odometer_readings')
    .select(['vehicle_id', 'read_at', 'kilometres'])
    .where('vehicle_id', 'in', cars)
    .where('withdrawn_at', 'is', null)
    .where('tracker', 'is distinct from', BY_POSITIONS)
    .execute()
  return rows.map(({ vehicle_id, read_at, kilometres }) => ({ vehicleId: vehicle_id, at: read_at, kilometres }))
}

/** One live reading. Refuses `record.not-found`, also for a reading of another car. */
export async function getReading(vehicleId: string, id: number, on: Kysely<DB> = db): Promise<ReadingView> {
  const found = (await listReadings(vehicleId, on)).find((reading) => reading.id === id && reading.withdrawn === null)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** The photo of a reading. Refuses `record.not-found` when there is none. */
export async function readPhoto(vehicleId: string, id: number) {
  if (!Number.isSafeInteger(id)) throw new Refusal('record.not-found')
  const row = await db
    .selectFrom('odometer_readings')
    .innerJoin('files', 'files.sha256', 'file_sha256')
    .select(['file_sha256', 'file_name', 'media_type'])
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('odometer_readings.id', '=', id)
    .executeTakeFirst()
  if (!row?.file_sha256) throw new Refusal('record.not-found')
  return { name: row.file_name ?? '', mediaType: row.media_type, bytes: await readKeptFile(row.file_sha256) }
}

/**
 * A car and a moment at which its odometer counts but was not read. `key` is the plate with only letters and digits.
 */
export type Unread = { vehicleId: string; plate: string; key: string; at: Temporal.Instant }

/** Number of past weeks that are checked; older ones were settled without a reading. */
const WEEKS_BACK = 4

/**
 * Moments of the last four weeks at which kilometres begin or end to count, and that nobody read: each Monday 00:00
 * in Lisbon, and each hand-over. Leaves out moments whose reading was withdrawn, because a person has looked at them,
 * and cars that are gone; includes moments that only have an estimate.
 */
export async function listUnread(now: Temporal.Instant, on: Kysely<DB> = db): Promise<Unread[]> {
  const first = previousWeek(weekAt(now), WEEKS_BACK)
  const { rows } = await sql<{ vehicle_id: string; plate: string; at: Temporal.Instant }>`
    with cars as (select id, plate from vehicles where status in ('active', 'maintenance')),
    edges as (
      select id, plate, monday::timestamp at time zone ${ZONE} as at
      from cars, generate_series(${first}::date, ${weekAt(now)}::date, interval '7 days') as monday
      union
      select cars.id, plate, edge from cars join assignments on vehicle_id = cars.id,
        lateral (values (lower(period)), (upper(period))) as ends (edge)
      where edge >= ${first}::timestamp at time zone ${ZONE} and edge <= ${now.toString()}::timestamptz)
    select id as vehicle_id, plate, at from edges
    where not exists (
      select from odometer_readings where vehicle_id = edges.id and read_at = at and tracker is distinct from ${BY_POSITIONS})
    order by at, plate`.execute(on)
  return rows.map(({ vehicle_id: vehicleId, ...reading }) => ({
    vehicleId,
    key: normalKey({ kind: 'plate', value: reading.plate }).value,
    ...reading,
  }))
}
