import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { RowQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { namesApart } from '#domain/driver.ts'
import { readPhone } from '#domain/identifiers.ts'
import type { NoticeEvent } from '#domain/notice.ts'
import { type PushChoices, DEFAULT_CHOICES, topicOf } from '#domain/push.ts'
import { ZONE } from '#domain/week.ts'
import type { WhatsAppAccount } from '#integrations/whatsapp/cloud.ts'
import { siteAddress } from '#platform/running.server.ts'
import {
  type AccountInView,
  ACCOUNT_STATES,
  type ConsentInList,
  type OwnWhatsApp,
  TEMPLATE_STATES,
  type TemplateInView,
  type WhatsAppInList,
  type WhatsAppMonth,
  WHATSAPP_STATES,
} from './schema.ts'
import { TEMPLATE_LANGUAGES, TEMPLATE_NAMES, type TemplateName, templateText, templatesOf } from './schema.ts'

/** The account without its secrets; `null` where none is set. */
export async function findAccount(on: Kysely<DB> = db): Promise<AccountInView | null> {
  const row = await on
    .selectFrom('whatsapp_account')
    .leftJoin('users', 'users.uid', 'whatsapp_account.set_by')
    .selectAll('whatsapp_account')
    .select(sql<string | null>`coalesce(nullif(users.display_name, ''), users.email::text)`.as('by'))
    .executeTakeFirst()
  if (!row) return null
  const text = (at: Temporal.Instant | null) => at?.toString() ?? null
  return {
    phoneNumberId: row.phone_number_id,
    businessAccountId: row.business_account_id,
    state: ACCOUNT_STATES.find((accountState) => accountState === row.state) ?? 'error',
    since: row.state_since.toString(),
    reason: row.reason,
    phone: row.phone,
    name: row.verified_name,
    setAt: row.set_at.toString(),
    setBy: row.by,
    checkedAt: text(row.checked_at),
    confirmedAt: text(row.confirmed_at),
    lastMessageAt: text(row.heard_at),
    restUntil: text(row.rest_until),
    paused: row.paused_at ? { at: row.paused_at.toString() } : null,
  }
}

/** The account with what only the server needs. */
export type OpenAccount = WhatsAppAccount & {
  appSecret: string
  verifyToken: string
  isPaused: boolean
  restUntil: Temporal.Instant | null
}

/** The account with its secrets opened; `null` where none is set. */
export async function openAccount(on: Kysely<DB> = db): Promise<OpenAccount | null> {
  const row = await on.selectFrom('whatsapp_account').selectAll().executeTakeFirst()
  if (!row) return null
  return {
    phoneNumberId: row.phone_number_id,
    businessAccountId: row.business_account_id,
    token: openOf('whatsapp_account.token', '1', row.token),
    appSecret: openOf('whatsapp_account.app_secret', '1', row.app_secret),
    verifyToken: openOf('whatsapp_account.verify_token', '1', row.verify_token),
    isPaused: row.paused_at !== null,
    restUntil: row.rest_until,
  }
}

/** Whether the product sends messages by WhatsApp now. */
export async function isSending(on: Kysely<DB> = db): Promise<boolean> {
  return (await sendingAccount(on).executeTakeFirst()) !== undefined
}

function sendingAccount(on: Kysely<DB>) {
  return on
    .selectFrom('whatsapp_account')
    .select('single')
    .where('state', '=', 'connected')
    .where('paused_at', 'is', null)
}

/** Every template in each language, with its text for Meta and its state there. */
export async function listTemplatesInView(on: Kysely<DB> = db): Promise<TemplateInView[]> {
  const rows = await on.selectFrom('whatsapp_templates').selectAll().execute()
  const site = siteAddress()
  return TEMPLATE_NAMES.flatMap((name) =>
    (['pt', 'en'] as const).map((language) => {
      const row = rows.find((template) => template.name === name && template.language === TEMPLATE_LANGUAGES[language])
      return {
        name,
        language,
        text: templateText(name, language, site),
        state: TEMPLATE_STATES.find((state) => state === row?.state) ?? null,
        reason: row?.reason ?? null,
      }
    }),
  )
}

/** Templates that Meta approved, as `name language`. */
export async function approvedTemplates(on: Kysely<DB> = db): Promise<ReadonlySet<string>> {
  const rows = await selectApproved(on).execute()
  return new Set(rows.map(nameOfTemplate))
}

function selectApproved(on: Kysely<DB>) {
  return on.selectFrom('whatsapp_templates').select(['name', 'language']).where('state', '=', 'approved')
}

type TemplateRow = { name: string; language: string }
const nameOfTemplate = ({ name, language }: TemplateRow) => `${name} ${language}`

/** The language in which a template can be sent, the reader's own first; `null` when it is approved in none. */
export function languageFor(
  approved: ReadonlySet<string>,
  name: TemplateName,
  readerLanguage: 'pt' | 'en',
): 'pt' | 'en' | null {
  const other = readerLanguage === 'pt' ? 'en' : 'pt'
  return (
    ([readerLanguage, other] as const).find((language) => approved.has(`${name} ${TEMPLATE_LANGUAGES[language]}`)) ??
    null
  )
}

/** A driver who wants an event by WhatsApp. */
export type Wanting = {
  id: string
  consentId: string
  phone: string
  language: 'pt' | 'en'
  choices: PushChoices
}

/** The drivers among these who want this event by WhatsApp at the number of their record, and have an open account. */
export async function listWanting(ids: readonly string[], event: NoticeEvent, on: Kysely<DB>): Promise<Wanting[]> {
  if (topicOf(event) === null || ids.length === 0) return []
  const rows = await selectWanting(on)
    .where('drivers.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
    .execute()
  return readWanting(rows, event)
}

function readWanting(rows: readonly WantingRow[], event: NoticeEvent): Wanting[] {
  const topic = topicOf(event)
  return topic === null ? [] : rows.map(wantingIn).filter(({ choices }) => !choices.topicsOff.includes(topic))
}

/** From a row: how its reader wants to be notified on a phone. */
export function choicesIn(row: {
  topics_off: string[] | null
  quiet_from: number | null
  quiet_until: number | null
  with_amounts: boolean | null
}): PushChoices {
  const { topics_off, quiet_from, quiet_until, with_amounts } = row
  if (topics_off === null || quiet_from === null || quiet_until === null) return DEFAULT_CHOICES
  return { topicsOff: topics_off, quietFrom: quiet_from, quietUntil: quiet_until, withAmounts: with_amounts ?? false }
}

type WantingRow = Awaited<ReturnType<ReturnType<typeof selectWanting>['execute']>>[number]

function wantingIn({ id, consent_id, phone, language, ...row }: WantingRow): Wanting {
  return { id, consentId: consent_id, phone, language: language === 'en' ? 'en' : 'pt', choices: choicesIn(row) }
}

function selectWanting(on: Kysely<DB>) {
  return on
    .selectFrom('drivers')
    .innerJoin('whatsapp_consents as consents', 'consents.driver_id', 'drivers.id')
    .innerJoin('users as reader', 'reader.uid', 'drivers.uid')
    .leftJoin('push_choices as chosen', 'chosen.uid', 'drivers.uid')
    .select(['drivers.id', 'drivers.language', 'consents.id as consent_id', 'consents.phone'])
    .select(['chosen.topics_off', 'chosen.quiet_from', 'chosen.quiet_until', 'chosen.with_amounts'])
    .where('consents.ended_at', 'is', null)
    .whereRef('consents.record_phone', '=', 'drivers.phone')
    .where('reader.disabled', '=', false)
}

/** The drivers among these who would get an event by WhatsApp now, as one of several questions. */
export const reachedByWhatsApp = (
  ids: readonly string[],
  event: NoticeEvent,
): RowQuestion<{ approved: TemplateRow[]; wanting: WantingRow[] }, ReadonlySet<string>> => ({
  ask: (on) => {
    const wanting = selectWanting(on)
      .where('drivers.id', '=', sql<string>`any(${[...ids]}::uuid[])`)
      .where(({ exists }) => exists(sendingAccount(on)))
    return sql`(select (select coalesce(json_agg(one), '[]') from ${selectApproved(on)} one) as approved,
      (select coalesce(json_agg(one), '[]') from ${wanting} one) as wanting)`
  },
  read: ({ approved, wanting }) => {
    const names = templatesOf(event)
    const known = new Set(approved.map(nameOfTemplate))
    const reached = readWanting(wanting, event).filter(({ language }) =>
      names.some((name) => languageFor(known, name, language) !== null),
    )
    return new Set(reached.map(({ id }) => id))
  },
})

/** The facts about WhatsApp for a driver's own page. */
export async function readOwnWhatsApp(driver: string, on: Kysely<DB> = db): Promise<OwnWhatsApp> {
  const row = await on
    .selectFrom('drivers')
    .leftJoin('whatsapp_consents as consents', (join) =>
      join.onRef('consents.driver_id', '=', 'drivers.id').on('consents.ended_at', 'is', null),
    )
    .select(['drivers.phone', 'consents.phone as agreed', 'consents.record_phone', 'consents.given_at'])
    .where('drivers.id', '=', driver)
    .executeTakeFirst()
  const consent = row?.agreed && row.given_at ? { phone: row.agreed, at: row.given_at.toString() } : null
  return {
    number: row?.phone ? readPhone(row.phone) : null,
    consent,
    isNumberNew: consent !== null && row?.record_phone !== row?.phone,
    isOffered: await isSending(on),
  }
}

/** Every consent given by a person's records, the newest first. */
export async function listConsents(drivers: readonly string[], on: Kysely<DB> = db): Promise<ConsentInList[]> {
  const rows = await on
    .selectFrom('whatsapp_consents')
    .selectAll()
    .where('driver_id', '=', sql<string>`any(${[...drivers]}::uuid[])`)
    .orderBy('given_at', 'desc')
    .execute()
  return rows.map((row) => ({
    phone: row.phone,
    givenAt: row.given_at.toString(),
    endedAt: row.ended_at?.toString() ?? null,
    endedBy: row.ended_by,
  }))
}

const stateAt = sql<Temporal.Instant>`case whatsapp_outbox.state when 'waiting' then next_try_at
  when 'read' then read_at when 'delivered' then delivered_at when 'sent' then sent_at
  else coalesce(done_at, asked_at, whatsapp_outbox.created_at) end`

function selectMessages(on: Kysely<DB>) {
  return on
    .selectFrom('whatsapp_outbox')
    .leftJoin('drivers', 'drivers.id', 'whatsapp_outbox.driver_id')
    .select([
      'whatsapp_outbox.id',
      'event',
      'whatsapp_outbox.phone',
      'drivers.id as driverId',
      'drivers.ref',
      'drivers.name',
    ])
    .select(['whatsapp_outbox.state', 'reason', 'notice_id', stateAt.as('at')])
    .orderBy('whatsapp_outbox.id', 'desc')
}

type MessageRow = Awaited<ReturnType<ReturnType<typeof selectMessages>['execute']>>[number]

function messageOf(row: MessageRow): WhatsAppInList {
  return {
    id: row.id,
    event: row.event,
    to: row.phone,
    driver: row.driverId && row.name ? { id: row.driverId, name: row.name } : null,
    state: WHATSAPP_STATES.find((whatsappState) => whatsappState === row.state) ?? 'waiting',
    at: (row.at ?? Temporal.Now.instant()).toString(),
    reason: row.reason,
  }
}

/** The newest messages. */
export async function listWhatsAppMessages(limit: number, on: Kysely<DB> = db): Promise<WhatsAppInList[]> {
  return namesApart(await selectMessages(on).limit(limit).execute()).map(messageOf)
}

/** The WhatsApp messages of notices, by notice. */
export async function whatsAppsOf(
  notices: readonly number[],
  on: Kysely<DB> = db,
): Promise<Map<number, WhatsAppInList[]>> {
  const rows = await selectMessages(on)
    .where('notice_id', '=', sql<number>`any(${[...notices]}::bigint[])`)
    .execute()
  return new Map([...Map.groupBy(rows, ({ notice_id }) => notice_id ?? 0)].map(([id, all]) => [id, all.map(messageOf)]))
}

/** Number of sent messages and of those that Meta says it charges, by month and category, the newest first. */
export async function listMonths(limit: number, on: Kysely<DB> = db): Promise<WhatsAppMonth[]> {
  const month = sql<string>`to_char(created_at at time zone ${ZONE}::text, 'YYYY-MM')`
  const count = (where: string) => sql<number>`count(*) filter (where ${sql.raw(where)})::int`
  return on
    .selectFrom('whatsapp_outbox')
    .leftJoin('whatsapp_prices as prices', 'prices.category', 'whatsapp_outbox.category')
    .select([month.as('month'), 'whatsapp_outbox.category', 'prices.price'])
    .select(count('message_id is not null').as('sent'))
    .select(count(`state in ('delivered', 'read')`).as('delivered'))
    .select(count(`state = 'read'`).as('read'))
    .select(count(`state = 'failed'`).as('failed'))
    .select(count('billable').as('billable'))
    .where('asked_at', 'is not', null)
    .groupBy([sql`1`, 'whatsapp_outbox.category', 'prices.price'])
    .orderBy(sql`1`, 'desc')
    .orderBy('whatsapp_outbox.category')
    .limit(limit)
    .execute()
}

/** Prices as the office typed them, in hundred-thousandths of a euro. */
export async function readPrices(on: Kysely<DB> = db): Promise<Readonly<Record<string, number>>> {
  const rows = await on.selectFrom('whatsapp_prices').selectAll().execute()
  return Object.fromEntries(rows.map(({ category, price }) => [category, price]))
}

/** Number of drivers who want WhatsApp now. */
export async function countConsents(on: Kysely<DB> = db): Promise<number> {
  return (await selectWanting(on).execute()).length
}
