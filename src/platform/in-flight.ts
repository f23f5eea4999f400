/** What may be held at once, in bytes: of one network, and of all of them. What is light is never counted. */
type Most = { network: number; all: number; light: number }

/**
 * Bytes of forms that came in and are not answered yet, by the network they come from: each lies in memory until then. Counted in
 * this process alone.
 */
export class InFlight {
  readonly #most: Most
  readonly #held = new Map<string, number>()
  #all = 0

  constructor(most: Most) {
    this.#most = most
  }

  /**
   * Takes room for so many bytes, and answers how to give it back; `null` where there is none at this moment. Who holds nothing
   * else may send the largest form there is.
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
