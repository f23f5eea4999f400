import { listLastInspections } from '#features/fleet/inspections/queries.server.ts'
import { listHoldersAt, listVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { listSightings } from '#features/imports/sightings/queries.server.ts'
import { lineLink } from '#web/parts/line-link.ts'
import type { Seen, SeenCar } from './seen.tsx'
import { townNamed } from './towns.server.ts'

/** Every car that is of the fleet, and where it was seen last: by a file, or in the hands of the office. */
export async function listSeenCars(now: Temporal.Instant): Promise<SeenCar[]> {
  const [vehicles, sightings, inspections] = await Promise.all([
    listVehicles(now),
    listSightings(now),
    listLastInspections(now),
  ])
  const here = vehicles.filter(({ status }) => status !== 'sold')
  const seen = new Map<string, Seen>()
  for (const { id } of here) {
    const [file, hands] = [sightings.get(id), inspections.get(id)]
    const said: Seen[] = []
    if (file)
      said.push({
        kind: file.kind,
        at: file.at.toString(),
        place: file.place,
        away: null,
        area: file.place === null ? null : townNamed(file.place),
        source: { name: file.source, line: file.line, to: lineLink(file) },
      })
    if (hands)
      said.push({
        kind: hands.kind,
        at: hands.at.toString(),
        place: null,
        away: null,
        area: null,
        source: { name: null, line: null, to: `/admin/vehicles/${id}/inspections/${hands.id}` },
      })
    const [last] = said.toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at))
    if (last) seen.set(id, last)
  }
  const holders = await listHoldersAt(new Map([...seen].map(([id, { at }]) => [id, Temporal.Instant.from(at)])))
  return here.map(({ id, plate, make, model, driver }) => {
    const last = seen.get(id) ?? null
    return {
      id,
      plate,
      model: [make, model].filter(Boolean).join(' '),
      driver,
      driverThen: holders.get(id) ?? null,
      state: last === null ? ('unseen' as const) : ('untracked' as const),
      seen: last,
      fix: null,
      age: last === null ? null : Math.max(0, now.epochMilliseconds - Date.parse(last.at)),
    }
  })
}
