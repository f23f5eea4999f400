import { type Kysely, sql } from 'kysely'
import { type Tx, db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { showPlate } from '#domain/identifiers.ts'
import {
  type CarFacts,
  type DriverFacts,
  type Missing,
  type Need,
  type Papers,
  type Rules,
  type Verdict,
  mayBeDriven,
  mayDrive,
  missingCar,
  missingCompany,
  missingOwn,
} from '#domain/may-drive.ts'
import {
  type Day,
  type Days,
  type PaperState,
  type PaperUse,
  dayAfter,
  dayBefore,
  daysOf,
  isWithin,
} from '#domain/paper.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { listKinds, paperRules } from '#features/papers/kinds/queries.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import type { CarReadiness, DriverReadiness, FleetReadiness, MissingThing, Readiness } from './schema.ts'

/** Everybody whose record stands, and every car that was not sold, on a day. */
export async function readFleet(day: Day, on: Kysely<DB> = db): Promise<FleetReadiness> {
  const facts = await readFacts(on, {})
  return { drivers: driversOn(day, facts), cars: carsOn(day, facts) }
}

/** One driver. Refuses `record.not-found`. */
export async function readDriver(id: string, day: Day, on: Kysely<DB> = db): Promise<DriverReadiness> {
  const [found] = driversOn(day, await readFacts(on, { driverId: readRecordId(id) }))
  if (!found) throw new Refusal('record.not-found')
  return found
}

/** One car. Refuses `record.not-found`. */
export async function readCar(id: string, day: Day, on: Kysely<DB> = db): Promise<CarReadiness> {
  const [found] = carsOn(day, await readFacts(on, { vehicleId: readRecordId(id) }))
  if (!found) throw new Refusal('record.not-found')
  return found
}

function driversOn(day: Day, { drivers, rulesFor, told }: Facts): DriverReadiness[] {
  const rules = rulesFor('drive')
  return drivers.map(({ id, ref, name, facts }) => ({
    ...{ id, ref, name },
    ...told(mayDrive(day, facts, rules), id),
    cars: facts.cars.flatMap(({ days, car }) => (isWithin(days, day) ? [car.plate] : [])),
  }))
}

function carsOn(day: Day, { cars, rulesFor, told }: Facts): CarReadiness[] {
  const rules = rulesFor('drive')
  return cars.map((car) => ({ id: car.id, plate: car.plate, ...told(mayBeDriven(day, car, rules), null) }))
}

/**
 * A car is given to a driver only with what is needed for that, where the office asks for it. `from`: since when; what is over
 * already is not stopped. Refuses `paper.stops-assigning`, naming what is missing.
 */
export async function refuseUnready(
  { tx, now }: { tx: Tx; now: Temporal.Instant },
  { driverId, vehicleId }: { driverId: string; vehicleId: string },
  { from, to }: { from: Temporal.Instant | null; to: Temporal.Instant | null },
): Promise<void> {
  if (!(await paperRules(tx)).stopsAssigning) return
  if (to && Temporal.Instant.compare(to, now) <= 0) return
  const day = from && Temporal.Instant.compare(from, now) > 0 ? dayAt(from) : dayAt(now)
  const facts = await readFacts(tx, { driverId, vehicleId })
  const rules = facts.rulesFor('assign')
  const driver = facts.drivers.find(({ id }) => id === driverId)
  const car = facts.cars.find(({ id }) => id === vehicleId)
  const missing = [
    ...(driver ? missingOwn(day, driver.facts, rules) : []),
    ...(car ? missingCar(day, car, rules) : []),
    ...missingCompany(day, rules),
  ].filter(({ kind }) => kind === 'paper')
  if (missing.length === 0) return
  throw new Refusal('paper.stops-assigning', {
    driver: driver?.name ?? '',
    plate: car ? showPlate(car.plate) : '',
    ...facts.named(missing),
  })
}

/** Who is not paid while something is missing, and what; nobody where the office does not ask for it. */
export async function listStoppedPay(
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Map<string, readonly MissingThing[]>> {
  if (!(await paperRules(on)).stopsPaying) return new Map()
  return listMissingFor('pay', now, on)
}

/** Nobody is paid while something is missing that the rules ask for. Refuses `payment.papers-missing`, naming it. */
export async function refuseUnpaid({ tx, now }: { tx: Tx; now: Temporal.Instant }, driverId: string): Promise<void> {
  const missing = (await listStoppedPay(now, tx)).get(driverId)
  if (!missing) return
  const names = missing.flatMap(({ name }) => name ?? [])
  throw new Refusal('payment.papers-missing', {
    pt: names.map(({ pt }) => pt).join(', '),
    en: names.map(({ en }) => en).join(', '),
  })
}

/** What each driver lacks for one use, whether or not it stops anything; who lacks nothing is not in the map. */
export async function listMissingFor(
  use: 'assign' | 'pay',
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Map<string, readonly MissingThing[]>> {
  const facts = await readFacts(on, {})
  // Who left is still paid what was earned, with or without a contract that ended.
  const rules = { ...facts.rulesFor(use), ...(use === 'pay' ? { needsContract: false } : {}) }
  const day = dayAt(now)
  const found = facts.drivers.map(({ id, facts: own }) => {
    const missing = missingOwn(day, own, rules).filter(({ kind }) => kind === 'paper' || kind === 'contract')
    return [id, facts.told({ may: false, missing, until: null }, id).missing] as const
  })
  return new Map(found.filter(([, missing]) => missing.length > 0))
}

type Facts = Awaited<ReturnType<typeof readFacts>>

/** Whom to read: one driver with the cars that are held, one car, both, or everybody. */
type Only = { driverId?: string; vehicleId?: string }

/** The dates of everybody who is asked for: as many queries for one as for all. */
async function readFacts(on: Kysely<DB>, only: Only) {
  const isOne = only.driverId !== undefined || only.vehicleId !== undefined
  const noDriver = isOne && only.driverId === undefined
  const merged = await readMerged(on)
  const [kinds, rules] = [await listKinds(on), await paperRules(on)]
  const people = noDriver ? [] : await readPeople(on, only.driverId ?? null)
  const assigned = noDriver ? [] : await readHeld(on, only.driverId ?? null)
  const asked = only.vehicleId === undefined ? [] : [only.vehicleId]
  const carIds = isOne ? [...new Set([...assigned.map(({ vehicle }) => vehicle), ...asked])] : null
  const fleet = await readCars(on, carIds)
  const records = [...merged].flatMap(([gone, stays]) => (stays === only.driverId ? [gone] : []))
  const papers = await readPapers(
    on,
    carIds && [...carIds, ...records, ...(only.driverId === undefined ? [] : [only.driverId])],
  )

  const byHolder = new Map<string, Map<string, Days[]>>()
  const ways = new Map<string, 'asked' | 'sent'>()
  for (const { holder, kind, state, days } of papers) {
    const whose = merged.get(holder) ?? holder
    if (state === 'asked' || state === 'sent') ways.set(`${whose} ${kind}`, state)
    if (days === null) continue
    const own = byHolder.get(whose) ?? new Map<string, Days[]>()
    own.set(kind, [...(own.get(kind) ?? []), days])
    byHolder.set(whose, own)
  }
  const papersOf = (holder: string): Papers => byHolder.get(holder) ?? new Map()

  const cars = new Map<string, CarFacts & { isSold: boolean }>(
    fleet.map(({ id, plate, status }) => [id, { id, plate, papers: papersOf(id), isSold: status === 'sold' }]),
  )
  const drivers = people.map(({ id, ref, name, facts }) => ({
    ...{ id, ref, name },
    facts: {
      ...facts,
      papers: papersOf(id),
      cars: assigned.flatMap(({ driver, vehicle, days }) => {
        const car = driver === id ? cars.get(vehicle) : undefined
        return car ? [{ days, car }] : []
      }),
    } satisfies DriverFacts,
  }))

  const names = new Map(kinds.map(({ code, name }) => [code, name]))
  const rulesFor = (use: PaperUse): Rules => ({
    needs: kinds
      .filter(({ isUsed, needed }) => isUsed && needed[use])
      .map(({ code, holder, appliesTo }): Need => ({ kind: code, holder, appliesTo })),
    needsContract: rules.needsContract,
    company: papersOf(COMPANY),
  })
  const told = ({ may, missing, until }: Verdict, driverId: string | null): Readiness => ({
    ...{ may, until },
    missing: missing.map((one) => ({
      ...one,
      name: one.kind === 'paper' ? (names.get(one.paper) ?? null) : null,
      onItsWay: one.kind === 'paper' ? (ways.get(`${holderOf(one, driverId)} ${one.paper}`) ?? null) : null,
    })),
  })
  /** The names of what is missing, in both languages: whoever reads the refusal picks one. */
  const named = (missing: readonly Missing[]) => {
    const papersMissing = missing.flatMap((one) => (one.kind === 'paper' ? (names.get(one.paper) ?? []) : []))
    return {
      pt: papersMissing.map(({ pt }) => pt).join(', '),
      en: papersMissing.map(({ en }) => en).join(', '),
    }
  }
  return { drivers, cars: [...cars.values()].filter(({ isSold }) => isOne || !isSold), rulesFor, told, named }
}

/** The operator's own papers, among those of drivers and cars. */
const COMPANY = 'company'

function holderOf(missing: Extract<Missing, { kind: 'paper' }>, driverId: string | null): string {
  if (missing.holder === 'company') return COMPANY
  return missing.car?.id ?? driverId ?? ''
}

/** By a record that was merged, the one that stays. */
async function readMerged(on: Kysely<DB>): Promise<Map<string, string>> {
  const rows = await on
    .selectFrom('drivers')
    .select(['id', 'merged_into'])
    .where('merged_into', 'is not', null)
    .execute()
  const into = new Map(rows.map(({ id, merged_into }) => [id, merged_into ?? id]))
  const root = (id: string): string => {
    const next = into.get(id)
    return next === undefined ? id : root(next)
  }
  return new Map(rows.map(({ id }) => [id, root(id)]))
}

/** Stays, suspensions and regimes of those whose record stands. */
async function readPeople(on: Kysely<DB>, driverId: string | null) {
  const people = await on
    .selectFrom('drivers')
    .select(['id', 'ref', 'name', 'status', 'started_on', 'ended_on'])
    .where('is_gone', '=', false)
    .$if(driverId !== null, (query) => query.where('id', '=', driverId))
    .orderBy('name')
    .orderBy('ref')
    .execute()
  const departures = await on
    .selectFrom('departures')
    .select(['driver_id', 'last_day', 'returned_on'])
    .$if(driverId !== null, (query) => query.where('driver_id', '=', driverId ?? ''))
    .execute()
  const suspensions = await on
    .selectFrom('driver_suspensions')
    .select(['driver_id', 'from_on', 'until_on'])
    .$if(driverId !== null, (query) => query.where('driver_id', '=', driverId ?? ''))
    .execute()
  const agreed = await on
    .selectFrom('terms')
    .select(['driver_id', 'valid_from', 'regime'])
    .where('withdrawn_at', 'is', null)
    .$if(driverId !== null, (query) => query.where('driver_id', '=', driverId ?? ''))
    .orderBy('valid_from')
    .execute()
  const left = Map.groupBy(departures, ({ driver_id }) => driver_id)
  const stopped = Map.groupBy(suspensions, ({ driver_id }) => driver_id)
  const terms = Map.groupBy(agreed, ({ driver_id }) => driver_id)
  return people.map(({ id, ref, name, status, started_on, ended_on }) => ({
    ...{ id, ref, name },
    facts: {
      away: [
        ...(started_on === null ? [] : [{ from: null, until: dayBefore(started_on) }]),
        ...(left.get(id) ?? []).map(({ last_day, returned_on }) => ({
          from: dayAfter(last_day),
          until: returned_on && dayBefore(returned_on),
        })),
        ...(ended_on === null ? [] : [{ from: dayAfter(ended_on), until: null }]),
        // Nobody wrote down since when.
        ...(status === 'inactive' && ended_on === null ? [{ from: null, until: null }] : []),
      ],
      suspended: (stopped.get(id) ?? []).map(({ from_on, until_on }) => ({ from: from_on, until: until_on })),
      regimes: (terms.get(id) ?? []).map(({ valid_from, regime }) => ({ from: valid_from, regime })),
      contracts: [] as Days[],
    },
  }))
}

/** Who has which car on which days: whoever has it for a moment of a day has it that day. */
async function readHeld(on: Kysely<DB>, driverId: string | null) {
  const rows = await on
    .selectFrom('assignments')
    .select(['driver_id', 'vehicle_id'])
    .select(sql<Day | null>`(lower(period) at time zone 'Europe/Lisbon')::date`.as('from'))
    .select(
      sql<Day | null>`((upper(period) - interval '1 microsecond') at time zone 'Europe/Lisbon')::date`.as('until'),
    )
    .$if(driverId !== null, (query) => query.where('driver_id', '=', driverId ?? ''))
    .orderBy('ordinal')
    .execute()
  return rows.map(({ driver_id, vehicle_id, from, until }) => ({
    ...{ driver: driver_id, vehicle: vehicle_id },
    days: { from, until },
  }))
}

async function readCars(on: Kysely<DB>, only: readonly string[] | null) {
  return on
    .selectFrom('vehicles')
    .select(['id', 'plate', 'status'])
    .$if(only !== null, (query) => query.where('id', '=', sql<string>`any(${[...(only ?? [])]}::uuid[])`))
    .orderBy('plate')
    .execute()
}

/** Of some holders, and the operator's; `null` for everybody's. */
async function readPapers(on: Kysely<DB>, holders: readonly string[] | null) {
  const rows = await on
    .selectFrom('papers')
    .select(['kind', 'driver_id', 'vehicle_id', 'state', 'issued_on', 'expires_on', 'replaced_on', 'sent_at'])
    .where('state', '<>', 'refused')
    .$if(holders !== null, (query) =>
      query.where(
        sql<boolean>`coalesce(driver_id, vehicle_id) is null or coalesce(driver_id, vehicle_id) = any(${[...(holders ?? [])]}::uuid[])`,
      ),
    )
    .execute()
  return rows.map((row) => ({
    holder: row.driver_id ?? row.vehicle_id ?? COMPANY,
    kind: row.kind,
    state: row.state as PaperState,
    days: daysOf({
      state: row.state as PaperState,
      issuedOn: row.issued_on,
      sentOn: row.sent_at && dayAt(row.sent_at),
      expiresOn: row.expires_on,
      replacedOn: row.replaced_on,
    }),
  }))
}
