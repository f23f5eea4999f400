import { sql } from 'kysely'
import { type Tx, inTransaction } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { isNoticeEvent } from '#domain/notice.ts'
import { type PushChoices, quietUntil, topicOf } from '#domain/push.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import { type TemplateMessage, type WhatsAppAnswer, sendTemplate } from '#integrations/whatsapp/cloud.ts'
import type { OutgoingTrouble } from '#integrations/connections/outgoing.ts'
import { UnreachableServices } from '#platform/unreachable-services.ts'
import { log } from '#platform/log.ts'
import { ofOperator } from '#platform/operator.ts'
import { noteTrouble, wayToMeta } from '#features/mail/whatsapp/commands.server.ts'
import { choicesIn, openAccount } from '#features/mail/whatsapp/queries.server.ts'
import type { TemplateState, WhatsAppDropped } from '#features/mail/whatsapp/schema.ts'
import { holdMail, releaseMail, cancelHeldMail } from '#features/mail/held-mails/commands.server.ts'
import { TEMPLATES, TEMPLATE_LANGUAGES, isTemplateName } from '#features/mail/whatsapp/schema.ts'
import { factsOf, wordsOf } from './whatsapp-message.ts'

/** Minutes to wait after the first, second … failed try, unless Meta names a time; after the last one the message is given up. */
const PAUSES = [1, 5, 15, 60] as const
/**
 * Hours that WhatsApp has before the mail once the quiet hours are over, and minutes that the mail waits for a state while
 * nobody knows.
 */
const [AHEAD, UNSURE_FOR] = [2, 30]
/** Meta, left alone for a while when it could not be reached. */
const unreachable = ofOperator(() => new UnreachableServices())
const META = 'meta'
/** The most hours for which Meta may ask to be left alone: after them it is asked again. */
const MAX_REST_HOURS = 24

/**
 * Sends a waiting message once and stores the outcome. The state `asking` is stored before Meta is asked: if the
 * process ends in between, nobody knows whether it was sent, and it is not sent again. Does nothing for one that is
 * sent, given up, or held by another worker.
 */
export async function deliverWhatsApp(id: number, now: Temporal.Instant): Promise<void> {
  const claimed = await inTransaction((tx) => claim(tx, id, now))
  if (claimed === null) return
  const answer = await sendTemplate(wayToMeta(TIMEOUT_MS), claimed.account, claimed.message)
  if ('reason' in answer && NOT_REACHED.has(answer.reason)) unreachable.value.note(META, answer.reason, now)
  else unreachable.value.clear(META)
  await inTransaction((tx) => saveState(tx, { id, tries: claimed.tries }, answer, now))
}

/** Our own codes for when nobody answered: any other is an answer of Meta's. */
const NOT_REACHED: ReadonlySet<string> = new Set<OutgoingTrouble>(['unreachable', 'slow'])

/** Milliseconds within which Meta must answer. */
const TIMEOUT_MS = 15_000

function find(tx: Tx, id: number) {
  return tx
    .selectFrom('whatsapp_outbox')
    .leftJoin('drivers', 'drivers.id', 'whatsapp_outbox.driver_id')
    .leftJoin('users as reader', 'reader.uid', 'drivers.uid')
    .leftJoin('push_choices as chosen', 'chosen.uid', 'drivers.uid')
    .leftJoin('whatsapp_consents as consents', 'consents.id', 'whatsapp_outbox.consent_id')
    .leftJoin('inbox_notices as notices', 'notices.id', 'whatsapp_outbox.notice_id')
    .selectAll('whatsapp_outbox')
    .select(['drivers.name', 'drivers.phone as record_now', 'reader.disabled', 'notices.read_at as noticed_at'])
    .select(['consents.ended_at', 'consents.record_phone'])
    .select(['chosen.topics_off', 'chosen.quiet_from', 'chosen.quiet_until', 'chosen.with_amounts'])
    .where('whatsapp_outbox.id', '=', id)
    .where('whatsapp_outbox.state', '=', 'waiting')
    .forUpdate('whatsapp_outbox')
    .skipLocked()
    .executeTakeFirst()
}
type Message = NonNullable<Awaited<ReturnType<typeof find>>>
type Account = NonNullable<Awaited<ReturnType<typeof openAccount>>>
type Claimed = { account: Account; message: TemplateMessage; tries: number }

