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

/** Milliseconds that somebody who waits for an answer is kept waiting, for each question; and until a message must be taken. */
const PATIENCE = 8_000

/** The way to Meta: the world's, or a service of this machine where a setting says so, which no production has. */
export function wayToMeta(patience = PATIENCE): SendOut {
  return wayOut({ local: isProduction() ? null : (env().CONNECTIONS_LOCAL ?? null), patience })
}

type Looked = { phone: string; name: string | null; templates: readonly TemplateAtMeta[] }

/**
 * Asks Meta whether the account of a form is let in, before anything is written. Refuses `whats-app.…` by what was wrong, with Meta's own
 * number in `said`.
 */
export async function lookAtAccount(input: AccountInput): Promise<Looked> {
  const known = await openAccount()
  return look({ ...input, token: secretOf(input.token, input, known?.token ?? null, known) })
}

async function look(account: WhatsAppAccount): Promise<Looked> {
  const send = wayToMeta()
  try {
    return { ...(await readNumber(send, account)), templates: await listTemplates(send, account) }
  } catch (error) {
    if (!(error instanceof WhatsAppFault)) throw error
    throw new Refusal(`whats-app.${error.trouble}`, { said: error.said })
  }
}

/** A secret goes to the account it was typed for alone: whoever names another one types it again. */
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

/** From now on messages go by this account. `looked`: what Meta said of it; `null` where nobody asked. Refuses `whats-app.secret-missing`. */
export async function setAccount(change: Change, input: AccountInput, looked: Looked | null): Promise<void> {
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
    state: looked === null ? ('waiting' as const) : ('connected' as const),
    state_since: at,
    reason: null,
    phone: looked?.phone ?? null,
    verified_name: looked?.name ?? null,
    checked_at: looked === null ? null : at,
    rest_until: null,
  }
  const word = known?.verifyToken ?? randomBytes(24).toString('base64url')
  await tx
    .insertInto('whatsapp_account')
    .values({ ...values, verify_token: sealFor('whatsapp_account.verify_token', '1', word) })
    .onConflict((conflict) => conflict.column('single').doUpdateSet(values))
    .execute()
  await keepTemplates(tx, looked?.templates ?? [], looked !== null)
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

