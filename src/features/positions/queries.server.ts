import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { normalKey, showPlate } from '#domain/identifiers.ts'
import { type Fix, flawsOf, lastOfCar } from '#domain/position.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { tripsOf } from '#domain/trip.ts'
import { READ_YEAR, ZONE, readDay } from '#domain/week.ts'
import { crossingsOf } from '#domain/zone.ts'
import { writeGpx } from '#integrations/positions/gpx-writer.ts'
import type { DeviceKind } from './devices/schema.ts'
import { keptFrom, readOwn, readSettings } from './rules/queries.server.ts'
import { isOfCar, listZones } from './zones/queries.server.ts'
import type { Zone } from './zones/schema.ts'
import { type CarDay, type LastPosition, type Look, type LookNoted, type Source } from './schema.ts'

/**
 * Where cars were seen last, by plate, recorded as a look. A car without any fix is left out. Refuses
 * `position.reason-missing` where the operator requires a reason.
 */
export async function showFleet(look: Look, on: Kysely<DB> = db): Promise<LastPosition[]> {
  await requireReason(look, on)
  const { rows } = await sql<PointRow>`select device, at, vehicle_id, lat, lon, speed, course, accuracy, received_at
    from positions.see_last(${look.by.uid}, ${look.by.role}, ${look.cars}::uuid[], ${look.reason.trim()}, ${moment(look.now)})`.execute(
    on,
  )
  if (rows.length === 0) return []
  const byCar = Map.groupBy(rows, ({ vehicle_id }) => vehicle_id)
  const [cars, sources] = await Promise.all([namesOfCars([...byCar.keys()], look.now, on), readSources(on)])
  return cars.flatMap(({ id, plate, driver }) => {
    const last = lastOfCar((byCar.get(id) ?? []).map(fixOf), look.now.epochMilliseconds)
    if (last === null) return []
    const { fix, state } = last
    return [
      { vehicleId: id, plate, driver, ...shownFix(fix), fixAt: iso(fix.at), source: sourceOf(fix, sources), state },
    ]
  })
}

/**
 * The movements of a car on a day in Lisbon, recorded as a look; `ownDriver` restricts it to a driver's own time. Refuses `record.not-found`,
 * and `position.reason-missing` where the operator requires a reason.
 */
export async function showDay(
  look: Omit<Look, 'cars'>,
  { vehicleId, day, ownDriver = null, what = 'day' }: DayRequest,
  on: Kysely<DB> = db,
): Promise<CarDay> {
  await requireReason(look, on)
  if (!READ_YEAR.test(day) || readDay(day) === null) throw new Refusal('record.not-found')
  const car = await on
    .selectFrom('vehicles')
    .select(['id', 'plate'])
    .where('id', '=', readRecordId(vehicleId))
    .executeTakeFirst()
  if (!car) throw new Refusal('record.not-found')
  const { rows } = await sql<PointRow>`select device, at, vehicle_id, lat, lon, speed, course, accuracy, received_at
    from positions.see_day(${look.by.uid}, ${look.by.role}, ${what}, ${car.id}, ${day}, ${ownDriver}, ${look.reason.trim()}, ${moment(look.now)})`.execute(
    on,
  )
  const fixes = rows.map(fixOf)
  const { trips, stops, metres, unseen } = tripsOf(fixes)
  const holders = await listHolders(car.id, day, on)
  const zones = what === 'kilometres' ? [] : await listZones(on)
  return {
    vehicleId: car.id,
    plate: showPlate(car.plate),
    day,
    points: flawsOf(fixes).map(({ fix, flaw }) => ({ at: iso(fix.at), ...shownFix(fix), flaw })),
    trips: trips.map(({ from, to, path, metres: driven }) => ({
      from: iso(from),
      to: iso(to),
      metres: driven,
      driver: holders.find((span) => span.from <= from && from < span.to)?.driver ?? null,
      path,
    })),
    stops: stops.map(({ from, to, place }) => ({ from: iso(from), to: iso(to), lat: place.lat, lon: place.lon })),
    crossings: zones.flatMap((zone) => (isOfCar(zone, car.id) ? crossingsOfZone(zone, fixes) : [])),
    metres,
    unseen: Math.round(unseen),
  }
}

/** Crossings of a zone, without fixes from before it had its present shape. */
function crossingsOfZone({ name, shape, since }: Zone, fixes: readonly Fix[]): CarDay['crossings'] {
  const from = Temporal.Instant.from(since).epochMilliseconds
  return crossingsOf(
    fixes.filter(({ at }) => at >= from),
    shape,
  ).map(({ at, goes, lat, lon }) => ({ at: iso(at), goes, zone: name, lat, lon }))
}

/**
 * The fixes of cars since a moment, by car, with the earlier fixes that show where each stood. It is for the product
 * itself, which watches for events to tell the office, and is recorded as its look.
 */
