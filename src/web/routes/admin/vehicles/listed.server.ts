import type { Reader } from '#features/system/standby/queries.server.ts'
import { listVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { listDriving } from '#features/papers/readiness/queries.server.ts'
import type { ListedCar } from './cars.tsx'

/** The whole fleet, with whether each car may be driven. */
export async function listedCars(now: Temporal.Instant, on?: Reader): Promise<ListedCar[]> {
  const [vehicles, driving] = await Promise.all([listVehicles(now, on), listDriving(now, on)])
  return vehicles.map((vehicle) => ({ ...vehicle, driving: driving.cars.get(vehicle.id) ?? null }))
}
