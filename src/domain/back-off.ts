/** Shortest and longest pause, in minutes, before a service that did not answer is asked again. */
const [SHORTEST_REST, LONGEST_REST] = [15, 6 * 60]

/**
 * Works out when a service that did not answer is asked again: after 15 minutes, then after twice as long each time, up
 * to six hours; later if the service itself asks for that. `failures` counts the failures before. `own` replaces this
 * pause, in minutes, where asking again helps little because only a person can fix the account.
 */
export function nextTry(
  now: Temporal.Instant,
  { failures, wait, own }: { failures: number; wait: Temporal.Duration | null; own?: number | undefined },
): Temporal.Instant {
  const minutes = own ?? Math.min(LONGEST_REST, SHORTEST_REST * 2 ** Math.min(failures, 10))
  const ours = now.add({ minutes })
  const earliest = wait === null ? ours : now.add({ seconds: Math.ceil(wait.total('seconds')) })
  return Temporal.Instant.compare(earliest, ours) > 0 ? earliest : ours
}