export async function listRecent(
  vehicleIds: readonly string[],
  since: Temporal.Instant,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Map<string, Fix[]>> {
  if (vehicleIds.length === 0) return new Map()
  const { rows } = await sql<PointRow>`select device, at, vehicle_id, lat, lon, speed, course, accuracy, received_at
    from positions.see_recent(${[...vehicleIds]}::uuid[], ${moment(since)}, ${moment(now)})`.execute(on)
  return new Map([...Map.groupBy(rows, ({ vehicle_id }) => vehicle_id)].map(([id, own]) => [id, own.map(fixOf)]))
}

/** The car with a plate, however that is written; `null` where there is none. */
export async function findCarByPlate(plate: string, on: Kysely<DB> = db): Promise<{ id: string } | null> {
  const key = normalKey({ kind: 'plate', value: plate }).value
  return (await on.selectFrom('vehicles').select('id').where('plate', '=', key).executeTakeFirst()) ?? null
}

/** The drawn fixes of a day, as a track that every map program opens. */
export function writeTrack({ plate, day, points }: Pick<CarDay, 'plate' | 'day' | 'points'>): {
  name: string
  bytes: Uint8Array
} {
  const gpx = writeGpx(
    `${plate} ${day}`,
    points.filter(({ flaw }) => flaw === null),
  )
  return { name: `${plate} ${day}.gpx`, bytes: new TextEncoder().encode(gpx) }
}

/** A car and a day in Lisbon; `what` names the kind of look. */
export type DayRequest = {
  vehicleId: string
  day: string
  ownDriver?: OwnDriverId | null
  what?: 'day' | 'export' | 'kilometres'
}

/**
 * Days with fixes, by car, the newest first, and when the last fix came. They contain no place, so reading them is no
 * look.
 */
export async function listDays(
  since: string,
  on: Kysely<DB> = db,
): Promise<{ vehicleId: string; day: string; points: number; receivedAt: Temporal.Instant }[]> {
  const { rows } = await sql<{ vehicle_id: string; day: string; points: number; received_at: Temporal.Instant }>`
    select * from positions.list_days(${since}) order by day desc, vehicle_id`.execute(on)
  return rows.map(({ vehicle_id, received_at, ...pointsOfDay }) => ({
    vehicleId: vehicle_id,
    receivedAt: received_at,
    ...pointsOfDay,
  }))
}

/** A driver's view of positions: the rules, the notice, their own choice, and which cars they had on which kept days. */
export async function showOwn(driver: OwnDriverId, now: Temporal.Instant, on: Kysely<DB> = db) {
  const settings = await readSettings(on)
  const { notice, privateSince } = await readOwn(driver, on)
  const first = keptFrom(settings.keepsDays, now)
  const { rows } = await sql<{
    vehicle_id: string
    plate: string
    own: boolean
    now: boolean
    from: Temporal.Instant | null
    to: Temporal.Instant | null
  }>`
    select a.vehicle_id, plate, coalesce(title = 'driver', false) as own, period @> ${moment(now)} as now, lower(period) as from, upper(period) as to
    from assignments a join vehicles v on v.id = a.vehicle_id left join vehicle_titles t on t.vehicle_id = a.vehicle_id
    where standing_record(a.driver_id) = ${driver} and period && tstzrange(${moment(first)}, ${moment(now)}, '[]') order by lower(period) desc`.execute(
    on,
  )
  const dayOf = (at: Temporal.Instant) => at.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const isIn = (day: string, { from, to }: (typeof rows)[number]) =>
    (from === null || dayOf(from) <= day) && (to === null || dayOf(to) >= day)
  const known = rows.length === 0 ? [] : await listDays(dayOf(first), on)
  const days = known.flatMap(({ vehicleId, day }) => {
    const car = rows.find((row) => row.vehicle_id === vehicleId && !row.own && isIn(day, row))
    return car ? [{ vehicleId, plate: showPlate(car.plate), day }] : []
  })
  const currentRows = rows.filter((row) => row.now)
  return {
    settings,
    notice,
    privateSince,
    /** Only the operator's cars that the driver has now. */
    cars: currentRows.flatMap(({ vehicle_id, own }) => (own ? [] : [vehicle_id])),
    hasCar: currentRows.length > 0,
    isOwnCar: currentRows.length > 0 && currentRows.every(({ own }) => own),
    days,
  }
}

/** Who looked at a driver's or a car's positions, the latest first, at most `most`. */
export async function listLooks(
  of: { driverId: string } | { vehicleId: string },
  limit: number,
  on: Kysely<DB> = db,
): Promise<LookNoted[]> {
  const rows = await on
    .selectFrom('position_looks')
    .innerJoin('position_look_cars', 'look_id', 'position_looks.id')
    .innerJoin('vehicles', 'vehicles.id', 'position_look_cars.vehicle_id')
    .leftJoin('users', 'users.uid', 'reader')
    .select(['position_looks.id', 'at', 'until_at', 'position_looks.role', 'what', 'day', 'reason'])
    .select([personName().as('by'), sql<string[]>`array_agg(distinct plate order by plate)`.as('plates')])
    .$if('driverId' in of, (query) =>
      query.where(sql<string>`standing_record(driver_id)`, '=', 'driverId' in of ? readRecordId(of.driverId) : ''),
    )
    .$if('vehicleId' in of, (query) =>
      query.where('position_look_cars.vehicle_id', '=', 'vehicleId' in of ? readRecordId(of.vehicleId) : ''),
    )
    .groupBy(['position_looks.id', 'users.uid'])
    .orderBy('at', 'desc')
    .orderBy('position_looks.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ at, until_at, role, what, plates, ...access }) => ({
    ...access,
    at: at.toString(),
    until: until_at.toString(),
    role: role as LookNoted['role'],
    what: what as LookNoted['what'],
    plates: plates.map(showPlate),
  }))
}

