import { firstOf, requireValue, lastOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { foldWord, hasLostLetters, countSharedNames } from '#domain/candidate.ts'
import type { DriverName } from '#domain/driver.ts'
import { isSameName } from '#domain/driver-list.ts'
import { type HeldTime, drivenBy, heldTimes } from '#domain/driven.ts'
import type { SourceKey } from '#domain/import.ts'
import { directoryKey } from '#domain/matching.ts'
import {
  type HeldBecause,
  type Holder,
  type NewDriver,
  type NewVehicle,
  type UnknownName,
  proposeDrivers,
  proposeHolder,
  proposeVehicles,
} from '#domain/newcomers.ts'
import { type Cents, ZERO, sum } from '#domain/money.ts'
import { type Week, bounds, weekAt } from '#domain/week.ts'
import type { Evidence } from '#features/imports/evidence/schema.ts'
import { evidence } from '#features/imports/evidence/queries.server.ts'
import { type TripOfCar, listTripsOfUnknownCars } from '#features/imports/trips/queries.server.ts'
import { listRows } from '#features/imports/rows/queries.server.ts'
import { listUnmatchedRows, readDirectory } from '#features/imports/owners/queries.server.ts'
import type { UnmatchedRow } from '#features/settlements/gathered/queries.server.ts'
import { askUnmatched } from '#features/weeks/unmatched/queries.server.ts'

/**
 * A name that files have and the fleet does not, with the ids, the number and the sum of its rows, and one of the rows to
 * open. `isIdle`: its rows have no cent, no trip and no hour. `areTrips`: its rows are trips of a car, which have no amount.
 */
export type NewName = UnknownName & {
  week: Week
  rows: readonly string[]
  count: number
  total: Cents
  line: Evidence
  isIdle: boolean
  areTrips: boolean
}

export type Newcomers = {
  /**
   * `isIdle`: the files have nothing of them but the name. `alike`: somebody else of the list or the fleet whose name reads like theirs, without being told that they are one.
   * `namesakes`: drivers of the fleet with exactly that name, so that nobody is created twice unseen.
   */
  drivers: readonly (Omit<NewDriver, 'parts'> & {
    parts: readonly (readonly NewName[])[]
    isIdle: boolean
    alike: string | null
    namesakes: readonly DriverName[]
  })[]
  /**
   * `holder`: who the files say has it, as the form sends it: `new:ID` of this list, `driver:ID` of the fleet, or
   * `trips:…`: as the trips say, which may be several.
   */
  vehicles: readonly (Omit<NewVehicle, 'parts'> & {
    parts: readonly NewName[]
    holder: { id: string; because: HeldBecause } | null
    trips: CarTrips | null
  })[]
}

/** A car's time with somebody, by the platform's identifier of the driver and by name; moments as text, `null` has no end. */
export type HeldByTrips = { driver: string; name: string; from: string; to: string | null }

/**
 * The answer of a car's trips: who had it when; that two drove it at one time; or that somebody drove it who is neither in
 * the list nor in the fleet. Of the last two nothing is proposed: a person says who had it.
 */
export type CarTrips =
  | { is: 'clear'; id: string; held: readonly HeldByTrips[] }
  | { is: 'contradicted'; names: readonly [string, string]; at: string }
  | { is: 'stranger'; name: string }

/** Names that two people share before somebody is asked to look. */
const NAMES_TO_LOOK_AT = 2

/** Somebody who shares two names with a driver of the list, or the only one of another platform with the same first name. */
function alikeOf(driver: NewDriver, drivers: readonly NewDriver[], fleet: readonly { name: string }[]): string | null {
  const others = drivers.filter((other) => other !== driver)
  const sharingNames = [...others, ...fleet].find(({ name }) => countSharedNames(name, driver.name) >= NAMES_TO_LOOK_AT)
  if (sharingNames) return sharingNames.name
  const platforms = sourcesOf(driver)
  const [sameFirstName, ...more] = others.filter(
    (other) => firstName(other) === firstName(driver) && sourcesOf(other).isDisjointFrom(platforms),
  )
  return sameFirstName && more.length === 0 ? sameFirstName.name : null
}

function sourcesOf({ parts }: NewDriver) {
  return new Set(parts.flat().map(({ source }) => source))
}

function firstName({ name }: NewDriver): string {
  return foldWord(firstOf(name.split(' ')))
}

/** The most rows of a list that a person still looks through. */
const MAX_ROWS = 5_000

/** Drivers and cars that files of the weeks from one on know and the fleet does not; who looks like somebody here is left out. */
export async function proposeNewcomers(from: Week, on: Kysely<DB> = db): Promise<Newcomers> {
  const [unmatched, directory] = await Promise.all([listUnmatchedRows(from, MAX_ROWS, on), readDirectory(on)])
  const questions = await askUnmatched({ week: from, unmatched, statements: [] }, directory, on)
  const suggested = new Set(questions.filter(({ suggestion }) => suggestion !== null).map(({ id }) => id))

  const names = Map.groupBy(unmatched, ({ row, attribution: { key } }) => directoryKey(row.source, key))
  const newNames = new Map<string, NewName & { isDriver: boolean }>()
  for (const rows of names.values()) {
    const { row, attribution } = rows.find(({ row: { amount } }) => amount !== 0) ?? firstOf(rows)
    if (attribution.reason === 'no-driver-at-that-time') continue
    if (rows.some((unmatchedRow) => suggested.has(`row-${unmatchedRow.row.id}`))) continue
    const { key } = attribution
    newNames.set(row.id, {
      row: row.id,
      source: row.source,
      keys: [key, ...otherKeys(rows, key)],
      label: row.label,
      week: firstOf(rows.map((unmatchedRow) => unmatchedRow.row.week).toSorted()),
      rows: rows.map((unmatchedRow) => unmatchedRow.row.id),
      count: rows.length,
      total: sum(rows.map((unmatchedRow) => unmatchedRow.row.amount)),
      line: evidence(row),
      isIdle: rows.every(
        (unmatchedRow) =>
          unmatchedRow.row.amount === 0 && Object.values(unmatchedRow.row.measures).every((value) => value === 0),
      ),
      areTrips: false,
      isDriver: attribution.reason === 'unknown-driver',
    })
  }
  for (const [id, label] of await wholeLabels([...newNames.values()], on))
    newNames.set(id, { ...requireValue(newNames, id), label })
  const trips = await listTripsOfUnknownCars(from, on)
  for (const tripCar of await carsOfTrips(trips, on)) newNames.set(tripCar.row, { ...tripCar, isDriver: false })
  const withRows = ({ row }: UnknownName): NewName => requireValue(newNames, row)
  const candidates = [...newNames.values()]
  const drivers = proposeDrivers(candidates.filter(({ isDriver }) => isDriver))
  const fleet = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'name'])
    .where('status', '!=', 'inactive')
    .where('is_gone', '=', false)
    .orderBy('ref')
    .execute()
  const people: Holder[] = [
    ...drivers.map(({ id, name, parts }) => ({
      id: `new:${id}`,
      names: [name, ...parts.flat().map(({ label }) => label)],
    })),
    ...fleet.map(({ id, name }) => ({ id: `driver:${id}`, names: [name] })),
  ]
  const fleetNames = new Map(fleet.map(({ id, name }) => [id, name]))
  const nameOf = (uber: string): string | null => {
    const newDriver = drivers.find(({ parts }) => parts.flat().some((part) => isUberDriver(part, uber)))
    const owner = directory.owners.get(directoryKey('uber', { kind: 'driver', value: uber }))
    return newDriver?.name ?? (owner && 'driverId' in owner ? (fleetNames.get(owner.driverId) ?? null) : null)
  }
  return {
    drivers: drivers.map((driver) => ({
      ...driver,
      parts: driver.parts.map((part) => part.map(withRows)),
      isIdle: driver.parts.flat().every((part) => withRows(part).isIdle),
      alike: alikeOf(driver, drivers, fleet),
      namesakes: fleet.filter(({ name }) => isSameName(name, driver.name)),
    })),
    vehicles: proposeVehicles(candidates.filter(({ isDriver }) => !isDriver)).map((vehicle) => {
      const carTrips = tripsOf(
        trips.filter(({ plate }) => plate === vehicle.plate),
        nameOf,
      )
      return {
        ...vehicle,
        parts: vehicle.parts.map(withRows),
        holder: holderOf(vehicle, carTrips, people),
        trips: carTrips,
      }
    }),
  }
}

