import { periodOf } from '#domain/goal.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getCompanyGoal, isOver } from './queries.server.ts'
import type { WrittenCompanyGoal } from './schema.ts'

/**
 * Sets a target of the company for each week or month, from a period on. Refuses `goal.week-past` for a period that
 * is over, and `goal.week-taken` when a version of the same goal begins with that period.
 */
export async function setCompanyGoal(change: Change, goal: WrittenCompanyGoal): Promise<void> {
  const { first } = periodOf(goal.period, goal.from)
  if (isOver({ period: goal.period, from: first }, change.now)) throw new Refusal('goal.week-past')
  await writeCompanyGoal(change, goal)
  const { measure, period, target, reason } = goal
  change.note({ subject: `company-goal:${measure}`, after: { measure, period, from: first, target, reason } })
}

/**
 * Removes a version that was typed wrong, while its first period is not over; the one before it counts again. Refuses
 * `record.not-found`, and `goal.period-over`.
 */
export async function removeCompanyGoal(change: Change, id: string): Promise<void> {
  const { measure, period, from, target, reason } = await getCompanyGoal(id, change.tx)
  if (isOver({ period, from }, change.now)) throw new Refusal('goal.period-over')
  await change.tx.deleteFrom('company_goals').where('id', '=', id).execute()
  change.note({ subject: `company-goal:${measure}`, before: { measure, period, from, target, reason }, after: null })
}

/** Saves a company goal, even one that began before this installation. Refuses `goal.week-taken`. */
export async function writeCompanyGoal(
  change: Change,
  { measure, period, from, target, reason }: WrittenCompanyGoal,
): Promise<void> {
  const written = await change.tx
    .insertInto('company_goals')
    .values({
      measure,
      period,
      starts_on: periodOf(period, from).first,
      target,
      reason,
      created_at: change.now.toString(),
      created_by: change.actor.uid,
    })
    .onConflict((conflict) => conflict.columns(['measure', 'period', 'starts_on']).doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!written) throw new Refusal('goal.week-taken')
}
