import { type Kysely, type RawBuilder, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import { listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import type { NoticeEvent } from '#domain/notice.ts'
import { type PushChoices, DEFAULT_CHOICES, topicOf } from '#domain/push.ts'
import { type PushKeys, pushKeysOf } from '#integrations/push/vapid.ts'
import { env } from '#platform/env.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import { PUSH_STATES, type PushInList, type SubscriptionInList } from './schema.ts'

/**
 * The keys that sign the site's pushes: those of the environment, else those made here; `null` while none were needed.
 */
export async function findPushKeys(on: Kysely<DB> = db): Promise<PushKeys | null> {
  const { VAPID_PRIVATE_KEY } = env()
  if (VAPID_PRIVATE_KEY !== undefined) return pushKeysOf(VAPID_PRIVATE_KEY)
  const row = await on.selectFrom('push_keys').select(['public_key', 'private_key']).executeTakeFirst()
  return row ? { publicKey: row.public_key, privateKey: openOf('push_keys.private_key', '1', row.private_key) } : null
}

/**
 * The browsers in which a person subscribed to notices, oldest first. `mark`: from the cookie of the present browser.
 */
export async function listSubscriptions(
  uid: string,
  mark: string | null,
  on: Kysely<DB> = db,
): Promise<SubscriptionInList[]> {
  const rows = await on
    .selectFrom('push_subscriptions')
    .select(['id', 'device', 'created_at', 'seen_at', 'mark_hash'])
    .where('uid', '=', uid)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const ownHash = mark === null ? null : hashOfSecret(mark)
  return rows.map(({ id, device, created_at, seen_at, mark_hash }) => ({
    id,
    device,
    at: created_at.toString(),
    seenAt: seen_at.toString(),
    isHere: ownHash?.equals(mark_hash) ?? false,
  }))
}

/** A person's choices for notices on a phone. */
export async function readPushChoices(uid: string, on: Kysely<DB> = db): Promise<PushChoices> {
  const row = await on
    .selectFrom('push_choices')
    .select(['topics_off as topicsOff', 'quiet_from as quietFrom'])
    .select(['quiet_until as quietUntil', 'with_amounts as withAmounts'])
    .where('uid', '=', uid)
    .executeTakeFirst()
  return row ?? DEFAULT_CHOICES
}

/** The phone messages of notices, by notice. */
export async function pushesOf(notices: readonly number[], on: Kysely<DB> = db): Promise<Map<number, PushInList[]>> {
  const rows = await on
    .selectFrom('push_outbox')
    .select(['id', 'notice_id', 'device', 'state', 'reason'])
    .select(sql<Temporal.Instant>`coalesce(done_at, next_try_at)`.as('at'))
    .where('notice_id', '=', sql<number>`any(${[...notices]}::bigint[])`)
    .orderBy('id')
    .execute()
  const known = rows.map(({ notice_id, at, ...row }) => ({
    notice: notice_id,
    push: { ...row, state: PUSH_STATES.find((pushState) => pushState === row.state) ?? 'waiting', at: at.toString() },
  }))
  return new Map(
    [...Map.groupBy(known, ({ notice }) => notice ?? 0)].map(([id, all]) => [id, all.map(({ push }) => push)]),
  )
}

/** Joins the browsers of a person that want an event. */
export const joinSubscribers = (event: NoticeEvent, topic: string, uid: RawBuilder<unknown>) => sql`
  join push_subscriptions phones on phones.uid = ${uid}
  join users reader on reader.uid = phones.uid and not reader.disabled
  left join push_choices chosen on chosen.uid = phones.uid
  join (select 1 where not exists (select from notice_rules where event = ${event} and channel = 'push')) told_by_push
    on not ${topic} = any(coalesce(chosen.topics_off, '{}'))`

/** The drivers among these on whose phones an event rings now, as one of several questions. */
export const phonesThatRing = (ids: readonly string[], event: NoticeEvent) => {
  const topic = topicOf(event)
  return listQuestion(
    () =>
      topic === null
        ? sql`(select null::uuid as id where false)`
        : sql`(select distinct drivers.id from drivers ${joinSubscribers(event, topic, sql`drivers.uid`)}
            where drivers.id = any(${[...ids]}::uuid[]))`,
    (rows: { id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id)),
  )
}
