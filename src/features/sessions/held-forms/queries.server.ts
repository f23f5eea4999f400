import { db } from '#db/client.server.ts'
import type { SessionOwner } from '#features/sessions/queries.server.ts'
import { hashOfSecret } from '#platform/secret.ts'

/** The page on which a held form of this session was typed, carried out or not; `null` when this session has none. */
export async function backOfHeld(ticket: string, { id }: Pick<SessionOwner, 'id'>): Promise<string | null> {
  const row = await db
    .selectFrom('held_forms')
    .select('back')
    .where('ticket_hash', '=', hashOfSecret(ticket))
    .where('session_id', '=', id)
    .executeTakeFirst()
  return row?.back ?? null
}
