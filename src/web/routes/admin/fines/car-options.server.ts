import { showPlate } from '#domain/identifiers.ts'
import { listVehicles } from '#features/fleet/vehicles/queries.server.ts'

/** The cars that a fine may be of. Sold cars are among them: a fine may come long after. */
export async function carOptions(now: Temporal.Instant) {
  return (await listVehicles(now)).map(({ id, plate, make, model }) => ({
    value: id,
    label: [showPlate(plate), [make, model].filter(Boolean).join(' ')].filter(Boolean).join(' · '),
  }))
}
