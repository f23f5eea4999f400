import { showPlate } from '#domain/identifiers.ts'
import { listVehicles } from '#features/fleet/vehicles/queries.server.ts'
import { listDriving } from '#features/papers/readiness/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { cannotWords } from '#web/parts/driving-column.tsx'
import type { Option } from '#web/ui/fields.tsx'
import { driverOptions } from '../vehicles/driver-options.server.ts'

/** Cars and drivers to plan; the words beside each name who may not drive, and which car may not be driven. */
export async function patternChoices(
  now: Temporal.Instant,
  t: Translator,
): Promise<{ cars: Option[]; drivers: Option[] }> {
  const [cars, driving, drivers] = await Promise.all([
    listVehicles(now),
    listDriving(now),
    driverOptions(now, { withFormer: false, given: { vehicleId: null, t } }),
  ])
  return {
    drivers,
    cars: cars
      .filter(({ status }) => status !== 'sold')
      .map(({ id, plate, make, model }) => {
        const cannot = cannotWords(driving.cars.get(id)?.missing ?? [], t, 'car')
        return { value: id, label: `${showPlate(plate)} ${make} ${model}`.trim() + cannot }
      }),
  }
}