async function requireReason({ by, reason }: Pick<Look, 'by' | 'reason'>, on: Kysely<DB>): Promise<void> {
  if (by.role !== 'admin' || reason.trim() !== '') return
  if ((await readSettings(on)).asksReason) throw new Refusal('position.reason-missing')
}

/** A fix as the functions of the schema answer it. */
export type PointRow = {
  device: number
  at: Temporal.Instant
  vehicle_id: string
  lat: number
  lon: number
  speed: number | null
  course: number | null
  accuracy: number | null
  received_at: Temporal.Instant
}
type StoredFix = Fix & { device: number; received: Temporal.Instant }

/** Units of a stored fix: ten-millionths of a degree, centimetres a second. */
const DEGREE = 10_000_000
const METRE = 100

export function fixOf({ device, at, lat, lon, speed, course, accuracy, received_at }: PointRow): StoredFix {
  return {
    device,
    at: at.epochMilliseconds,
    lat: lat / DEGREE,
    lon: lon / DEGREE,
    speed: speed === null ? null : speed / METRE,
    course,
    accuracy,
    received: received_at,
  }
}

const iso = (milliseconds: number) => Temporal.Instant.fromEpochMilliseconds(milliseconds).toString()
/** Kilometres per hour in one metre per second. */
const KMH_PER_METRE_A_SECOND = 3.6

function shownFix({ lat, lon, speed, course, accuracy, received }: StoredFix) {
  const kmh = speed === null ? null : Math.round(speed * KMH_PER_METRE_A_SECOND)
  return { receivedAt: received.toString(), lat, lon, speed: kmh, course, accuracy }
}

async function namesOfCars(ids: readonly string[], now: Temporal.Instant, on: Kysely<DB>) {
  const rows = await on
    .selectFrom('vehicles')
    .leftJoin('assignments', (join) =>
      join.onRef('assignments.vehicle_id', '=', 'vehicles.id').on(sql<boolean>`assignments.period @> ${moment(now)}`),
    )
    .leftJoin('drivers', 'drivers.id', 'assignments.driver_id')
    .select(['vehicles.id', 'plate', 'drivers.id as driverId', 'drivers.name'])
    .where('vehicles.id', 'in', ids)
    .orderBy('plate')
    .execute()
  return rows.map(({ id, plate, driverId, name }) => ({
    id,
    plate: showPlate(plate),
    driver: driverId === null || name === null ? null : { id: driverId, name },
  }))
}

async function listHolders(vehicleId: string, day: string, on: Kysely<DB>) {
  const start = Temporal.PlainDate.from(day).toZonedDateTime(ZONE)
  const rows = await on
    .selectFrom('assignments')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .select(['drivers.id', 'name'])
    .select([
      sql<Temporal.Instant | null>`lower(period)`.as('from'),
      sql<Temporal.Instant | null>`upper(period)`.as('to'),
    ])
    .where('vehicle_id', '=', vehicleId)
    .where(
      sql<boolean>`period && tstzrange(${moment(start.toInstant())}, ${moment(start.add({ days: 1 }).toInstant())})`,
    )
    .execute()
  return rows.map(({ id, name, from, to }) => ({
    driver: { id, name },
    from: from?.epochMilliseconds ?? -Infinity,
    to: to?.epochMilliseconds ?? Infinity,
  }))
}

async function readSources(on: Kysely<DB>): Promise<Map<number, Source>> {
  const rows = await on.selectFrom('position_devices').select(['id', 'kind', 'name']).execute()
  return new Map(rows.map(({ id, kind, name }) => [id, { kind: kind as DeviceKind, name }]))
}

function sourceOf({ device }: StoredFix, sources: ReadonlyMap<number, Source>): Source {
  return sources.get(device) ?? { kind: 'tracker', name: '' }
}
