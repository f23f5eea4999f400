import type { z } from 'zod'
import { OPEN_NOTICES, inOrder } from '#domain/notice.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { readNoticeTimes } from './queries.server.ts'
import type { NoticeTimes, noticeRulesInput } from './schema.ts'

/** Sets which of the notices that can be turned off are sent from now on. */
export async function saveNoticeRules(
  change: Change,
  { sent: enabled }: z.output<typeof noticeRulesInput>,
): Promise<void> {
  const before = await change.tx.selectFrom('notice_rules').select(['event', 'channel']).forUpdate().execute()
  const wasOff = before.map(({ event, channel }) => `${event}/${channel}`)
  const isOff = OPEN_NOTICES.filter((notice) => !enabled.includes(notice))
  for (const notice of OPEN_NOTICES) {
    const [event = '', channel = ''] = notice.split('/')
    if (enabled.includes(notice) && wasOff.includes(notice))
      await change.tx.deleteFrom('notice_rules').where('event', '=', event).where('channel', '=', channel).execute()
    if (isOff.includes(notice) && !wasOff.includes(notice))
      await change.tx
        .insertInto('notice_rules')
        .values({ event, channel, off_since: change.now.toString(), off_by: change.actor.uid })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
  change.note({
    subject: 'notice-rules',
    before: { leftOut: wasOff.toSorted().join(', ') },
    after: { leftOut: isOff.toSorted().join(', ') },
  })
}

/**
 * Sets the times of the notices whose time the office chooses. What was sent is not sent again: a new day applies to
 * what reaches it from now on. A digest whose new hour has gone by today goes out at the next one.
 */
export async function saveNoticeTimes(change: Change, times: NoticeTimes): Promise<void> {
  const before = await readNoticeTimes(change.tx)
  const after = {
    ...times,
    paper: inOrder('paper', times.paper),
    receiptMissing: inOrder('receipt-missing', times.receiptMissing),
  }
  const { weekday, hour } = after
  if (weekday !== before.weekday || hour !== before.hour) await saveTime(change, 'digest', { weekday, hour })
  if (after.paper.join() !== before.paper.join()) await saveTime(change, 'paper', { days: after.paper })
  if (after.receiptMissing.join() !== before.receiptMissing.join())
    await saveTime(change, 'receipt-missing', { days: after.receiptMissing })
  change.note({ subject: 'notice-rules', before: logFields(before), after: logFields(after) })
}

async function saveTime(
  { tx, now, actor }: Change,
  event: string,
  time: { days: number[] } | { weekday: number; hour: number },
): Promise<void> {
  const row = { ...time, changed_at: now.toString(), changed_by: actor.uid }
  await tx
    .insertInto('notice_times')
    .values({ event, ...row })
    .onConflict((conflict) => conflict.column('event').doUpdateSet(row))
    .execute()
}

function logFields({ paper, receiptMissing, ...digest }: NoticeTimes) {
  return { ...digest, paperDays: paper.join(', '), receiptDays: receiptMissing.join(', ') }
}
