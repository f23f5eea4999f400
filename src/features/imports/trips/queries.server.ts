import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Trip } from '#domain/driven.ts'
import type { Platform } from '#domain/performance.ts'
import type { Week } from '#domain/week.ts'
import { listCollectedTrips } from '#features/connections/collected/queries.server.ts'

/** A trip of a report of trips: whose by the platform's own identifier and words, and in which car (letters and digits). */
export type TripOfCar = Trip & { row: string; plate: string; label: string }

/** The trips of cars that the fleet does not have, from a week on, in the order of time. */
export async function listTripsOfUnknownCars(from: Week, on: Kysely<DB> = db): Promise<TripOfCar[]> {
  const { rows } = await sql<{
    row: string
    plate: string
    driver: string
    label: string
    at: Temporal.Instant
    until: string
  }>`
    select id::text as row, facts ->> 'plate' as plate, keys -> 0 ->> 'value' as driver, label, at, facts ->> 'until' as until
    from import_rows trip
    where source = 'uber' and report = 'trip_activity' and account = '' and week >= ${from}::date and state = 'live'
      and not exists (select from vehicles where plate = trip.facts ->> 'plate')
      and not exists (select from source_keys known where known.source = trip.source and known.kind = 'plate'
        and known.value = trip.facts ->> 'plate')
    order by at, id`.execute(on)
  return rows.map(({ at, until, ...trip }) => ({ ...trip, from: at, to: Temporal.Instant.from(until) }))
}

/**
 * The trips of a car of the fleet in a week, by its plate or by a name it goes by: those of reports, and those of orders that a platform
 * told when it was asked. In the order of time, each with the platform that names its driver.
 */
export async function listTripsOfCar(
  vehicleId: string,
  week: Week,
  on: Kysely<DB> = db,
): Promise<(Trip & { source: Platform })[]> {
  const [reported, collected] = await Promise.all([
    listReportedTrips(vehicleId, week, on),
    listCollectedTrips(vehicleId, week, on),
  ])
  const all = [...reported.map((trip) => ({ ...trip, source: 'uber' as const })), ...collected]
  return all.toSorted((a, b) => Temporal.Instant.compare(a.from, b.from))
}

async function listReportedTrips(vehicleId: string, week: Week, on: Kysely<DB>): Promise<Trip[]> {
  const { rows } = await sql<{ driver: string; at: Temporal.Instant; until: string }>`
    select keys -> 0 ->> 'value' as driver, at, facts ->> 'until' as until
    from import_rows trip
    where source = 'uber' and report = 'trip_activity' and account = '' and week = ${week}::date and state = 'live'
      and facts ->> 'plate' in (
        select plate from vehicles where id = ${vehicleId}
        union all select value from source_keys where source = 'uber' and kind = 'plate' and vehicle_id = ${vehicleId})
    order by at, id`.execute(on)
  return rows.map(({ driver, at, until }) => ({ driver, from: at, to: Temporal.Instant.from(until) }))
}
