/**
 * A place that holds objects by name and knows nothing of sealing: the disk, or a bucket. An object appears as a whole
 * or not at all, and putting another one under its name replaces it in one step. Every function refuses
 * `store.unreachable` where the place does not answer.
 */
export type Store = {
  /** Name in `FILES_STORE`, without anything secret: `disk`, `s3://bucket/prefix`. */
  readonly name: string
  /** Answers the number of bytes under a name, and the first `count` of them; `null` where there is nothing. */
  head: (name: string, count: number) => Promise<{ size: number; head: Uint8Array } | null>
  /** Reads the bytes from the first on. A piece is valid until the next one is asked for. */
  read: (name: string) => AsyncIterable<Uint8Array>
  /** Puts a file from the disk under a name. The file is gone afterwards, with or without success. */
  put: (name: string, path: string) => Promise<void>
  /** Removes an object; one that isn't there is no error. */
  remove: (name: string) => Promise<void>
  /** Answers the path of an object on this machine, for a thread that reads it itself; absent for other places. */
  pathOf?: (name: string) => string
}
