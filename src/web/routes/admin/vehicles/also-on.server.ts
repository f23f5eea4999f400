import { driverAt } from '#domain/matching.ts'
import type { Platform } from '#domain/performance.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { handOverOn } from '#features/connections/acts/commands.server.ts'
import { listAssignments } from '#features/fleet/vehicles/queries.server.ts'

/**
 * Moves a car with `move`, then asks the platforms for the same: to take it from the driver who had it at that moment, and to give it to
 * the one who has it now. If the change came too late to move anything, asks for nothing.
 */
export async function movesAlsoOn<Moved>(
  change: Change,
  vehicleId: string,
  { platforms, at }: { platforms: readonly Platform[]; at: Temporal.Instant },
  move: () => Promise<Moved>,
): Promise<Moved> {
  const holder = async () => driverAt(await listAssignments(vehicleId, change.tx), at)
  const from = await holder()
  const moved = await move()
  const to = await holder()
  if (to === from) await handOverOn(change, platforms, { vehicleId, from: null, to: null, at })
  else await handOverOn(change, platforms, { vehicleId, from, to, at })
  return moved
}
