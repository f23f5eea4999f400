import { z } from 'zod'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Session } from '#features/sessions/queries.server.ts'
import { captchaDemand, isCaptchaDemanded } from '#integrations/identity/captcha.ts'
import type { CaptchaDemand } from '#integrations/identity/client.ts'
import { offersGoogle } from '#integrations/identity/google.ts'
import { identity, isIdentityEmbedded } from '#integrations/identity/identity.ts'
import { hashOfSecret } from '#platform/secret.ts'

const factors = z.array(z.object({ id: z.string(), name: z.string().nullable() }))

type Factor = z.output<typeof factors>[number]
export type WaitingSignIn = { factors: Factor[]; pendingSealed: Buffer }

/** A sign-in that waits for its second factor; `null` when the ticket is unknown or no longer valid. */
export async function findWaiting(ticket: string, now: Temporal.Instant): Promise<WaitingSignIn | null> {
  const row = await db
    .selectFrom('waiting_sign_ins')
    .select(['factors', 'pending_sealed'])
    .where('ticket_hash', '=', hashOfSecret(ticket))
    .where('expires_at', '>', moment(now))
    .executeTakeFirst()
  return row ? { factors: factors.parse(row.factors), pendingSealed: row.pending_sealed } : null
}

/** What the page of a sign-in offers besides e-mail and password, and the captcha that its form must solve first. */
export async function signInWays(): Promise<{ google: boolean; captcha: CaptchaDemand | null }> {
  return { google: offersGoogle(), captcha: await captchaDemand() }
}

/** Whether forms require a captcha: the headers of the same answer must allow the page to load it. */
export function formsWantCaptcha(): boolean {
  return isCaptchaDemanded()
}

/**
 * The apps whose code alone confirms the person: for a session that has shown one, with the embedded identity service
 * (the hosted one accepts no code without a password).
 */
export async function codeWays({ user, withSecondFactor }: Session): Promise<Factor[]> {
  if (!withSecondFactor || !isIdentityEmbedded()) return []
  const person = await identity().lookup({ uid: user.uid })
  return (person?.factors ?? []).map(({ id, name }) => ({ id, name }))
}

/** A sign-in that still waits for its code, for the page that asks for it. Refuses `identity.invalid-multi-factor-session`. */
export async function getWaiting(ticket: string | null, now: Temporal.Instant): Promise<{ factors: Factor[] }> {
  const waiting = ticket ? await findWaiting(ticket, now) : null
  if (!waiting) throw new Refusal('identity.invalid-multi-factor-session')
  return { factors: waiting.factors }
}
