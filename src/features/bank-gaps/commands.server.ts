import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { getGap } from './queries.server.ts'

/**
 * Accepts a gap, with a reason. Refuses `record.not-found` when the gap is no longer there, or somebody has answered
 * it.
 */
export async function acceptGap(change: Change, statementId: string, reason: string): Promise<void> {
  const { after, closedOn, closing, answer, difference } = await getGap(statementId, change.tx)
  if (answer) throw new Refusal('record.not-found')
  const made = await change.tx
    .insertInto('bank_gap_answers')
    .values({
      statement_id: after,
      closed_on: closedOn,
      closing_cents: closing,
      reason,
      answered_at: change.now.toString(),
      answered_by: change.actor.uid,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!made) throw new Refusal('record.not-found')
  change.note({ subject: 'bank', after: { gap: closedOn, difference, reason } })
}

/**
 * Withdraws the answer to a gap, so that it is asked again. Refuses `record.not-found` for an answer that was withdrawn
 * already.
 */
export async function askGapAgain(change: Change, answerId: string): Promise<void> {
  const answer = await change.tx
    .updateTable('bank_gap_answers')
    .set({ taken_back_at: change.now.toString(), taken_back_by: change.actor.uid })
    .where('id', '=', readRecordId(answerId))
    .where('taken_back_at', 'is', null)
    .returning(['closed_on', 'reason'])
    .executeTakeFirst()
  if (!answer) throw new Refusal('record.not-found')
  change.note({ subject: 'bank', before: { gap: answer.closed_on, reason: answer.reason } })
}
