import { type Kysely, sql } from 'kysely'
import { type Tx, db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import type { DB } from '#db/types.ts'
import { inParts } from '#db/parts.ts'
import { type Reading, contradicts, isImpossibleReading } from '#domain/odometer.ts'
import { Refusal } from '#domain/refusal.ts'
import { type TrackedTrip, kilometresAt } from '#domain/tracked-odometer.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { saveAttachment } from '#features/files/commands.server.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { type Unread, getReading, listLiveReadings, listUnread } from './queries.server.ts'
import { BY_POSITIONS, READ_SINCE, type ReadingInput } from './schema.ts'

/**
 * Records a reading. Refuses `record.not-found` when there is no such car, `odometer.in-future`, `odometer.known` for
 * a moment that has a reading; when no reason is given, `odometer.contradicts` for fewer kilometres than before (or
 * more than after) and `odometer.leaps` for more than a car can drive in that time; and what `saveAttachment` refuses
 * of the photo.
 */
export async function addReading(
  change: Change,
  vehicleId: string,
  { at, kilometres, reason, photo }: ReadingInput,
): Promise<void> {
  await getVehicle(vehicleId, change.tx)
  // Lock the car: two simultaneous readings would otherwise not see that they contradict each other.
  await change.tx.selectFrom('vehicles').select('id').where('id', '=', vehicleId).forUpdate().execute()
  if (Temporal.Instant.compare(at, change.now) > 0) throw new Refusal('odometer.in-future')
  const others = await listLiveReadings([vehicleId], change.tx)
  if (others.some((reading) => reading.at.equals(at))) throw new Refusal('odometer.known')
  if (reason === '' && contradicts({ at, kilometres }, others)) throw new Refusal('odometer.contradicts')
  if (reason === '' && isImpossibleReading({ at, kilometres }, others)) throw new Refusal('odometer.leaps')
  const kept = await saveAttachment(change.tx, photo)
  await dropEstimates(change, [{ vehicleId, at, kilometres }])
  await change.tx
    .insertInto('odometer_readings')
    .values({
      vehicle_id: vehicleId,
      read_at: at.toString(),
      kilometres,
      reason,
      file_sha256: kept?.sha256 ?? null,
      file_name: kept?.name ?? null,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .execute()
  change.note({ subject: `vehicle:${vehicleId}`, after: { at: at.toString(), kilometres, reason } })
}

/**
 * Withdraws estimates from positions that a new reading replaces: the one of the same moment, earlier ones with more
 * kilometres, and later ones that were calculated from an older reading.
 */
async function dropEstimates(
  { tx, now, actor }: Pick<Change, 'tx' | 'now' | 'actor'>,
  read: readonly (Reading & { vehicleId: string })[],
): Promise<void> {
  for (const { vehicleId, at, kilometres } of read)
    await tx
      .updateTable('odometer_readings as estimate')
      .set({ withdrawn_at: now.toString(), withdrawn_by: actor.uid, withdraw_reason: READ_SINCE })
      .where('vehicle_id', '=', vehicleId)
      .where('tracker', '=', BY_POSITIONS)
      .where('withdrawn_at', 'is', null)
      .where(
        sql<boolean>`(read_at = ${moment(at)} or (read_at < ${moment(at)} and kilometres > ${kilometres}) or (read_at > ${moment(at)}
          and not exists (select from odometer_readings between_both where between_both.vehicle_id = estimate.vehicle_id
            and withdrawn_at is null and tracker is distinct from ${BY_POSITIONS}
            and between_both.read_at > ${moment(at)} and between_both.read_at < estimate.read_at)))`,
      )
      .execute()
}

/**
 * Records an estimate from positions for a moment that nobody read. It counts like a reading, and every page marks
 * it.
 */
export async function addEstimate(change: Change, vehicleId: string, { at, kilometres }: Reading): Promise<void> {
  await requireMoment(change.tx, vehicleId, at)
  await change.tx
    .insertInto('odometer_readings')
    .values({
      vehicle_id: vehicleId,
      read_at: at.toString(),
      kilometres,
      tracker: BY_POSITIONS,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .execute()
  change.note({ subject: `vehicle:${vehicleId}`, after: { at: at.toString(), kilometres, source: BY_POSITIONS } })
}

/**
 * Locks a car and requires that its odometer has no reading at a moment. Refuses `record.not-found` and
 * `odometer.known`.
 */
async function requireMoment(tx: Tx, vehicleId: string, at: Temporal.Instant): Promise<void> {
  await getVehicle(vehicleId, tx)
  await tx.selectFrom('vehicles').select('id').where('id', '=', vehicleId).forUpdate().execute()
  const row = await tx
    .selectFrom('odometer_readings')
    .select('id')
    .where('vehicle_id', '=', vehicleId)
    .where('read_at', '=', moment(at))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (row) throw new Refusal('odometer.known')
}

/** Withdraws a wrong reading, with a reason; it stays visible. Refuses `record.not-found`. */
export async function withdrawReading(change: Change, vehicleId: string, id: number, reason: string): Promise<void> {
  const { at, kilometres } = await getReading(vehicleId, id, change.tx)
  await change.tx
    .updateTable('odometer_readings')
    .set({ withdrawn_at: change.now.toString(), withdrawn_by: change.actor.uid, withdraw_reason: reason })
    .where('id', '=', id)
    .execute()
  change.note({ subject: `vehicle:${vehicleId}`, before: { at, kilometres }, after: { withdrawn: reason } })
}

/** The result of reading a tracker: number of new readings, and the moments at which its figures contradict others. */
export type Tracked = { added: number; contradicted: readonly Unread[] }

/** The tracker's name, and its trips by plate (only letters and digits). */
type TrackerReport = { tracker: string; trips: ReadonlyMap<string, readonly TrackedTrip[]>; now: Temporal.Instant }

/**
 * Records a tracker's figure for each moment that counts and that nobody read (`listUnread`), if its trips show how
 * many kilometres the car had then. Leaves out a figure that contradicts a known reading, and reports it, because a
 * person has to decide.
 */
export async function addTracked(report: TrackerReport): Promise<Tracked> {
  const { good, contradicted } = await checkFigures(report, db)
  if (good.length === 0) return { added: 0, contradicted }
  const { tracker, now } = report
  const added = await carryOut({ actor: SYSTEM, action: 'vehicle.add-reading', now }, async (change) => {
    const { tx, note } = change
    const cars = [...new Set(good.map(({ vehicleId }) => vehicleId))]
    // Lock the cars, as for people's readings, and sort again, because readings may have been added meanwhile.
    await tx.selectFrom('vehicles').select('id').where('id', 'in', cars).orderBy('id').forUpdate().execute()
    const confirmed = (await checkFigures(report, tx)).good.filter(({ vehicleId }) => cars.includes(vehicleId))
    await dropEstimates(change, confirmed)
    for (const part of inParts(confirmed))
      await tx
        .insertInto('odometer_readings')
        .values(
          part.map(({ vehicleId, at, kilometres }) => ({
            vehicle_id: vehicleId,
            read_at: at.toString(),
            kilometres,
            tracker,
            created_at: now.toString(),
            created_by: null,
          })),
        )
        .execute()
    for (const { vehicleId, at, kilometres } of confirmed)
      note({ subject: `vehicle:${vehicleId}`, after: { at: at.toString(), kilometres, source: tracker } })
    return confirmed.length
  })
  return { added, contradicted }
}

/**
 * Sorts the figures into those that fit all known readings of the car, including the tracker's earlier ones, and
 * those that contradict them.
 */
async function checkFigures({ trips, now }: TrackerReport, on: Kysely<DB>) {
  const read = (await listUnread(now, on)).flatMap((reading) => {
    const kilometres = kilometresAt(reading.at, trips.get(reading.key) ?? [])
    return kilometres === null ? [] : [{ ...reading, kilometres }]
  })
  const [good, contradicted]: [typeof read, Unread[]] = [[], []]
  if (read.length === 0) return { good, contradicted }
  const cars = [...new Set(read.map(({ vehicleId }) => vehicleId))]
  const known = Map.groupBy(await listLiveReadings(cars, on), ({ vehicleId }) => vehicleId)
  for (const reading of read) {
    const others: readonly Reading[] = [
      ...(known.get(reading.vehicleId) ?? []),
      ...good.filter(({ vehicleId }) => vehicleId === reading.vehicleId),
    ]
    if (contradicts(reading, others) || isImpossibleReading(reading, others)) contradicted.push(reading)
    else good.push(reading)
  }
  return { good, contradicted }
}
