import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { type Tx, db, inTransaction } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { openOf, sealFor } from '#db/sealed-columns.server.ts'
import { inParts } from '#db/parts.ts'
import { readPhone } from '#domain/identifiers.ts'
import type { NoticeEvent } from '#domain/notice.ts'
import { quietUntil } from '#domain/push.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Change, SYSTEM, carryOut } from '#features/audit/commands.server.ts'
import { isNoticeEnabled } from '#features/mail/notice-rules/queries.server.ts'
import type { DriverMessage } from '#features/mail/push/commands.server.ts'
import { type SendOut, wayOut } from '#integrations/connections/outgoing.ts'
import {
  type TemplateAtMeta,
  type WhatsAppAccount,
  WhatsAppFault,
  listTemplates,
  readNumber,
} from '#integrations/whatsapp/cloud.ts'
import { challengeIn, isSigned, stopsIn } from '#integrations/whatsapp/webhook.ts'
import { env, isProduction } from '#platform/env.server.ts'
import { log } from '#platform/log.ts'
import {
  approvedTemplates,
  findAccount,
  isSending,
  languageFor,
  listWanting,
  openAccount,
  readPrices,
} from './queries.server.ts'
import { type AccountInput, type AccountState, PRICED, type PricesInput, type TemplateState } from './schema.ts'
import { receiveStates } from './states.server.ts'
import { TEMPLATES, TEMPLATE_LANGUAGES, TEMPLATE_NAMES, templateFor } from './schema.ts'

/** Milliseconds that Meta has for each answer, while a person waits or a message is sent. */
const TIMEOUT_MS = 8_000

/** The way to Meta: the internet, or a service on this machine where a setting says so, which production never has. */
export function wayToMeta(patience = TIMEOUT_MS): SendOut {
  return wayOut({ local: isProduction() ? null : (env().CONNECTIONS_LOCAL ?? null), patience })
}

type MetaAnswer = { phone: string; name: string | null; templates: readonly TemplateAtMeta[] }

/**
 * Asks Meta whether the account of a form has access, before anything is written. Refuses `whats-app.…` by what was wrong, with Meta's
 * own number in `said`.
 */
export async function lookAtAccount(input: AccountInput): Promise<MetaAnswer> {
  const known = await openAccount()
  return askMeta({ ...input, token: secretOf(input.token, input, known?.token ?? null, known) })
}

async function askMeta(account: WhatsAppAccount): Promise<MetaAnswer> {
  const send = wayToMeta()
  try {
    return { ...(await readNumber(send, account)), templates: await listTemplates(send, account) }
  } catch (error) {
    if (!(error instanceof WhatsAppFault)) throw error
    throw new Refusal(`whats-app.${error.trouble}`, { said: error.detail })
  }
}

/** The secret to store. A stored one is only for its own account: for another one it must be typed again. */
function secretOf(
  typed: string,
  { phoneNumberId, businessAccountId }: AccountInput,
  kept: string | null,
  known: Pick<WhatsAppAccount, 'phoneNumberId' | 'businessAccountId'> | null,
): string {
  if (typed !== '') return typed
  if (kept === null || known?.phoneNumberId !== phoneNumberId || known.businessAccountId !== businessAccountId)
    throw new Refusal('whats-app.secret-missing')
  return kept
}

/**
 * Sets the account for all messages from now on. `metaAnswer`: Meta's answer about it; `null` when nobody asked. Refuses
 * `whats-app.secret-missing`.
 */
