import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { type Tx, inTransaction } from '#db/client.server.ts'
import { type NoticeEvent, isNoticeEvent } from '#domain/notice.ts'
import { type PushChoices, DEFAULT_CHOICES, quietUntil, ringsAtAnyHour, topicOf } from '#domain/push.ts'
import { brandIn } from '#features/company/brand/queries.server.ts'
import { readSender } from '#features/mail/mail-server/queries.server.ts'
import { findPushKeys } from '#features/mail/push/queries.server.ts'
import { UNSEEN_DAYS_UNTIL_DROPPED, type PushDropped } from '#features/mail/push/schema.ts'
import { type PushAnswer, sendPush } from '#integrations/push/push.ts'
import { env } from '#platform/env.server.ts'
import { UnreachableServices } from '#platform/unreachable-services.ts'
import { log } from '#platform/log.ts'
import { ofOperator } from '#platform/operator.ts'
import { hostOf } from '#platform/outgoing-call.ts'
import { siteAddress } from '#platform/running.server.ts'
import { amountOf, pushText, tagOf } from './push-message.ts'

/**
 * The wait after the first, second … failed try, unless the service names a time. A message that fails once more after
 * the last wait is given up.
 */
const RETRY_MINUTES = [1, 5, 15, 60, 240] as const

/**
 * How long a push service keeps a message for a phone that is off: three days. Later the message would be out of date, and
 * the driver's area shows the present state.
 */
const TTL_SECONDS = 3 * 86_400

/** Push services that could not be reached: each is not called again for a minute. */
const unreachable = ofOperator(() => new UnreachableServices())

/** Events that can wait until their reader has time. */
const LOW_URGENCY_EVENTS: ReadonlySet<NoticeEvent> = new Set(['digest', 'contact-arrived'])

/**
 * Tries a waiting message once and stores the outcome; in its reader's quiet hours it waits for their end. Does nothing
 * for one that is sent, given up, or held by another worker at this moment.
 */
export async function deliverPush(id: number, now: Temporal.Instant): Promise<void> {
  await inTransaction(async (tx) => {
    const message = await findMessage(tx, id)
    if (!message) return
    const set = (row: object) => tx.updateTable('push_outbox').set(row).where('id', '=', id).execute()
    const drop = (reason: PushDropped) => set({ state: 'dropped', reason, done_at: now.toString() })
    const choices = choicesOf(message)
    const event = isNoticeEvent(message.event) ? message.event : null
    if (!isReachable(message, now)) return void (await drop('gone'))
    if (event === null || choices.topicsOff.includes(topicOf(event) ?? '')) return void (await drop('unwanted'))
    if (message.read_at !== null) return void (await drop('read'))
    const quietEnd = ringsAtAnyHour(event) ? null : quietUntil(choices, now)
    if (quietEnd !== null) return void (await set({ next_try_at: quietEnd.toString() }))
    const service = hostOf(message.endpoint ?? '')
    const outage = unreachable.value.find(service, now)
    if (outage !== null) return void (await set({ reason: outage.reason, next_try_at: outage.retryAt.toString() }))
    const answer = await send(tx, { ...message, event }, choices, now)
    if (answer.outcome === 'later' && answer.isUnreachable) unreachable.value.note(service, answer.reason, now)
    else unreachable.value.clear(service)
    const tries = message.tries + 1
    const retryMinutes = RETRY_MINUTES[message.tries]
    if (answer.outcome === 'sent')
      return void (await set({ tries, state: 'sent', reason: null, done_at: now.toString() }))
    if (answer.outcome === 'gone') {
      await tx.deleteFrom('push_subscriptions').where('id', '=', message.subscription_id).execute()
      return void (await drop('gone'))
    }
    if (answer.outcome === 'later' && retryMinutes !== undefined) {
      const next = now.add({ seconds: Math.max(answer.retryAfterSeconds ?? retryMinutes * 60, 1) })
      return void (await set({ tries, reason: answer.reason, next_try_at: next.toString() }))
    }
    log.warn({ message: id, event, reason: answer.reason }, 'a message to a phone was given up')
    await set({ tries, state: 'failed', reason: answer.reason, done_at: now.toString() })
  })
}

