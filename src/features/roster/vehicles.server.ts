import { requireValue } from '#domain/certain.ts'
import { readPlate, showPlate } from '#domain/identifiers.ts'
import { readEnergy } from '#domain/vehicle.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { createVehicles } from '#features/fleet/vehicles/commands.server.ts'
import { listPlates } from '#features/fleet/vehicles/queries.server.ts'
import { vehicleRecord } from '#features/fleet/vehicles/schema.ts'
import type { FleetLoad } from './fleet-load.ts'
import { loadKeys } from './keys.server.ts'
import { withRowPlaces } from './agreements/commands.server.ts'
import type { RosterVehicle } from './schema.ts'

/** Takes the cars of the list in; answers the id of each, by its plate. */
export async function loadVehicles(
  change: Change,
  vehicles: readonly RosterVehicle[],
  load: FleetLoad,
): Promise<Map<string, string>> {
  const listedCars = vehicles.map((vehicle, at) => {
    const { value: plate, series } = readPlate(vehicle.plate)
    const energy = vehicle.fuel ? readEnergy(vehicle.fuel) : null
    if (!series) load.warnings.push({ code: 'plate-unusual', at: plate, found: vehicle.plate })
    if (vehicle.fuel && !energy)
      load.warnings.push({ code: 'energy-unknown', at: showPlate(plate), found: vehicle.fuel })
    const record = { ...vehicleRecord.ofList(vehicle), plate, ...(energy ? { energy } : {}) }
    return { vehicle, plate, record, place: { listed: `vehicles.${at}`, holds: vehicle.plate } }
  })
  const ids = await listPlates(
    listedCars.map(({ plate }) => plate),
    change.tx,
  )
  const newVehicles = listedCars.filter(({ plate }) => !ids.has(plate))
  const made = await withRowPlaces(
    newVehicles.map(({ place }) => place),
    () =>
      createVehicles(
        change,
        newVehicles.map(({ record }) => record),
      ),
  )
  for (const [at, id] of made.entries()) if (newVehicles[at]) ids.set(newVehicles[at].plate, id)
  load.vehicles.added += newVehicles.length
  load.vehicles.known += listedCars.length - newVehicles.length
  const named = listedCars.map(({ vehicle, plate }) => ({
    owner: { vehicleId: requireValue(ids, plate) },
    keys: [
      ['viaverde', 'obu', vehicle.via_verde_obu],
      ['viaverde', 'iai', vehicle.via_verde_iai],
      ['prio', 'fuel-card', vehicle.prio_fuel_card],
      ['prio', 'electric-card', vehicle.prio_electric_card],
    ] as const,
  }))
  await withRowPlaces(
    listedCars.map(({ place }) => place),
    () => loadKeys(change, named, load),
  )
  return ids
}