export async function setAccount(change: Change, input: AccountInput, metaAnswer: MetaAnswer | null): Promise<void> {
  const { tx, now } = change
  const known = await openAccount(tx)
  const at = now.toString()
  const values = {
    phone_number_id: input.phoneNumberId,
    business_account_id: input.businessAccountId,
    token: sealFor('whatsapp_account.token', '1', secretOf(input.token, input, known?.token ?? null, known)),
    app_secret: sealFor(
      'whatsapp_account.app_secret',
      '1',
      secretOf(input.appSecret, input, known?.appSecret ?? null, known),
    ),
    set_at: at,
    set_by: change.actor.uid,
    state: metaAnswer === null ? ('waiting' as const) : ('connected' as const),
    state_since: at,
    reason: null,
    phone: metaAnswer?.phone ?? null,
    verified_name: metaAnswer?.name ?? null,
    checked_at: metaAnswer === null ? null : at,
    rest_until: null,
  }
  const verifyToken = known?.verifyToken ?? randomBytes(24).toString('base64url')
  await tx
    .insertInto('whatsapp_account')
    .values({ ...values, verify_token: sealFor('whatsapp_account.verify_token', '1', verifyToken) })
    .onConflict((conflict) => conflict.column('single').doUpdateSet(values))
    .execute()
  await saveTemplates(tx, metaAnswer?.templates ?? [], metaAnswer !== null)
  change.note({
    subject: 'whatsapp',
    before: known && { phoneNumberId: known.phoneNumberId, businessAccountId: known.businessAccountId },
    after: {
      phoneNumberId: input.phoneNumberId,
      businessAccountId: input.businessAccountId,
      newSecret: input.token !== '',
      newSigningKey: input.appSecret !== '',
    },
  })
}

/** Stores the state of each of our templates at Meta; without an answer of Meta's none is known any more. */
async function saveTemplates(tx: Tx, all: readonly TemplateAtMeta[], isKnown: boolean): Promise<void> {
  await tx.deleteFrom('whatsapp_templates').execute()
  if (!isKnown) return
  const rows = TEMPLATE_NAMES.flatMap((name) =>
    Object.values(TEMPLATE_LANGUAGES).map((language) => {
      const atMeta = all.find((template) => template.name === name && template.language === language)
      return { name, language, ...stateAtMeta(atMeta, TEMPLATES[name].places) }
    }),
  )
  for (const part of inParts(rows)) await tx.insertInto('whatsapp_templates').values(part).execute()
}

const META_STATES: Readonly<Record<string, TemplateState>> = {
  APPROVED: 'approved',
  PENDING: 'pending',
  IN_APPEAL: 'pending',
  REJECTED: 'rejected',
  PAUSED: 'stopped',
  DISABLED: 'stopped',
  LIMIT_EXCEEDED: 'stopped',
}

function stateAtMeta(
  atMeta: TemplateAtMeta | undefined,
  places: number,
): { state: TemplateState; reason: string | null } {
  if (!atMeta) return { state: 'missing', reason: null }
  const state = META_STATES[atMeta.state] ?? 'stopped'
  if (state === 'approved' && atMeta.places !== places) return { state: 'differs', reason: null }
  return { state, reason: atMeta.reason ?? (META_STATES[atMeta.state] ? null : atMeta.state) }
}

/** Asks Meta about the stored account and its templates, before anything is written. Refuses `whats-app.…`. */
export async function lookAgain(now: Temporal.Instant): Promise<MetaAnswer> {
  const account = await openAccount()
  if (!account) throw new Refusal('whats-app.not-set')
  try {
    return await askMeta(account)
  } catch (error) {
    if (error instanceof Refusal)
      await inTransaction((tx) =>
        noteTrouble(tx, error.code.slice('whats-app.'.length), String(error.params['said'] ?? ''), now),
      )
    throw error
  }
}

const STATE_AFTER: Readonly<Record<string, AccountState>> = {
  credentials: 'expired',
  access: 'needs-access',
  answer: 'error',
}

/**
 * Marks the account as without access: nothing is ordered until somebody repairs it. When Meta just did not answer, that shows
 * nothing, and nothing changes.
 */
export async function noteTrouble(tx: Tx, trouble: string, reason: string, now: Temporal.Instant): Promise<void> {
  const state = STATE_AFTER[trouble]
  if (state === undefined) return
  await tx
    .updateTable('whatsapp_account')
    .set({ state, state_since: now.toString(), reason })
    .where('state', '<>', state)
    .execute()
  log.warn({ state, reason }, 'the WhatsApp account is not let in')
}

