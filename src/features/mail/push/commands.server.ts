import { sql } from 'kysely'
import { type Tx, db, inTransaction } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { sealFor } from '#db/sealed-columns.server.ts'
import type { Role } from '#domain/access.ts'
import { deviceName } from '#domain/device.ts'
import type { NoticeEvent } from '#domain/notice.ts'
import { PUSH_TOPICS, topicOf } from '#domain/push.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { areReaderKeys } from '#integrations/push/encryption.ts'
import { pushServiceOf } from '#integrations/push/services.ts'
import { type PushKeys, newPushKeys } from '#integrations/push/vapid.ts'
import { env } from '#platform/env.server.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { findPushKeys, readPushChoices, joinSubscribers } from './queries.server.ts'
import { type PushChoicesInput, type PushSubscription, MAX_SUBSCRIPTIONS } from './schema.ts'

/** The keys that sign the site's pushes, made when first needed; two callers at the same moment get the same keys. */
export async function pushKeys(): Promise<PushKeys> {
  const known = await findPushKeys()
  if (known) return known
  const { publicKey, privateKey } = newPushKeys()
  return inTransaction(async (tx) => {
    await tx
      .insertInto('push_keys')
      .values({
        public_key: publicKey,
        private_key: sealFor('push_keys.private_key', '1', privateKey),
        made_at: Temporal.Now.instant().toString(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    return (await findPushKeys(tx)) ?? { publicKey, privateKey }
  })
}

/**
 * Subscribes this browser; its earlier subscription ends. Answers the mark for its cookie. Refuses `push.service` for an unknown
 * push service, `push.not-asked` for invalid keys, and `push.taken` for somebody else's browser.
 */
export async function addSubscription(
  change: Change,
  { uid, sessionId, userAgent }: { uid: string; sessionId: string; userAgent: string },
  { endpoint, keys }: PushSubscription,
): Promise<string> {
  checkReader({ endpoint, keys })
  const { publicKey } = await pushKeys()
  const { tx, now } = change
  const device = deviceName(userAgent) ?? '?'
  const mark = newSecret()
  // Lock the person's row, so that two subscriptions at once cannot exceed the limit.
  await tx.selectFrom('users').select('uid').where('uid', '=', uid).forUpdate().execute()
  await tx
    .deleteFrom('push_subscriptions')
    .where('uid', '=', uid)
    .where((is) => is.or([is('session_id', '=', sessionId), is('endpoint', '=', endpoint)]))
    .execute()
  const inserted = await tx
    .insertInto('push_subscriptions')
    .values({
      uid,
      session_id: sessionId,
      mark_hash: hashOfSecret(mark),
      endpoint,
      ...keys,
      public_key: publicKey,
      device,
      created_at: now.toString(),
      seen_at: now.toString(),
    })
    .onConflict((conflict) => conflict.column('endpoint').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!inserted) throw new Refusal('push.taken')
  const newest = tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('uid', '=', uid)
    .orderBy('created_at', 'desc')
    .limit(MAX_SUBSCRIPTIONS)
  await tx.deleteFrom('push_subscriptions').where('uid', '=', uid).where('id', 'not in', newest).execute()
  change.note({ subject: `user:${uid}`, after: { push: device } })
  return mark
}

/**
 * Stores a new address or new keys that a subscribed browser gave its subscription by itself. Only that browser knows its `mark`. Does
 * nothing where the subscription has ended. Refuses what `addSubscription` refuses.
 */
export async function renewSubscription(
  change: Change,
  mark: string,
  { endpoint, keys }: PushSubscription,
): Promise<void> {
  checkReader({ endpoint, keys })
  const { tx } = change
  const hash = hashOfSecret(mark)
  const otherBrowser = await tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('endpoint', '=', endpoint)
    .where('mark_hash', '<>', hash)
    .executeTakeFirst()
  if (otherBrowser) throw new Refusal('push.taken')
  const renewed = await tx
    .updateTable('push_subscriptions')
    .set({ endpoint, ...keys, public_key: (await pushKeys()).publicKey })
    .where('mark_hash', '=', hash)
    .returning(['uid', 'device'])
    .executeTakeFirst()
  if (renewed) change.note({ subject: `user:${renewed.uid}`, after: { push: renewed.device } })
}

function checkReader({ endpoint, keys }: PushSubscription): void {
  if (pushServiceOf(endpoint, env().PUSH_SERVICES) === null)
    throw new Refusal('push.service', { host: URL.parse(endpoint)?.hostname ?? endpoint })
  if (!areReaderKeys(keys)) throw new Refusal('push.not-asked')
}

/** Ends the subscription of one of the person's own browsers. Refuses `record.not-found`. */
export async function removeSubscription(change: Change, uid: string, id: string): Promise<void> {
  const removed = await change.tx
    .deleteFrom('push_subscriptions')
    .where('id', '=', id)
    .where('uid', '=', uid)
    .returning('device')
    .executeTakeFirst()
  if (!removed) throw new Refusal('record.not-found')
  change.note({ subject: `user:${uid}`, before: { push: removed.device } })
}

/** Saves how a person wants to be notified on phones; topics that are not of their role stay as they are. */
export async function savePushChoices(
  { tx, now, note }: Change,
  { uid, role }: { uid: string; role: Role },
  { topics, quietFrom, quietUntil, amounts }: PushChoicesInput,
): Promise<void> {
  const before = await readPushChoices(uid, tx)
  const own: readonly string[] = PUSH_TOPICS[role]
  const turnedOff = [
    ...before.topicsOff.filter((topic) => !own.includes(topic)),
    ...PUSH_TOPICS[role].filter((topic) => !topics.includes(topic)),
  ]
  const chosen = {
    topics_off: turnedOff,
    quiet_from: quietFrom,
    quiet_until: quietUntil,
    with_amounts: amounts,
    changed_at: now.toString(),
  }
  await tx
    .insertInto('push_choices')
    .values({ uid, ...chosen })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet(chosen))
    .execute()
  const settingsFact = (topicsOff: readonly string[], from: number, until: number, withAmounts: boolean) => ({
    pushOff: topicsOff.toSorted().join(', '),
    quiet: `${from}–${until}`,
    pushAmounts: withAmounts,
  })
  note({
    subject: `user:${uid}`,
    before: settingsFact(before.topicsOff, before.quietFrom, before.quietUntil, before.withAmounts),
    after: settingsFact(turnedOff, quietFrom, quietUntil, amounts),
  })
}

/**
 * A person signs in with a browser that has this cookie: their own subscription moves into the new session; anybody else's ends,
 * as another person now holds the phone.
 */
export async function moveSubscription(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  { mark, uid, sessionId }: { mark: string; uid: string; sessionId: string },
): Promise<void> {
  const hash = hashOfSecret(mark)
  await tx.deleteFrom('push_subscriptions').where('mark_hash', '=', hash).where('uid', '<>', uid).execute()
  await tx
    .updateTable('push_subscriptions')
    .set({ session_id: sessionId, seen_at: now.toString() })
    .where('mark_hash', '=', hash)
    .execute()
}

/** Ends the subscriptions of these sessions. */
export async function endSubscriptions({ tx }: { tx: Tx }, sessionIds: readonly string[]): Promise<void> {
  if (sessionIds.length === 0) return
  await tx
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sql<string>`any(${[...sessionIds]}::uuid[])`)
    .execute()
}

/** Ends every subscription of a person, also of sessions that expired by themselves; that of session `exceptId` stays. */
export async function endSubscriptionsOf(
  { tx }: { tx: Tx },
  uid: string,
  exceptId: string | null = null,
): Promise<void> {
  const deletion = tx.deleteFrom('push_subscriptions').where('uid', '=', uid)
  await (exceptId === null ? deletion : deletion.where('session_id', '<>', exceptId)).execute()
}

type PushNotice = { event: NoticeEvent; params: string }

/** The params of a message to a driver, and the notice with the same content in their area. */
export type DriverMessage = { id: string; params: string; notice: number | null }

/**
 * Orders a message to each browser of drivers who want this event on a phone, unless the office has turned it off, in the
 * transaction of the change.
 */
export async function pushToDrivers(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  event: NoticeEvent,
  drivers: readonly DriverMessage[],
): Promise<void> {
  const topic = topicOf(event)
  if (topic === null || drivers.length === 0) return
  await sql`
    insert into push_outbox (subscription_id, uid, driver_id, notice_id, event, params, device, created_at, next_try_at)
    select phones.id, phones.uid, drivers.id, addressed.notice, ${event}, addressed.params, phones.device, ${moment(now)}, ${moment(now)}
    from unnest(${drivers.map(({ id }) => id)}::uuid[], ${drivers.map(({ notice }) => notice)}::bigint[],
        ${drivers.map(({ params }) => params)}::jsonb[]) as addressed (id, notice, params)
      join drivers on drivers.id = addressed.id
      ${joinSubscribers(event, topic, sql`drivers.uid`)}`.execute(tx)
}

/** Orders a message to each browser of everybody in the office, or of one person. */
export async function pushToOffice(
  { tx, now }: Pick<Change, 'tx' | 'now'>,
  { event, params }: PushNotice,
  uid: string | null = null,
): Promise<void> {
  const topic = topicOf(event)
  if (topic === null) return
  await sql`
    insert into push_outbox (subscription_id, uid, event, params, device, created_at, next_try_at)
    select phones.id, phones.uid, ${event}, ${params}::jsonb, phones.device, ${moment(now)}, ${moment(now)}
    from users office ${joinSubscribers(event, topic, sql`office.uid`)}
    where office.role = 'admin' and ${uid === null ? sql`true` : sql`office.uid = ${uid}`}`.execute(tx)
}

/** Hours after which the next try of a waiting message lies further away than any pause or night. */
const MAX_WAIT_HOURS = 25

/** Orders messages again that lost their job: written while the clock was ahead, or long past. */
export async function orderStuckPushesAgain(now: Temporal.Instant): Promise<void> {
  await db
    .updateTable('push_outbox')
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

/** Tries the given-up messages of an event again now, counting their tries from zero. Answers how many. */
export async function retryPushes({ tx, now, note }: Change, event: NoticeEvent): Promise<number> {
  const retried = await tx
    .updateTable('push_outbox')
    .set({ state: 'waiting', tries: 0, reason: null, done_at: null, next_try_at: now.toString() })
    .where('event', '=', event)
    .where('state', '=', 'failed')
    .returning('id')
    .execute()
  if (retried.length > 0) note({ subject: 'mail', after: { sent: retried.length } })
  return retried.length
}
