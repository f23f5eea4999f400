import type { OwnDriverId } from '#domain/access.ts'
import { ZONE } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { currentDriver } from '#features/fleet/current-drivers/queries.server.ts'
import type { StatedIncome } from './schema.ts'

/**
 * Saves what a driver states about the current year: their income elsewhere, and whether they pay social security
 * contributions. The newest answer counts.
 */
export async function noteOtherIncome(
  change: Change,
  own: OwnDriverId,
  { elsewhere, contributes }: StatedIncome,
): Promise<void> {
  const { year } = change.now.toZonedDateTimeISO(ZONE)
  const driver = await currentDriver(own, change.tx)
  await change.tx
    .insertInto('other_incomes')
    .values({
      driver_id: driver,
      year,
      elsewhere_cents: elsewhere,
      contributes,
      said_at: change.now.toString(),
      said_by: change.actor.uid,
    })
    .execute()
  change.note({ subject: `driver:${driver}`, after: { year, elsewhere, contributes } })
}
