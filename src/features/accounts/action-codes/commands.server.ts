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
 * Runs before anybody can request a link: refuses `identity.network-request-failed` while a hosted service does not
 * answer, because a request made then would be lost.
 */
export const requireResetService = requireIdentityService

/** Milliseconds to wait before the mail work starts, so that the answer to the request has gone out by then. */
const ANSWER_HEAD_START = 500

/**
 * Mails a link for a new password to the account with this e-mail. Answers before it looks the account up: the work
 * for an existing account would slow the answer down, and so reveal that the account exists. Later errors are only in
 * the log.
 */
export function requestReset(email: string, visit: Visit, language: Language, captcha: string | null = null): void {
  mailReset(email, visit, language, captcha).catch((error: unknown) => {
    const code = error instanceof Refusal ? { code: error.code } : { err: error }
    log.warn({ id: visit.id, ...code }, 'a link for a new password was not mailed')
  })
}

/**
 * The embedded service limits these mails and sends them through our outbox. For a hosted service we make the code
 * and mail it ourselves when its credentials allow that; otherwise the service mails.
 */
async function mailReset(email: string, visit: Visit, language: Language, captcha: string | null): Promise<void> {
  await pause(ANSWER_HEAD_START)
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
 * Sets a new password with the code of a link. Every session of the person ends, and a mail informs them. Refuses
 * what `resetPassword` of the identity service refuses; if it refuses the password, the link stays valid.
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
    const changedEmail = kind === 'verify-email' ? null : newEmail
    change.note({
      subject: `user:${uid}`,
      ...(changedEmail ? { before: { email }, after: { email: changedEmail } } : {}),
    })
    // Sessions are ended here too: the identity service counts in seconds, and a sign-in of the same second would
    // outlive the change.
    if (kind !== 'verify-email') await endSessionsOf(change, uid)
    if (isIdentityEmbedded()) return null
    const values = changedEmail ? { email: changedEmail } : { email_verified: true }
    await change.tx.updateTable('users').set(values).where('uid', '=', uid).execute()
    // The embedded service itself informs the old address, with a link to undo the change.
    const message = { template: 'email-changed', recipient: person.email, language: person.language } as const
    if (kind === 'change-email' && changedEmail)
      await writeMail(change, { ...message, params: { newEmail: changedEmail } })
    return null
  })
}

function asPerson(uid: string, { address, id }: Visit): Actor {
  return { uid, role: 'anonymous', address, requestId: id }
}
