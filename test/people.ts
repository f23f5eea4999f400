import { db } from '#db/client.server.ts'
import { SYSTEM } from '#features/audit/commands.server.ts'
import { createAccount } from '#features/accounts/commands.server.ts'
import { confirmFactor, startFactor } from '#features/accounts/own-account/commands.server.ts'
import type { Started, Visit } from '#features/sessions/commands.server.ts'
import type { Session } from '#features/sessions/queries.server.ts'
import { type Entrance, signIn } from '#features/sessions/sign-ins/commands.server.ts'
import { codeAt } from '#integrations/identity/embedded/totp.ts'

/** A moment for tests; below, a password that everybody here has, and people with it. */
export const start = Temporal.Instant.from('2026-06-01T08:00:00Z')
export const password = 'rua azul 12345'

export function visit(change: Partial<Visit> = {}): Visit {
  return { id: 'request-1', address: '192.0.2.1', userAgent: 'Test', now: start, ...change }
}

export function anAccount(
  email: string,
  role: 'driver' | 'admin' = 'driver',
  driverId: string | null = null,
): Promise<string> {
  return createAccount(
    {
      email,
      displayName: email.split('@')[0] ?? '',
      role,
      password,
      emailVerified: true,
      driverId,
      scopes: role === 'admin' ? ['owner'] : [],
    },
    SYSTEM,
    start,
  )
}

/** Signs in a person without a second factor. */
export function signInAs(email: string, at: Visit = visit(), oldToken: string | null = null): Promise<Started> {
  return started(signIn({ email, password }, at, oldToken))
}

/** Connects an authenticator app to a signed-in person; answers its secret. The embedded service has a clock of its own. */
export async function connectAuthenticator(session: Session): Promise<string> {
  const at = visit({ now: Temporal.Now.instant() })
  const { secret, session: setup } = await startFactor(session, at)
  await confirmFactor(session, { session: setup, code: codeAt(secret, at.now), name: 'telemóvel' }, at)
  return secret
}

/** A code that the app shows now, valid although the code of this half minute was used. */
export async function freshCode(secret: string): Promise<string> {
  await db.updateTable('identity_factors').set({ last_counter: 0 }).execute()
  return codeAt(secret, Temporal.Now.instant())
}

/** Starts the session of an entrance that asks for no second factor. */
export async function started(entering: Promise<Entrance>): Promise<Started> {
  const entrance = await entering
  if (entrance.outcome !== 'signed-in') throw new Error('This person has a second factor.')
  return entrance
}
