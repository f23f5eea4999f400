import type { Change } from '#features/audit/commands.server.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Week } from '#domain/week.ts'
import { fingerprintOf, getComparedWeek } from './queries.server.ts'

/**
 * Records why the file counts although it differs from the orders; the answer holds for exactly these differences.
 * Refuses `comparison.equal`.
 */
export async function answerDifference(change: Change, week: Week, reason: string): Promise<void> {
  const { differences } = await getComparedWeek(week, change.tx)
  if (differences.length === 0) throw new Refusal('comparison.equal')
  const values = {
    differs: fingerprintOf(differences),
    reason,
    answered_at: change.now.toString(),
    answered_by: change.actor.uid,
  }
  await change.tx
    .insertInto('order_answers')
    .values({ provider: 'bolt', week, ...values })
    .onConflict((conflict) => conflict.columns(['provider', 'week']).doUpdateSet(values))
    .execute()
  change.note({ subject: `week:${week}`, after: { reason, differences: differences.length } })
}

/** Takes the answer back: the week is asked about again, where it still differs. */
export async function takeBackAnswer(change: Change, week: Week): Promise<void> {
  const withdrawn = await change.tx
    .deleteFrom('order_answers')
    .where('provider', '=', 'bolt')
    .where('week', '=', week)
    .returning('reason')
    .executeTakeFirst()
  if (withdrawn) change.note({ subject: `week:${week}`, before: { reason: withdrawn.reason }, after: null })
}
