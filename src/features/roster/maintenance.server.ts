import { requireValue } from '#domain/certain.ts'
import { readPlate } from '#domain/identifiers.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addListedJobs } from '#features/fleet/upkeep/commands.server.ts'
import { listJobsOf } from '#features/fleet/upkeep/queries.server.ts'
import type { FleetLoad } from './fleet-load.ts'
import { withRowPlaces } from './agreements/commands.server.ts'
import type { Roster } from './schema.ts'

/** The same work on the same car and day is written down once, however often the list comes. */
export async function loadMaintenance(
  change: Change,
  listedJobs: Roster['maintenance'],
  vehicleIds: ReadonlyMap<string, string>,
  load: FleetLoad,
): Promise<void> {
  const rows = listedJobs.map(({ plate, what, on, kilometres, cost_cents: cost, workshop }, at) => ({
    vehicleId: requireValue(vehicleIds, readPlate(plate).value),
    job: { what, on, cost, workshop, kilometres: kilometres ?? null },
    place: { listed: `maintenance.${at}`, holds: plate },
  }))
  const nameOf = (vehicleId: string, { what, on, cost }: { what: string; on: string; cost: number }) =>
    JSON.stringify([vehicleId, what, on, cost])
  const jobs = await listJobsOf(
    rows.map(({ vehicleId }) => vehicleId),
    change.tx,
  )
  const known = new Set([...jobs].flatMap(([vehicleId, own]) => own.map((job) => nameOf(vehicleId, job))))
  const newRows = rows.filter(({ vehicleId, job }) => {
    const name = nameOf(vehicleId, job)
    const isNew = !known.has(name)
    known.add(name)
    return isNew
  })
  await withRowPlaces(
    newRows.map(({ place }) => place),
    () => addListedJobs(change, newRows),
  )
  load.maintenance.added += newRows.length
  load.maintenance.known += rows.length - newRows.length
}
