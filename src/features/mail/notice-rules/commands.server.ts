import type { z } from 'zod'
import { OPEN_NOTICES } from '#domain/notice.ts'
import type { Deed } from '#features/audit/commands.server.ts'
import type { noticeRulesInput } from './schema.ts'

/** From now on these are told, of those that may be left out, and no others. */
export async function saveNoticeRules(deed: Deed, { told }: z.output<typeof noticeRulesInput>): Promise<void> {
  const before = await deed.tx.selectFrom('notice_rules').select(['event', 'channel']).forUpdate().execute()
  const wasOff = before.map(({ event, channel }) => `${event}/${channel}`)
  const isOff = OPEN_NOTICES.filter((one) => !told.includes(one))
  for (const one of OPEN_NOTICES) {
    const [event = '', channel = ''] = one.split('/')
    if (told.includes(one) && wasOff.includes(one))
      await deed.tx.deleteFrom('notice_rules').where('event', '=', event).where('channel', '=', channel).execute()
    if (isOff.includes(one) && !wasOff.includes(one))
      await deed.tx
        .insertInto('notice_rules')
        .values({ event, channel, off_since: deed.now.toString(), off_by: deed.actor.uid })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
  }
  deed.note({
    subject: 'notice-rules',
    before: { leftOut: wasOff.toSorted().join(', ') },
    after: { leftOut: isOff.toSorted().join(', ') },
  })
}
