import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { DIGEST_TIME, type DigestTime } from '#domain/digest.ts'
import {
  NOTICE_CHANNELS,
  NOTICE_DAYS,
  NOTICE_EVENTS,
  type NoticeChannel,
  type NoticeEvent,
  type TimedEvent,
  inOrder,
  isNoticeEvent,
  channelRule,
} from '#domain/notice.ts'
import type { NoticeRow, NoticeStates, NoticeTimes } from './schema.ts'

/** Whether notices of an event go out by a channel; those that cannot be turned off always do. */
export async function isNoticeEnabled(event: string, channel: NoticeChannel, on: Kysely<DB> = db): Promise<boolean> {
  if (!isNoticeEvent(event) || channelRule(event, channel) !== 'open') return true
  const disabledRow = await on
    .selectFrom('notice_rules')
    .select('event')
    .where('event', '=', event)
    .where('channel', '=', channel)
    .executeTakeFirst()
  return disabledRow === undefined
}

/** The channels by which notices of an event go out, as one of several questions; decides as `isNoticeEnabled`. */
export const enabledChannels = (event: NoticeEvent) =>
  listQuestion(
    (on) => on.selectFrom('notice_rules').select('channel').where('event', '=', event),
    (off: { channel: string }[]) => (channel: NoticeChannel) =>
      channelRule(event, channel) !== 'open' || !off.some((rule) => rule.channel === channel),
  )

/** The days before or after its day on which notices of an event are sent, in the order in which they come. */
export async function readNoticeDays(event: TimedEvent, on: Kysely<DB> = db): Promise<readonly number[]> {
  const row = await on.selectFrom('notice_times').select('days').where('event', '=', event).executeTakeFirst()
  return row ? inOrder(event, row.days) : NOTICE_DAYS[event].usual
}

/** The times of every event for which the office sets them. */
export async function readNoticeTimes(on: Kysely<DB> = db): Promise<NoticeTimes> {
  const { weekday, hour } = await readDigestTime(on)
  return {
    weekday,
    hour,
    paper: [...(await readNoticeDays('paper', on))],
    receiptMissing: [...(await readNoticeDays('receipt-missing', on))],
  }
}

/** The time of the digest, and since when it is set; `changedAt` is `null` for the usual time. */
export async function readDigestTime(
  on: Kysely<DB> = db,
): Promise<DigestTime & { changedAt: Temporal.Instant | null }> {
  const row = await on
    .selectFrom('notice_times')
    .select(['weekday', 'hour', 'changed_at as changedAt'])
    .where('event', '=', 'digest')
    .executeTakeFirst()
  return row ?? { ...DIGEST_TIME, changedAt: null }
}

/** Number of last days whose messages are counted. */
export const DAYS_COUNTED = 30

/** Every event with its channels, and the states of its messages in the last weeks. */
export async function listNoticeRows(now: Temporal.Instant, on: Kysely<DB> = db): Promise<NoticeRow[]> {
  const since = moment(now.subtract({ hours: 24 * DAYS_COUNTED }))
  const [disabled, notices, mails, pushes, whatsApps] = await Promise.all([
    on.selectFrom('notice_rules').select(['event', 'channel']).execute(),
    on
      .selectFrom('inbox_notices')
      .select(['kind as event', sql<string>`case when read_at is null then 'unread' else 'read' end`.as('state')])
      .select(sql<number>`count(*)::int`.as('count'))
      .where('created_at', '>=', since)
      .groupBy(['event', 'state'])
      .execute(),
    on
      .selectFrom('mail_outbox')
      .select('template as event')
      .select(
        sql<string>`case sent_via when 'outbox' then 'kept' when 'whatsapp' then 'spared'
          else case state when 'dead' then 'failed' else state end end`.as('state'),
      )
      .select(sql<number>`count(*)::int`.as('count'))
      .where('created_at', '>=', since)
      .groupBy([sql`1`, sql`2`])
      .execute(),
    on
      .selectFrom('push_outbox')
      .select(['event', 'state'])
      .select(sql<number>`count(*)::int`.as('count'))
      .where('created_at', '>=', since)
      .groupBy(['event', 'state'])
      .execute(),
    on
      .selectFrom('whatsapp_outbox')
      .select(['event', sql<string>`case state when 'asking' then 'waiting' else state end`.as('state')])
      .select(sql<number>`count(*)::int`.as('count'))
      .where('created_at', '>=', since)
      .groupBy([sql`1`, sql`2`])
      .execute(),
  ])
  const of = { inbox: notices, mail: mails, push: pushes, whatsapp: whatsApps }
  const isOff = (event: string, channel: string) =>
    disabled.some((rule) => rule.event === event && rule.channel === channel)
  const counted = (event: string, channel: NoticeChannel): NoticeStates =>
    Object.fromEntries(of[channel].filter((tally) => tally.event === event).map(({ state, count }) => [state, count]))
  return (Object.keys(NOTICE_EVENTS) as NoticeEvent[]).map((event) => ({
    event,
    ways: NOTICE_CHANNELS.filter((channel) => channelRule(event, channel) !== null).map((channel) => ({
      channel,
      isEnabled: !(channelRule(event, channel) === 'open' && isOff(event, channel)),
      states: counted(event, channel),
    })),
  }))
}
