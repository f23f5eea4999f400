import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { Refusal } from '#domain/refusal.ts'
import { type ByteSource, copies, headOf, onDisk } from '#platform/bytes.ts'
import { dataPath } from '#platform/env.server.ts'
import { type FieldKey, findFieldKey, keyRing } from '#platform/field-keys.server.ts'
import { sealedOnDisk } from '#platform/sealed-bytes.ts'
import { SealFault, sealPieces } from '#platform/sealed-file.ts'
import { isDiskFull } from '#platform/trouble.ts'

/**
 * Where bytes are kept under their SHA-256: nothing is overwritten, so the hash of a record always leads to the bytes
 * that were seen, for as long as there is a record. What lies on the disk is sealed. The disk is the default; another store
 * fits behind this port.
 */
export type Storage = {
  /** Keeps the bytes, or nothing of them; keeping the same ones again changes nothing. Refuses `disk.full`. */
  keep: (sha256: string, bytes: ByteSource) => Promise<void>
  /** Takes bytes to the disk as they come, aside until `forget`: whoever wants to keep them keeps them under their hash. Refuses `disk.full`. */
  receive: (
    pieces: AsyncIterable<Uint8Array>,
  ) => Promise<{ sha256: string; bytes: ByteSource; forget: () => Promise<void> }>
  /** The bytes, or `null` when they were never kept. */
  open: (sha256: string) => Promise<ByteSource | null>
  /** Removes the bytes; those that were never kept are no error. */
  forget: (sha256: string) => Promise<void>
  /** The id of the key the bytes are sealed with; `null` for what an earlier program kept plain, or was never kept. */
  keyOf: (sha256: string) => Promise<string | null>
  /** Whether an earlier program kept the bytes plain and nobody has sealed them since. */
  isPlain: (sha256: string) => Promise<boolean>
  /** Seals what is plain, or sealed with another key, with the newest one, beside whoever reads it. */
  sealAnew: (sha256: string) => Promise<void>
}

export function storage(): Storage {
  const location = dataPath('files')
  const disk = new Disk(new FSDriver({ location, visibility: 'private' }))
  const plain = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`
  const place = (sha256: string) => `${plain(sha256)}.sealed`

  return {
    keep: async (sha256, bytes) => {
      if (await disk.exists(place(sha256))) return
      const [key] = keyRing().keys
      // Written aside and renamed, which is done at once or not at all: nobody ever meets half a file under a hash. The
      // library's own move copies.
      const aside = `incoming/${crypto.randomUUID()}`
      try {
        await write(join(location, aside), sealed(key, copies(bytes)))
        await mkdir(join(location, sha256.slice(0, 2)), { recursive: true })
        await rename(join(location, aside), join(location, place(sha256)))
      } catch (error) {
        await disk.delete(aside)
        throw error
      }
    },
    receive: async (pieces) => {
      const aside = `incoming/${crypto.randomUUID()}`
      const hash = createHash('sha256')
      const forget = () => disk.delete(aside)
      try {
        await write(join(location, aside), hashed(pieces, hash))
        return { sha256: hash.digest('hex'), bytes: await onDisk(join(location, aside)), forget }
      } catch (error) {
        await forget()
        throw error
      }
    },
    open: async (sha256) => {
      if (await disk.exists(place(sha256))) return await openSealed(join(location, place(sha256)))
      return (await disk.exists(plain(sha256))) ? await onDisk(join(location, plain(sha256))) : null
    },
    forget: async (sha256) => {
      await disk.delete(place(sha256))
      await disk.delete(plain(sha256))
    },
    keyOf: async (sha256) => ((await disk.exists(place(sha256))) ? await idOf(join(location, place(sha256))) : null),
    isPlain: (sha256) => disk.exists(plain(sha256)),
    sealAnew: async (sha256) => {
      const [key] = keyRing().keys
      const source = await storage().open(sha256)
      if (!source) return
      if ((await storage().keyOf(sha256)) === key.id) return await disk.delete(plain(sha256))
      const aside = `incoming/${crypto.randomUUID()}`
      try {
        await write(join(location, aside), sealed(key, copies(source)))
        // Whoever reads it has the bytes that were there, or these: the same ones.
        await rename(join(location, aside), join(location, place(sha256)))
        await disk.delete(plain(sha256))
      } catch (error) {
        await disk.delete(aside)
        throw error
      }
    },
  }
}

/**
 * A new file of these pieces, on the disk when this is done. Refuses `disk.full`: of a disk without room the library's own
 * writing says only that it was aborted.
 */
async function write(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await pipeline(pieces, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  } catch (error) {
    throw isDiskFull(error) ? new Refusal('disk.full') : error
  }
}

/** The id of the key in front, then what it sealed. */
async function* sealed(key: FieldKey, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(key.id, 'hex')
  yield* sealPieces({ kind: 'file', bytes: key.file }, pieces)
}

const ID_BYTES = 4

async function idOf(path: string): Promise<string> {
  return Buffer.from(await headOf(await onDisk(path), ID_BYTES)).toString('hex')
}

/** Each walk asks for the key anew: between two of them the file may have been sealed with another one. */
async function openSealed(path: string): Promise<ByteSource> {
  const source = await sealedFile(path).catch((error: unknown) => {
    // Damage is told by the walk, as that of what is plain is by its hash.
    if (error instanceof SealFault) return { size: 0 }
    throw error
  })
  return {
    ...source,
    pieces: async function* () {
      yield* (await sealedFile(path)).pieces()
    },
  }
}

async function sealedFile(path: string): Promise<ByteSource> {
  const id = await idOf(path)
  const key = findFieldKey(id)
  if (!key) throw new SealFault('wrong-key')
  return await sealedOnDisk({ path, key: key.file, from: ID_BYTES })
}

async function* hashed(pieces: AsyncIterable<Uint8Array>, hash: Hash): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    hash.update(piece)
    yield piece
  }
}