/** Stores Meta's answer about the account and its templates. */
export async function storeMetaAnswer(change: Change, { phone, name, templates }: MetaAnswer): Promise<void> {
  const at = change.now.toString()
  await change.tx
    .updateTable('whatsapp_account')
    .set({ phone, verified_name: name, checked_at: at, reason: null })
    .set({
      state: 'connected',
      state_since: sql`case state when 'connected' then state_since else ${moment(change.now)} end`,
    })
    .execute()
  await saveTemplates(change.tx, templates, true)
  change.note({ subject: 'whatsapp', after: { approved: (await approvedTemplates(change.tx)).size } })
}

/** Pauses WhatsApp until somebody resumes it; what waits goes by mail. */
export async function pauseWhatsApp(change: Change): Promise<void> {
  await setPaused(change, true)
}

/** Resumes WhatsApp for messages written from now on. */
export async function resumeWhatsApp(change: Change): Promise<void> {
  await setPaused(change, false)
}

async function setPaused(change: Change, isPaused: boolean): Promise<void> {
  const account = await findAccount(change.tx)
  if (!account) throw new Refusal('whats-app.not-set')
  await change.tx
    .updateTable('whatsapp_account')
    .set(
      isPaused
        ? { paused_at: change.now.toString(), paused_by: change.actor.uid }
        : { paused_at: null, paused_by: null },
    )
    .execute()
  // Try waiting messages now: each goes by mail, or by WhatsApp.
  await change.tx
    .updateTable('whatsapp_outbox')
    .set({ next_try_at: change.now.toString() })
    .where('state', '=', 'waiting')
    .execute()
  change.note({ subject: 'whatsapp', after: { paused: isPaused } })
}

/** Deletes the account and its secrets. Consents and messages stay, and what waits goes by mail. */
export async function removeAccount(change: Change): Promise<void> {
  const account = await findAccount(change.tx)
  if (!account) throw new Refusal('whats-app.not-set')
  await change.tx.deleteFrom('whatsapp_account').execute()
  await change.tx.deleteFrom('whatsapp_templates').execute()
  await change.tx
    .updateTable('whatsapp_outbox')
    .set({ next_try_at: change.now.toString() })
    .where('state', '=', 'waiting')
    .execute()
  change.note({ subject: 'whatsapp', before: { phoneNumberId: account.phoneNumberId }, after: null })
}

/** Saves the office's own prices for a message; an empty field is no price. */
export async function savePrices(change: Change, input: PricesInput): Promise<void> {
  const before = await readPrices(change.tx)
  await change.tx.deleteFrom('whatsapp_prices').execute()
  const rows = PRICED.flatMap((category) => {
    const price = input[category]
    return price === null ? [] : [{ category, price }]
  })
  for (const part of inParts(rows)) await change.tx.insertInto('whatsapp_prices').values(part).execute()
  change.note({ subject: 'whatsapp', before, after: await readPrices(change.tx) })
}

/** Records a driver's consent to WhatsApp at the number of the record, which they confirm to be their own. */
export async function allowWhatsApp({ tx, now, note }: Change, driver: string, number: string): Promise<void> {
  const row = await tx.selectFrom('drivers').select('phone').where('id', '=', driver).forUpdate().executeTakeFirst()
  const record = row?.phone ?? null
  const phone = record === null ? null : readPhone(record)
  if (record === null || phone === null) throw new Refusal('whats-app.no-number')
  if (phone !== number) throw new Refusal('whats-app.number-changed', { number: phone })
  await endConsents(tx, now, 'number').where('driver_id', '=', driver).execute()
  await tx
    .insertInto('whatsapp_consents')
    .values({ driver_id: driver, phone, record_phone: record, given_at: now.toString() })
    .execute()
  note({ subject: `driver:${driver}`, before: { whatsApp: null }, after: { whatsApp: phone } })
}

