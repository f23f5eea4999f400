import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { Waiting } from '#db/together.server.ts'
import { moment } from '#db/moment.ts'
import type { DB } from '#db/types.ts'
import { namesApart } from '#domain/driver.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Week, ZONE } from '#domain/week.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { hasOpenAccount } from '#features/mail/reach/queries.server.ts'
import { namedIn } from '#domain/named.ts'
import { listStatementNotices } from '#features/mail/inbox/queries.server.ts'
import { isOneAddress } from '#domain/email.ts'
import { siteAddress } from '#platform/running.server.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import { compose } from './email.ts'
import {
  type DriverMessage,
  type MailGrouping,
  MAIL_STATES,
  type MailSearch,
  type MailState,
  type OpenMessage,
  type OutboxMessage,
  type Delivery,
  MASK,
  maskCodes,
} from './schema.ts'

/** Every driver with an approved statement of the week, with the newest message about that version. */
export async function listWeekMessages(week: Week, on: Kysely<DB> = db): Promise<DriverMessage[]> {
  const [rows, notices] = await Promise.all([selectAnnouncements(week, on).execute(), listStatementNotices(week, on)])
  return rows.map((row) => ({
    driver: { id: row.driverId, ref: row.ref, name: row.name },
    delivery: deliveryOf(row),
    address: row.recipient ?? row.email,
    at: (row.sentAt ?? (row.state === 'waiting' ? row.nextTryAt : null))?.toString() ?? null,
    tries: row.tries ?? 0,
    reason: row.state === 'sent' ? null : row.reason,
    hasAccount: row.hasAccount,
    isNoticed: notices.has(row.driverId),
    readAt: notices.get(row.driverId) ?? null,
  }))
}

/** The approved statements of a week, each with its newest message. */
export function selectAnnouncements(week: Week, on: Kysely<DB>) {
  return on
    .selectFrom('settlements')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .leftJoinLateral(
      (of) =>
        of
          .selectFrom('mail_outbox')
          .selectAll('mail_outbox')
          .whereRef('mail_outbox.driver_id', '=', 'drivers.id')
          .where('template', '=', 'statement-issued')
          .where(
            sql<boolean>`params = jsonb_build_object('week', settlements.week::text, 'version', settlements.version)`,
          )
          .orderBy('mail_outbox.id', 'desc')
          .limit(1)
          .as('mail'),
      (join) => join.onTrue(),
    )
    .select([
      'drivers.id as driverId',
      'drivers.ref',
      'drivers.name',
      'drivers.email',
      'drivers.language',
      hasOpenAccount.as('hasAccount'),
      'settlements.version',
      'mail.id as messageId',
      'mail.state',
      'mail.recipient',
      'mail.sent_via as via',
      'mail.sent_at as sentAt',
      'mail.next_try_at as nextTryAt',
      'mail.tries',
      'mail.last_error as reason',
    ])
    .where('settlements.week', '=', week)
    .where('settlements.state', 'in', ['approved', 'in-batch', 'paid'])
    .orderBy('drivers.name')
    .orderBy('drivers.ref')
}

function deliveryOf({
  state,
  via,
  email,
}: {
  state: string | null
  via: string | null
  email: string | null
}): Delivery {
  if (state === 'sent') return via === 'outbox' ? 'kept' : via === 'whatsapp' ? 'spared' : 'sent'
  if (state === 'waiting' || state === 'dead') return state
  if (email === null) return 'no-address'
  return isOneAddress(email) ? 'untold' : 'bad-address'
}

/** Tries after which somebody should look at a message that still waits: six minutes. */
const STUCK_AFTER = 3

/** Number of messages put off so often that somebody should look at the mail server. */
export const stuckMail = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('mail_outbox')
      .select((row) => row.fn.countAll<number>().as('count'))
      .where('state', '=', 'waiting')
      .where('tries', '>=', STUCK_AFTER),
  read: ({ count }: Pick<Waiting, 'count'>) => count,
}

/** Days after which a kept message is no news any more, and is not sent. */
const KEPT_DAYS = 30

/**
 * Messages that were only kept while there was no mail server and still make sense: those of the last days; no one-time codes,
 * which people ask for anew; about a statement only while that version counts; and none that went out, or was written again,
 * since.
 */
export function selectKeptAsFiles(now: Temporal.Instant, on: Kysely<DB> = db) {
  return on
    .selectFrom('mail_outbox')
    .where('sent_via', '=', 'outbox')
    .where('template', '<>', 'test')
    .where('created_at', '>=', moment(now.subtract({ hours: KEPT_DAYS * 24 })))
    .where(sql<boolean>`params::text !~ '/sign/|oobCode=|[?&;]code=|"code":'`)
    .where(
      sql<boolean>`(template <> 'statement-issued' or exists (select from settlements s
        where s.driver_id = mail_outbox.driver_id and s.week::text = params ->> 'week'
          and s.version::text = params ->> 'version' and s.state in ('approved', 'in-batch', 'paid')))`,
    )
    .where(
      sql<boolean>`not exists (select from mail_outbox later where later.id > mail_outbox.id
        and later.template = mail_outbox.template and later.recipient = mail_outbox.recipient and later.params = mail_outbox.params)`,
    )
}

