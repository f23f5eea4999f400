import { requireValue } from '#domain/certain.ts'
import { readPlate } from '#domain/identifiers.ts'
import { type Span, overlaps } from '#domain/vehicle.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { assignVehicles } from '#features/fleet/vehicles/commands.server.ts'
import { listAssignmentsOf } from '#features/fleet/vehicles/queries.server.ts'
import type { FleetLoad } from './fleet-load.ts'
import { withRowPlaces } from './agreements/commands.server.ts'
import type { Roster } from './schema.ts'

/** Loads assignments. One of the same driver in the same car at another time stays, as the office has corrected it since. */
export async function loadAssignments(
  change: Change,
  assignments: Roster['assignments'],
  { driverIds, vehicleIds }: Record<'driverIds' | 'vehicleIds', ReadonlyMap<string, string>>,
  load: FleetLoad,
): Promise<void> {
  const rows = assignments.map(({ driver, plate, from, to }, at) => ({
    given: {
      driverId: requireValue(driverIds, driver),
      vehicleId: requireValue(vehicleIds, readPlate(plate).value),
      from,
      to,
    },
    place: { listed: `assignments.${at}`, holds: `${driver}, ${plate}` },
    plate,
  }))
  const held = new Map<string, (Span & { driverId: string })[]>(
    await listAssignmentsOf(
      rows.map(({ given: { vehicleId } }) => vehicleId),
      change.tx,
    ),
  )
  const same = (a: Temporal.Instant | null, b: Temporal.Instant | null) => String(a) === String(b)
  const newRows = rows.filter(({ given, plate }) => {
    const { vehicleId, driverId, from, to } = given
    const spansOfCar = held.get(vehicleId) ?? []
    const spansOfDriver = spansOfCar.filter((span) => span.driverId === driverId)
    if (spansOfDriver.some((span) => same(span.from, from) && same(span.to, to))) return false
    if (spansOfDriver.some((span) => overlaps(span, given))) {
      load.warnings.push({ code: 'assignment-differs', at: plate, found: String(from ?? '…') })
      return false
    }
    held.set(vehicleId, [...spansOfCar, given])
    return true
  })
  await withRowPlaces(
    newRows.map(({ place }) => place),
    () =>
      assignVehicles(
        change,
        newRows.map(({ given }) => given),
      ),
  )
  load.assignments.added += newRows.length
  load.assignments.known += rows.length - newRows.length
}
