import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addEstimate } from '#features/fleet/odometers/commands.server.ts'
import { readKilometres } from './queries.server.ts'

/**
 * Takes the estimate from positions for a moment without a reading. Refuses `record.not-found` when there is no
 * estimate, or a reading by now.
 */
export async function takeEstimate(change: Change, vehicleId: string, at: string): Promise<void> {
  const { estimates } = await readKilometres(vehicleId, change.now, change.tx)
  const found = estimates.find((estimate) => estimate.at === at)
  if (!found) throw new Refusal('record.not-found')
  await addEstimate(change, vehicleId, { at: Temporal.Instant.from(found.at), kilometres: found.kilometres })
}
