import type { Change } from '#features/audit/commands.server.ts'
import { readAnswerDays } from './queries.server.ts'

/** Sets the number of working days in which an answer is promised from now on; earlier promises stay. */
export async function saveAnswerDays(change: Change, answerDays: number): Promise<void> {
  const before = await readAnswerDays(change.tx)
  const row = { answer_days: answerDays, changed_at: change.now.toString(), changed_by: change.actor.uid }
  await change.tx
    .insertInto('support_settings')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute()
  change.note({ subject: 'support', before: { answerDays: before }, after: { answerDays } })
}
