import { Refusal } from '#domain/refusal.ts'
import { READ_YEAR, ZONE, readDay } from '#domain/week.ts'
import { listInspections } from '#features/fleet/inspections/queries.server.ts'
import { getVehicle, showAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { listSightingsOf } from '#features/imports/sightings/queries.server.ts'
import { showDay } from '#features/positions/queries.server.ts'
import type { CarDay } from '#features/positions/schema.ts'
import { lineLink } from '#web/parts/line-link.ts'
import { type Looking, showOrAskReason } from './looker.server.ts'
import type { Happened } from './happened.tsx'
import { nearestTown } from '#web/parts/towns.server.ts'

/** A car on a day in Lisbon: everything that its tracker, files and the office saw, in order of time; and the drawing of its way. */
export async function readCarDay(id: string, asked: string | null, looking: Looking, now: Temporal.Instant) {
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  const day = asked === null ? today : READ_YEAR.test(asked) ? readDay(asked) : null
  if (day === null || Temporal.PlainDate.compare(day, today) > 0) throw new Refusal('record.not-found')
  const car = await getVehicle(id)
  const [from, to] = [startOf(day), startOf(day.add({ days: 1 }))]
  const [{ shown, wantsReason }, files, inspections, assignments] = await Promise.all([
    showOrAskReason(looking && showDay(looking, { vehicleId: car.id, day: day.toString() })),
    listSightingsOf(car.id, { from, to }),
    listInspections(car.id),
    showAssignments(car.id),
  ])
  const names = new Map(assignments.map(({ driverId, driver }) => [driverId, driver]))
  const handOvers = inspections.filter(({ at }) => isIn(Temporal.Instant.from(at), from, to))
  const happened: Happened[] = [
    ...(shown ? byTracker(shown, names) : []),
    ...files.map(({ kind, at, place, source, line, importId }): Happened => ({
      ...NOTHING,
      kind,
      from: at.toString(),
      place,
      source: { file: source, line },
      link: lineLink({ importId, line }),
    })),
    ...handOvers.map(({ id: inspection, kind, at, driver }): Happened => ({
      ...NOTHING,
      kind,
      from: at,
      driver: driver && (names.get(driver.id) ?? driver.name),
      link: `/admin/vehicles/${car.id}/inspections/${inspection}`,
    })),
  ]
  const had = assignments
    .filter(
      (assignment) =>
        (assignment.from === null || isBefore(assignment.from, to)) &&
        (assignment.to === null || isBefore(from, assignment.to)),
    )
    .map(({ driver }) => driver)
    .toReversed()
  return {
    id: car.id,
    plate: car.plate,
    day: day.toString(),
    before: day.subtract({ days: 1 }).toString(),
    after: Temporal.PlainDate.compare(day, today) < 0 ? day.add({ days: 1 }).toString() : null,
    had: [...new Set(had)],
    happened: happened.toSorted((a, b) => Date.parse(a.from) - Date.parse(b.from)),
    metres: shown?.metres ?? null,
    trips: shown?.trips.length ?? 0,
    flawed: shown?.points.filter(({ flaw }) => flaw !== null).length ?? 0,
    way: shown && shown.points.length > 0 ? trackOf(shown) : null,
    wantsReason,
    mayLook: looking !== null,
  }
}

const NOTHING = { to: null, place: null, toPlace: null, metres: null, driver: null, source: null, link: null } as const

function startOf(day: Temporal.PlainDate): Temporal.Instant {
  return day.toZonedDateTime(ZONE).toInstant()
}

function isBefore(one: Temporal.Instant, other: Temporal.Instant): boolean {
  return Temporal.Instant.compare(one, other) < 0
}

function isIn(at: Temporal.Instant, from: Temporal.Instant, to: Temporal.Instant): boolean {
  return !isBefore(at, from) && isBefore(at, to)
}

function byTracker({ trips, stops, crossings }: CarDay, names: ReadonlyMap<string, string>): Happened[] {
  const town = (place: { lat: number; lon: number } | undefined) =>
    place && (nearestTown(place.lat, place.lon)?.name ?? null)
  return [
    ...trips.map(({ from, to, metres, driver, path }): Happened => ({
      ...NOTHING,
      kind: 'trip',
      from,
      to,
      place: town(path[0]) ?? null,
      toPlace: town(path.at(-1)) ?? null,
      metres,
      driver: driver && (names.get(driver.id) ?? driver.name),
    })),
    ...stops.map(({ from, to, lat, lon }): Happened => ({
      ...NOTHING,
      kind: 'stop',
      from,
      to,
      place: town({ lat, lon }) ?? null,
    })),
    ...crossings.map(({ at, goes, zone }): Happened => ({
      ...NOTHING,
      kind: goes === 'in' ? 'enters' : 'leaves',
      from: at,
      place: zone,
    })),
  ]
}

/** The data for drawing a day. Moments in seconds, degrees with five decimals, which are about a metre. */
function trackOf({ points, trips, stops }: CarDay) {
  const short = (degrees: number) => Number(degrees.toFixed(5))
  return {
    points: points
      .filter(({ flaw }) => flaw === null)
      .map(({ at, lat, lon, speed }) => [Date.parse(at) / 1000, short(lon), short(lat), speed] as const),
    trips: trips.map(({ path }) => path.map(({ lat, lon }) => [short(lon), short(lat)] as const)),
    stops: stops.map(({ lat, lon }) => [short(lon), short(lat)] as const),
  }
}
