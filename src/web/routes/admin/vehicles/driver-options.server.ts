import { listDrivers } from '#features/fleet/drivers/queries.server.ts'
import type { Option } from '#web/ui/fields.tsx'

/** Drivers to choose from, by name; those who left are there when the office corrects an old period. */
export async function driverOptions(now: Temporal.Instant, { withFormer }: { withFormer: boolean }): Promise<Option[]> {
  const drivers = await listDrivers(now)
  return drivers
    .filter(({ status }) => withFormer || status !== 'inactive')
    .toSorted((one, other) => one.name.localeCompare(other.name, 'pt'))
    .map(({ id, name, ref }) => ({ value: id, label: `${name} (${ref})` }))
}