async function claim(tx: Tx, id: number, now: Temporal.Instant): Promise<Claimed | null> {
  const message = await find(tx, id)
  if (!message) return null
  const account = await openAccount(tx)
  const choices = choicesIn(message)
  if (account === null) return end(tx, id, 'off', now)
  const reason = reasonNotToSend(message, account, choices, now)
  if (reason !== null) return end(tx, id, reason, now)
  const later = waitFor(message, account, choices, now)
  if (later !== null) return wait(tx, message, later, now)
  const filled = await fill(tx, message, choices)
  if (filled === null) return end(tx, id, 'unreadable', now)
  const tries = message.tries + 1
  await tx
    .updateTable('whatsapp_outbox')
    .set({ state: 'asking', asked_at: now.toString(), tries })
    .where('id', '=', id)
    .execute()
  return { account, message: filled, tries }
}

/** The reason for which a message is not sent any more; `null` when it may go. */
function reasonNotToSend(
  message: Message,
  account: Account,
  choices: PushChoices,
  now: Temporal.Instant,
): WhatsAppDropped | null {
  if (account.isPaused) return 'paused'
  if (message.event !== 'test') {
    const { consent_id, ended_at, record_phone, record_now, disabled } = message
    if (consent_id === null || ended_at !== null || record_phone !== record_now || disabled !== false) return 'consent'
    const topic = isNoticeEvent(message.event) ? topicOf(message.event) : null
    if (topic === null || choices.topicsOff.includes(topic)) return 'unwanted'
    if (message.noticed_at !== null) return 'read'
  }
  return Temporal.Instant.compare(message.expires_at, now) <= 0 ? 'expired' : null
}

/**
 * The moment until which it waits: the end of its reader's quiet hours, or of the rest that Meta asked for; `null`
 * when it goes now.
 */
function waitFor(
  { event }: Message,
  { restUntil }: Account,
  choices: PushChoices,
  now: Temporal.Instant,
): { until: Temporal.Instant; quiet: boolean } | null {
  const quietEnd = event === 'test' ? null : quietUntil(choices, now)
  if (quietEnd !== null) return { until: quietEnd, quiet: true }
  const outage = unreachable.value.find(META, now)
  if (outage !== null) return { until: outage.retryAt, quiet: false }
  if (restUntil === null) return null
  const hoursLeft = restUntil.since(now).total('hours')
  return hoursLeft > 0 && hoursLeft <= MAX_REST_HOURS ? { until: restUntil, quiet: false } : null
}

async function wait(
  tx: Tx,
  { id, expires_at }: Message,
  { until, quiet }: { until: Temporal.Instant; quiet: boolean },
  now: Temporal.Instant,
): Promise<null> {
  if (!quiet && Temporal.Instant.compare(until, expires_at) >= 0) return end(tx, id, 'expired', now)
  const set = tx.updateTable('whatsapp_outbox').where('id', '=', id)
  if (!quiet) await set.set({ next_try_at: until.toString() }).execute()
  else {
    const expires = until.add({ hours: AHEAD })
    await set.set({ next_try_at: until.toString(), expires_at: expires.toString() }).execute()
    await holdMail(tx, id, expires)
  }
  return null
}

/** Ends a message without asking Meta: dropped for a reason of its reader's, failed for one of ours. */
async function end(tx: Tx, id: number, reason: WhatsAppDropped, now: Temporal.Instant): Promise<null> {
  const state = reason === 'consent' || reason === 'unwanted' || reason === 'read' ? 'dropped' : 'failed'
  await tx.updateTable('whatsapp_outbox').set({ state, reason, done_at: now.toString() }).where('id', '=', id).execute()
  await (reason === 'read' ? cancelHeldMail(tx, id, now) : releaseMail(tx, id, now))
  return null
}

async function fill(tx: Tx, message: Message, { withAmounts }: PushChoices): Promise<TemplateMessage | null> {
  const { template, phone, mark } = message
  if (!isTemplateName(template)) return null
  const language = message.language === 'en' ? 'en' : 'pt'
  const to = { to: phone, template, language: TEMPLATE_LANGUAGES[language], mark }
  if (message.event === 'test') {
    const { name } = await brandIn(language, tx)
    return { ...to, words: Array.from({ length: TEMPLATES[template].places }, (_, at) => (at === 0 ? name : '1')) }
  }
  const facts = factsOf(message.event, message.params)
  const amount = withAmounts ? await amountFor(tx, message) : null
  const words = facts && wordsOf(facts, { name: message.name ?? '', language, amount })
  return words && words.length === TEMPLATES[template].places ? { ...to, words } : null
}

