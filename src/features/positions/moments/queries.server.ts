import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import type { DB } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { distanceFrom, whereaboutsAt } from '#domain/whereabouts.ts'
import { fixOf, type PointRow } from '../queries.server.ts'
import { keptFrom, readSettings } from '../rules/queries.server.ts'
import type { Look } from '../schema.ts'
import type { FoundPlace } from './schema.ts'

/**
 * Whether positions of a car at a moment may still be there: `kept` within the kept days or while a hold keeps them,
 * `gone` after that, `off` for a moment that is still to come or before positions were recorded.
 */
export async function keptState(
  vehicleId: string,
  at: Temporal.Instant,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<'kept' | 'gone' | 'off'> {
  const { recordsSince, keepsDays } = await readSettings(on)
  if (Temporal.Instant.compare(at, now) > 0) return 'off'
  const hold = await on
    .selectFrom('position_holds')
    .select('id')
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('ended_at', 'is', null)
    .where('until_at', '>', moment(now))
    .where('from_at', '<=', moment(at))
    .limit(1)
    .executeTakeFirst()
  if (hold) return 'kept'
  if (recordsSince === null || Temporal.Instant.compare(at, recordsSince) < 0) return 'off'
  return Temporal.Instant.compare(at, keptFrom(keepsDays, now)) < 0 ? 'gone' : 'kept'
}

/**
 * Where a car was at a moment, and how far from a given town; recorded as a look. Refuses `record.not-found` for an
 * unknown car, and `position.reason-missing` without a reason, whatever the operator's setting.
 */
export async function showMoment(
  { by, reason, now }: Pick<Look, 'by' | 'reason' | 'now'>,
  { vehicleId, at, town }: { vehicleId: string; at: Temporal.Instant; town: { lat: number; lon: number } | null },
  on: Kysely<DB> = db,
): Promise<FoundPlace> {
  if (reason.trim() === '') throw new Refusal('position.reason-missing')
  const id = readRecordId(vehicleId)
  const car = await on.selectFrom('vehicles').select('id').where('id', '=', id).executeTakeFirst()
  if (!car) throw new Refusal('record.not-found')
  const { rows } = await sql<PointRow>`select device, at, vehicle_id, lat, lon, speed, course, accuracy, received_at
    from positions.see_moment(${by.uid}, ${car.id}, ${moment(at)}, ${reason.trim()}, ${moment(now)})`.execute(on)
  const milliseconds = at.epochMilliseconds
  const found = whereaboutsAt(milliseconds, rows.map(fixOf))
  const distance = town && distanceFrom(town, milliseconds, found)
  return {
    ...placesOf(found),
    distance: distance && { kilometres: Math.round(distance.metres / 1_000), isElsewhere: distance.isElsewhere },
  }
}

function placesOf(found: ReturnType<typeof whereaboutsAt>): Omit<FoundPlace, 'distance'> {
  switch (found.is) {
    case 'standing':
      return { is: 'standing', from: iso(found.from), to: iso(found.to), ...found.place }
    case 'driving':
      return { is: 'driving', from: iso(found.before.at), to: iso(found.after.at), ...placeOf(found.before) }
    case 'unknown':
      return found.nearest === null
        ? { is: 'unknown', from: null, to: null, lat: null, lon: null }
        : { is: 'unknown', from: iso(found.nearest.at), to: null, ...placeOf(found.nearest) }
  }
}

function placeOf({ lat, lon }: { lat: number; lon: number }) {
  return { lat, lon }
}

function iso(milliseconds: number): string {
  return Temporal.Instant.fromEpochMilliseconds(milliseconds).toString()
}
