import { type Kysely, sql } from 'kysely'
import { firstOf } from '#domain/certain.ts'
import { db, type Tx } from '#db/client.server.ts'
import { keptByTables } from '#db/kept-by-tables.server.ts'
import type { DB } from '#db/types.ts'
import { SERVICE_KINDS } from '#domain/contract.ts'
import { type FirstRide, firstRide } from '#domain/first-ride.ts'
import { showPlate } from '#domain/identifiers.ts'
import { mayBeDriven, mayDrive, missingCar, missingCompany, missingOwn } from '#domain/may-drive.ts'
import { type Day, type PaperKind, daysUntil, isWithin } from '#domain/paper.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { paperRules } from '#features/papers/kinds/queries.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import type {
  CarReadiness,
  DriverReadiness,
  Driving,
  FleetReadiness,
  Lacking,
  BarredDriver,
  MissingThing,
  Readiness,
} from './schema.ts'
import { type Facts, readAbsences, readFacts } from './facts.server.ts'

/** The readiness of everybody with a current record, and of every car not sold, on a day. */
export async function readFleet(day: Day, on: Kysely<DB> = db): Promise<FleetReadiness> {
  const facts = await readFacts(on, {})
  return { drivers: driversOn(day, facts), cars: carsOn(day, facts) }
}

/** Which drivers may drive and which cars may be driven now, by id, for lists. */
export async function listDriving(now: Temporal.Instant, on: Kysely<DB> = db) {
  const today = dayAt(now)
  const { drivers, cars } = await showFleet(today, on)
  const drivingOf = ({ may, missing, until }: Readiness): Driving => ({
    may,
    missing,
    until,
    endsSoon: may && until !== null && daysUntil(until, today) <= SOON,
  })
  return {
    drivers: new Map(drivers.map((driver) => [driver.id, drivingOf(driver)])),
    cars: new Map(cars.map((car) => [car.id, drivingOf(car)])),
  }
}

/** Days before a change of an answer from which the change is shown. */
const SOON = 30

/**
 * The drivers among these who may not drive on a day, and why: shown wherever a car is given or a week approved, even where nothing
 * is blocked.
 */
export async function listBarredDrivers(
  ids: readonly string[],
  day: Day,
  on: Kysely<DB> = db,
): Promise<BarredDriver[]> {
  const driverIds = new Set(ids)
  const { drivers } = await showFleet(day, on)
  return drivers.flatMap(({ id, ref, name, may, missing }) =>
    may || !driverIds.has(id) ? [] : [{ id, ref, name, missing }],
  )
}

/**
 * The drivers among these who may not be given a car, judged with that car and not with others they have; with `null`, by
 * what is missing whichever car it is.
 */
export async function listBarredDriversWithCar(
  vehicleId: string | null,
  ids: readonly string[],
  day: Day,
  on: Kysely<DB> = db,
): Promise<BarredDriver[]> {
  const [driverId, ...others] = new Set(ids)
  if (driverId === undefined) return []
  const driverIds = new Set(ids)
  const car = vehicleId === null ? {} : { vehicles: [readRecordId(vehicleId)] }
  const { drivers, cars, rulesFor, readinessOf } = await readFacts(
    on,
    others.length === 0 ? { drivers: [driverId], ...car } : {},
  )
  const onlyThisCar = cars
    .filter(({ id }) => id === vehicleId)
    .map((vehicle) => ({ days: { from: null, until: null }, car: vehicle }))
  return drivers.flatMap(({ id, ref, name, facts }) => {
    if (!driverIds.has(id)) return []
    const { may, missing } = readinessOf(mayDrive(day, { ...facts, cars: onlyThisCar }, rulesFor('drive')), id)
    return may ? [] : [{ id, ref, name, missing }]
  })
}

/** The readiness of everybody on a day, kept while no date of anybody changes. */
export const showFleet = keptByTables(
  (day: Day) => day,
  () => TABLES_READ.map((table) => ({ table })),
  (day, on) => readFleet(day, on),
  // Room for today, and for the last days of the weeks that are looked at.
  4,
)

/** Every table that `readFacts` reads. */
const TABLES_READ = [
  ...(['drivers', 'departures', 'driver_suspensions', 'terms', 'assignments', 'vehicles'] as const),
  ...(['papers', 'paper_kinds', 'paper_rules', 'contracts', 'vehicle_titles', 'car_age_limits'] as const),
]

