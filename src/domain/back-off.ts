/** The shortest and the longest time, in minutes, after which a service is asked again that did not answer. */
const [SHORTEST_REST, LONGEST_REST] = [15, 6 * 60]

/**
 * When a service that did not answer is asked again: after 15 minutes, then after twice as long each time, up to six hours; later where the
 * service itself asks for that. `failures` is how often it did not answer before. `own` is given instead, in minutes, where asking again
 * helps little because only a person can mend the account.
 */
export function nextTry(
  now: Temporal.Instant,
  { failures, wait, own }: { failures: number; wait: Temporal.Duration | null; own?: number | undefined },
): Temporal.Instant {
  const minutes = own ?? Math.min(LONGEST_REST, SHORTEST_REST * 2 ** Math.min(failures, 10))
  const ours = now.add({ minutes })
  const asked = wait === null ? ours : now.add({ seconds: Math.ceil(wait.total('seconds')) })
  return Temporal.Instant.compare(asked, ours) > 0 ? asked : ours
}
