import { createHash, type Hash } from 'node:crypto'
import { mkdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { Refusal } from '#domain/refusal.ts'
import { type ByteSource, copies, onDisk } from '#platform/bytes.ts'
import { dataPath } from '#platform/env.server.ts'
import { isDiskFull } from '#platform/trouble.ts'

/**
 * Where bytes are kept under their SHA-256: nothing is overwritten, so the hash of a record always leads to the bytes
 * that were seen, for as long as there is a record. The disk is the default; another store fits behind this port.
 */
export type Storage = {
  /** Keeps the bytes, or nothing of them; keeping the same ones again changes nothing. Refuses `disk.full`. */
  keep: (sha256: string, bytes: ByteSource) => Promise<void>
  /** Takes bytes to the disk as they come, aside until `forget`: whoever wants to keep them keeps them under their hash. */
  receive: (
    pieces: AsyncIterable<Uint8Array>,
  ) => Promise<{ sha256: string; bytes: ByteSource; forget: () => Promise<void> }>
  /** The bytes, or `null` when they were never kept. */
  open: (sha256: string) => Promise<ByteSource | null>
  /** Removes the bytes; those that were never kept are no error. */
  forget: (sha256: string) => Promise<void>
}

export function storage(): Storage {
  const location = dataPath('files')
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  const place = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`

  return {
    keep: async (sha256, bytes) => {
      if (await disk.exists(place(sha256))) return
      // Written aside and renamed, which is done at once or not at all: nobody ever meets half a file under a hash. The
      // library's own move copies.
      const aside = `incoming/${crypto.randomUUID()}`
      try {
        await disk.putStream(aside, Readable.from(copies(bytes), { objectMode: false }))
        await mkdir(join(location, sha256.slice(0, 2)), { recursive: true })
        await rename(join(location, aside), join(location, place(sha256)))
      } catch (error) {
        await disk.delete(aside)
        throw isDiskFull(error) ? new Refusal('disk.full') : error
      }
    },
    receive: async (pieces) => {
      const aside = `incoming/${crypto.randomUUID()}`
      const hash = createHash('sha256')
      const forget = () => disk.delete(aside)
      try {
        await disk.putStream(aside, Readable.from(hashed(pieces, hash), { objectMode: false }))
        return { sha256: hash.digest('hex'), bytes: await onDisk(join(location, aside)), forget }
      } catch (error) {
        await forget()
        throw error
      }
    },
    open: async (sha256) => ((await disk.exists(place(sha256))) ? await onDisk(join(location, place(sha256))) : null),
    forget: (sha256) => disk.delete(place(sha256)),
  }
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
}