/** Withdraws a driver's consent; does nothing where there is none. */
export async function withdrawWhatsApp({ tx, now, note }: Change, driver: string): Promise<void> {
  const [ended] = await endConsents(tx, now, 'driver').where('driver_id', '=', driver).returning('phone').execute()
  if (ended) note({ subject: `driver:${driver}`, before: { whatsApp: ended.phone }, after: { whatsApp: null } })
}

function endConsents(tx: Tx, at: Temporal.Instant, endedBy: 'driver' | 'reply' | 'number') {
  return tx
    .updateTable('whatsapp_consents')
    .set({ ended_at: at.toString(), ended_by: endedBy })
    .where('ended_at', 'is', null)
}

/** WhatsApp goes first: a mail with the same content waits until then. */
export type MailHold = { id: number; until: Temporal.Instant }

/** Hours that WhatsApp has before the mail goes too. */
const HOURS_BEFORE_MAIL = 2

/**
 * Orders a message to each of these drivers who wants this event by WhatsApp, unless the office has turned it off, in the transaction of
 * the change. Answers for whom, and until when a mail with the same content may wait.
 */
export async function tellByWhatsApp(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  event: NoticeEvent,
  drivers: readonly DriverMessage[],
): Promise<ReadonlyMap<string, MailHold>> {
  const sendable = drivers.flatMap(({ id, params, notice }) => {
    const template = templateFor(event, JSON.parse(params))
    return template ? [{ id, template, message: { notice_id: notice, event, params, template } }] : []
  })
  if (sendable.length === 0 || !(await isSending(tx)) || !(await isNoticeEnabled(event, 'whatsapp', tx)))
    return new Map()
  const wanting = await listWanting([...new Set(sendable.map(({ id }) => id))], event, tx)
  if (wanting.length === 0) return new Map()
  const approved = await approvedTemplates(tx)
  const messagesOf = Map.groupBy(sendable, ({ id }) => id)
  const rows = wanting.flatMap(({ id, consentId, phone, language, choices }) => {
    const until = (quietUntil(choices, now) ?? now).add({ hours: HOURS_BEFORE_MAIL })
    const times = { next_try_at: now.toString(), expires_at: until.toString(), created_at: now.toString() }
    return (messagesOf.get(id) ?? []).flatMap(({ template, message }) => {
      const messageLanguage = languageFor(approved, template, language)
      if (messageLanguage === null) return []
      return [{ ...message, driver_id: id, consent_id: consentId, language: messageLanguage, phone, ...times }]
    })
  })
  const held = new Map<string, MailHold>()
  for (const part of inParts(rows)) {
    const written = await tx
      .insertInto('whatsapp_outbox')
      .values(part)
      .returning(['id', 'driver_id', 'expires_at'])
      .execute()
    for (const { id, driver_id, expires_at } of written) held.set(driver_id ?? '', { id, until: expires_at })
  }
  return held
}

