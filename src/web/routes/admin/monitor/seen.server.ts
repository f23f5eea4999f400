import { listLastInspections } from '#features/fleet/inspections/queries.server.ts'
import { listHoldersAt, listVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { type Sighting, listSightings } from '#features/imports/sightings/queries.server.ts'
import { showFleet } from '#features/positions/queries.server.ts'
import type { LastPosition } from '#features/positions/schema.ts'
import { lineLink } from '#web/parts/line-link.ts'
import { type Looking, showOrAskReason } from './looker.server.ts'
import type { Seen, SeenCar } from './seen.tsx'
import { nearestTown, townNamed } from '#web/parts/towns.server.ts'

export type SeenCars = {
  cars: SeenCar[]
  /** Whether a reason is required to see positions; until then cars are shown where files and the office saw them. */
  wantsReason: boolean
}

/** Every car of the fleet, and where it was last seen: by its tracker, by a file, or by the office. The look is recorded. */
export async function listSeenCars(looking: Looking, now: Temporal.Instant): Promise<SeenCars> {
  const [vehicles, { shown, wantsReason }, sightings, inspections] = await Promise.all([
    listVehicles(now),
    showOrAskReason(looking && showFleet({ ...looking, cars: null })),
    listSightings(now),
    listLastInspections(now),
  ])
  const here = vehicles.filter(({ status }) => status !== 'sold')
  const fixes = new Map((shown ?? []).map((position) => [position.vehicleId, position]))
  const seen = new Map<string, Seen>()
  for (const { id } of here) {
    const [fix, file, handOver] = [fixes.get(id), sightings.get(id), inspections.get(id)]
    const said: Seen[] = [
      ...(fix ? [seenByTracker(fix)] : []),
      ...(file ? [seenByFile(file)] : []),
      ...(handOver
        ? [{ ...AT_OFFICE, kind: handOver.kind, at: handOver.at.toString(), to: inspection(id, handOver.id) }]
        : []),
    ]
    const [last] = said.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    if (last) seen.set(id, last)
  }
  const holders = await listHoldersAt(new Map([...seen].map(([id, { at }]) => [id, Temporal.Instant.from(at)])))
  const cars = here.map(({ id, plate, make, model, driver }): SeenCar => {
    const last = seen.get(id) ?? null
    const fix = fixes.get(id) ?? null
    return {
      id,
      plate,
      model: [make, model].filter(Boolean).join(' '),
      driver,
      driverThen: holders.get(id) ?? null,
      state: fix?.state ?? (last === null ? 'unseen' : 'untracked'),
      seen: last,
      fix,
      age: last === null ? null : Math.max(0, now.epochMilliseconds - Date.parse(last.at)),
    }
  })
  return { cars, wantsReason }
}

const AT_OFFICE = { place: null, away: null, area: null, source: null } as const

function inspection(car: string, id: string): string {
  return `/admin/vehicles/${car}/inspections/${id}`
}

function seenByTracker({ lat, lon, fixAt, source }: LastPosition): Seen {
  const town = nearestTown(lat, lon)
  return {
    kind: 'fix',
    at: fixAt,
    place: town?.name ?? null,
    away: town?.kilometres ?? null,
    area: null,
    source: { device: source.name },
    to: null,
  }
}

function seenByFile({ kind, at, place, source, line, importId }: Sighting): Seen {
  return {
    kind,
    at: at.toString(),
    place,
    away: null,
    area: place === null ? null : townNamed(place),
    source: { file: source, line },
    to: lineLink({ importId, line }),
  }
}
