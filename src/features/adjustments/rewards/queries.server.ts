import { createHash } from 'node:crypto'
import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { SIDES, dueNow } from '#domain/commission.ts'
import type { Week } from '#domain/week.ts'
import { listDueGoals } from '#features/adjustments/goals/queries.server.ts'
import { readReferrals } from '#features/adjustments/referrals/queries.server.ts'
import type { DueReferral, DueReward } from './schema.ts'

/** What rewards come to on the drafts of a week, by driver: what was earned, less what statements paid of it. */
export async function listDueRewards(week: Week, on: Kysely<DB> = db): Promise<Map<string, DueReward[]>> {
  const [goals, referrals] = await Promise.all([listDueGoals(week, on), listDueReferrals(week, on)])
  return Map.groupBy([...goals, ...referrals], ({ driverId }) => driverId)
}

async function listDueReferrals(week: Week, on: Kysely<DB>): Promise<DueReferral[]> {
  const referrals = await readReferrals(on)
  return referrals.flatMap((referral) =>
    SIDES.flatMap((side): DueReferral[] => {
      const { driverId, other, rule, given, lastPaid, written } = referral.sides[side]
      if (week < referral.since || (rule === null && given === 0)) return []
      // A week that is approved after a later one takes nothing back of what that one paid.
      const by = lastPaid !== null && lastPaid > week ? lastPaid : week
      const { amount: earned } = referral.earned(side, by)
      const amount = dueNow(earned, [given])
      if (amount === 0) return []
      const id = idOf(`${referral.id} ${side} ${week} ${written.filter((before) => before === week).length}`)
      return [
        {
          ...{ id, driverId, kind: 'referral', amount, reason: `${other} · ${rule?.name ?? ''}`.replace(/ · $/, '') },
          ...{ about: null, changes: [], came: [], gone: [] },
          reward: { earned, given },
          referral: { id: referral.id, side },
        },
      ]
    }),
  )
}

/** The same name every time it is worked out, and another one once a statement that carried it was voided. */
function idOf(name: string): string {
  const hash = createHash('sha256').update(name).digest('hex')
  return [hash.slice(0, 8), hash.slice(8, 12), hash.slice(12, 16), hash.slice(16, 20), hash.slice(20, 32)].join('-')
}
