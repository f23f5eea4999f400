/** Difference that is normal between two machines whose clocks are right. */
const DIFFER = { minutes: 5 }

/**
 * Whether a recorded moment lies in the future: either the clock was wrong when it was recorded and has been set back
 * since, or it is wrong now. Callers must not treat such a record as recent; its age is unknown.
 */
export function isInFuture(at: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(at, now.add(DIFFER)) > 0
}
