import type { Role } from './access.ts'
import { isAhead } from './clock.ts'

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

/** Whether a session is over: unused for too long, or simply too old. At the very end it is over. So is one begun ahead of the clock. */
export function hasEnded(
  { role, signedInAt, seenAt }: { role: Role; signedInAt: Temporal.Instant; seenAt: Temporal.Instant },
  now: Temporal.Instant,
): boolean {
  const idleEnd = seenAt.add({ hours: SESSION_HOURS[role].idle })
  return isAhead(signedInAt, now) || isReached(idleEnd, now) || isReached(sessionLimit(role, signedInAt), now)
}

function isReached(end: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(now, end) >= 0
}

/**
 * Seconds to wait after a renewal that did not reach the identity service: 30 after the first, twice as long each time,
 * at most 16 minutes (spec 9). `before` is the wait of the last failure, 0 when there was none.
 */
export function nextBackOff(before: number): number {
  return Math.min(before === 0 ? 30 : before * 2, 960)
}

/** A token is renewed by the first request that comes less than this before its end (spec 9). */
const RENEW_BEFORE = { minutes: 5 }

/** A session outlives its token by this when the identity service is out of reach: an outage throws nobody out. */
const GRACE = { minutes: 60 }

/** Whether a session's token is to be renewed now: near its end, and no failure is being waited out. */
export function wantsRenewal(
  { tokenEndsAt, retryAt }: { tokenEndsAt: Temporal.Instant; retryAt: Temporal.Instant | null },
  now: Temporal.Instant,
): boolean {
  return isReached(tokenEndsAt.subtract(RENEW_BEFORE), now) && (retryAt === null || isReached(retryAt, now))
}

/** Whether a token has ended: the session goes on for reading, and the office changes nothing with it. */
export function isStale(tokenEndsAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return tokenEndsAt !== null && isReached(tokenEndsAt, now)
}

/** Whether a token ended so long ago that its session ends too, whoever could not be reached. */
export function isBeyondGrace(tokenEndsAt: Temporal.Instant | null, now: Temporal.Instant): boolean {
  return tokenEndsAt !== null && isReached(tokenEndsAt.add(GRACE), now)
}

/** A sign-in this fresh stands for a confirmation of who is there (`rulings.md` G). */
const RECENT = { minutes: 10 }

/** Whether a sign-in is fresh enough for what is delicate: payment release, IBAN, password, e-mail, second factor. */
export function isRecent(signedInAt: Temporal.Instant, now: Temporal.Instant): boolean {
  return !isAhead(signedInAt, now) && !isReached(signedInAt.add(RECENT), now)
}
