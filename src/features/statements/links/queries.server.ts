import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import type { DB } from '#db/types.ts'
import type { Week } from '#domain/week.ts'
import { hashOfSecret } from '#platform/secret.ts'
import type { LinkedStatement } from './schema.ts'

/**
 * The statement behind a link that is valid now; `null` for one that is wrong, expired, revoked, or of a statement or
 * driver that is gone. The answer does not tell which.
 */
export async function findLinkedStatement(
  token: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<LinkedStatement | null> {
  const row = await on
    .selectFrom('statement_links')
    .innerJoin('settlements', 'settlements.id', 'settlement_id')
    .innerJoin('drivers', 'drivers.id', 'settlements.driver_id')
    .select(['statement_links.id', 'settlements.driver_id', 'settlements.week', 'expires_at'])
    .where('token_hash', '=', hashOfSecret(token))
    .where('revoked_at', 'is', null)
    .where('made_at', '<=', moment(now))
    .where('expires_at', '>', moment(now))
    .where('settlements.state', 'in', ['approved', 'in-batch', 'paid'])
    .where('drivers.removed_at', 'is', null)
    .executeTakeFirst()
  if (!row) return null
  return {
    link: row.id,
    driver: row.driver_id,
    week: row.week as Week,
    until: row.expires_at.toString(),
  }
}
