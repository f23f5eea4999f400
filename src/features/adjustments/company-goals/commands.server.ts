import { periodOf } from '#domain/goal.ts'
import { Refusal } from '#domain/refusal.ts'
import { weekAt } from '#domain/week.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import type { WrittenCompanyGoal } from './schema.ts'

/**
 * Wants something of a week or a month from a period on. Refuses `goal.week-past` for one that is over, and `commission.week-taken`
 * where a version of the same begins with that period.
 */
export async function setCompanyGoal(deed: Deed, goal: WrittenCompanyGoal): Promise<void> {
  const { first } = periodOf(goal.period, goal.from)
  if (first < periodOf(goal.period, weekAt(deed.now)).first) throw new Refusal('goal.week-past')
  await writeCompanyGoal(deed, goal)
  const { measure, period, target, reason } = goal
  deed.note({ subject: `company-goal:${measure}`, after: { measure, period, from: first, target, reason } })
}

/** The same of what was wanted before. Refuses `commission.week-taken`. */
export async function writeCompanyGoal(
  deed: Deed,
  { measure, period, from, target, reason }: WrittenCompanyGoal,
): Promise<void> {
  const written = await deed.tx
    .insertInto('company_goals')
    .values({
      ...{ measure, period, starts_on: periodOf(period, from).first, target, reason },
      ...{ created_at: deed.now.toString(), created_by: deed.actor.uid },
    })
    .onConflict((conflict) => conflict.columns(['measure', 'period', 'starts_on']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) throw new Refusal('commission.week-taken')
}
