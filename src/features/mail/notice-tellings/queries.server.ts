import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { personName } from '#db/person-name.ts'
import { namesApart } from '#domain/driver.ts'
import type { NoticeEvent } from '#domain/notice.ts'
import { Refusal } from '#domain/refusal.ts'
import { whatsAppAddress } from '#domain/whats-app.ts'
import { namedIn } from '#domain/named.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { pushesOf } from '#features/mail/push/queries.server.ts'
import { whatsAppsOf } from '#features/mail/whatsapp/queries.server.ts'
import { hasOpenAccount } from '#features/mail/reach/queries.server.ts'
import { noticeFacts, placeOfNotice, spokenOf } from '#features/mail/inbox/schema.ts'
import { inLanguage } from '#messages/language.ts'
import { translator } from '#messages/translate.ts'
import { siteAddress } from '#platform/running.server.ts'
import {
  type EventMessage,
  MESSAGE_STATES,
  type MessageSearch,
  type MessageState,
  type SpokenNotice,
} from './schema.ts'

type Row = Omit<EventMessage, 'id' | 'place' | 'who' | 'at' | 'since'> & {
  number: number
  name: string
  /** `null` where the recipient is no driver. */
  ref: string | null
  notice: number | null
  at: Temporal.Instant
  since: Temporal.Instant | null
}

/** Every message of an event by each channel, in one shape. */
function messagesOf(event: NoticeEvent, hasMailServer: boolean): RawBuilder<unknown> {
  // A driver without an open account reads nothing in the area: the notice reaches them only by a mail that left or can
  // still leave.
  return sql`
    select notices.id as number, notices.id as notice, 'inbox' as channel, drivers.name as who, drivers.id as "driverId", drivers.ref, notices.created_at as at,
      case when read_at is not null then 'read' when telling.told_at is not null then 'told'
        when not ${hasOpenAccount} and not exists (
            select from mail_outbox same where same.driver_id = notices.driver_id and same.template = notices.kind
              and same.created_at >= notices.created_at
              and (same.sent_via = 'smtp' or same.state = 'waiting' and ${hasMailServer})) then 'nobody'
        else 'unread' end as state,
      coalesce(read_at, telling.told_at) as since,
      case when read_at is null then coalesce(users.display_name, users.email::text) end as by, null as reason, null as device
    from inbox_notices notices join drivers on drivers.id = notices.driver_id
      left join lateral (
        select told_at, told_by from notice_tellings where notice_id = notices.id and taken_back_at is null
        union all
        select told_at, told_by from whatsapp_tellings join settlements on settlements.id = settlement_id
          where notices.kind = 'statement-issued' and settlements.driver_id = notices.driver_id
            and settlements.week::text = notices.params ->> 'week' and taken_back_at is null
        order by told_at desc limit 1) telling on true
      left join users on users.uid = telling.told_by
    where notices.kind = ${event}
    union all
    select mails.id, null, 'mail', coalesce(drivers.name, mails.recipient), drivers.id, drivers.ref, mails.created_at,
      case sent_via when 'outbox' then 'kept' when 'whatsapp' then 'spared' else state end,
      case when state = 'waiting' then next_try_at else sent_at end, null, last_error, null
    from mail_outbox mails left join drivers on drivers.id = mails.driver_id
    where mails.template = ${event}
    union all
    select pushes.id, notice_id, 'push', coalesce(drivers.name, nullif(people.display_name, ''), people.email::text), drivers.id, drivers.ref,
      pushes.created_at, case state when 'failed' then 'dead' else state end, coalesce(done_at, next_try_at), null, reason, device
    from push_outbox pushes join users people on people.uid = pushes.uid left join drivers on drivers.id = pushes.driver_id
    where pushes.event = ${event}
    union all
    select whatsapps.id, notice_id, 'whatsapp', coalesce(drivers.name, whatsapps.phone), drivers.id, drivers.ref, whatsapps.created_at, state,
      case state when 'waiting' then next_try_at when 'read' then whatsapps.read_at when 'delivered' then delivered_at
        when 'sent' then sent_at else coalesce(done_at, asked_at) end, null, reason, whatsapps.phone
    from whatsapp_outbox whatsapps left join drivers on drivers.id = whatsapps.driver_id
    where whatsapps.event = ${event}`
}

const ORDERS: Readonly<Record<string, RawBuilder<unknown>>> = {
  created: sql`at`,
  who: sql`lower(who)`,
}

