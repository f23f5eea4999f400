import type { Role } from './access.ts'

/** Hours a session lives: without being used, and at all (`rulings.md` G; ASVS 7.1.1). */
export const SESSION_HOURS = {
  driver: { idle: 8, absolute: 14 * 24 },
  admin: { idle: 1, absolute: 12 },
} as const satisfies Record<Role, { idle: number; absolute: number }>

/** Sessions a person may have at once; with one more, the oldest ends. */
export const SESSIONS_AT_ONCE = 10

/** The last moment a session may have, however much it is used. */
export function sessionLimit(role: Role, signedInAt: Temporal.Instant): Temporal.Instant {
  return signedInAt.add({ hours: SESSION_HOURS[role].absolute })
}

/** Whether a session is over: unused for too long, or simply too old. At the very end it is over. */
export function hasEnded(
  { role, signedInAt, seenAt }: { role: Role; signedInAt: Temporal.Instant; seenAt: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  const idleEnd = seenAt.add({ hours: SESSION_HOURS[role].idle })
  return isReached(idleEnd, now) || isReached(sessionLimit(role, signedInAt), now)
}

function isReached(end: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, end) >= 0
}
