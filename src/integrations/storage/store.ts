/**
 * A place that holds objects by name and knows nothing of seals: the disk, or a bucket. An object appears whole or not at all, and
 * putting another under its name replaces it in one step. Every method refuses `store.unreachable` where the place does not answer.
 */
export type Store = {
  /** What `FILES_STORE` calls it, without anything secret: `disk`, `s3://bucket/prefix`. */
  readonly name: string
  /** How many bytes lie under a name, and the first `count` of them; `null` where nothing does. */
  head: (name: string, count: number) => Promise<{ size: number; head: Uint8Array } | null>
  /** The bytes from the first on. A piece is good until the next one is asked for. */
  read: (name: string) => AsyncIterable<Uint8Array>
  /** Puts a file of the disk under a name. The file is gone afterwards, whether it went well or not. */
  put: (name: string, path: string) => Promise<void>
  /** Removes an object; one that isn't there is no error. */
  remove: (name: string) => Promise<void>
  /** Where an object lies on this machine, for a thread that reads it itself; absent where it doesn't. */
  pathOf?: (name: string) => string
}
