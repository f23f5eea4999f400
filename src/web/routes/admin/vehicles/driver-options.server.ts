import { listDrivers } from '#features/fleet/drivers/queries.server.ts'
import { dayAt } from '#features/papers/queries.server.ts'
import { listMayNot } from '#features/papers/readiness/queries.server.ts'
import type { Translator } from '#messages/catalogue.ts'
import { cannotWords } from '#web/parts/driving-column.tsx'
import type { Option } from '#web/ui/fields.tsx'

/**
 * Drivers to choose from, by name; those who left are there when the office corrects an old period. Where a car is given, `t` has it
 * said beside the name who may not drive, and why.
 */
export async function driverOptions(
  now: Temporal.Instant,
  { withFormer, t = null }: { withFormer: boolean; t?: Translator | null },
): Promise<Option[]> {
  const drivers = (await listDrivers(now)).filter(({ status }) => withFormer || status !== 'inactive')
  const found =
    t === null
      ? []
      : await listMayNot(
          drivers.map(({ id }) => id),
          dayAt(now),
        )
  const why = new Map(t === null ? [] : found.map(({ id, missing }) => [id, ` · ${cannotWords(missing, t)}`]))
  return drivers
    .toSorted((one, other) => one.name.localeCompare(other.name, 'pt'))
    .map(({ id, name, ref }) => ({ value: id, label: `${name} (${ref})${why.get(id) ?? ''}` }))
}
