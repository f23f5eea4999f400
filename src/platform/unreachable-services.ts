/** How long a service that could not be reached is not called again. */
const OUTAGE_MINUTES = 1

type Outage = { retryAt: Temporal.Instant; reason: string }

/**
 * Remembers by name the services that could not be reached a moment ago, and why. Background work leaves each alone for
 * a minute: a service that hangs takes seconds of every call, which must not hold up work that does not need it.
 */
export class UnreachableServices {
  readonly #outages = new Map<string, Outage>()

  note(service: string, reason: string, now: Temporal.Instant): void {
    this.#outages.set(service, { retryAt: now.add({ minutes: OUTAGE_MINUTES }), reason })
  }

  /** Notes that the service answered. */
  clear(service: string): void {
    this.#outages.delete(service)
  }

  /** Answers when a service may be called again, and why it could not be; `null`: now. An entry made while the clock was ahead does not count. */
  find(service: string, now: Temporal.Instant): Outage | null {
    const outage = this.#outages.get(service)
    if (outage === undefined) return null
    const minutesLeft = now.until(outage.retryAt).total('minutes')
    if (minutesLeft > 0 && minutesLeft <= OUTAGE_MINUTES) return outage
    this.#outages.delete(service)
    return null
  }
}
