import type { Reader } from '#features/system/standby/queries.server.ts'
import { accidentBalance, accidentNext, accidentState } from '#domain/accident.ts'
import { ZERO } from '#domain/money.ts'
import { ZONE } from '#domain/week.ts'
import { listAccidents } from '#features/fleet/accidents/queries.server.ts'
import { listDamagesOfAccidents } from '#features/fleet/damages/queries.server.ts'
import { listChargesOfDamages } from '#features/plans/charges/queries.server.ts'
import { listVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { listDriving } from '#features/papers/readiness/queries.server.ts'
import type { ListedAccident } from './accident-list.tsx'
import type { ListedCar } from './cars.tsx'

/** The whole fleet, with whether each car may be driven. */
export async function listedCars(now: Temporal.Instant, on?: Reader): Promise<ListedCar[]> {
  const [vehicles, driving] = await Promise.all([listVehicles(now, on), listDriving(now, on)])
  return vehicles.map((vehicle) => ({ ...vehicle, driving: driving.cars.get(vehicle.id) ?? null }))
}

/** Every accident of the fleet, with how far it is and what it came to until now. */
export async function listedAccidents(now: Temporal.Instant, on?: Reader): Promise<ListedAccident[]> {
  const [accidents, damages, charges] = await Promise.all([
    listAccidents(on),
    listDamagesOfAccidents(on),
    listChargesOfDamages(on),
  ])
  const today = now.toZonedDateTimeISO(ZONE).toPlainDate()
  return accidents.map((accident) => {
    const { id, paid } = accident
    const happenedAt = Temporal.Instant.from(accident.happenedAt)
    const costs = (damages.get(id) ?? []).map(({ id: damage, invoice }) => ({
      invoice,
      charged: charges.get(damage)?.amount ?? ZERO,
    }))
    const state = accidentState(accident)
    return {
      ...accident,
      state,
      next: accidentNext({ ...accident, happenedAt }, now),
      days: state === 'closed' ? null : happenedAt.toZonedDateTimeISO(ZONE).toPlainDate().until(today).days,
      balance: accidentBalance(costs, paid),
    }
  })
}
