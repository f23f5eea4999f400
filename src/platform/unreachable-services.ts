/** Minutes for which a service that was not reached is left alone. */
const MINUTES = 1

type Rest = { until: Temporal.Instant; reason: string }

/**
 * Remembers by name the services that could not be reached a moment ago, and why. Background work leaves each alone for
 * a minute: a service that hangs takes seconds of every call, which must not hold up work that does not need it.
 */
export class UnreachableServices {
  readonly #rests = new Map<string, Rest>()

  note(service: string, reason: string, now: Temporal.Instant): void {
    this.#rests.set(service, { until: now.add({ minutes: MINUTES }), reason })
  }

  /** Notes that the service answered. */
  clear(service: string): void {
    this.#rests.delete(service)
  }

  /** Answers until when a service is left alone; `null`: it may be called. An entry made while the clock was ahead does not count. */
  find(service: string, now: Temporal.Instant): Rest | null {
    const rest = this.#rests.get(service)
    if (rest === undefined) return null
    const left = now.until(rest.until).total('minutes')
    if (left > 0 && left <= MINUTES) return rest
    this.#rests.delete(service)
    return null
  }
}
