import { type User, hasPower } from '#domain/access.ts'
import { intervalAt } from '#domain/matching.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import { keptState } from '#features/positions/moments/queries.server.ts'
import type { HadCar } from './who-had-car.tsx'

/** The person who had a car at a minute, and whether this reader may ask for its position then. */
export async function readHadCar(user: User, car: string, at: string, now: Temporal.Instant): Promise<HadCar> {
  const moment = Temporal.Instant.from(at)
  const [assignments, kept] = await Promise.all([listAssignments(car), keptState(car, moment, now)])
  const driverId = intervalAt(assignments, moment)?.driverId
  const holder = assignments.find((assignment) => assignment.driverId === driverId) ?? null
  return {
    car,
    at,
    holder: holder && { id: holder.driverId, name: holder.driver },
    asks: kept === 'kept' && hasPower(user, 'operations'),
  }
}
