/**
 * Limits how often somebody may do something within a period, by a name such as an address. Counts are kept in this
 * process's memory and forgotten when the period is over. Used for requests that cost little and must leave no trace;
 * sign-ins are counted elsewhere.
 */
export class Allowance {
  readonly #times: number
  readonly #period: Temporal.Duration
  #until: Temporal.Instant | null = null
  #counts = new Map<string, number>()

  constructor(times: number, per: Temporal.DurationLike) {
    this.#times = times
    this.#period = Temporal.Duration.from(per)
  }

  /** Whether the limit is reached; counts nothing. */
  isSpent(name: string, now: Temporal.Instant): boolean {
    this.#beginPeriod(now)
    return (this.#counts.get(name) ?? 0) >= this.#times
  }

  /** Counts one more request, and answers whether it was still allowed. */
  take(name: string, now: Temporal.Instant): boolean {
    this.#beginPeriod(now)
    const count = (this.#counts.get(name) ?? 0) + 1
    this.#counts.set(name, count)
    return count <= this.#times
  }

  #beginPeriod(now: Temporal.Instant): void {
    if (this.#until !== null && Temporal.Instant.compare(now, this.#until) < 0) return
    this.#until = now.add(this.#period)
    this.#counts = new Map()
  }
}
