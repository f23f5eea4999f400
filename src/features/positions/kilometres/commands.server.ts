import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { addEstimate } from '#features/fleet/odometers/commands.server.ts'
import { readKilometres } from './queries.server.ts'

/** Takes what positions say for a moment that nobody read. Refuses `record.not-found` where they say nothing of it, or it is read meanwhile. */
export async function takeEstimate(change: Change, vehicleId: string, at: string): Promise<void> {
  const { estimates } = await readKilometres(vehicleId, change.now, change.tx)
  const found = estimates.find((one) => one.at === at)
  if (!found) throw new Refusal('record.not-found')
  await addEstimate(change, vehicleId, { at: Temporal.Instant.from(found.at), kilometres: found.kilometres })
}