/** The amount that the statement of a notice pays, in cents. */
async function amountFor(tx: Tx, { event, params, driver_id }: Message): Promise<number | null> {
  if (event !== 'statement-issued' && event !== 'statement-paid') return null
  const { week } = Object(params) as { week?: string }
  const row = await tx
    .selectFrom('settlements')
    .select('payable_cents')
    .where('driver_id', '=', driver_id)
    .where(sql<boolean>`week::text = ${week ?? ''}`)
    .where('state', 'in', ['approved', 'in-batch', 'paid'])
    .executeTakeFirst()
  return row?.payable_cents ?? null
}

/** Stores Meta's answer. A state that Meta reported meanwhile stays: it may come before the answer. */
async function saveState(
  tx: Tx,
  { id, tries }: { id: number; tries: number },
  answer: WhatsAppAnswer,
  now: Temporal.Instant,
): Promise<void> {
  const row = await tx
    .selectFrom('whatsapp_outbox')
    .select(['state', 'message_id', 'expires_at', 'event', 'template', 'language'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return
  const set = (values: object) => tx.updateTable('whatsapp_outbox').set(values).where('id', '=', id).execute()
  if (answer.outcome === 'sent') {
    await clearTrouble(tx, now)
    const isFirst = row.state === 'asking' || row.state === 'unsure'
    const state = isFirst ? { state: 'sent', sent_at: now.toString(), reason: null } : {}
    return void (await set({ ...state, message_id: row.message_id ?? answer.id }))
  }
  if (row.state !== 'asking') return
  const pause = PAUSES[tries - 1]
  if (answer.outcome === 'unsure') {
    await set({ state: 'unsure', reason: answer.reason })
    return holdMail(tx, id, earlierMoment(row.expires_at, now.add({ minutes: UNSURE_FOR })))
  }
  if (answer.outcome === 'later') {
    const after = Math.min(answer.after ?? (pause ?? 0) * 60, MAX_REST_HOURS * 3_600)
    const next = now.add({ seconds: Math.max(after, 1) })
    if (answer.all && answer.after !== null) await leaveAlone(tx, next)
    if (pause !== undefined && Temporal.Instant.compare(next, row.expires_at) < 0)
      return void (await set({ state: 'waiting', reason: answer.reason, next_try_at: next.toString() }))
  }
  if (answer.outcome === 'account') await noteTrouble(tx, answer.trouble, answer.reason, now)
  if (answer.outcome === 'template') await noteTemplate(tx, row, answer.reason)
  log.warn({ message: id, event: row.event, reason: answer.reason }, 'a message by WhatsApp was given up')
  await set({ state: 'failed', reason: answer.reason, done_at: now.toString() })
  await releaseMail(tx, id, now)
}

const earlierMoment = (one: Temporal.Instant, other: Temporal.Instant) =>
  Temporal.Instant.compare(one, other) < 0 ? one : other

/** When Meta asks for a rest after one message, all wait: the limit is that of the account. */
async function leaveAlone(tx: Tx, until: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('whatsapp_account')
    .set({ rest_until: until.toString() })
    .where((is) => is.or([is('rest_until', 'is', null), is('rest_until', '<', moment(until))]))
    .execute()
}

/** The state of a template after some of Meta's error numbers; after any other it is `stopped`. */
const TEMPLATE_AFTER: Readonly<Record<string, TemplateState>> = {
  '132000': 'differs',
  '132001': 'missing',
  '132012': 'differs',
}

/**
 * Marks a template that Meta does not accept, so that nothing more is ordered with it until somebody asks Meta about
 * it again.
 */
async function noteTemplate(tx: Tx, { template, language }: { template: string; language: string }, reason: string) {
  await tx
    .updateTable('whatsapp_templates')
    .set({ state: TEMPLATE_AFTER[reason] ?? 'stopped', reason })
    .where('name', '=', template)
    .where('language', '=', TEMPLATE_LANGUAGES[language === 'en' ? 'en' : 'pt'])
    .execute()
}

/** Meta accepted a message, so the account is in order again. */
async function clearTrouble(tx: Tx, now: Temporal.Instant): Promise<void> {
  await tx
    .updateTable('whatsapp_account')
    .set({ state: 'connected', state_since: now.toString(), reason: null })
    .where('state', '<>', 'connected')
    .execute()
}