/** A page of the messages of an event for a search, the number found, and their number in each state. */
export async function searchMessages(
  event: NoticeEvent,
  { q, state, channel, by, descending, page, size }: MessageSearch,
  on: Kysely<DB> = db,
): Promise<{ messages: EventMessage[]; count: number; counts: Record<MessageState, number> }> {
  const words = q.split(/\s+/).filter(Boolean)
  const matchesSearch = sql.join(
    [
      channel === '' ? sql`true` : sql`channel = ${channel}`,
      ...words.map((word) => sql`position(lower(${word}) in lower(who)) > 0`),
    ],
    sql` and `,
  )
  const messages = messagesOf(event, await isMailServerSet(on))
  const counted = await sql<{ state: MessageState; count: number }>`
    select state, count(*)::int as count from (${messages}) messages where ${matchesSearch} group by state`.execute(on)
  const counts = Object.fromEntries(
    MESSAGE_STATES.map((messageState) => [
      messageState,
      counted.rows.find((row) => row.state === messageState)?.count ?? 0,
    ]),
  ) as Record<MessageState, number>
  const onlyState = MESSAGE_STATES.find((messageState) => messageState === state)
  const count = onlyState
    ? counts[onlyState]
    : MESSAGE_STATES.reduce((all, messageState) => all + counts[messageState], 0)
  const order = namedIn(ORDERS, by) ?? sql`at`
  const offset = (Math.min(page, Math.max(1, Math.ceil(count / size))) - 1) * size
  const { rows } = await sql<Row>`
    select *, who as name from (${messages}) messages
    where ${matchesSearch} and ${onlyState ? sql`state = ${onlyState}` : sql`true`}
    order by ${order} ${descending ? sql`desc` : sql`asc`}, number desc, channel limit ${size} offset ${offset}`.execute(
    on,
  )
  return { messages: namesApart(rows).map((row) => toMessage(row, event)), count, counts }
}

function toMessage(row: Row, event: NoticeEvent): EventMessage {
  const { number, notice, name, at, since, channel, state, driverId, by, reason, device } = row
  const place =
    channel === 'mail'
      ? `/admin/mail/${number}`
      : notice === null
        ? `/admin/mail/notices/${event}`
        : `/admin/mail/told/${notice}`
  const moments = { at: at.toString(), since: since?.toString() ?? null }
  return { id: `${channel}-${number}`, place, channel, state, who: name, driverId, ...moments, by, reason, device }
}

/** The given-up mails of an event, the oldest first. For phones see `push/commands.server.ts`. */
export async function listFailed(event: NoticeEvent, on: Kysely<DB> = db): Promise<number[]> {
  const rows = await on
    .selectFrom('mail_outbox')
    .select('id')
    .where('template', '=', event)
    .where('state', '=', 'dead')
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * The state of the notice that a driver was sent at that moment; `null` where there is none, as the office had turned
 * it off.
 */
export async function findReach(
  { event, driver, at }: { event: NoticeEvent; driver: string; at: string },
  on: Kysely<DB> = db,
): Promise<{ notice: number; state: MessageState } | null> {
  const { rows } = await sql<{ notice: number; state: MessageState }>`
    select notice, state from (${messagesOf(event, await isMailServerSet(on))}) messages
    where channel = 'inbox' and "driverId" = ${driver} and at = ${at}::timestamptz limit 1`.execute(on)
  return rows[0] ?? null
}

/** The newest notices of a driver, each with its text for WhatsApp. */
export async function listSpoken(driver: string, limit: number, on: Kysely<DB> = db): Promise<SpokenNotice[]> {
  return spoken(await selectNotices(on).where('drivers.id', '=', driver).limit(limit).execute(), on)
}

/** One notice with its text for WhatsApp. Refuses `record.not-found`. */
export async function getSpoken(id: number, on: Kysely<DB> = db): Promise<SpokenNotice> {
  const [notice] = await spoken(await selectNotices(on).where('notices.id', '=', id).execute(), on)
  if (!notice) throw new Refusal('record.not-found')
  return notice
}

function selectNotices(on: Kysely<DB>) {
  return on
    .selectFrom('inbox_notices as notices')
    .innerJoin('drivers', 'drivers.id', 'notices.driver_id')
    .leftJoin('notice_tellings as telling', (join) =>
      join.onRef('telling.notice_id', '=', 'notices.id').on('telling.taken_back_at', 'is', null),
    )
    .leftJoin('users', 'users.uid', 'telling.told_by')
    .select([
      'notices.id',
      'notices.kind',
      'notices.params',
      'notices.created_at',
      'notices.read_at',
      'telling.told_at',
    ])
    .select(['drivers.id as driverId', 'drivers.name', 'drivers.phone', 'drivers.language'])
    .select(hasOpenAccount.as('hasAccount'))
    .select(personName().as('by'))
    .orderBy('notices.id', 'desc')
}

async function spoken(
  rows: Awaited<ReturnType<ReturnType<typeof selectNotices>['execute']>>,
  on: Kysely<DB>,
): Promise<SpokenNotice[]> {
  const ids = rows.map(({ id }) => id)
  const [phones, whatsApps] = [await pushesOf(ids, on), await whatsAppsOf(ids, on)]
  const companies = { pt: (await brandIn('pt', on)).name, en: (await brandIn('en', on)).name }
  return rows.map((row) => {
    const language = row.language === 'en' ? 'en' : 'pt'
    const t = translator(language)
    const facts = noticeFacts.parse({ ...Object(row.params), kind: row.kind })
    const link = `${siteAddress()}${inLanguage(placeOfNotice(facts), language)}`
    const lines = [t('page.mail.greeting', { name: row.name }), spokenOf(facts, t), link, companies[language]]
    const text = lines.join('\n')
    return {
      id: row.id,
      event: row.kind,
      text,
      address: whatsAppAddress(row.phone, text),
      driver: { id: row.driverId, name: row.name, language, hasAccount: row.hasAccount },
      at: row.created_at.toString(),
      readAt: row.read_at?.toString() ?? null,
      sentByHand: row.told_at && { at: row.told_at.toString(), by: row.by },
      phones: phones.get(row.id) ?? [],
      whatsApps: whatsApps.get(row.id) ?? [],
    }
  })
}