/** How each of our templates stands at Meta; what nobody asked about is not known any more. */
async function keepTemplates(tx: Tx, all: readonly TemplateAtMeta[], isKnown: boolean): Promise<void> {
  await tx.deleteFrom('whatsapp_templates').execute()
  if (!isKnown) return
  const rows = TEMPLATE_NAMES.flatMap((name) =>
    Object.values(TEMPLATE_LANGUAGES).map((language) => {
      const there = all.find((one) => one.name === name && one.language === language)
      return { name, language, ...stateAtMeta(there, TEMPLATES[name].places) }
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
  there: TemplateAtMeta | undefined,
  places: number,
): { state: TemplateState; reason: string | null } {
  if (!there) return { state: 'missing', reason: null }
  const state = META_STATES[there.state] ?? 'stopped'
  if (state === 'approved' && there.places !== places) return { state: 'differs', reason: null }
  return { state, reason: there.reason ?? (META_STATES[there.state] ? null : there.state) }
}

/** What Meta says of the kept account and its templates: asked before anything is written. Refuses `whats-app.…`. */
export async function lookAgain(now: Temporal.Instant): Promise<Looked> {
  const account = await openAccount()
  if (!account) throw new Refusal('whats-app.not-set')
  try {
    return await look(account)
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

/** The account is not let in any more: nothing is ordered until somebody mends that. That nobody answered says nothing of it. */
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

/** Keeps what Meta said of the account and its templates. */
export async function keepLook(change: Change, { phone, name, templates }: Looked): Promise<void> {
  const at = change.now.toString()
  await change.tx
    .updateTable('whatsapp_account')
    .set({ phone, verified_name: name, checked_at: at, reason: null })
    .set({
      state: 'connected',
      state_since: sql`case state when 'connected' then state_since else ${moment(change.now)} end`,
    })
    .execute()
  await keepTemplates(change.tx, templates, true)
  change.note({ subject: 'whatsapp', after: { approved: (await approvedTemplates(change.tx)).size } })
}

/** Nothing goes by WhatsApp until somebody goes on; what waits goes by mail. */
export async function pauseWhatsApp(change: Change): Promise<void> {
  await setPaused(change, true)
}

/** What comes from now on goes by WhatsApp again. */
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
  // What waits is looked at now: it goes by mail, or it goes.
  await change.tx
    .updateTable('whatsapp_outbox')
    .set({ next_try_at: change.now.toString() })
    .where('state', '=', 'waiting')
    .execute()
  change.note({ subject: 'whatsapp', after: { paused: isPaused } })
}

/** The account and its secrets are forgotten. Consents and messages stay, and what waits goes by mail. */
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

/** What a message costs by the office's own price list; nothing typed is no price. */
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

/** The driver wants to be told by WhatsApp, at the number of the record, and says that it is theirs. */
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

/** The driver does not want it any more. Nothing happens where nothing stands. */
export async function withdrawWhatsApp({ tx, now, note }: Change, driver: string): Promise<void> {
  const [ended] = await endConsents(tx, now, 'driver').where('driver_id', '=', driver).returning('phone').execute()
  if (ended) note({ subject: `driver:${driver}`, before: { whatsApp: ended.phone }, after: { whatsApp: null } })
}

function endConsents(tx: Tx, at: Temporal.Instant, how: 'driver' | 'reply' | 'number') {
  return tx
    .updateTable('whatsapp_consents')
    .set({ ended_at: at.toString(), ended_by: how })
    .where('ended_at', 'is', null)
}

/** A mail of the same waits until then: WhatsApp goes first. */
export type Held = { id: number; until: Temporal.Instant }

/** Hours that WhatsApp has before the mail goes as well. */
const AHEAD = 2

/**
 * Orders a message to each of these drivers who wants to be told of this by WhatsApp, unless the office leaves it out; in the transaction
 * of what it tells of. Answers for whom, and until when a mail of the same may wait.
 */
export async function tellByWhatsApp(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  drivers: readonly { id: string; notice: number | null }[],
  { event, params }: { event: NoticeEvent; params: string },
): Promise<ReadonlyMap<string, Held>> {
  const template = templateFor(event, JSON.parse(params))
  if (!template || drivers.length === 0 || !(await isSending(tx)) || !(await isNoticeEnabled(event, 'whatsapp', tx)))
    return new Map()
  const wanting = await listWanting(
    drivers.map(({ id }) => id),
    event,
    tx,
  )
  if (wanting.length === 0) return new Map()
  const approved = await approvedTemplates(tx)
  const notices = new Map(drivers.map(({ id, notice }) => [id, notice]))
  const rows = wanting.flatMap(({ id, consentId, phone, language, choices }) => {
    const said = languageFor(approved, template, language)
    if (said === null) return []
    const until = (quietUntil(choices, now) ?? now).add({ hours: AHEAD })
    const message = {
      driver_id: id,
      consent_id: consentId,
      notice_id: notices.get(id) ?? null,
      event,
      params,
      template,
    }
    return [
      {
        ...message,
        language: said,
        phone,
        next_try_at: now.toString(),
        expires_at: until.toString(),
        created_at: now.toString(),
      },
    ]
  })
  const held = new Map<string, Held>()
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

/** A message to somebody of the office, to see whether they arrive: the first template that is approved. Answers its number. */
export async function sendWhatsAppTest(change: Change, typed: string): Promise<number> {
  const phone = readPhone(typed)
  if (phone === null) throw new Refusal('whats-app.bad-number')
  const account = await findAccount(change.tx)
  if (!account) throw new Refusal('whats-app.not-set')
  if (account.paused) throw new Refusal('whats-app.paused')
  const approved = await approvedTemplates(change.tx)
  const name = TEMPLATE_NAMES.find((one) => languageFor(approved, one, 'pt') !== null)
  const language = name && languageFor(approved, name, 'pt')
  if (!name || !language) throw new Refusal('whats-app.no-template')
  const at = change.now.toString()
  const until = change.now.add({ hours: AHEAD }).toString()
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

/** What Meta is to be answered that is given the address; `null` for who does not know the word agreed on. */
export async function confirmAddress(query: URLSearchParams, now: Temporal.Instant): Promise<string | null> {
  const account = await openAccount()
  const challenge = account && challengeIn(query, account.verifyToken)
  if (challenge === null) return null
  await inTransaction((tx) => tx.updateTable('whatsapp_account').set({ confirmed_at: now.toString() }).execute())
  return challenge
}

/** What became of what was sent here: `unsigned` is not read at all, `no-message` is signed and none. */
export type Reception = 'unsigned' | 'no-message' | 'read'

/** Takes what Meta sends by itself. Only what is signed with the secret of the application is read. */
export async function receiveWhatsApp(
  { body, signature }: { body: Uint8Array; signature: string | null },
  now: Temporal.Instant,
): Promise<Reception> {
  const account = await openAccount()
  if (!account || !isSigned(body, signature, account.appSecret)) return 'unsigned'
  const said = jsonOf(body)
  if (said === null) return 'no-message'
  await inTransaction(async (tx) => {
    await tx.updateTable('whatsapp_account').set({ heard_at: now.toString() }).execute()
    await receiveStates(tx, said, account.phoneNumberId, now)
  })
  for (const { phone, at } of stopsIn(said, account.phoneNumberId)) await stop(phone, at, now)
  return 'read'
}

/**
 * Somebody answered that they want no more. An answer from before they agreed again is a doubled one; Meta's moments are whole seconds.
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

/** Minutes after which a message that Meta was being asked to take was left by a process that ended. */
const LEFT_AFTER = 5

/** Hours after which a message that waits, waits for a moment that no pause and no night reaches. */
const LONGEST_WAIT = 25

/** Orders messages again that nobody would try any more, and says of what was left half asked that nobody knows. */
export async function wakeWhatsApp(now: Temporal.Instant): Promise<void> {
  await db
    .updateTable('whatsapp_outbox')
    .set({ state: 'unsure', reason: 'left' })
    .where('state', '=', 'asking')
    .where('asked_at', '<', moment(now.subtract({ minutes: LEFT_AFTER })))
    .execute()
  await db
    .updateTable('whatsapp_outbox')
    .set({ next_try_at: now.toString() })
    .where('state', '=', 'waiting')
    .where((row) =>
      row.or([
        row('next_try_at', '>', moment(now.add({ hours: LONGEST_WAIT }))),
        row('next_try_at', '<', moment(now.subtract({ hours: 1 }))),
      ]),
    )
    .execute()
}

/** The word that Meta is to be told when the address is entered, for somebody of the house; `null` without an account. */
export async function readVerifyToken(): Promise<string | null> {
  const row = await db.selectFrom('whatsapp_account').select('verify_token').executeTakeFirst()
  return row ? openOf('whatsapp_account.verify_token', '1', row.verify_token) : null
}