/** Number of messages that `selectKeptAsFiles` finds. */
export async function countKeptAsFiles(now: Temporal.Instant, on: Kysely<DB> = db): Promise<number> {
  const { count } = await selectKeptAsFiles(now, on)
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** The most rows of a file, the newest of those found. */
const MAX_IN_FILE = 100_000

const ORDERS = {
  created: sql`mail_outbox.id`,
  recipient: sql`lower(recipient)`,
  message: sql`template`,
  tries: sql`tries`,
} as const

/** A page of the outbox for a search, the number of messages found, and their number in each state. */
export async function searchMail(
  { q, state, whom, within, by, descending, page, size }: MailSearch,
  on: Kysely<DB> = db,
): Promise<{ messages: OutboxMessage[]; count: number; counts: Record<MailState, number> }> {
  const found = filterMails(selectMail(on), { q, whom, within })
  const counts = await countStates(found)
  const count = isState(state) ? counts[state] : MAIL_STATES.reduce((sum, anyState) => sum + counts[anyState], 0)
  const order = namedIn(ORDERS, by) ?? ORDERS.created
  const rows = await (isState(state) ? found.where(mailState, '=', state) : found)
    .orderBy(order, descending ? 'desc' : 'asc')
    .orderBy('mail_outbox.id', 'desc')
    .limit(size)
    .offset((Math.min(page, Math.max(1, Math.ceil(count / size))) - 1) * size)
    .execute()
  return { messages: namesApart(rows).map(shownMail), count, counts }
}

const mailState = sql<string>`case sent_via when 'outbox' then 'kept' when 'whatsapp' then 'spared' else state end`

/** The value of a message in each column by which the outbox can be grouped. */
const GROUPED: Record<MailGrouping, RawBuilder<string | null>> = {
  message: sql`template`,
  driver: sql`drivers.name`,
  state: mailState,
  created: sql`to_char(mail_outbox.created_at at time zone ${ZONE}::text, 'YYYY-MM')`,
}

/** The number of found messages in each group, the largest first. */
export async function countMailBy(
  { q, whom, state }: Pick<MailSearch, 'q' | 'whom' | 'state'>,
  by: MailGrouping,
  on: Kysely<DB> = db,
): Promise<{ value: string | null; count: number }[]> {
  const found = filterMails(selectMail(on), { q, whom, within: null })
  return (isState(state) ? found.where(mailState, '=', state) : found)
    .clearSelect()
    .select([GROUPED[by].as('value'), sql<number>`count(*)`.as('count')])
    .groupBy(sql`1`)
    .orderBy(sql`2`, 'desc')
    .execute()
}

/** All found messages, the newest first, for a file. */
export async function listMail(
  { q, whom, within, state }: Pick<MailSearch, 'q' | 'whom' | 'within' | 'state'>,
  on: Kysely<DB> = db,
): Promise<OutboxMessage[]> {
  const found = filterMails(selectMail(on), { q, whom, within }).orderBy('mail_outbox.id', 'desc').limit(MAX_IN_FILE)
  return namesApart(await (isState(state) ? found.where(mailState, '=', state) : found).execute()).map(shownMail)
}

/** The newest messages to a driver. Refuses `record.not-found` for an invalid id. */
export async function listMailTo(driver: string, limit: number, on: Kysely<DB> = db): Promise<OutboxMessage[]> {
  const found = selectMail(on).where('driver_id', '=', readRecordId(driver)).orderBy('mail_outbox.id', 'desc')
  return namesApart(await found.limit(limit).execute()).map(shownMail)
}

/** Messages that have not gone out, waiting or given up, the newest first. */
export async function listUnsent(on: Kysely<DB> = db): Promise<OutboxMessage[]> {
  const rows = await selectMail(on).where('state', '<>', 'sent').orderBy('mail_outbox.id', 'desc').execute()
  return namesApart(rows).map(shownMail)
}

function isState(state: string): state is MailState {
  return MAIL_STATES.some((known) => known === state)
}

function filterMails(query: MailQuery, { q, whom, within }: Pick<MailSearch, 'q' | 'whom' | 'within'>): MailQuery {
  const ofReceivers =
    whom === 'drivers'
      ? query.where('driver_id', 'is not', null)
      : whom === 'others'
        ? query.where('driver_id', 'is', null)
        : query
  const ofGroup =
    within === null
      ? ofReceivers
      : ofReceivers.where(sql<boolean>`array_position(${within.values}::text[], ${GROUPED[within.by]}) > 0`)
  const words = q.split(/\s+/).filter(Boolean)
  return words.reduce(
    (found, word) =>
      found.where(sql<boolean>`position(lower(${word}) in lower(recipient || ' ' || coalesce(drivers.name, ''))) > 0`),
    ofGroup,
  )
}

async function countStates(found: MailQuery): Promise<Record<MailState, number>> {
  const rows = await found
    .clearSelect()
    .select([mailState.as('state'), sql<number>`count(*)`.as('count')])
    .groupBy(mailState)
    .execute()
  const count = (state: MailState) => rows.find((row) => row.state === state)?.count ?? 0
  return Object.fromEntries(MAIL_STATES.map((state) => [state, count(state)])) as Record<MailState, number>
}

/**
 * A message as its reader gets it, with one-time codes masked, as whoever reads one could use it. Refuses
 * `record.not-found`.
 */
export async function getMail(id: number, on: Kysely<DB> = db): Promise<OpenMessage> {
  const { message, parts } = await readMail(id, on, withoutCode)
  if (parts === null) return { ...message, parts, masked: false, canOpen: false }
  const maskedParts = { subject: parts.subject, text: maskCodes(parts.text), html: maskCodes(parts.html) }
  const masked = maskedParts.text.includes(MASK)
  return {
    ...message,
    parts: maskedParts,
    masked,
    canOpen: masked && maskedParts.text !== parts.text && !(await isMailServerSet(on)),
  }
}

/** The links with codes in a message, for `openCodes` alone. Refuses `record.not-found`. */
export async function readCodeLinks(id: number, on: Kysely<DB>): Promise<string[]> {
  const { parts } = await readMail(id, on)
  return (parts?.text.match(/https?:\/\/\S+/g) ?? []).filter((link) => maskCodes(link) !== link)
}

/** Masks a code that is in the words themselves: nobody hands it over, it leaves only by a mail server. */
function withoutCode(params: unknown): unknown {
  return typeof params === 'object' && params !== null && 'code' in params ? { ...params, code: MASK } : params
}

async function readMail(id: number, on: Kysely<DB>, mask: (params: unknown) => unknown = (params) => params) {
  const row = await selectMail(on).where('mail_outbox.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  const message = shownMail(row)
  const brand = await brandIn(message.language, on)
  const reader = { ...row, params: mask(row.params), language: message.language, name: readerOf(row) }
  return { message, parts: compose(reader, { site: siteAddress(), brand }) }
}

/** The name in the greeting: the driver's, or the one given with the message. */
export function readerOf({ name, params }: { name: string | null; params: unknown }): string {
  const nameInParams = typeof params === 'object' && params !== null && 'name' in params ? params.name : null
  return name ?? (typeof nameInParams === 'string' ? nameInParams : '')
}

/** For a message and its driver: a driver without an open account, who cannot read in the driver's area. */
export const isOutside = sql<boolean>`(mail_outbox.driver_id is not null and not ${hasOpenAccount})`

function selectMail(on: Kysely<DB>) {
  return on
    .selectFrom('mail_outbox')
    .leftJoin('drivers', 'drivers.id', 'driver_id')
    .select(['mail_outbox.id', 'recipient', 'mail_outbox.language', 'template', 'params', 'tries', 'last_error'])
    .select([
      'mail_outbox.created_at',
      'sent_at',
      'next_try_at',
      'drivers.id as driverId',
      'drivers.ref',
      'drivers.name',
    ])
    .select([mailState.as('state'), isOutside.as('isOutside')])
}

type MailQuery = ReturnType<typeof selectMail>
type MailRow = Awaited<ReturnType<ReturnType<typeof selectMail>['execute']>>[number]

function shownMail(row: MailRow): OutboxMessage {
  const state = MAIL_STATES.find((known) => known === row.state) ?? 'waiting'
  return {
    id: row.id,
    state,
    recipient: row.recipient,
    driver: row.driverId && row.name ? { id: row.driverId, name: row.name } : null,
    template: row.template,
    language: row.language === 'en' ? 'en' : 'pt',
    tries: row.tries,
    createdAt: row.created_at.toString(),
    at: (state === 'waiting' ? row.next_try_at : row.sent_at)?.toString() ?? null,
    reason: row.last_error,
  }
}

/**
 * The office's addresses for messages: the one that the site shows, if the office has set it, else every
 * administrator's.
 */
export async function officeAddresses(on: Kysely<DB> = db): Promise<string[]> {
  const company = await on.selectFrom('company').select('email').executeTakeFirst()
  if (company?.email) return [company.email]
  const admins = await on
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .orderBy('email')
    .execute()
  return admins.map(({ email }) => email)
}
