import { listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listBarredDriversWithCar } from '#features/papers/readiness/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { cannotWords } from '#web/parts/driving-column.tsx'
import type { Option } from '#web/ui/fields.tsx'

/**
 * Drivers to choose from, by name; former ones are among them when the office corrects an old period. If a car is to be given (`given`),
 * the words beside a name say whether that driver may not drive it and why; with `vehicleId: null`, whether they may not drive any car.
 */
export async function driverOptions(
  now: Temporal.Instant,
  { withFormer, given = null }: { withFormer: boolean; given?: { vehicleId: string | null; t: Translator } | null },
): Promise<Option[]> {
  const drivers = (await listDrivers(now)).filter(({ status }) => withFormer || status !== 'inactive')
  const ids = drivers.map(({ id }) => id)
  const found = given === null ? [] : await listBarredDriversWithCar(given.vehicleId, ids, dayAt(now))
  const why = new Map(found.map(({ id, missing }) => [id, given === null ? '' : cannotWords(missing, given.t)]))
  return drivers
    .toSorted((driver, other) => driver.name.localeCompare(other.name, 'pt'))
    .map(({ id, name, ref }) => ({ value: id, label: `${name} (${ref})${why.get(id) ?? ''}` }))
}
