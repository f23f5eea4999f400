import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { SIDES, dueNow } from '#domain/commission.ts'
import { cents } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { type Holders, listDueGoalsIn } from '#features/adjustments/goals/queries.server.ts'
import { GOAL_RESULT } from '#features/adjustments/queries.server.ts'
import { type ReadReferral, readReferrals } from '#features/adjustments/referrals/queries.server.ts'
import { idOf } from '#platform/named-id.ts'
import type { DueReferral, DueReward, OwnReward } from './schema.ts'

/** The rewards due on the drafts of a week, by driver: the earned amount less what statements have paid of it. */
export async function listDueRewards(week: Week, on: Kysely<DB> = db): Promise<Map<string, DueReward[]>> {
  return (await listDueRewardsIn([week], on))(week)
}

/**
 * The rewards due on the drafts of several weeks, read together; with `only`, for these drivers; with `other`, as if
 * these drivers had had a car.
 */
export async function listDueRewardsIn(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
  only?: readonly string[],
): Promise<(week: Week, other?: Holders) => Map<string, DueReward[]>> {
  if (weeks.length === 0) return () => new Map()
  const [goals, referrals] = await Promise.all([listDueGoalsIn(weeks, on, only), readReferrals(on, only)])
  const readWeeks = new Set(weeks)
  return (week, other) => {
    const due = readWeeks.has(week) ? [...goals(week, other), ...dueReferrals(referrals, week)] : []
    return Map.groupBy(due, ({ driverId }) => driverId)
  }
}

function dueReferrals(referrals: readonly ReadReferral[], week: Week): DueReferral[] {
  return referrals.flatMap((referral) =>
    SIDES.flatMap((side): DueReferral[] => {
      const { driverId, other, rule, given, lastPaid, written } = referral.sides[side]
      if (week < referral.since || (rule === null && given === 0)) return []
      // If a later week has already paid, calculate up to that week, so that a week approved after it does not take
      // back what it paid.
      const by = lastPaid !== null && lastPaid > week ? lastPaid : week
      const { amount: earned } = referral.earned(side, by)
      const amount = dueNow(earned, [given])
      if (amount === 0) return []
      const id = idOf(`${referral.id} ${side} ${week} ${written.filter((before) => before === week).length}`)
      return [
        {
          id,
          driverId,
          kind: 'referral',
          amount,
          reason: `${other} · ${rule?.name ?? ''}`.replace(/ · $/, ''),
          about: null,
          changes: [],
          came: [],
          gone: [],
          reward: { earned, given },
          referral: { id: referral.id, side },
        },
      ]
    }),
  )
}

/**
 * The amounts that statements paid the signed-in driver for one kind of promise, or took back, newest first, over all
 * their records.
 */
export async function listOwnRewards(driverId: OwnDriverId, kind: 'goal' | 'referral'): Promise<OwnReward[]> {
  const rows = await db
    .selectFrom('adjustments')
    .select(['id', 'week', 'reason', 'amount_cents', GOAL_RESULT.as('result')])
    .where('kind', '=', kind)
    .where('state', '=', 'accepted')
    .where(sql<boolean>`driver_id in (select own_records(${driverId}::uuid))`)
    .orderBy('week', 'desc')
    .orderBy('ordinal', 'desc')
    .execute()
  return rows.map(({ id, week, reason, result, amount_cents }) => ({
    id,
    week: week as Week,
    reason,
    goalResult: result,
    amount: cents(amount_cents),
  }))
}
