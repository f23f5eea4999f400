import { inParts } from '#db/parts.ts'
import type { Week } from '#domain/week.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { listDueRewards } from './queries.server.ts'
import type { DueReward } from './schema.ts'

/**
 * Saves the rewards that are lines of the statements about to be issued (`carried` has their ids), and notifies their
 * drivers. Call it under `lockBalances`.
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
  for (const { driverId, amount, reason } of due)
    await writeNotices(change, [driverId], { kind: amount > 0 ? 'reward' : 'reward-taken', week, amount, reason })
}

/** The columns that name the promise (referral or goal) of a due reward. */
function promiseOf(one: DueReward) {
  if ('referral' in one) return { referral_id: one.referral.id, reward_side: one.referral.side }
  return { goal_id: one.goal.id, goal_first: one.goal.first, goal_reached: one.goal.reached }
}
