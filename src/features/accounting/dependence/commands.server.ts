import type { OwnDriverId } from '#domain/access.ts'
import { ZONE } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { standingDriver } from '#features/fleet/standing/queries.server.ts'
import type { SaidIncome } from './schema.ts'

/** A driver's word on the running year: what else is earned, and whether contributions are paid. The newest word counts. */
export async function sayOtherIncome(
  deed: Deed,
  own: OwnDriverId,
  { elsewhere, contributes }: SaidIncome,
): Promise<void> {
  const { year } = deed.now.toZonedDateTimeISO(ZONE)
  const driver = await standingDriver(own, deed.tx)
  await deed.tx
    .insertInto('other_incomes')
    .values({
      ...{ driver_id: driver, year, elsewhere_cents: elsewhere, contributes },
      ...{ said_at: deed.now.toString(), said_by: deed.actor.uid },
    })
    .execute()
  deed.note({ subject: `driver:${driver}`, after: { year, elsewhere, contributes } })
}