/** One driver. Refuses `record.not-found`. */
export async function readDriver(id: string, day: Day, on: Kysely<DB> = db): Promise<DriverReadiness> {
  const [found] = driversOn(day, await readFacts(on, { drivers: [readRecordId(id)] }))
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** One car. Refuses `record.not-found`. */
export async function readCar(id: string, day: Day, on: Kysely<DB> = db): Promise<CarReadiness> {
  const [found] = carsOn(day, await readFacts(on, { vehicles: [readRecordId(id)] }))
  if (!found) throw new Refusal('record.not-found')
  return found
}

function driversOn(day: Day, { drivers, rulesFor, readinessOf }: Facts): DriverReadiness[] {
  const rules = rulesFor('drive')
  return drivers.map(({ id, ref, name, facts }) => ({
    id,
    ref,
    name,
    ...readinessOf(mayDrive(day, facts, rules), id),
    cars: facts.cars.flatMap(({ days, car }) => (isWithin(days, day) ? [car.plate] : [])),
  }))
}

function carsOn(day: Day, { cars, rulesFor, readinessOf }: Facts): CarReadiness[] {
  const rules = rulesFor('drive')
  return cars.map((car) => ({ id: car.id, plate: car.plate, ...readinessOf(mayBeDriven(day, car, rules), null) }))
}

/**
 * A driver's progress towards the first ride: an account, numbers, terms, the documents to be given a car and to drive, a
 * contract signed by both sides, a car at this moment, a key at a platform. Refuses `record.not-found`.
 */
export async function readFirstRide(id: string, now: Temporal.Instant, on: Kysely<DB> = db): Promise<FirstRide> {
  const driverId = readRecordId(id)
  const today = dayAt(now)
  const facts = await readFacts(on, { drivers: [driverId] })
  const [driver] = facts.drivers
  if (!driver) throw new Refusal('record.not-found')
  const needs = (['assign', 'drive'] as const).flatMap((use) => facts.rulesFor(use).needs)
  const missing = missingOwn(today, driver.facts, { ...facts.rulesFor('drive'), needs })
  const papers = facts
    .readinessOf({ may: false, missing, until: null }, driverId)
    .missing.filter(({ kind }) => kind === 'paper')
  const { rows } = await sql<StepsDone>`
    with recursive records as (
      select id from drivers where id = ${driverId}
      union select d.id from drivers d join records on d.merged_into = records.id)
    select uid is not null as account, nif is not null as nif,
      coalesce((select iban_valid from driver_ibans where driver_id = drivers.id order by driver_ibans.id desc limit 1), false)
        as iban,
      exists (select from papers where driver_id = drivers.id and kind = 'iban-proof' and state in ('sent', 'accepted'))
        or exists (select from corrections where driver_id = drivers.id and field = 'iban' and state = 'open') as "ibanCame",
      exists (select from assignments where driver_id = drivers.id and period @> ${now.toString()}::timestamptz) as car,
      exists (select from source_keys where driver_id = drivers.id and kind in ('driver', 'individual')) as platforms,
      exists (select from contracts where driver_id in (select id from records) and kind = any(${[...SERVICE_KINDS]}) and state = 'sent')
        as "toSign",
      exists (select from contracts where driver_id in (select id from records) and kind = any(${[...SERVICE_KINDS]}) and state = 'signed')
        as "toSeal"
    from drivers where id = ${driverId}`.execute(on)
  const { ibanCame, toSign, toSeal, ...done } = firstOf(rows)
  const isInForce = driver.facts.contracts.some((days) => isWithin(days, today))
  return firstRide({
    ...done,
    nif: done.nif ? 'done' : 'yours',
    iban: done.iban ? 'done' : ibanCame ? 'waits' : 'yours',
    terms: driver.facts.regimes.some(({ from }) => from <= today),
    papers: papers.length === 0 ? 'done' : papers.every(({ onItsWay }) => onItsWay === 'sent') ? 'waits' : 'yours',
    contract: isInForce ? 'done' : toSign ? 'yours' : toSeal ? 'waits' : 'open',
  })
}

type StepsDone = Record<'account' | 'nif' | 'iban' | 'ibanCame' | 'car' | 'platforms' | 'toSign' | 'toSeal', boolean>

/** A car that is given to a driver for a time. */
type Giving = { driverId: string; vehicleId: string; from: Temporal.Instant | null; to: Temporal.Instant | null }

/**
 * Reads the facts that may refuse some assignments, and answers a function that refuses one. A driver who is away or suspended
 * gets no car, whatever the settings; where the office requires it, a car is given only with all that is needed.
 * `from`: the moment at which the driver gets the car; an assignment that is over is not stopped. It refuses `assignment.away`, `assignment.suspended`,
 * and `paper.stops-assigning`, naming what is missing.
 */
export async function readUnready(
  { tx, now }: { tx: Tx; now: Temporal.Instant },
  givings: readonly Giving[],
): Promise<(giving: Giving) => void> {
  const isOver = ({ to }: Giving) => to !== null && Temporal.Instant.compare(to, now) <= 0
  const current = givings.filter((giving) => !isOver(giving))
  const drivers = [...new Set(current.map(({ driverId }) => driverId))]
  if (drivers.length === 0) return () => undefined
  const people = new Map((await readAbsences(tx, drivers)).map((person) => [person.id, person]))
  const refuseLacking = (await paperRules(tx)).stopsAssigning ? await readLacking(tx, drivers, current) : null
  return (giving) => {
    if (isOver(giving)) return
    const { from, driverId } = giving
    const day = from && Temporal.Instant.compare(from, now) > 0 ? dayAt(from) : dayAt(now)
    const person = people.get(driverId)
    for (const kind of ['away', 'suspended'] as const)
      if (person?.[kind].some((days) => isWithin(days, day)))
        throw new Refusal(`assignment.${kind}`, { driver: person.name })
    refuseLacking?.(giving, day)
  }
}

/** Answers a function that refuses an assignment without all that is needed for it. */
async function readLacking(tx: Tx, drivers: readonly string[], givings: readonly Giving[]) {
  const facts = await readFacts(tx, { drivers, vehicles: givings.map(({ vehicleId }) => vehicleId) })
  const rules = facts.rulesFor('assign')
  const people = new Map(facts.drivers.map((driver) => [driver.id, driver]))
  const cars = new Map(facts.cars.map((car) => [car.id, car]))
  return ({ driverId, vehicleId }: Giving, day: Day) => {
    const [driver, car] = [people.get(driverId), cars.get(vehicleId)]
    const missingOfDriver = driver ? missingOwn(day, driver.facts, rules) : []
    const missing = [
      ...missingOfDriver,
      ...(car ? missingCar(day, car, rules) : []),
      ...missingCompany(day, rules),
    ].filter(({ kind }) => kind === 'paper' || kind === 'contract' || kind === 'age')
    if (missing.length === 0) return
    throw new Refusal('paper.stops-assigning', {
      driver: driver?.name ?? '',
      plate: car ? showPlate(car.plate) : '',
      ...facts.namesOf(missing),
    })
  }
}

/**
 * Drivers who are not paid while something is missing, with what is missing; none where the office does not require
 * it.
 */
export async function listStoppedPay(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Map<string, readonly MissingThing[]>> {
  if (!(await paperRules(on)).stopsPaying) return new Map()
  return listMissingFor('pay', now, on)
}

/** Refuses `payment.papers-missing` for a driver who lacks something that the rules require for payment, naming it. */
export async function refuseUnpaid({ tx, now }: { tx: Tx; now: Temporal.Instant }, driverId: string): Promise<void> {
  const missing = (await listStoppedPay(now, tx)).get(driverId)
  if (!missing) return
  const names = missing.flatMap(({ name }) => name ?? [])
  throw new Refusal('payment.papers-missing', {
    pt: names.map(({ pt }) => pt).join(', '),
    en: names.map(({ en }) => en).join(', '),
  })
}

/**
 * The things that each driver lacks for one use, whether or not that blocks anything; a driver who lacks nothing is not in the
 * map.
 */
export async function listMissingFor(
  use: 'assign' | 'pay',
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Map<string, readonly MissingThing[]>> {
  const facts = await readFacts(on, {})
  // A driver who left is still paid what they earned, even if their contract has ended.
  const rules = { ...facts.rulesFor(use), ...(use === 'pay' ? { needsContract: false } : {}) }
  const day = dayAt(now)
  const found = facts.drivers.map(({ id, facts: own }) => {
    const missing = missingOwn(day, own, rules).filter(({ kind }) => kind === 'paper' || kind === 'contract')
    return [id, facts.readinessOf({ may: false, missing, until: null }, id).missing] as const
  })
  return new Map(found.filter(([, missing]) => missing.length > 0))
}

/**
 * Holders who lack a required kind of document, whether or not anything needs it. A car in its first years, and holders
 * of whom it is not required, count as having it.
 */
export async function listLacking(
  kind: PaperKind,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<readonly Lacking[]> {
  const facts = await readFacts(on, {})
  const day = dayAt(now)
  const needs = [{ kind: kind.code, holder: kind.holder, appliesTo: kind.appliesTo }]
  const rules = { ...facts.rulesFor('drive'), needs, needsContract: false }
  const holders = {
    driver: () => facts.drivers.map(({ id, name, facts: own }) => ({ id, name, missing: missingOwn(day, own, rules) })),
    car: () =>
      facts.cars.map((car) => ({ id: car.id, name: showPlate(car.plate), missing: missingCar(day, car, rules) })),
    company: () => [{ id: null, name: '', missing: missingCompany(day, rules) }],
  }[kind.holder]()
  return holders
    .filter(
      ({ missing }) =>
        missing.some((requirement) => requirement.kind === 'paper') &&
        missing.every((requirement) => requirement.kind !== 'away'),
    )
    .map(({ id, name }) => ({ id, name }))
}
