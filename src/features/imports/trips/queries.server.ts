import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Trip } from '#domain/driven.ts'
import type { Platform } from '#domain/performance.ts'
import type { Ride, RidesKnown } from '#domain/toll-rides.ts'
import { type Week, ZONE, nextWeek, previousWeek } from '#domain/week.ts'
import {
  type TimeOnTrip,
  listCollectedRides,
  listCollectedTrips,
  listConnectedWeeks,
  listFetchedNames,
} from '#features/connections/collected/queries.server.ts'

/** A trip in a report of trips: the driver by the platform's identifier and name, and the car's plate (letters and digits). */
export type TripOfCar = Trip & { row: string; plate: string; label: string }

/** The trips of cars that the fleet does not have, from a week on, in order of time. */
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
 * The trips of a car of the fleet in a week, by its plate or another name: from reports, and from orders that a
 * platform returned. In order of time, each with the platform that names its driver.
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
  const trips = [...reported.map((trip) => ({ ...trip, source: 'uber' as const })), ...collected]
  return trips.toSorted((a, b) => Temporal.Instant.compare(a.from, b.from))
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

/**
 * The times in which passengers were in cars, as far as platforms report them, and the weeks for which the reports
 * are complete.
 */
export type RidesOfWeek = {
  of: (vehicleId: string) => readonly Ride[]
  known: RidesKnown
  /** The names of Bolt's drivers whom the connection knows. */
  askedOfBolt: ReadonlySet<string>
  /** The platforms that have a report of earnings: a driver who is not in it was not paid. */
  reported: ReadonlySet<Platform>
}

/**
 * The rides of some cars in some weeks, read together. Bolt's orders come from its connection. Uber reports trips
 * from the request instead of the pick-up, so the passenger may have been in the car for a shorter time. A week of
 * Uber is known when a report of trips covers it for each account that paid in it.
 */
export async function listRidesIn(
  wantedWeeks: readonly Week[],
  vehicles: readonly string[],
  on: Kysely<DB> = db,
): Promise<(week: Week) => RidesOfWeek> {
  const weeks = [...new Set(wantedWeeks.flatMap((week) => [previousWeek(week), week, nextWeek(week)]))]
  const [ordered, driven, connectedWeeks, uber, askedOfBolt, reported] = await Promise.all([
    listCollectedRides(vehicles, weeks, on),
    listReportedRides(vehicles, weeks, on),
    listConnectedWeeks(wantedWeeks, on),
    listWeeksWithUberTrips(weeks, on),
    listFetchedNames('bolt', on),
    listWeeksWithEarnings(wantedWeeks, on),
  ])
  const rides = Map.groupBy([...ordered, ...driven], ({ vehicleId }) => vehicleId)
  return (week) => ({
    of: (vehicleId) => rides.get(vehicleId) ?? [],
    known: {
      bolt: new Set(
        connectedWeeks.flatMap((connectedWeek) =>
          connectedWeek.source === 'bolt' && connectedWeek.week === week ? [connectedWeek.week] : [],
        ),
      ),
      uber: new Set([previousWeek(week), week].filter((collectedWeek) => uber.has(collectedWeek))),
    },
    askedOfBolt,
    reported: new Set(reported.flatMap((report) => (report.week === week ? [report.source] : []))),
  })
}

async function listWeeksWithEarnings(
  weeks: readonly Week[],
  on: Kysely<DB>,
): Promise<{ source: Platform; week: Week }[]> {
  const { rows } = await sql<{ source: Platform; week: Week }>`
    select source, asked.week::text as week from (values ('uber'), ('bolt')) platform (source), unnest(${weeks}::date[]) asked (week)
    where exists (select from import_rows paid where paid.source = platform.source and kind = 'earning' and state = 'live' and week = asked.week)`.execute(
    on,
  )
  return rows
}

async function listReportedRides(vehicles: readonly string[], weeks: readonly Week[], on: Kysely<DB>) {
  const { rows } = await sql<{ vehicleId: string; at: Temporal.Instant; until: string }>`
    select named.id as "vehicleId", at, facts ->> 'until' as until
    from (
      select id, plate from vehicles where id = any(${vehicles}::uuid[])
      union all select vehicle_id, value from source_keys
      where source = 'uber' and kind = 'plate' and vehicle_id = any(${vehicles}::uuid[])
    ) named
    join import_rows trip on trip.facts ->> 'plate' = named.plate
    where trip.source = 'uber' and trip.report = 'trip_activity' and trip.account = '' and trip.state = 'live'
      and trip.week = any(${weeks}::date[])`.execute(on)
  return rows.map(({ vehicleId, at, until }) => ({ vehicleId, from: at, to: Temporal.Instant.from(until) }))
}

async function listWeeksWithUberTrips(weeks: readonly Week[], on: Kysely<DB>): Promise<Set<Week>> {
  const { rows } = await sql<{ week: Week; paid: string[] | null; reported: string[] | null }>`
    select asked.week,
      (select array_agg(distinct account) from import_rows
        where source = 'uber' and kind = 'earning' and state = 'live' and week = asked.week) as paid,
      (select array_agg(distinct account) from imports
        where source = 'uber' and kind = 'trip_activity' and undone_at is null
          and period_from <= asked.week and period_to >= asked.week + 6) as reported
    from unnest(${weeks}::date[]) asked (week)`.execute(on)
  const isWhole = ({ paid, reported }: { paid: string[] | null; reported: string[] | null }) =>
    reported !== null && (paid === null || paid.length < 2 || paid.every((account) => reported.includes(account)))
  return new Set(rows.filter(isWhole).map(({ week }) => week))
}

/**
 * Trips in reports, from request to end, that began between two days; with `records`, only those of these drivers'
 * records.
 */
export function selectReportedTimes({ from, until }: { from: string; until: string }, records?: readonly string[]) {
  return sql<TimeOnTrip>`
    select distinct named.driver_id as record, trip.source, extract(epoch from at)::float8 as "from",
      extract(epoch from (facts ->> 'until')::timestamptz)::float8 as "to"
    from import_rows trip
    join source_keys named on named.source = trip.source and named.kind = 'driver' and named.value = trip.keys -> 0 ->> 'value'
      and named.driver_id is not null ${records === undefined ? sql`` : sql`and named.driver_id = any(${records}::uuid[])`}
    where trip.state = 'live' and trip.source = 'uber' and trip.report = 'trip_activity'
      and trip.week > ${from}::date - 14 and trip.week <= ${until}::date
      and at >= ${from}::date::timestamp at time zone ${ZONE} and at < (${until}::date + 1)::timestamp at time zone ${ZONE}
      and (facts ->> 'until')::timestamptz > at offset 0`
}

/** When the newest report of trips was imported that covers part of the time between two days; `null` without one. */
export async function findTripsRead(
  { from, until }: { from: string; until: string },
  on: Kysely<DB> = db,
): Promise<string | null> {
  const { at } = await on
    .selectFrom('imports')
    .select((of) => of.fn.max('imported_at').as('at'))
    .where('kind', '=', 'trip_activity')
    .where('undone_at', 'is', null)
    .where('period_from', '<=', until)
    .where('period_to', '>=', from)
    .executeTakeFirstOrThrow()
  return at?.toString() ?? null
}
