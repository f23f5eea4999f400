import type { NoticeEvent } from '#domain/notice.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { retrySeveral } from '#features/mail/commands.server.ts'
import { retryPushes } from '#features/mail/push/commands.server.ts'
import { getSpoken, listFailed } from './queries.server.ts'

/**
 * Notes that a person of the office sent a driver a notice by WhatsApp; a second time moves the moment. Refuses
 * `record.not-found`.
 */
export async function noteSentByHand(change: Change, notice: number): Promise<void> {
  const { event, driver } = await getSpoken(notice, change.tx)
  const values = { told_at: change.now.toString(), told_by: change.actor.uid }
  await change.tx
    .insertInto('notice_tellings')
    .values({ notice_id: notice, ...values })
    .onConflict((conflict) => conflict.column('notice_id').where('taken_back_at', 'is', null).doUpdateSet(values))
    .execute()
  change.note({ subject: `driver:${driver.id}`, after: { notice: event } })
}

/** Takes such a note back; does nothing where there is none. Refuses `record.not-found`. */
export async function takeSentByHandBack(change: Change, notice: number): Promise<void> {
  const { event, driver } = await getSpoken(notice, change.tx)
  await change.tx
    .updateTable('notice_tellings')
    .set({ taken_back_at: change.now.toString(), taken_back_by: change.actor.uid })
    .where('notice_id', '=', notice)
    .where('taken_back_at', 'is', null)
    .execute()
  change.note({ subject: `driver:${driver.id}`, before: { notice: event } })
}

/** Tries the given-up mails and phone messages of an event again now. Answers how many. */
export async function retryFailed(change: Change, event: NoticeEvent): Promise<number> {
  return (await retrySeveral(change, await listFailed(event, change.tx))) + (await retryPushes(change, event))
}
