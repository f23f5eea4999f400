import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { namesApart } from '#domain/driver.ts'
import { readPlate, showPlate } from '#domain/identifiers.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, bounds } from '#domain/week.ts'
import { type NewVehicleInput, vehicleRecord } from './schema.ts'

/** A car in the list of the office. */
export type VehicleRow = NewVehicleInput & {
  id: string
  /** The driver who has the car now. */
  driver: string | null
  driverId: string | null
  /** Number of known tags and cards. */
  cards: number
}

/** The whole fleet, by plate. */
export async function listVehicles(now: Temporal.Instant, on: Kysely<DB> = db): Promise<VehicleRow[]> {
  const rows = await on
    .selectFrom('vehicles')
    .leftJoin('assignments', (join) =>
      join
        .onRef('assignments.vehicle_id', '=', 'vehicles.id')
        .on(sql<boolean>`period @> ${now.toString()}::timestamptz`),
    )
    .leftJoin('drivers', 'drivers.id', 'assignments.driver_id')
    .selectAll('vehicles')
    .select(['drivers.name', 'drivers.ref', 'drivers.id as driverId'])
    .select((of) =>
      of
        .selectFrom('source_keys')
        .whereRef('source_keys.vehicle_id', '=', 'vehicles.id')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .as('cards'),
    )
    .orderBy('plate')
    .execute()
  return namesApart(rows).map(({ id, name, driverId, cards, ...row }) => ({
    ...vehicleRecord.read(row),
    id,
    driver: name,
    driverId,
    cards: cards ?? 0,
  }))
}

/** Every car for a choice in a form: its id, and its plate as people write it. */
export async function listCarChoices(on: Kysely<DB> = db): Promise<{ value: string; label: string }[]> {
  const rows = await on.selectFrom('vehicles').select(['id', 'plate']).orderBy('plate').execute()
  return rows.map(({ id, plate }) => ({ value: id, label: showPlate(plate) }))
}

/** The ids of the cars that have these plates. */
export async function listPlates(plates: readonly string[], on: Kysely<DB>): Promise<Map<string, string>> {
  if (plates.length === 0) return new Map()
  const rows = await on
    .selectFrom('vehicles')
    .select(['id', 'plate'])
    .where('plate', '=', sql<string>`any(${plates}::text[])`)
    .execute()
  return new Map(rows.map(({ id, plate }) => [plate, id]))
}

/** The record of one car. Refuses `record.not-found`, also for an address that is no id at all. */
export async function getVehicle(id: string, on: Kysely<DB> = db): Promise<Vehicle> {
  const found = (await findVehicles([readRecordId(id)], on)).values().next().value
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** A car with its whole record. */
export type Vehicle = NewVehicleInput & {
  id: string
  /** `false` for a plate that fits no Portuguese series, which somebody should check. */
  plateKnown: boolean
  version: number
}

/** The records of several cars by their ids; `ids` without a value means all of them. */
export async function findVehicles(
  ids: readonly string[] | undefined,
  on: Kysely<DB> = db,
): Promise<Map<string, Vehicle>> {
  const rows = await on
    .selectFrom('vehicles')
    .selectAll()
    .$if(ids !== undefined, (query) => query.where('id', '=', sql<string>`any(${ids}::uuid[])`))
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...vehicleRecord.read(row),
        id: row.id,
        plateKnown: readPlate(row.plate).series !== null,
        version: row.version,
      },
    ]),
  )
}

/** Of tables that refer to cars: which rows were taken back, and go with a car that is removed (`remove_rows_taken_back`). */
const TAKEN_BACK: Readonly<Record<string, RawBuilder<boolean>>> = {
  ...Object.fromEntries(
    ['accidents', 'car_costs', 'car_sales', 'maintenance_jobs', 'odometer_readings', 'workshop_stays'].map((table) => [
      table,
      sql<boolean>`withdrawn_at is not null`,
    ]),
  ),
  papers: sql<boolean>`state = 'refused'`,
}

/**
 * Those of these cars that anything mentions which was not taken back; a table that refers to cars is found by itself.
 */
export async function listMentioned(ids: readonly string[], on: Kysely<DB> = db): Promise<ReadonlySet<string>> {
  const { rows: references } = await sql<{ table: string; column: string }>`
    select relname as table, attname as column from pg_constraint
    join pg_class on pg_class.oid = conrelid join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f' and confrelid = 'vehicles'::regclass order by relname, attname`.execute(on)
  const mentions = references.map(
    ({ table, column }) =>
      sql`select ${sql.ref(column)} as id from ${sql.table(table)}
        where ${sql.ref(column)} = any(${ids}::uuid[]) and not (${TAKEN_BACK[table] ?? sql<boolean>`false`})`,
  )
  const { rows } = await sql<{ id: string }>`${sql.join(mentions, sql` union `)}`.execute(on)
  return new Set(rows.map(({ id }) => id))
}

