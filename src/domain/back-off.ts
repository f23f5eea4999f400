/** Minutes after a run that came to no end; each further one waits twice as long, up to the longest. */
const [SHORTEST_REST, LONGEST_REST] = [15, 6 * 60]

/**
 * When a service is asked again that did not answer: after 15 minutes, each time twice as long, up to six hours; later where it asks for
 * that itself. `failures` is how often it did not before; `own` is the rest in minutes of an account that only a person can mend.
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
