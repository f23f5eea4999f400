import { inTransaction } from '#db/client.server.ts'
import { checkPassword } from '#domain/password.ts'
import { Refusal, type RefusalCode } from '#domain/refusal.ts'
import { findReader } from '#features/accounts/queries.server.ts'
import { type Actor, carryOut, type Change } from '#features/audit/commands.server.ts'
import { mailAccountChange } from '#features/mail/account-changes/commands.server.ts'
import { writeMail } from '#features/mail/commands.server.ts'
import { endSessionsOf, saveTokens, ownToken, type Visit, visitorOf } from '#features/sessions/commands.server.ts'
import type { Session } from '#features/sessions/queries.server.ts'
import { type Entrance, signIn } from '#features/sessions/sign-ins/commands.server.ts'
import type { FactorSetup } from '#integrations/identity/client.ts'
import { identity } from '#integrations/identity/identity.ts'
import type { Language } from '#messages/language.ts'

/** Saves the name that others see, and the language of messages. */
export async function savePerson(
  session: Session,
  { displayName, language }: { displayName: string; language: Language },
  visit: Visit,
): Promise<void> {
  const { uid, displayName: before } = session.user
  if (displayName !== before) {
    await identity(visitorOf(visit)).changeSelf(await ownToken(session, visit), { displayName })
  }
  await carryOut({ actor: actorOf(session, visit), action: 'account.change-name', now: visit.now }, async (change) => {
    change.note({ subject: `user:${uid}`, before: { name: before }, after: { name: displayName, language } })
    await change.tx.updateTable('users').set({ display_name: displayName, language }).where('uid', '=', uid).execute()
    await change.tx.updateTable('drivers').set({ language }).where('uid', '=', uid).execute()
    return null
  })
}

/**
 * Mails a link to the new address; the e-mail changes only when somebody follows it. Refuses `account.email-in-use`.
 */
export async function askForEmail(session: Session, newEmail: string, visit: Visit): Promise<void> {
  const { uid, email } = session.user
  const code = await identity(visitorOf(visit))
    .makeActionCode('change-email', email, newEmail)
    .catch(insteadOf('identity.email-already-in-use', 'account.email-in-use'))
  if (code === null) throw new Refusal('identity.user-token-expired')
  await carryOut(
    { actor: actorOf(session, visit), action: 'account.ask-for-email', now: visit.now },
    async (change) => {
      change.note({ subject: `user:${uid}`, after: { email: newEmail } })
      const language = await languageOf(change, uid)
      const link = linkOf('verifyAndChangeEmail', code, language)
      await writeMail(change, {
        template: 'email-change',
        params: { email, newEmail, link },
        recipient: newEmail,
        language,
      })
      return null
    },
  )
}

/**
 * Sets another password after checking the old one: every session ends, and the person is signed in again. Refuses
 * `account.old-password-wrong`, and a password that is too weak.
 */
export async function changePassword(
  session: Session,
  { oldPassword, password }: { oldPassword: string; password: string },
  visit: Visit,
  oldToken: string | null,
): Promise<Entrance> {
  const { uid, email, role } = session.user
  if (role === 'admin') checkPassword(password, { role, email })
  const service = identity(visitorOf(visit))
  const answer = await service
    .signIn({ email, password: oldPassword })
    .catch(insteadOf('identity.invalid-credential', 'account.old-password-wrong'))
  // With a second factor the old password alone gives no token, so set the new one with the service's own right: the
  // session has proved both factors.
  if (answer.outcome === 'signed-in') await service.changeSelf(answer.tokens.idToken, { password })
  else await service.setPassword(uid, password)
  await carryOut(
    { actor: actorOf(session, visit), action: 'account.change-password', now: visit.now },
    async (change) => {
      change.note({ subject: `user:${uid}` })
      await endSessionsOf(change, uid)
      await mailTemplate(change, session, 'password-changed')
      return null
    },
  )
  return signIn({ email, password }, visit, oldToken)
}

/**
 * Makes the secret for an authenticator app, valid for five minutes. Refuses `requires-recent-login`, and
 * `unverified-email` after mailing a link that verifies the e-mail.
 */
export async function startFactor(session: Session, visit: Visit): Promise<FactorSetup> {
  try {
    return await identity(visitorOf(visit)).startFactor(await ownToken(session, visit))
  } catch (error) {
    if (error instanceof Refusal && error.code === 'identity.unverified-email') await mailVerification(session, visit)
    throw error
  }
}

/** Makes the app the person's second factor. Refuses `invalid-verification-code`, `code-expired`. */
export async function confirmFactor(
  session: Session,
  answer: { session: string; code: string; name: string },
  visit: Visit,
): Promise<void> {
  const signedIn = await identity(visitorOf(visit)).confirmFactor(await ownToken(session, visit), answer)
  await saveTokens(session, signedIn, true)
  await carryOut({ actor: actorOf(session, visit), action: 'account.add-factor', now: visit.now }, async (change) => {
    change.note({ subject: `user:${session.user.uid}`, after: { secondFactor: true } })
    await endSessionsOf(change, session.user.uid, session.id)
    await mailTemplate(change, session, 'second-factor-added')
    return null
  })
}

/**
 * Removes one of the signed-in person's second factors, and writes that person a mail about it. Refuses
 * `requires-recent-login`, `multi-factor-info-not-found`.
 */
export async function withdrawFactor(session: Session, factorId: string, visit: Visit): Promise<void> {
  const signedIn = await identity(visitorOf(visit)).withdrawFactor(await ownToken(session, visit), factorId)
  await saveTokens(session, signedIn, signedIn.withSecondFactor)
  await carryOut(
    { actor: actorOf(session, visit), action: 'account.withdraw-factor', now: visit.now },
    async (change) => {
      change.note({
        subject: `user:${session.user.uid}`,
        before: { secondFactor: true },
        after: { secondFactor: false },
      })
      await mailAccountChange(change, session.user.uid, 'factor-removed')
      return null
    },
  )
}

async function mailVerification({ user: { uid, email } }: Session, visit: Visit): Promise<void> {
  const code = await identity(visitorOf(visit)).makeActionCode('verify-email', email)
  if (code === null) return
  await inTransaction(async (tx) => {
    const language = await languageOf({ tx }, uid)
    const params = { email, link: linkOf('verifyEmail', code, language) }
    await writeMail({ tx, now: visit.now }, { template: 'email-verification', params, recipient: email, language })
  })
}

async function mailTemplate(change: Change, { user }: Session, template: 'password-changed' | 'second-factor-added') {
  const { uid, email } = user
  const params = { email, at: change.now.toString() }
  await writeMail(change, { template, params, recipient: email, language: await languageOf(change, uid) })
}

async function languageOf({ tx }: Pick<Change, 'tx'>, uid: string): Promise<Language> {
  return (await findReader({ uid }, tx))?.language ?? 'pt'
}

/**
 * Replaces a refusal of the identity service, whose text tells people to sign in, by one for somebody who is signed
 * in.
 */
function insteadOf(code: RefusalCode, replacement: RefusalCode) {
  return (error: unknown): never => {
    throw error instanceof Refusal && error.code === code ? new Refusal(replacement) : error
  }
}

function linkOf(mode: 'verifyEmail' | 'verifyAndChangeEmail', code: string, language: Language): string {
  return `/auth/action?mode=${mode}&oobCode=${encodeURIComponent(code)}&lang=${language}`
}

function actorOf({ user: { uid, role } }: Session, { address, id }: Visit): Actor {
  return { uid, role, address, requestId: id }
}
