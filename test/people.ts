import { SYSTEM } from '#features/audit/commands.server.ts'
import { createAccount, type Visit } from '#features/accounts/commands.server.ts'

/** For tests: a moment, a password that anybody may have, and people with it. */
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
    { email, displayName: email.split('@')[0] ?? '', role, password, emailVerified: true, driverId },
    SYSTEM,
    start,
  )
}
