import { sql } from 'kysely'
import { inParts } from '#db/parts.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { listDueRewards } from './queries.server.ts'
import type { DueReward } from './schema.ts'

/**
 * Saves the rewards that are lines of the statements about to be issued (`carried` has their ids), and notifies their
 * drivers: of a statement that comes again after it was voided, only what they were not told before. Call it under
 * `lockBalances`.
 */
export async function writeRewards(change: Change, week: Week, carried: ReadonlySet<string>): Promise<void> {
  const due = [...(await listDueRewards(week, change.tx)).values()].flat().filter(({ id }) => carried.has(id))
  const rows = due.map((reward) => ({
    id: reward.id,
    driver_id: reward.driverId,
    week,
    kind: reward.kind,
    amount_cents: reward.amount,
    reason: reward.reason,
    ...promiseOf(reward),
    state: 'accepted',
    decided_at: change.now.toString(),
    decided_by: change.actor.uid,
  }))
  for (const part of inParts(rows)) await change.tx.insertInto('adjustments').values(part).execute()
  const told = await listTold(change, week)
  for (const { driverId, amount, reason } of due)
    if (!told.has(`${driverId} ${amount} ${reason}`))
      await writeNotices(change, [driverId], { kind: amount > 0 ? 'reward' : 'reward-taken', week, amount, reason })
}

/** The rewards of a week that drivers have a notice of, as `driver amount reason`. */
async function listTold({ tx }: Change, week: Week): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('inbox_notices')
    .select(['driver_id', sql<string>`params ->> 'amount'`.as('amount'), sql<string>`params ->> 'reason'`.as('reason')])
    .where('kind', 'in', ['reward', 'reward-taken'])
    .where(sql<string>`params ->> 'week'`, '=', week)
    .execute()
  return new Set(rows.map(({ driver_id, amount, reason }) => `${driver_id} ${amount} ${reason}`))
}

/** The columns that name the promise (referral or goal) of a due reward. */
function promiseOf(reward: DueReward) {
  if ('referral' in reward) return { referral_id: reward.referral.id, reward_side: reward.referral.side }
  return { goal_id: reward.goal.id, goal_first: reward.goal.first, goal_reached: reward.goal.reached }
}
