import { type Kysely, sql } from 'kysely'
import { type Tx, db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import type { DB } from '#db/types.ts'
import { inParts } from '#db/parts.ts'
import { type Reading, contradicts, isImpossibleReading } from '#domain/odometer.ts'
import { Refusal } from '#domain/refusal.ts'
import { type TrackedTrip, kilometresAt } from '#domain/tracked-odometer.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { keepAttachment } from '#features/files/commands.server.ts'
import { getVehicle } from '#features/fleet/vehicles/queries.server.ts'
import { type Unread, getReading, listRead, listUnread } from './queries.server.ts'
import { BY_POSITIONS, READ_SINCE, type ReadingInput } from './schema.ts'

/**
 * Records a reading. Refuses `record.not-found` for no such car, `odometer.in-future`, `odometer.known` for a moment
 * that was read, without a reason `odometer.contradicts` for less than before (or more than after) and `odometer.leaps`
 * for more than a car drives in that time, and what `keepAttachment` refuses of the photo.
 */
export async function addReading(
  change: Change,
  vehicleId: string,
  { at, kilometres, reason, photo }: ReadingInput,
): Promise<void> {
  await getVehicle(vehicleId, change.tx)
  // Lock the car: of two readings at once, neither would see that it contradicts the other.
  await change.tx.selectFrom('vehicles').select('id').where('id', '=', vehicleId).forUpdate().execute()
  if (Temporal.Instant.compare(at, change.now) > 0) throw new Refusal('odometer.in-future')
  const others = await listRead([vehicleId], change.tx)
  if (others.some((one) => one.at.equals(at))) throw new Refusal('odometer.known')
  if (reason === '' && contradicts({ at, kilometres }, others)) throw new Refusal('odometer.contradicts')
  if (reason === '' && isImpossibleReading({ at, kilometres }, others)) throw new Refusal('odometer.leaps')
  const kept = await keepAttachment(change.tx, photo)
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
 * kilometres, and later ones that were worked out from an older reading.
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
 * Records an estimate from positions for a moment that nobody read: it counts like a reading, and is marked wherever it
 * is shown.
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

/** Locks a car whose odometer has no reading at a moment. Refuses `record.not-found` and `odometer.known`. */
async function requireMoment(tx: Tx, vehicleId: string, at: Temporal.Instant): Promise<void> {
  await getVehicle(vehicleId, tx)
  await tx.selectFrom('vehicles').select('id').where('id', '=', vehicleId).forUpdate().execute()
  const known = await tx
    .selectFrom('odometer_readings')
    .select('id')
    .where('vehicle_id', '=', vehicleId)
    .where('read_at', '=', moment(at))
    .where('withdrawn_at', 'is', null)
    .executeTakeFirst()
  if (known) throw new Refusal('odometer.known')
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

/** The result of reading a tracker: number of new readings, and the moments at which its figures cannot be true. */
export type Tracked = { added: number; contradicted: readonly Unread[] }

/** The tracker, and its trips by plate, in letters and digits alone. */
type TrackerReport = { tracker: string; trips: ReadonlyMap<string, readonly TrackedTrip[]>; now: Temporal.Instant }

/**
 * Records a tracker's figure for each moment that counts and that nobody read (`listUnread`), if its trips show where
 * the car stood then. Leaves out a figure that contradicts a known reading, and names it: a person decides.
 */
export async function addTracked(report: TrackerReport): Promise<Tracked> {
  const { good, contradicted } = await sortFigures(report, db)
  if (good.length === 0) return { added: 0, contradicted }
  const { tracker, now } = report
  const added = await carryOut({ actor: SYSTEM, action: 'vehicle.add-reading', now }, async (change) => {
    const { tx, note } = change
    const cars = [...new Set(good.map(({ vehicleId }) => vehicleId))]
    // Lock the cars, as for people's readings; what was read meanwhile counts.
    await tx.selectFrom('vehicles').select('id').where('id', 'in', cars).orderBy('id').forUpdate().execute()
    const sure = (await sortFigures(report, tx)).good.filter(({ vehicleId }) => cars.includes(vehicleId))
    await dropEstimates(change, sure)
    for (const part of inParts(sure))
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
    for (const { vehicleId, at, kilometres } of sure)
      note({ subject: `vehicle:${vehicleId}`, after: { at: at.toString(), kilometres, source: tracker } })
    return sure.length
  })
  return { added, contradicted }
}

/**
 * Sorts the figures into those that can be true besides everything known of each car, also the tracker's earlier
 * readings, and those that cannot.
 */
async function sortFigures({ trips, now }: TrackerReport, on: Kysely<DB>) {
  const read = (await listUnread(now, on)).flatMap((one) => {
    const kilometres = kilometresAt(one.at, trips.get(one.key) ?? [])
    return kilometres === null ? [] : [{ ...one, kilometres }]
  })
  const [good, contradicted]: [typeof read, Unread[]] = [[], []]
  if (read.length === 0) return { good, contradicted }
  const cars = [...new Set(read.map(({ vehicleId }) => vehicleId))]
  const known = Map.groupBy(await listRead(cars, on), ({ vehicleId }) => vehicleId)
  for (const one of read) {
    const others: readonly Reading[] = [
      ...(known.get(one.vehicleId) ?? []),
      ...good.filter(({ vehicleId }) => vehicleId === one.vehicleId),
    ]
    if (contradicts(one, others) || isImpossibleReading(one, others)) contradicted.push(one)
    else good.push(one)
  }
  return { good, contradicted }
}
