/** Minutes for which a service that was not reached is left alone. */
const MINUTES = 1

type Rest = { until: Temporal.Instant; reason: string }

/**
 * Services that were not reached a moment ago, by name, and what it was. Work without a reader leaves each alone for a minute: a service
 * that hangs takes seconds of every question, and what waits for it must not hold up the work that has nothing to do with it.
 */
export class LeftAlone {
  readonly #rests = new Map<string, Rest>()

  note(service: string, reason: string, now: Temporal.Instant): void {
    this.#rests.set(service, { until: now.add({ minutes: MINUTES }), reason })
  }

  /** Notes that the service answered. */
  clear(service: string): void {
    this.#rests.delete(service)
  }

  /** Until when it is left alone; `null`: it may be asked. What was noted while the clock was ahead leaves nothing alone. */
  find(service: string, now: Temporal.Instant): Rest | null {
    const rest = this.#rests.get(service)
    if (rest === undefined) return null
    const left = now.until(rest.until).total('minutes')
    if (left > 0 && left <= MINUTES) return rest
    this.#rests.delete(service)
    return null
  }
}
