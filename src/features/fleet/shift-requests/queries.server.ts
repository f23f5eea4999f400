import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { showPlate } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { spanOf } from '#domain/shift.ts'
import { type RequestKind, type RequestState, type ShiftRequest, waitsForOffice } from './schema.ts'

/** Whether something can still become of it: its hours are not over. */
export function isAhead({ slot, inReturn }: Pick<ShiftRequest, 'slot' | 'inReturn'>, now: Temporal.Instant): boolean {
  return [slot, inReturn].every((one) => one === null || Temporal.Instant.compare(spanOf(one.day, one).to, now) > 0)
}

/** Everything about days since one, the soonest first. */
export async function listRecentRequests(since: string, on: Kysely<DB> = db): Promise<ShiftRequest[]> {
  const rows = await requests(on)
    .where('shift_requests.day', '>=', since)
    .orderBy('shift_requests.day')
    .orderBy('starts')
    .execute()
  return rows.map(requestOf)
}

/** How many wait for the office: free cars that are asked for, and what two agreed on; and the only one. */
export async function countWaitingRequests(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ count: number; since: string | null; only: string | null }> {
  const waiting = (await listRecentRequests(now.subtract({ hours: 48 }).toString().slice(0, 10), on)).filter(
    (one) => isAhead(one, now) && waitsForOffice(one),
  )
  const since = waiting.map(({ askedAt }) => askedAt).toSorted()[0] ?? null
  return { count: waiting.length, since, only: waiting.length === 1 ? (waiting[0]?.id ?? null) : null }
}

/** What a driver asked, is asked, or may take, of today and later; the newest first. */
export async function listOwnRequests(
  driver: OwnDriverId,
  today: string,
  on: Kysely<DB> = db,
): Promise<ShiftRequest[]> {
  const rows = await requests(on)
    .where('shift_requests.day', '>=', today)
    .where(({ or, and, eb }) =>
      or([
        eb('asking.id', '=', driver),
        eb('asked.id', '=', driver),
        eb('taking.id', '=', driver),
        and([eb('to_driver_id', 'is', null), eb('state', '=', 'open'), eb('kind', 'in', ['give', 'offer'])]),
      ]),
    )
    .orderBy('asked_at', 'desc')
    .execute()
  return rows.map(requestOf)
}

/** One request. Refuses `record.not-found`. */
export async function getRequest(id: string, on: Kysely<DB> = db): Promise<ShiftRequest> {
  const row = await requests(on).where('shift_requests.id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return requestOf(row)
}

/** Records that were merged are the one that stays. */
function requests(on: Kysely<DB>) {
  return on
    .selectFrom('shift_requests')
    .innerJoin('vehicles', 'vehicles.id', 'shift_requests.vehicle_id')
    .leftJoin('vehicles as other', 'other.id', 'for_vehicle_id')
    .leftJoin('drivers as asking', (join) =>
      join.on(sql<boolean>`asking.id = standing_record(shift_requests.driver_id)`),
    )
    .leftJoin('drivers as asked', (join) => join.on(sql<boolean>`asked.id = standing_record(to_driver_id)`))
    .leftJoin('drivers as taking', (join) => join.on(sql<boolean>`taking.id = standing_record(taken_by)`))
    .select(['shift_requests.id', 'kind', 'state', 'words', 'asked_at', 'shift_requests.vehicle_id', 'vehicles.plate'])
    .select(['shift_requests.day', 'starts', 'ends', 'for_vehicle_id', 'for_day', 'for_starts', 'for_ends'])
    .select(['other.plate as for_plate', 'asking.id as driver_id', 'asking.name as driver', 'asked.id as to_id'])
    .select(['asked.name as to', 'taking.id as taken_id', 'taking.name as taken'])
}

function requestOf(row: Awaited<ReturnType<ReturnType<typeof requests>['execute']>>[number]): ShiftRequest {
  const person = (id: string | null, name: string | null) => (id === null ? null : { id, name: name ?? '' })
  const { vehicle_id: vehicleId, day, starts, ends, for_vehicle_id, for_day, for_starts, for_ends } = row
  return {
    id: row.id,
    kind: row.kind as RequestKind,
    state: row.state as RequestState,
    driver: person(row.driver_id, row.driver),
    to: person(row.to_id, row.to),
    takenBy: person(row.taken_id, row.taken),
    slot: { vehicleId, plate: showPlate(row.plate), day, starts, ends },
    inReturn:
      for_vehicle_id === null || for_day === null || for_starts === null || for_ends === null
        ? null
        : {
            vehicleId: for_vehicle_id,
            plate: showPlate(row.for_plate ?? ''),
            day: for_day,
            starts: for_starts,
            ends: for_ends,
          },
    words: row.words,
    askedAt: row.asked_at.toString(),
  }
}