/** The files of rows that go with these cars when they are removed. */
export async function listFilesTakenBack(ids: readonly string[], on: Kysely<DB> = db): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    select file_sha256 as sha256 from odometer_readings where vehicle_id = any(${ids}::uuid[])
    union select file_sha256 from maintenance_jobs where vehicle_id = any(${ids}::uuid[])
    union select file_sha256 from car_sales where vehicle_id = any(${ids}::uuid[])
    union select form_sha256 from accidents where vehicle_id = any(${ids}::uuid[])
    union select file_sha256 from papers where vehicle_id = any(${ids}::uuid[])`.execute(on)
  return rows.flatMap(({ sha256 }) => sha256 ?? [])
}

/** Most plates that a sentence names. */
const NAMED = 5

/** Plates for a sentence: the first few. */
export function namedPlates(plates: readonly string[]): string {
  const shown = plates.map(showPlate).toSorted()
  return shown.length > NAMED ? `${shown.slice(0, NAMED).join(', ')}…` : shown.join(', ')
}

/** A driver's time with a car, `[from, to)`; an open end is `null`. */
export type Assignment = {
  id: string
  driverId: string
  driver: string
  ref: string
  from: Temporal.Instant | null
  to: Temporal.Instant | null
  by: string | null
}

/** The assignments of a car, the latest first. */
export async function listAssignments(vehicleId: string, on: Kysely<DB> = db): Promise<Assignment[]> {
  const id = readRecordId(vehicleId)
  return (await listAssignmentsOf([id], on)).get(id) ?? []
}

/** The assignments of a car for a page, the latest first; the names of drivers with the same name are extended. */
export async function showAssignments(vehicleId: string): Promise<Assignment[]> {
  const named = (await listAssignments(vehicleId)).map(({ driver: name, ...assignment }) => ({ ...assignment, name }))
  return namesApart(named).map(({ name: driver, ...assignment }) => ({ ...assignment, driver }))
}

/** The assignments of several cars, the latest first, by car; leaves out cars that nobody had. */
export async function listAssignmentsOf(
  vehicleIds: readonly string[],
  on: Kysely<DB> = db,
): Promise<Map<string, Assignment[]>> {
  const rows = await on
    .selectFrom('assignments')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .leftJoin('users', 'users.uid', 'created_by')
    .select(['assignments.id', 'driver_id as driverId', 'name as driver', 'ref', personName().as('by'), 'vehicle_id'])
    .select(sql<Temporal.Instant | null>`lower(period)`.as('from'))
    .select(sql<Temporal.Instant | null>`upper(period)`.as('to'))
    .where('vehicle_id', '=', sql<string>`any(${vehicleIds}::uuid[])`)
    .orderBy(sql`lower(period)`, (order) => order.desc().nullsLast())
    .execute()
  return new Map(
    [...Map.groupBy(rows, ({ vehicle_id }) => vehicle_id)].map(([vehicle, own]) => [
      vehicle,
      own.map(({ id, driverId, driver, ref, by, from, to }) => ({ id, driverId, driver, ref, by, from, to })),
    ]),
  )
}

/** One assignment. Refuses `record.not-found`, also for an assignment of another car. */
export async function getAssignment(vehicleId: string, id: string, on: Kysely<DB> = db): Promise<Assignment> {
  return oneOf(await listAssignments(vehicleId, on), id)
}

/** One assignment, with the driver's name as in `showAssignments`. Refuses what `getAssignment` refuses. */
export async function showAssignment(vehicleId: string, id: string): Promise<Assignment> {
  return oneOf(await showAssignments(vehicleId), id)
}

function oneOf(assignments: readonly Assignment[], id: string): Assignment {
  const found = assignments.find((assignment) => assignment.id === id)
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** An assignment as text in a page, to compare it later with its state then. */
export function seenAs({ driverId, from, to }: Pick<Assignment, 'driverId' | 'from' | 'to'>): string {
  return [driverId, from ?? '', to ?? ''].join(' ')
}

/** The assignment that ends at a moment, and the one that begins. */
export function handOverAt(assignments: readonly Assignment[], at: Temporal.Instant) {
  return {
    ending: assignments.find(({ to }) => to?.equals(at)) ?? null,
    beginning: assignments.find(({ from }) => from?.equals(at)) ?? null,
  }
}

/** The driver of each of these cars at the moment given for it, by car; leaves out cars that nobody had. */
export async function listHoldersAt(
  moments: ReadonlyMap<string, Temporal.Instant>,
  on: Kysely<DB> = db,
): Promise<Map<string, string>> {
  const cars = [...moments.keys()]
  const ats = [...moments.values()].map(String)
  const { rows } = await sql<{ car: string; ref: string; name: string }>`
    select asked.car, drivers.ref, drivers.name
    from unnest(${cars}::uuid[], ${ats}::timestamptz[]) as asked (car, at)
    join assignments on vehicle_id = asked.car and period @> asked.at
    join drivers on drivers.id = driver_id`.execute(on)
  return new Map(namesApart(rows).map(({ car, name }) => [car, name]))
}

/** All assignments that touch a week, by car, the earliest first. */
export async function listHeldIn(week: Week, on: Kysely<DB> = db): Promise<Map<string, Assignment[]>> {
  const { start, end } = bounds(week)
  const rows = await on
    .selectFrom('assignments')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['assignments.id', 'vehicle_id', 'driver_id as driverId', 'name', 'ref'])
    .select(sql<Temporal.Instant | null>`lower(period)`.as('from'))
    .select(sql<Temporal.Instant | null>`upper(period)`.as('to'))
    .where(sql<boolean>`period && tstzrange(${start.toString()}::timestamptz, ${end.toString()}::timestamptz)`)
    .orderBy(sql`lower(period)`, (order) => order.asc().nullsFirst())
    .execute()
  return Map.groupBy(
    namesApart(rows).map(({ name, ...row }) => ({ ...row, driver: name, by: null })),
    ({ vehicle_id }) => vehicle_id,
  )
}
