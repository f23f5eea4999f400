import type { InspectionKind } from '#domain/inspection.ts'
import { driverAt } from '#domain/matching.ts'
import { readAlsoOn } from '#features/connections/acts/queries.server.ts'
import { listDamagesOfCar } from '#features/fleet/damages/queries.server.ts'
import { listReadings } from '#features/fleet/odometers/queries.server.ts'
import { findPlannedDriver } from '#features/fleet/shifts/queries.server.ts'
import { getVehicle, listAssignments } from '#features/fleet/vehicles/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { typedMoment } from '#web/parts/typed-moment.ts'
import { driverOptions } from './driver-options.server.ts'

/** The data for the form of an inspection of a car; `chosen`: the requested driver, or the next planned one. */
export async function readInspectionForm(
  vehicleId: string,
  kind: InspectionKind,
  { now, t, asked }: { now: Temporal.Instant; t: Translator; asked: string | null },
) {
  const [car, readings, assignments, damages, drivers, planned, also] = await Promise.all([
    getVehicle(vehicleId),
    listReadings(vehicleId),
    listAssignments(vehicleId),
    listDamagesOfCar(vehicleId),
    driverOptions(now, { withFormer: kind === 'in', given: kind === 'out' ? { vehicleId, t } : null }),
    findPlannedDriver(vehicleId, now),
    readAlsoOn(),
  ])
  const holder = driverAt(assignments, now) ?? ''
  return {
    id: car.id,
    plate: car.plate,
    isGone: car.status === 'sold',
    also,
    at: typedMoment(now),
    drivers,
    holder,
    chosen: asked ?? (planned === holder ? '' : (planned ?? '')),
    last: readings.find(({ withdrawn }) => withdrawn === null)?.kilometres ?? null,
    known: damages.filter(({ state }) => state !== 'settled'),
    // Without a script the page makes the key; a script on the phone makes one for each time the form is sent.
    sentKey: crypto.randomUUID(),
  }
}

export type InspectionFormFacts = Awaited<ReturnType<typeof readInspectionForm>>
