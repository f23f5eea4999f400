import type { Role } from './access.ts'
import { isInFuture } from './clock.ts'

/** Hours that a session lives: unused, and in total (`rulings.md` G; ASVS 7.1.1). */
export const SESSION_HOURS = {
  driver: { idle: 8, absolute: 14 * 24 },
  admin: { idle: 1, absolute: 12 },
} as const satisfies Record<Role, { idle: number; absolute: number }>

/** Most sessions of a person at once; with one more, the oldest ends. */
export const SESSIONS_AT_ONCE = 10

/** Answers the latest end of a session, however much it is used. */
export function sessionLimit(role: Role, signedInAt: Temporal.Instant): Temporal.Instant {
  return signedInAt.add({ hours: SESSION_HOURS[role].absolute })
}

/**
 * Whether a session is over: unused for too long, or too old. It is over at the very moment of its end. A session with
 * a beginning in the future is over too.
 */
export function hasEnded(
  { role, signedInAt, seenAt }: { role: Role; signedInAt: Temporal.Instant; seenAt: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  const idleEnd = seenAt.add({ hours: SESSION_HOURS[role].idle })
  return isInFuture(signedInAt, now) || isReached(idleEnd, now) || isReached(sessionLimit(role, signedInAt), now)
}

function isReached(end: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, end) >= 0
}

/**
 * Answers the seconds to wait after a renewal that did not reach the identity service: 30 after the first failure, then
 * twice as long each time, at most 16 minutes (spec 9). `before` is the wait after the last failure, 0 if there was
 * none.
 */
export function nextBackOff(before: number): number {
  return Math.min(before === 0 ? 30 : before * 2, 960)
}

/** Time before its end from which the next request renews a token (spec 9). */
const RENEW_BEFORE = { minutes: 5 }

/** Time that a session outlives its token when the identity service can't be reached: an outage signs nobody out. */
const GRACE = { minutes: 60 }

/** Whether a session's token is to be renewed now: it is near its end, and no wait after a failure is running. */
export function wantsRenewal(
  { tokenEndsAt, retryAt }: { tokenEndsAt: Temporal.Instant; retryAt: Temporal.Instant | null },
  now: Temporal.Instant,
): boolean {
  return isReached(tokenEndsAt.subtract(RENEW_BEFORE), now) && (retryAt === null || isReached(retryAt, now))
}

/** Whether a token has ended: the session can still read, but the office changes nothing with it. */
export function isStale(tokenEndsAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return tokenEndsAt !== null && isReached(tokenEndsAt, now)
}

/** Whether a token ended so long ago that its session ends too, even if the identity service can't be reached. */
export function isBeyondGrace(tokenEndsAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return tokenEndsAt !== null && isReached(tokenEndsAt.add(GRACE), now)
}

/** Age up to which a sign-in counts as a confirmation of who is there (`rulings.md` G). */
const RECENT = { minutes: 10 }

/** Whether a sign-in is recent enough for sensitive acts: payment release, IBAN, password, e-mail, second factor. */
export function isRecent(signedInAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return !isInFuture(signedInAt, now) && !isReached(signedInAt.add(RECENT), now)
}