function findMessage(tx: Tx, id: number) {
  return tx
    .selectFrom('push_outbox')
    .innerJoin('users', 'users.uid', 'push_outbox.uid')
    .leftJoin('push_subscriptions as phones', 'phones.id', 'push_outbox.subscription_id')
    .leftJoin('push_choices as choices', 'choices.uid', 'push_outbox.uid')
    .leftJoin('drivers', 'drivers.id', 'push_outbox.driver_id')
    .leftJoin('inbox_notices as notices', 'notices.id', 'push_outbox.notice_id')
    .select([
      'push_outbox.event',
      'push_outbox.params',
      'push_outbox.tries',
      'push_outbox.uid',
      'push_outbox.driver_id',
    ])
    .select(['phones.id as subscription_id', 'phones.endpoint', 'phones.p256dh', 'phones.auth', 'phones.public_key'])
    .select(['phones.seen_at', 'users.disabled', 'users.language', 'drivers.language as driver_language'])
    .select([
      'choices.topics_off',
      'choices.quiet_from',
      'choices.quiet_until',
      'choices.with_amounts',
      'notices.read_at',
    ])
    .where('push_outbox.id', '=', id)
    .where('push_outbox.state', '=', 'waiting')
    .forUpdate('push_outbox')
    .skipLocked()
    .executeTakeFirst()
}
type Message = NonNullable<Awaited<ReturnType<typeof findMessage>>>

function choicesOf({ topics_off, quiet_from, quiet_until, with_amounts }: Message): PushChoices {
  if (topics_off === null || quiet_from === null || quiet_until === null) return DEFAULT_CHOICES
  return { topicsOff: topics_off, quietFrom: quiet_from, quietUntil: quiet_until, withAmounts: with_amounts ?? false }
}

/** Whether the browser is still subscribed for this person, and in use. */
function isReachable({ subscription_id, disabled, seen_at }: Message, now: Temporal.Instant): boolean {
  if (subscription_id === null || disabled || seen_at === null) return false
  return Temporal.Instant.compare(seen_at.add({ hours: UNSEEN_DAYS_UNTIL_DROPPED * 24 }), now) > 0
}

async function send(
  tx: Tx,
  { event, ...message }: Message & { event: NoticeEvent },
  { withAmounts }: PushChoices,
  now: Temporal.Instant,
): Promise<PushAnswer> {
  const keys = await findPushKeys(tx)
  // Subscribed with keys that the site no longer has: the browser accepts no message of ours any more.
  if (keys === null || keys.publicKey !== message.public_key) return { outcome: 'gone' }
  const site = siteAddress()
  const language = (message.driver_language ?? message.language) === 'en' ? 'en' : 'pt'
  const company = (await brandIn(language, tx)).name
  const amount = withAmounts ? await amountFor(tx, event, message) : null
  const text = pushText({ event, params: message.params, language, company, amount, site })
  if (text === null) return { outcome: 'never', reason: 'unreadable' }
  const push = {
    endpoint: message.endpoint ?? '',
    keys: { p256dh: message.p256dh ?? '', auth: message.auth ?? '' },
    text,
    ttl: TTL_SECONDS,
    urgency: LOW_URGENCY_EVENTS.has(event) ? ('low' as const) : ('normal' as const),
    topic: createHash('sha256')
      .update(`${message.uid} ${tagOf(event, message.params)}`)
      .digest('base64url')
      .slice(0, 32),
  }
  const subject = site.startsWith('https:') ? site : `mailto:${(await readSender(company, tx)).address}`
  return sendPush(push, { keys, subject, services: env().PUSH_SERVICES }, now)
}

/** The amount of a notice in cents: its own, or what its statement pays. */
async function amountFor(
  tx: Tx,
  event: NoticeEvent,
  { params, driver_id }: Pick<Message, 'params' | 'driver_id'>,
): Promise<number | null> {
  if (event !== 'statement-issued' && event !== 'statement-paid') return amountOf(event, params)
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
