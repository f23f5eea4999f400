import { db } from '#db/client.server.ts'
import type { SessionOwner } from '#features/sessions/queries.server.ts'
import { hashOfSecret } from '#platform/secret.ts'

/**
 * The page on which a held form of this session was typed, and whether the form still waits, is done, or waited too
 * long; `null` when this session has none.
 */
export async function findHeld(
  ticket: string,
  { id }: Pick<SessionOwner, 'id'>,
  now: Temporal.Instant,
): Promise<{ back: string; hasFiles: boolean; state: 'waiting' | 'done' | 'late' } | null> {
  const row = await db
    .selectFrom('held_forms')
    .select(['back', 'has_files as hasFiles', 'form_sealed', 'expires_at'])
    .where('ticket_hash', '=', hashOfSecret(ticket))
    .where('session_id', '=', id)
    .executeTakeFirst()
  if (!row) return null
  const isLate = Temporal.Instant.compare(row.expires_at, now) <= 0
  const state = row.form_sealed === null ? 'done' : isLate ? 'late' : 'waiting'
  return { back: row.back, hasFiles: row.hasFiles, state }
}
