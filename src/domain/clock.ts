/** Clocks that are set right may differ by this. */
const DIFFER = { minutes: 5 }

/**
 * Whether a moment that was written down lies ahead of now: the clock was wrong then and has been set back, or is wrong
 * now. What was begun at such a moment is not young; it has no age.
 */
export function isAhead(at: Temporal.Instant, now: Temporal.Instant): boolean {
  return Temporal.Instant.compare(at, now.add(DIFFER)) > 0
}
