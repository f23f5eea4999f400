import { firstOf } from '#domain/certain.ts'
import type { Source, SourceKey } from '#domain/import.ts'
import { type Directory, directoryKey } from '#domain/matching.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, bounds } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { lockCurrent } from '#features/fleet/current-drivers/queries.server.ts'
import { createDriver, createDrivers } from '#features/fleet/drivers/commands.server.ts'
import type { NewDriverInput } from '#features/fleet/drivers/schema.ts'
import { addKey, addKeysToEach, type NewKey } from '#features/fleet/keys/commands.server.ts'
import { findUnmatchedRow, readDirectory } from '#features/imports/owners/queries.server.ts'
import { assignVehicles, createVehicles } from '#features/fleet/vehicles/commands.server.ts'
import type { AssignmentInput } from '#features/fleet/vehicles/schema.ts'
import { leaveRowsOfNothing } from '#features/weeks/answers/commands.server.ts'
import { type NewName, type Newcomers, proposeNewcomers } from './queries.server.ts'
import type { NewcomersInput } from './schema.ts'

/**
 * Creates the ticked drivers and cars of the list with their keys in the files, which matches their rows to them. A car is
 * assigned to its holder from the Monday of its first row. The rows of an unticked driver who has no money, trip or hour are
 * answered as "does not count", with `reason`, so that no question is left about them; rows with money keep their question.
 * When one part is refused, nothing is stored.
 *
 * Refuses `newcomers.changed` when one of them is no longer as the list showed it, `newcomers.holder-missing` when something
 * is given to a driver of the list who is not created, `newcomers.nobody` when there is nothing to create or to ignore, and as `createDriver`,
 * `createVehicle` and `assignVehicle` do.
 */
export async function createNewcomers(
  change: Change,
  from: Week,
  input: NewcomersInput,
  reason: string,
): Promise<{ drivers: number; vehicles: number; ignored: number }> {
  const proposed = await proposeNewcomers(from, change.tx)
  const isDistinct = distinctKeys([
    ...proposed.drivers.flatMap(({ parts }) => parts),
    ...proposed.vehicles.map(({ parts }) => parts),
  ])
  const ignoredDrivers = input.unticked
    .map((id) => requireProposed(proposed.drivers, id))
    .filter(({ isIdle }) => isIdle)
  if (input.drivers.length + input.vehicles.length + ignoredDrivers.length === 0) throw new Refusal('newcomers.nobody')
  await leaveRowsOfNothing(
    change,
    ignoredDrivers.flatMap(({ parts }) => parts.flat().flatMap(({ rows }) => rows)),
    reason,
  )
  const newDrivers = input.drivers
    .filter(({ same }) => same === null)
    .flatMap((driver) => {
      const { parts } = requireProposed(proposed.drivers, driver.id)
      const all = driver.isSeparate ? parts : [parts.flat()]
      return all.map((names, at) => ({
        id: at === 0 ? driver.id : null,
        input: driver.isSeparate ? recordOfNamesake(driver.record, names) : withContacts(driver, input.drivers),
        keys: keysOf(names, isDistinct),
      }))
    })
  const ids = await createDrivers(change, newDrivers)
  const createdIds = new Map(newDrivers.flatMap(({ id }, at) => (id === null ? [] : [[id, ids[at] ?? ''] as const])))
  const same = input.drivers.flatMap(({ id, same: other }) => {
    const driverId = other === null ? null : holderOf(other, createdIds)
    return driverId === null ? [] : [{ id, driverId }]
  })
  await addKeysOfFiles(change, same, (id) => keysOf(requireProposed(proposed.drivers, id).parts.flat(), isDistinct))
  const cars = input.vehicles.map((vehicle) => ({
    ...vehicle,
    vehicle: requireProposed(proposed.vehicles, vehicle.id),
  }))
  await createCars(change, cars, { createdIds, isDistinct })
  return { drivers: newDrivers.length, vehicles: cars.length, ignored: ignoredDrivers.length }
}

/** Adds the keys of further files to drivers of the fleet, and to drivers who were created just now. */
async function addKeysOfFiles(
  change: Change,
  people: readonly { id: string; driverId: string }[],
  names: (id: string) => NewKey[],
): Promise<void> {
  if (people.length === 0) return
  const requireOne = await lockCurrent(
    people.map(({ driverId }) => driverId),
    change.tx,
  )
  const named = people.map(({ id, driverId }) => {
    requireOne(driverId)
    return { owner: { driverId }, keys: names(id) }
  })
  await addKeysToEach(change, named)
}

type NewCar = NewcomersInput['vehicles'][number] & { vehicle: Newcomers['vehicles'][number] }

async function createCars(
  change: Change,
  cars: readonly NewCar[],
  { createdIds, isDistinct }: { createdIds: ReadonlyMap<string, string>; isDistinct: IsDistinct },
): Promise<void> {
  const ids = await createVehicles(
    change,
    cars.map(({ record }) => record),
  )
  // The plate alone is enough, unless the file spells it otherwise; cards and tags are remembered.
  const isNew = ({ vehicle, record }: NewCar, source: Source, key: SourceKey) =>
    key.kind === 'plate' ? key.value === vehicle.plate && key.value !== record.plate : isDistinct(source, key)
  await addKeysToEach(
    change,
    cars.map((car, at) => ({
      owner: { vehicleId: ids[at] ?? '' },
      keys: car.vehicle.parts.flatMap(({ source, keys }) =>
        keys.flatMap((key) => (isNew(car, source, key) ? [{ source, ...key }] : [])),
      ),
    })),
  )
  const { owners } = cars.some(({ holder }) => holder.startsWith('trips:'))
    ? await readDirectory(change.tx)
    : { owners: new Map() }
  await assignVehicles(
    change,
    cars.flatMap(({ vehicle, holder }, at) =>
      assignmentsOf(vehicle, holder, createdIds, owners).map((time) => ({ ...time, vehicleId: ids[at] ?? '' })),
    ),
  )
}

