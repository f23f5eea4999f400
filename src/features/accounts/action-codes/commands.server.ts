import { setTimeout as pause } from 'node:timers/promises'
import { inTransaction } from '#db/client.server.ts'
import { Refusal } from '#domain/refusal.ts'
import { type Actor, carryOut } from '#features/audit/commands.server.ts'
import { restartScopeWait } from '#features/accounts/commands.server.ts'
import { findReader } from '#features/accounts/queries.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { endSessionsOf, type Visit, visitorOf } from '#features/sessions/commands.server.ts'
import { requireIdentityService } from '#integrations/identity/captcha.ts'
import { identity, isIdentityEmbedded } from '#integrations/identity/identity.ts'
import type { Language } from '#messages/language.ts'
import { log } from '#platform/log.ts'
import { getAction } from './queries.server.ts'

/**
 * Runs before any link is asked for: refuses `identity.network-request-failed` while a hosted service does not answer,
 * because a request made then would be lost.
 */
export const requireResetService = requireIdentityService

/** Milliseconds after which the answer to a request for a link has gone out. */
const ANSWERED_WITHIN = 500

/**
 * Mails a link for a new password to whoever has this e-mail. Answers at once, and looks later whether there is an
 * account: the work for one that exists would slow the answer down, and so tell that it exists. Later errors are only in
 * the log.
 */
export function requestReset(email: string, visit: Visit, language: Language, captcha: string | null = null): void {
  mailReset(email, visit, language, captcha).catch((error: unknown) => {
    const code = error instanceof Refusal ? { code: error.code } : { err: error }
    log.warn({ id: visit.id, ...code }, 'a link for a new password was not mailed')
  })
}

/**
 * The embedded service mails, and limits, through our own mail room; for a hosted one we make the code and mail it
 * ourselves when we have the right.
 */
async function mailReset(email: string, visit: Visit, language: Language, captcha: string | null): Promise<void> {
  await pause(ANSWERED_WITHIN)
  const service = identity(visitorOf(visit))
  if (isIdentityEmbedded()) return service.mailResetLink({ email, language })
  try {
    const code = await service.makeActionCode('reset-password', email)
    if (code === null) return
    const link = `/auth/action?mode=resetPassword&oobCode=${encodeURIComponent(code)}&lang=${language}`
    const message = { template: 'password-reset', params: { email, link }, recipient: email, language } as const
    await inTransaction((tx) => writeMail({ tx, now: visit.now }, message))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'identity.service-account-missing') throw error
    await service.mailResetLink({ email, language, captcha })
  }
}

/**
 * Sets the password of a link; every session of the person ends, and they are told by mail. Refuses what
 * `resetPassword` of the identity service refuses; when it refuses the password, the link stays good.
 */
export async function resetByCode(code: string, password: string, visit: Visit): Promise<void> {
  const email = await identity(visitorOf(visit)).resetPassword(code, password)
  const person = email ? await findReader({ email }) : null
  if (!person) return
  const { uid } = person
  await carryOut({ actor: asPerson(uid, visit), action: 'account.set-password', now: visit.now }, async (change) => {
    change.note({ subject: `user:${uid}` })
    await restartScopeWait(change, uid)
    await endSessionsOf(change, uid)
    const params = { email: person.email, at: visit.now.toString() }
    await writeMail(change, {
      template: 'password-changed',
      params,
      recipient: person.email,
      language: person.language,
    })
    return null
  })
}

/**
 * Verifies an e-mail, changes it, or changes it back; another e-mail ends every session of the person. Refuses a bad
 * code, and `email-already-in-use`.
 */
export async function applyCode(code: string, visit: Visit): Promise<void> {
  const { kind, email, newEmail } = await getAction(code)
  const person = email ? await findReader({ email }) : null
  await identity(visitorOf(visit)).applyActionCode(code)
  if (!person) return
  const { uid } = person
  const action = kind === 'verify-email' ? 'account.verify-email' : 'account.change-email'
  await carryOut({ actor: asPerson(uid, visit), action, now: visit.now }, async (change) => {
    const becomes = kind === 'verify-email' ? null : newEmail
    change.note({ subject: `user:${uid}`, ...(becomes ? { before: { email }, after: { email: becomes } } : {}) })
    // Sessions are ended here too: the identity service counts in seconds, and a sign-in of the same second would
    // outlive the change.
    if (kind !== 'verify-email') await endSessionsOf(change, uid)
    if (isIdentityEmbedded()) return null
    const values = becomes ? { email: becomes } : { email_verified: true }
    await change.tx.updateTable('users').set(values).where('uid', '=', uid).execute()
    // The embedded service tells the old address itself, with a way back.
    const message = { template: 'email-changed', recipient: person.email, language: person.language } as const
    if (kind === 'change-email' && becomes) await writeMail(change, { ...message, params: { newEmail: becomes } })
    return null
  })
}

function asPerson(uid: string, { address, id }: Visit): Actor {
  return { uid, role: 'anonymous', address, requestId: id }
}
