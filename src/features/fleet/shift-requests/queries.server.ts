import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type Waiting, askAlone, listQuestion, momentOf } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { showPlate } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { spanOf } from '#domain/shift.ts'
import { type RequestKind, type RequestState, type ShiftRequest, waitsForOffice } from './schema.ts'

type DayHours = { day: string; starts: string; ends: string }

/** The hours that a swap asks for in return; `null` for other requests. */
function hoursOf(day: string | null, starts: string | null, ends: string | null): DayHours | null {
  return day === null || starts === null || ends === null ? null : { day, starts, ends }
}

/** Whether a request can still be fulfilled, because its hours are not over. */
export function isStillPossible(
  { slot, inReturn }: { slot: DayHours; inReturn: DayHours | null },
  now: Temporal.Instant,
): boolean {
  return [slot, inReturn].every(
    (hours) => hours === null || Temporal.Instant.compare(spanOf(hours.day, hours).to, now) > 0,
  )
}

/** All requests for days from the given one on, the soonest first. */
export async function listRecentRequests(since: string, on: Kysely<DB> = db): Promise<ShiftRequest[]> {
  const rows = await selectRequests(on)
    .where('shift_requests.day', '>=', since)
    .orderBy('shift_requests.day')
    .orderBy('starts')
    .execute()
  return rows.map(requestOf)
}

/**
 * The requests that wait for the office (requested free hours, and swaps that two drivers agreed on): their number,
 * and the id if there is only one.
 */
export const waitingRequests = (now: Temporal.Instant) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('shift_requests')
        .select(['id', 'kind', 'state', 'day', 'starts', 'ends', 'for_day', 'for_starts', 'for_ends', 'asked_at'])
        .where('day', '>=', now.subtract({ hours: 48 }).toString().slice(0, 10))
        .where('state', 'in', ['open', 'accepted']),
    (rows: WaitingRow[]): Waiting => {
      const waiting = rows.filter(
        (row) =>
          waitsForOffice(row) &&
          isStillPossible({ slot: row, inReturn: hoursOf(row.for_day, row.for_starts, row.for_ends) }, now),
      )
      const since = waiting.map(({ asked_at }) => momentOf(asked_at)).toSorted()[0] ?? null
      return { count: waiting.length, since, only: waiting.length === 1 ? (waiting[0]?.id ?? null) : null }
    },
  )

type WaitingRow = DayHours & {
  id: string
  kind: RequestKind
  state: RequestState
  for_day: string | null
  for_starts: string | null
  for_ends: string | null
  asked_at: string
}

export function countWaitingRequests(now: Temporal.Instant, on: Kysely<DB> = db): Promise<Waiting> {
  return askAlone(waitingRequests(now), on)
}

/** The requests that a driver made, has to answer, or may take, for today and later; the newest first. */
export async function listOwnRequests(
  driver: OwnDriverId,
  today: string,
  on: Kysely<DB> = db,
): Promise<ShiftRequest[]> {
  const rows = await selectRequests(on)
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

/**
 * The requests without an answer, by their ids, that a driver made, received or accepted, and that concern shifts
 * from a moment on.
 */
export async function listWaitingFrom(
  driverId: string,
  at: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<ShiftRequest[]> {
  const rows = await selectRequests(on)
    .where('state', 'in', ['open', 'accepted'])
    .where(({ or, eb }) =>
      or([eb('asking.id', '=', driverId), eb('asked.id', '=', driverId), eb('taking.id', '=', driverId)]),
    )
    .orderBy('shift_requests.id')
    .execute()
  return rows
    .map(requestOf)
    .filter(({ slot, inReturn }) =>
      [slot, inReturn].some(
        (hours) => hours !== null && Temporal.Instant.compare(spanOf(hours.day, hours).from, at) >= 0,
      ),
    )
}

/** One request. Refuses `record.not-found`. */
export async function getRequest(id: string, on: Kysely<DB> = db): Promise<ShiftRequest> {
  const row = await selectRequests(on).where('shift_requests.id', '=', readRecordId(id)).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return requestOf(row)
}

/** Selects requests; for a merged record it shows the one in which it continues. */
function selectRequests(on: Kysely<DB>) {
  return (
    on
      .selectFrom('shift_requests')
      .innerJoin('vehicles', 'vehicles.id', 'shift_requests.vehicle_id')
      .leftJoin('vehicles as offered_car', 'offered_car.id', 'for_vehicle_id')
      .leftJoin('drivers as asking', (join) =>
        join.on(sql<boolean>`asking.id = standing_record(shift_requests.driver_id)`),
      )
      .leftJoin('drivers as asked', (join) => join.on(sql<boolean>`asked.id = standing_record(to_driver_id)`))
      .leftJoin('drivers as taking', (join) => join.on(sql<boolean>`taking.id = standing_record(taken_by)`))
      // The departure of the driver with whose leaving the request was closed: both are recorded in one change, so
      // they have the same moment.
      .leftJoin('departures', (join) =>
        join
          .onRef('departures.created_at', '=', 'answered_at')
          .on(sql<boolean>`standing_record(departures.driver_id) in (asking.id, asked.id)`),
      )
      .leftJoin('drivers as leaver', (join) => join.on(sql<boolean>`leaver.id = standing_record(departures.driver_id)`))
      .select([
        'shift_requests.id',
        'kind',
        'state',
        'words',
        'asked_at',
        'shift_requests.vehicle_id',
        'vehicles.plate',
      ])
      .select(['shift_requests.day', 'starts', 'ends', 'for_vehicle_id', 'for_day', 'for_starts', 'for_ends'])
      .select([
        'offered_car.plate as for_plate',
        'asking.id as driver_id',
        'asking.name as driver',
        'asked.id as to_id',
      ])
      .select(['asked.name as to', 'taking.id as taken_id', 'taking.name as taken', 'leaver.name as leaver'])
  )
}

function requestOf(row: Awaited<ReturnType<ReturnType<typeof selectRequests>['execute']>>[number]): ShiftRequest {
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
    closedByLeaver: row.state === 'withdrawn' ? row.leaver : null,
    askedAt: row.asked_at.toString(),
  }
}
