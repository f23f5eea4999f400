import type { Week } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import { listDueRewards } from './queries.server.ts'

/** Writes down the rewards that statements about to be frozen carry, by their ids. Call it under `lockBalances`. */
export async function writeRewards(deed: Deed, week: Week, carried: ReadonlySet<string>): Promise<void> {
  const due = [...(await listDueRewards(week, deed.tx)).values()].flat().filter(({ id }) => carried.has(id))
  if (due.length === 0) return
  await deed.tx
    .insertInto('adjustments')
    .values(
      due.map(({ id, driverId, kind, amount, reason, referral }) => ({
        ...{ id, driver_id: driverId, week, kind, amount_cents: amount, reason },
        ...{ referral_id: referral.id, reward_side: referral.side },
        ...{ state: 'accepted', decided_at: deed.now.toString(), decided_by: deed.actor.uid },
      })),
    )
    .execute()
}