/**
 * Creates the driver whom one row names. The name under which the row asks is kept also where e-mail or phone alone would
 * place the row: the next file may come without them. Answers the driver, and the week of the row.
 *
 * Refuses `record.not-found` when the row has an owner by now, and as `createDriver` does.
 */
export async function createDriverOfRow(
  change: Change,
  rowId: string,
  input: NewDriverInput,
): Promise<{ id: string; week: Week }> {
  const unmatched = await findUnmatchedRow(rowId, change.tx)
  if (!unmatched || unmatched.attribution.reason === 'no-driver-at-that-time') throw new Refusal('record.not-found')
  const { row, attribution } = unmatched
  const id = await createDriver(change, input)
  await addKey(change, row.source, attribution.key, { driverId: id })
  return { id, week: row.week }
}

/** The keys to store for a driver: the key that matched no driver, and the platforms' identifiers. E-mail and phone are in the driver's record. */
function keysOf(names: readonly NewName[], isDistinct: IsDistinct): NewKey[] {
  return names.flatMap(({ source, keys }) => {
    const [firstKey, ...others] = keys
    const more = others.filter((key) => (key.kind === 'driver' || key.kind === 'individual') && isDistinct(source, key))
    // oxlint-disable-next-line typescript/no-non-null-assertion -- the first key is the one that matched no driver
    return [firstKey!, ...more].map((key) => ({ source, ...key }))
  })
}

type IsDistinct = (source: Source, key: SourceKey) => boolean

/** Answers whether a key belongs to one entry of the list only. A tag that was in two cars does not identify either. */
function distinctKeys(proposals: readonly (readonly NewName[])[]): IsDistinct {
  const owners = new Map<string, Set<number>>()
  for (const [at, parts] of proposals.entries()) {
    for (const { source, keys } of parts) {
      for (const key of keys) {
        const name = directoryKey(source, key)
        owners.set(name, (owners.get(name) ?? new Set()).add(at))
      }
    }
  }
  return (source, key) => owners.get(directoryKey(source, key))?.size === 1
}

function requireProposed<One extends Newcomers['drivers'][number] | Newcomers['vehicles'][number]>(
  proposed: readonly One[],
  id: string,
): One {
  const chosen = proposed.find((proposal) => proposal.id === id)
  if (!chosen) throw new Refusal('newcomers.changed')
  return chosen
}

/** Adds the e-mail and the phone that the files of a driver lack, from entries marked as the same person. */
function withContacts({ id, record }: NewcomersInput['drivers'][number], drivers: NewcomersInput['drivers']) {
  const others = drivers.flatMap((other) => (other.same === `new:${id}` ? [other.record] : []))
  const firstKnown = (kind: 'email' | 'phone') =>
    record[kind] ?? others.find((other) => other[kind] !== null)?.[kind] ?? null
  return { ...record, email: firstKnown('email'), phone: firstKnown('phone') }
}

/** The record of one of several people who share a name: with the name in their own files, and the typed contacts that these files have. */
function recordOfNamesake(typed: NewcomersInput['drivers'][number]['record'], names: readonly NewName[]) {
  const has = (kind: 'email' | 'phone') => names.some(({ keys }) => keys.some((key) => key.kind === kind))
  return {
    ...typed,
    name: firstOf(names).label || typed.name,
    email: has('email') ? typed.email : null,
    phone: has('phone') ? typed.phone : null,
  }
}

/** Refuses `newcomers.holder-missing` for a driver of the list who is not created with it. */
function driverOf(id: string, createdIds: ReadonlyMap<string, string>): string {
  const driverId = createdIds.get(id)
  if (!driverId) throw new Refusal('newcomers.holder-missing')
  return driverId
}

/** The times with a new car: of the driver whom the form names, from the Monday of its first row on, or of those whom its trips prove. */
function assignmentsOf(
  { parts, trips }: Newcomers['vehicles'][number],
  holder: string,
  createdIds: ReadonlyMap<string, string>,
  owners: Directory['owners'],
): AssignmentInput[] {
  if (holder.startsWith('trips:')) {
    if (trips?.is !== 'clear' || trips.id !== holder) throw new Refusal('newcomers.changed')
    return trips.held.map(({ driver, from, to }) => {
      const owner = owners.get(directoryKey('uber', { kind: 'driver', value: driver }))
      if (!owner || !('driverId' in owner)) throw new Refusal('newcomers.holder-missing')
      const until = to === null ? null : Temporal.Instant.from(to)
      return { driverId: owner.driverId, from: Temporal.Instant.from(from), to: until }
    })
  }
  const driverId = holderOf(holder, createdIds)
  return driverId ? [{ driverId, from: bounds(firstWeek(parts)).start, to: null }] : []
}

function holderOf(holder: string, createdIds: ReadonlyMap<string, string>): string | null {
  if (holder === '') return null
  const [kind, id] = [holder.slice(0, holder.indexOf(':')), holder.slice(holder.indexOf(':') + 1)]
  return kind === 'driver' ? id : driverOf(id, createdIds)
}

function firstWeek(parts: readonly NewName[]): Week {
  return firstOf(parts.map(({ week }) => week).toSorted())
}
