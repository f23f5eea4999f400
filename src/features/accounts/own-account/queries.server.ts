import { findReader } from '#features/accounts/queries.server.ts'
import { listEvents } from '#features/audit/queries.server.ts'
import type { AuditEvent } from '#features/audit/schema.ts'
import { listPasskeys } from '#features/sessions/passkeys/queries.server.ts'
import type { PasskeyInList } from '#features/sessions/passkeys/schema.ts'
import { listSessions, type Session } from '#features/sessions/queries.server.ts'
import type { SessionInList } from '#features/sessions/schema.ts'
import { type Visit, visitorOf } from '#features/sessions/commands.server.ts'
import { captchaDemand } from '#integrations/identity/captcha.ts'
import { identity } from '#integrations/identity/identity.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Language } from '#messages/language.ts'

export type OwnAccount = {
  email: string
  emailVerified: boolean
  /**
   * Whether the password can be changed only by a link, because the identity service requires a solved reCAPTCHA to
   * check the old one.
   */
  passwordByLink: boolean
  name: string
  language: Language
  /** `null` while the identity service can't be asked. */
  factors: { id: string; name: string | null; at: string | null }[] | null
  passkeys: PasskeyInList[]
  sessions: SessionInList[]
  /** Id of the session that this page was requested with, one of `sessions`. */
  current: string
  events: AuditEvent[]
}

/** Everything that a person sees about their own account. */
export async function getOwnAccount(session: Session, visit: Visit): Promise<OwnAccount> {
  const { user, emailVerified, id: current } = session
  const { uid, email } = user
  const [reader, factors, passkeys, sessions, events, captcha] = await Promise.all([
    findReader({ uid }),
    listFactors(session, visit),
    listPasskeys(uid),
    listSessions(uid, visit.now),
    listEvents(`user:${uid}`),
    captchaDemand(),
  ])
  return {
    email,
    emailVerified,
    passwordByLink: captcha?.isEnforced ?? false,
    name: user.displayName ?? '',
    language: reader?.language ?? 'pt',
    factors,
    passkeys,
    sessions,
    current,
    events,
  }
}

/** The apps that give codes for the account, or `null` while the identity service can't be asked. */
export async function listFactors({ user }: Session, visit: Visit): Promise<OwnAccount['factors']> {
  try {
    const person = await identity({ ...visitorOf(visit), device: 'brief' }).lookup({ uid: user.uid })
    return (person?.factors ?? []).map(({ id, name, enrolledAt }) => ({ id, name, at: enrolledAt?.toString() ?? null }))
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return null
  }
}
