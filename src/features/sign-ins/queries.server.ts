import { z } from 'zod'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { Refusal } from '#domain/refusal.ts'
import { offersGoogle } from '#integrations/identity/google.ts'
import { hashOfSecret } from '#platform/secret.ts'

const factors = z.array(z.object({ id: z.string(), name: z.string().nullable() }))

type Factor = z.output<typeof factors>[number]
export type WaitingSignIn = { factors: Factor[]; pendingSealed: Buffer }

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

/** The ways to sign in that this installation offers beside e-mail and password. */
export function signInWays(): { google: boolean } {
  return { google: offersGoogle() }
}

/** Whether a sign-in still waits for its code, for the page that asks for it. Refuses `identity.invalid-multi-factor-session`. */
export async function getWaiting(ticket: string | null, now: Temporal.Instant): Promise<{ factors: Factor[] }> {
  const waiting = ticket ? await findWaiting(ticket, now) : null
  if (!waiting) throw new Refusal('identity.invalid-multi-factor-session')
  return { factors: waiting.factors }
}
