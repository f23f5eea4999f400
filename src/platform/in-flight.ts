/** Limits in bytes: for one network, and for all networks together. A form of up to `light` bytes is never counted. */
type FlightLimits = { network: number; all: number; light: number }

/**
 * Counts the bytes of forms that came in and are not answered yet, by network, because each form lies in memory until
 * then. Counts this process alone.
 */
export class InFlight {
  readonly #most: FlightLimits
  readonly #held = new Map<string, number>()
  #all = 0

  constructor(most: FlightLimits) {
    this.#most = most
  }

  /**
   * Takes room for a form of `bytes`, and answers the function that gives it back; `null` where there is no room now. A
   * network that holds nothing may send a form of any size, unless all networks together hold too much.
   */
  take(network: string, bytes: number): (() => void) | null {
    const { network: own, all, light } = this.#most
    if (bytes <= light) return () => {}
    const held = this.#held.get(network) ?? 0
    if ((held > 0 && held + bytes > own) || (this.#all > 0 && this.#all + bytes > all)) return null
    this.#add(network, bytes)
    return () => this.#add(network, -bytes)
  }

  #add(network: string, bytes: number): void {
    const held = (this.#held.get(network) ?? 0) + bytes
    this.#all += bytes
    if (held > 0) this.#held.set(network, held)
    else this.#held.delete(network)
  }
}
