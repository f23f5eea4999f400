import { sql } from 'kysely'
import { type Actor, type Change, carryOut } from '#features/audit/commands.server.ts'
import { weekName } from '#domain/week.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { type LinkedStatement, LINK_DAYS } from './schema.ts'

/** Makes a new link to a statement and revokes the earlier ones; answers its token, which is shown only now. */
export async function writeStatementLink(change: Change, settlementId: string): Promise<string> {
  // A statement has one link at a time: of two made at the same moment the later one stays.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`statement link ${settlementId}`}, 0))`.execute(change.tx)
  await revokeStatementLinks(change, settlementId)
  const token = newSecret()
  await change.tx
    .insertInto('statement_links')
    .values({
      settlement_id: settlementId,
      token_hash: hashOfSecret(token),
      made_at: change.now.toString(),
      made_by: change.actor.uid,
      expires_at: change.now.add({ hours: 24 * LINK_DAYS }).toString(),
    })
    .execute()
  return token
}

/** Revokes the open links of a statement, and answers how many there were. */
export async function revokeStatementLinks({ tx, now }: Change, settlementId: string): Promise<number> {
  const revoked = await tx
    .updateTable('statement_links')
    .set({ revoked_at: now.toString() })
    .where('settlement_id', '=', settlementId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  return revoked.length
}

/**
 * Records that somebody opened the statement by its link: in its counter, and in the log with the address of the
 * request.
 */
export async function noteLook(
  { link, driver, week }: LinkedStatement,
  { actor, now }: { actor: Actor; now: Temporal.Instant },
): Promise<void> {
  await carryOut({ actor, action: 'statement.open-link', now }, async ({ tx, note }) => {
    await tx
      .updateTable('statement_links')
      .set((row) => ({ looks: row('looks', '+', 1), looked_at: now.toString() }))
      .where('id', '=', link)
      .execute()
    note({ subject: `driver:${driver}`, after: { week: weekName(week) } })
    return null
  })
}