/** Names that lost letters in the file that counts, as another version of it has them whole: by the row of the name. */
async function wholeLabels(unmatched: readonly NewName[], on: Kysely<DB>): Promise<ReadonlyMap<string, string>> {
  const whole = new Map<string, string>()
  for (const { row, source, keys, week, label } of unmatched) {
    if (!hasLostLetters(label)) continue
    const { rows } = await sql<{ label: string }>`select distinct label from import_rows
      where source = ${source} and week = ${week}::date and keys @> ${JSON.stringify([keys[0]])}::jsonb`.execute(on)
    const other = rows.find((candidate) => candidate.label !== '' && !hasLostLetters(candidate.label))
    if (other) whole.set(row, other.label)
  }
  return whole
}

function isUberDriver({ source, keys }: UnknownName, uuid: string): boolean {
  return source === 'uber' && keys.some(({ kind, value }) => kind === 'driver' && value === uuid)
}

/** The trips prove who drove a car; a card, or being alone in the list, only suggests who might have. */
function holderOf(vehicle: NewVehicle, trips: CarTrips | null, people: readonly Holder[]) {
  if (trips === null) return proposeHolder(vehicle, people)
  return trips.is === 'clear' ? { id: trips.id, because: { by: 'trips' as const } } : null
}

/** The drives that the trips of one car prove, with the names under which drivers are known by now; `nameOf` has `null` for a stranger. */
function tripsOf(trips: readonly TripOfCar[], nameOf: (driver: string) => string | null): CarTrips | null {
  const driven = drivenBy(trips)
  if (!driven) return null
  const labelOf = (driver: string) => nameOf(driver) ?? (trips.find((trip) => trip.driver === driver)?.label || driver)
  if (driven.is === 'contradicted') {
    const [one, other] = driven.drivers
    return { is: 'contradicted', names: [labelOf(one), labelOf(other)], at: driven.at.toString() }
  }
  const stranger = driven.drives.find(({ driver }) => nameOf(driver) === null)
  if (stranger) return { is: 'stranger', name: labelOf(stranger.driver) }
  const since = bounds(weekAt(firstOf(driven.drives).from)).start
  return {
    is: 'clear',
    // Another proposal as soon as its trips are others.
    id: `trips:${firstOf(trips).row}-${lastOf(trips).row}-${trips.length}`,
    held: heldTimes(driven.drives, since).map(({ driver, from, to }: HeldTime) => ({
      driver,
      name: labelOf(driver),
      from: from.toString(),
      to: to?.toString() ?? null,
    })),
  }
}

