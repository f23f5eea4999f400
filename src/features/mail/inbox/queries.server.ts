import { lastOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import type { Week } from '#domain/week.ts'
import { type Notice, noticeFacts } from './schema.ts'

/** The driver's notices, newest first whatever the order they were written in, and where the next page begins. */
export async function listNotices(
  driver: OwnDriverId,
  { limit, before }: { limit: number; before: number | null },
  on: Kysely<DB> = db,
): Promise<{ notices: Notice[]; older: number | null }> {
  const ownNotices = on
    .selectFrom('inbox_notices')
    .selectAll()
    .where('driver_id', '=', driver)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1)
  const isOlder = sql<boolean>`(created_at, id) < (
    select created_at, id from inbox_notices where id = ${before} and driver_id = ${driver}
  )`
  const rows = await (before === null ? ownNotices : ownNotices.where(isOlder)).execute()
  const notices = rows.slice(0, limit).map(({ id, kind, params, created_at, read_at }) => ({
    id,
    at: created_at.toString(),
    isRead: read_at !== null,
    facts: noticeFacts.parse({ ...Object(params), kind }),
  }))
  return { notices, older: rows.length > limit ? lastOf(notices).id : null }
}

/** Number of unread notices. Those written before the driver had an account are old news, and do not count. */
export async function countUnread(driver: OwnDriverId, on: Kysely<DB> = db): Promise<number> {
  const { count } = await on
    .selectFrom('inbox_notices')
    .innerJoin('drivers', 'drivers.id', 'driver_id')
    .leftJoin('users', 'users.uid', 'drivers.uid')
    .select(sql<number>`count(*)`.as('count'))
    .where('driver_id', '=', driver)
    .where('read_at', 'is', null)
    .where((is) =>
      is.or([is('users.created_at', 'is', null), is('inbox_notices.created_at', '>=', is.ref('users.created_at'))]),
    )
    .executeTakeFirstOrThrow()
  return count
}

/**
 * By driver, the moment at which the newest notice of the week's statement was read, as text; `null` while it is
 * unread.
 */
export async function listStatementNotices(week: Week, on: Kysely<DB> = db): Promise<Map<string, string | null>> {
  const rows = await on
    .selectFrom('inbox_notices')
    .distinctOn('driver_id')
    .select(['driver_id', 'read_at'])
    .where('kind', '=', 'statement-issued')
    .where(sql<boolean>`params ->> 'week' = ${week}`)
    .orderBy('driver_id')
    .orderBy('id', 'desc')
    .execute()
  return new Map(rows.map(({ driver_id, read_at }) => [driver_id, read_at?.toString() ?? null]))
}