/** Sends a test message with the first approved template to a person of the office. Answers its number. */
export async function sendWhatsAppTest(change: Change, typed: string): Promise<number> {
  const phone = readPhone(typed)
  if (phone === null) throw new Refusal('whats-app.bad-number')
  const account = await findAccount(change.tx)
  if (!account) throw new Refusal('whats-app.not-set')
  if (account.paused) throw new Refusal('whats-app.paused')
  const approved = await approvedTemplates(change.tx)
  const name = TEMPLATE_NAMES.find((templateName) => languageFor(approved, templateName, 'pt') !== null)
  const language = name && languageFor(approved, name, 'pt')
  if (!name || !language) throw new Refusal('whats-app.no-template')
  const at = change.now.toString()
  const until = change.now.add({ hours: HOURS_BEFORE_MAIL }).toString()
  const { id } = await change.tx
    .insertInto('whatsapp_outbox')
    .values({
      event: 'test',
      params: '{}',
      template: name,
      language,
      phone,
      next_try_at: at,
      expires_at: until,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  change.note({ subject: 'whatsapp', after: { recipient: phone } })
  return id
}

/** The answer to Meta when it is given our address; `null` when the caller does not know the verify token. */
export async function confirmAddress(query: URLSearchParams, now: Temporal.Instant): Promise<string | null> {
  const account = await openAccount()
  const challenge = account && challengeIn(query, account.verifyToken)
  if (challenge === null) return null
  await inTransaction((tx) => tx.updateTable('whatsapp_account').set({ confirmed_at: now.toString() }).execute())
  return challenge
}

/** The outcome of a call to our address: `unsigned` is not read at all; `no-message` is signed, but contains none. */
export type Reception = 'unsigned' | 'no-message' | 'read'

/** Takes a call of Meta's. Only one signed with the secret of the application is read. */
export async function receiveWhatsApp(
  { body, signature }: { body: Uint8Array; signature: string | null },
  now: Temporal.Instant,
): Promise<Reception> {
  const account = await openAccount()
  if (!account || !isSigned(body, signature, account.appSecret)) return 'unsigned'
  const message = jsonOf(body)
  if (message === null) return 'no-message'
  await inTransaction(async (tx) => {
    await tx.updateTable('whatsapp_account').set({ heard_at: now.toString() }).execute()
    await receiveStates(tx, message, account.phoneNumberId, now)
  })
  for (const { phone, at } of stopsIn(message, account.phoneNumberId)) await stop(phone, at, now)
  return 'read'
}

/**
 * Ends the consents of a number whose owner answered that they want no more messages. An answer older than a new consent is a
 * repeated one; Meta's moments are whole seconds.
 */
async function stop(phone: string, at: Temporal.Instant, now: Temporal.Instant): Promise<void> {
  const consents = await db
    .selectFrom('whatsapp_consents')
    .select(['id', 'driver_id'])
    .where('phone', '=', phone)
    .where('ended_at', 'is', null)
    .where('given_at', '<', moment(at.add({ seconds: 1 })))
    .execute()
  for (const { id, driver_id } of consents)
    await carryOut({ actor: SYSTEM, action: 'whatsapp.stop', now }, async (change) => {
      const [ended] = await endConsents(change.tx, now, 'reply').where('id', '=', id).returning('phone').execute()
      change.note({
        subject: `driver:${driver_id}`,
        before: { whatsApp: ended?.phone ?? null },
        after: { whatsApp: null },
      })
      return null
    })
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'))
  } catch {
    return null
  }
}

/** Minutes after which a message in state `asking` must have been left by a process that ended. */
const MAX_ASKING_MINUTES = 5

/** Hours after which the next try of a waiting message lies further away than any pause or night. */
const MAX_WAIT_HOURS = 25

/** Orders messages again that lost their job, and marks as `unsure` those that a process left in state `asking`. */
export async function orderStuckWhatsAppAgain(now: Temporal.Instant): Promise<void> {
  await db
    .updateTable('whatsapp_outbox')
    .set({ state: 'unsure', reason: 'left' })
    .where('state', '=', 'asking')
    .where('asked_at', '<', moment(now.subtract({ minutes: MAX_ASKING_MINUTES })))
    .execute()
  await db
    .updateTable('whatsapp_outbox')
    .set({ next_try_at: now.toString() })
    .where('state', '=', 'waiting')
    .where((row) =>
      row.or([
        row('next_try_at', '>', moment(now.add({ hours: MAX_WAIT_HOURS }))),
        row('next_try_at', '<', moment(now.subtract({ hours: 1 }))),
      ]),
    )
    .execute()
}

/** The verify token that an administrator gives to Meta together with our address; `null` without an account. */
export async function readVerifyToken(): Promise<string | null> {
  const row = await db.selectFrom('whatsapp_account').select('verify_token').executeTakeFirst()
  return row ? openOf('whatsapp_account.verify_token', '1', row.verify_token) : null
}
