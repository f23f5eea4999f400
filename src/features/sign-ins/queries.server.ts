import { z } from 'zod'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { hashOfSecret } from '#platform/secret.ts'

const factors = z.array(z.object({ id: z.string(), name: z.string().nullable() }))

export type WaitingSignIn = { factors: z.output<typeof factors>; pendingSealed: Buffer }

/** A sign-in that waits for its second factor, or `null` when the ticket is worth nothing (any more). */
export async function findWaiting(ticket: string, now: Temporal.Instant): Promise<WaitingSignIn | null> {
  const row = await db
    .selectFrom('waiting_sign_ins')
    .select(['factors', 'pending_sealed'])
    .where('ticket_hash', '=', hashOfSecret(ticket))
    .where('expires_at', '>', moment(now))
    .executeTakeFirst()
  return row ? { factors: factors.parse(row.factors), pendingSealed: row.pending_sealed } : null
}