/** The cars of trips as names that nobody has: a car may have cost nothing yet. Each with the first of its trips. */
async function carsOfTrips(trips: readonly TripOfCar[], on: Kysely<DB>): Promise<NewName[]> {
  const cars = [...Map.groupBy(trips, ({ plate }) => plate).values()]
  const rows = await listRows(
    // oxlint-disable-next-line typescript/no-non-null-assertion -- each group has at least one trip
    cars.map(([first]) => first!.row),
    on,
  )
  const rowOf = new Map(rows.map((row) => [row.id, row]))
  return cars.map((tripsOfCar): NewName => {
    const row = requireValue(rowOf, firstOf(tripsOfCar).row)
    return {
      row: row.id,
      source: row.source,
      keys: [{ kind: 'plate', value: firstOf(tripsOfCar).plate }],
      label: row.label,
      week: row.week,
      rows: tripsOfCar.map((trip) => trip.row),
      count: tripsOfCar.length,
      total: ZERO,
      line: evidence(row),
      isIdle: false,
      areTrips: true,
    }
  })
}

/** Further keys in the rows of one name: other identifiers, e-mail and phone, plate, tag and card; each once. */
function otherKeys(rows: readonly UnmatchedRow[], knownKey: SourceKey): SourceKey[] {
  const all = rows.flatMap(({ row }) => row.keys)
  const isSame = (one: SourceKey, other: SourceKey) => one.kind === other.kind && one.value === other.value
  return all.filter((key, at) => !isSame(key, knownKey) && all.findIndex((other) => isSame(key, other)) === at)
}
