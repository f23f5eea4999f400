import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Session } from '#features/sessions/queries.server.ts'
import { visitorOf, type Started, startSession, type Visit } from '#features/sessions/commands.server.ts'
import { countTry, forgetTries, forgetTry } from '#features/sessions/sign-in-tries/commands.server.ts'
import type { SignInAnswer } from '#integrations/identity/signed-in.ts'
import { finishGoogleJourney, type GoogleJourney, beginGoogleJourney } from '#integrations/identity/google.ts'
import { captchaDemand, forgetCaptchaDemand } from '#integrations/identity/captcha.ts'
import { identity, isIdentityEmbedded } from '#integrations/identity/identity.ts'
import { rememberDevice } from '#integrations/identity/known-device.ts'
import { log } from '#platform/log.ts'
import { siteAddress } from '#platform/running.server.ts'
import { seal, unseal } from '#platform/seal.server.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { findWaiting } from './queries.server.ts'

/** The sign-in waits: `ticket` with a code of the person's app gives a session, for ten minutes. */
export type Waiting = { outcome: 'second-factor'; ticket: string }
/** `remember`: what the browser should bring along next time, so that nobody elsewhere can lock it out. */
export type Entrance = (Started | Waiting) & { remember: string | null }

const TICKET_VALID = { minutes: 10 }
/** The codes for a wrong e-mail or password; a hosted project may distinguish them by the last two. */
const WRONG_CREDENTIALS = new Set(['identity.invalid-credential', 'identity.wrong-password', 'identity.user-not-found'])

/**
 * Signs in by e-mail and password: a session under a new id (`oldToken`, the cookie that came along, ends), or a ticket
 * for the second factor. Not one transaction: a refused try stays counted. Refuses what `signIn` of the identity
 * service refuses, and the eleventh wrong try within 15 minutes.
 */
export async function signIn(
  input: { email: string; password: string; captcha?: string | null },
  visit: Visit,
  oldToken: string | null,
): Promise<Entrance> {
  const counted = await countTry(
    input.email,
    { address: visit.address, remembered: visit.remembered ?? null },
    visit.now,
  )
  try {
    const answer = await identity(visitorOf(visit)).signIn(input)
    await forgetTries(counted, visit.now)
    return await enterWith(answer, input.email, visit, oldToken)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.code === 'identity.invalid-recaptcha-token') forgetCaptchaDemand()
    log.info({ id: visit.id, code: error.code }, 'a sign-in was refused')
    if (WRONG_CREDENTIALS.has(error.code)) throw new Refusal('identity.invalid-credential')
    await forgetTry(counted)
    throw error
  }
}

/** Refuses `identity.invalid-recaptcha-token` for a missing one, before anything of a sign-in is used up. */
export async function requireCaptcha(captcha: string | null): Promise<void> {
  if (captcha === null && (await captchaDemand())?.isEnforced) throw new Refusal('identity.invalid-recaptcha-token')
}

/**
 * Google's address for a sign-in, and what to remember until the person returns. Refuses `identity.operation-not-allowed`
 * where Google is not set up.
 */
export function beginGoogleSignIn(): { address: string; journey: GoogleJourney } {
  return beginGoogleJourney(callback())
}

/**
 * Signs in with the answer of Google. Refuses `identity.invalid-credential` for a journey begun in another browser,
 * and what `signInWithGoogle` of the identity service refuses.
 */
export async function signInWithGoogle(
  given: { code: string; state: string },
  journey: GoogleJourney,
  visit: Visit,
  oldToken: string | null,
): Promise<Entrance> {
  const googleIdToken = await finishGoogleJourney(given, journey, callback())
  const answer = await identity(visitorOf(visit)).signInWithGoogle({ googleIdToken, requestUri: siteAddress() })
  return enterWith(answer, '', visit, oldToken)
}

/** The address to which Google sends people back: from the configured address, never from the request's host. */
function callback(): string {
  return `${siteAddress()}/auth/google/callback`
}

/** Turns an answer of the identity service into a session, or a ticket for the second factor. */
async function enterWith(
  answer: SignInAnswer,
  email: string,
  visit: Visit,
  oldToken: string | null,
): Promise<Entrance> {
  // The hosted service gives nothing to remember; tries of its people are counted here all the same.
  const remember = answer.remember ?? (email === '' ? null : rememberDevice(email, visit.now))
  if (answer.outcome === 'signed-in') return { ...(await startSession(answer, visit, oldToken)), remember }
  return { ...(await savePendingSignIn(answer, email, visit.now)), remember }
}

async function savePendingSignIn(
  { pending, factors }: Extract<SignInAnswer, { outcome: 'second-factor' }>,
  email: string,
  now: Temporal.Instant,
): Promise<Waiting> {
  const ticket = newSecret()
  const hash = hashOfSecret(ticket)
  await db.deleteFrom('waiting_sign_ins').where('expires_at', '<=', moment(now)).execute()
  await db
    .insertInto('waiting_sign_ins')
    .values({
      ticket_hash: hash,
      pending_sealed: seal(pending, { purpose: 'waiting sign-in', of: hash }),
      email,
      factors: JSON.stringify(factors.map(({ id, name }) => ({ id, name }))),
      created_at: now.toString(),
      expires_at: now.add(TICKET_VALID).toString(),
    })
    .execute()
  return { outcome: 'second-factor', ticket }
}

/**
 * Does the second step of a sign-in, with a code of the person's app. A wrong one can be tried again as often as the
 * identity service allows. Refuses `identity.invalid-multi-factor-session` (no ticket, or its ten minutes are over),
 * `invalid-verification-code`, `too-many-requests`.
 */
export async function confirmSignIn(
  ticket: string,
  input: { code: string; factorId: string | null },
  visit: Visit,
  oldToken: string | null,
): Promise<Started> {
  const hash = hashOfSecret(ticket)
  const waiting = await findWaiting(ticket, visit.now)
  const pending = waiting && unseal(waiting.pendingSealed, { purpose: 'waiting sign-in', of: hash })
  const factors = waiting?.factors ?? []
  const factorId = factors.find(({ id }) => id === input.factorId)?.id ?? factors[0]?.id
  if (!pending || !factorId) throw new Refusal('identity.invalid-multi-factor-session')

  const answer = await identity(visitorOf(visit)).confirmSecondFactor({ pending, factorId, code: input.code })
  const started = await startSession(answer, visit, oldToken)
  await db.deleteFrom('waiting_sign_ins').where('ticket_hash', '=', hash).execute()
  return started
}

/**
 * Renews the sign-in by a code alone, for a session that showed the second factor before: the session gets a new id.
 * Refuses `identity.operation-not-allowed` where a code alone is not enough (`codeWays`), `invalid-verification-code`,
 * `too-many-requests`.
 */
export async function confirmByCode(
  { user, withSecondFactor }: Session,
  input: { code: string; factorId: string | null },
  visit: Visit,
  oldToken: string | null,
): Promise<Started> {
  if (!withSecondFactor || !isIdentityEmbedded()) throw new Refusal('identity.operation-not-allowed')
  const service = identity(visitorOf(visit))
  const { pending, factors } = await service.askSecondFactor(user.uid)
  const factorId = factors.find(({ id }) => id === input.factorId)?.id ?? factors[0]?.id
  if (!factorId) throw new Refusal('identity.multi-factor-info-not-found')
  return startSession(await service.confirmSecondFactor({ pending, factorId, code: input.code }), visit, oldToken)
}
