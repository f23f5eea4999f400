import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { listVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { listDriving } from '#features/papers/readiness/queries.server.ts'
import type { ListedCar } from './cars.tsx'

/** The whole fleet, with whether each car may be driven. */
export async function listedCars(now: Temporal.Instant, on: Kysely<DB> = db): Promise<ListedCar[]> {
  const [vehicles, driving] = await Promise.all([listVehicles(now, on), listDriving(now, on)])
  return vehicles.map((vehicle) => ({ ...vehicle, driving: driving.cars.get(vehicle.id) ?? null }))
}
