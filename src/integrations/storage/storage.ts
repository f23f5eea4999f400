import { createHash, type Hash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { Refusal } from '#domain/refusal.ts'
import { type ByteSource, copies, headOf, onDisk, sha256Of } from '#platform/bytes.ts'
import { dataPath, env } from '#platform/env.server.ts'
import { type FieldKey, findFieldKey, keyRing } from '#platform/field-keys.server.ts'
import { skipBytes, sealedOnDisk } from '#platform/sealed-bytes.ts'
import { SealFault, sealPieces, unsealPieces, unsealedSize } from '#platform/sealed-file.ts'
import { isDiskFull, isDiskShut } from '#platform/trouble.ts'
import { type BucketPlace, bucketStore } from './bucket.ts'
import { diskStore } from './disk.ts'
import type { Store } from './store.ts'
import { isHosted, ofOperator } from '#platform/operator.ts'

/**
 * Storage of bytes under their SHA-256: nothing is overwritten, so the hash in a record always leads to the bytes that
 * were seen, as long as the record exists. Everything is sealed with this installation's keys before it goes to a
 * store. The default store is the disk, a bucket is the other (`FILES_STORE`). All functions refuse `store.unreachable`
 * where the store does not answer.
 */
export type Storage = {
  /** Keeps all the bytes, or none; keeping the same ones again changes nothing. Refuses `disk.full`, `disk.shut`. */
  keep: (sha256: string, bytes: ByteSource) => Promise<void>
  /**
   * Writes incoming bytes to the disk, in a temporary place until `forget`: a caller who wants to keep them keeps them
   * under their hash. Refuses `disk.full`, `disk.shut`.
   */
  receive: (
    pieces: AsyncIterable<Uint8Array>,
  ) => Promise<{ sha256: string; bytes: ByteSource; forget: () => Promise<void> }>
  /** Answers the bytes, or `null` when they were never kept. */
  open: (sha256: string) => Promise<ByteSource | null>
  /** Removes the bytes; those that were never kept are no error. */
  forget: (sha256: string) => Promise<void>
  /** Answers the id of the key that sealed the bytes; `null` if an earlier program kept them plain, or they were never kept. */
  keyOf: (sha256: string) => Promise<string | null>
  /** Whether an earlier program kept the bytes plain and nobody has sealed them since. */
  isPlain: (sha256: string) => Promise<boolean>
  /** Seals bytes with the newest key that are plain, or sealed with another key, while others may read them. */
  sealAnew: (sha256: string) => Promise<void>
  /**
   * Moves bytes from another store to the one for new files: they are read from end to end before they are written.
   * Doing it again changes nothing.
   */
  fetchHome: (sha256: string) => Promise<'moved' | 'there' | 'missing'>
}

export function storage(): Storage {
  const incoming = dataPath('files', 'incoming')
  const [main, ...others] = stores()
  const plainName = (sha256: string) => `${sha256.slice(0, 2)}/${sha256}`
  const sealedName = (sha256: string) => `${plainName(sha256)}.sealed`
  const newTemporaryPath = () => join(incoming, crypto.randomUUID())

  /**
   * Finds the first store that has an object we can open, with its size and its key; if there is none, one that we
   * can't open. A store that does not answer is skipped if the next has it, and refuses if none has.
   */
  const find = async (sha256: string) => {
    let unopenable = null
    let storeError: unknown = null
    for (const store of [main, ...others]) {
      const stored = await store.head(sealedName(sha256), ID_BYTES).catch((error: unknown) => {
        storeError ??= isDiskShut(error) ? new Refusal('disk.shut') : error
        return null
      })
      if (!stored) continue
      const found = { store, size: stored.size, key: Buffer.from(stored.head).toString('hex') }
      if (findFieldKey(found.key)) return found
      unopenable ??= found
    }
    if (storeError !== null) throw storeError
    return unopenable
  }
  /** Finds a plain file of an earlier program, which used only the disk. */
  const findPlain = async (sha256: string) => {
    for (const { pathOf, head } of [main, ...others])
      if (pathOf && (await head(plainName(sha256), 1))) return await onDisk(pathOf(plainName(sha256)))
    return null
  }
  const removePlain = async (sha256: string) => {
    for (const { pathOf, remove } of [main, ...others]) if (pathOf) await remove(plainName(sha256))
  }
  const seal = async (sha256: string, bytes: ByteSource) => {
    const path = newTemporaryPath()
    await write(path, sealed(keyRing().keys[0], copies(bytes)))
    await main.put(sealedName(sha256), path)
  }

  return {
    keep: async (sha256, bytes) => {
      const found = await find(sha256)
      // A file sealed with another installation's keys counts as missing.
      if (!found || !findFieldKey(found.key)) await seal(sha256, bytes)
    },
    receive: async (pieces) => {
      const path = newTemporaryPath()
      const hash = createHash('sha256')
      const forget = () => rm(path, { force: true })
      await write(path, hashed(pieces, hash))
      return { sha256: hash.digest('hex'), bytes: await onDisk(path), forget }
    },
    open: async (sha256) => {
      const found = await find(sha256)
      return found ? await openSealed(found.store, sealedName(sha256), found.size) : await findPlain(sha256)
    },
    forget: async (sha256) => {
      for (const store of [main, ...others]) await store.remove(sealedName(sha256))
      await removePlain(sha256)
    },
    keyOf: async (sha256) => (await find(sha256))?.key ?? null,
    isPlain: async (sha256) => (await findPlain(sha256)) !== null,
    sealAnew: async (sha256) => {
      const found = await find(sha256)
      const source = await storage().open(sha256)
      if (!source) return
      // Readers meanwhile get the old bytes or these, which are the same.
      if (found?.store !== main || found.key !== keyRing().keys[0].id) await seal(sha256, source)
      for (const store of others) await store.remove(sealedName(sha256))
      await removePlain(sha256)
    },
    fetchHome: async (sha256) => {
      const isHome = (await find(sha256))?.store === main
      const source = await storage().open(sha256)
      if (!source) return 'missing'
      if (!isHome) await seal(sha256, source)
      if ((await hashOfObject(main, sealedName(sha256))) !== sha256) throw new SealFault('damaged')
      for (const store of others) await store.remove(sealedName(sha256))
      await removePlain(sha256)
      return isHome ? 'there' : 'moved'
    },
  }
}

/** Reads an object from end to end; answers the hash of what was sealed. */
async function hashOfObject(store: Store, name: string): Promise<string> {
  const found = await store.head(name, ID_BYTES)
  return await sha256Of(await openSealed(store, name, found?.size ?? 0))
}

const opened = ofOperator<{ from: string; stores: readonly [Store, ...Store[]] } | null>(() => null)

/**
 * Answers the store for new files, then those where older ones may still be. The disk is always among them, so an
 * installation that gets a bucket goes on at once, and `volante files move` moves the rest while it works.
 */
function stores(): readonly [Store, ...Store[]] {
  const { FILES_STORE, FILES_STORE_BEFORE } = env()
  const location = dataPath('files')
  const access = bucketAccess()
  const from = JSON.stringify([location, FILES_STORE, FILES_STORE_BEFORE, access])
  if (opened.value?.from !== from) {
    const names = new Set([FILES_STORE, ...(FILES_STORE_BEFORE ? [FILES_STORE_BEFORE] : []), 'disk'])
    const [main = diskStore(location), ...others] = [...names].map((name) => storeOf(name, location, access))
    opened.value = { from, stores: [main, ...others] }
  }
  return opened.value.stores
}

type BucketAccess = Pick<BucketPlace, 'endpoint' | 'region' | 'key'>

/**
 * Answers the credentials of buckets. On a host only an operator's own settings count: with the credentials of the
 * machine, or of the host's environment, the files of one operator would be read by another's account.
 */
function bucketAccess(): BucketAccess {
  const { AWS_ENDPOINT_URL_S3, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN, AWS_REGION } = env()
  const isKeySet = AWS_ACCESS_KEY_ID !== undefined && AWS_SECRET_ACCESS_KEY !== undefined
  const key = isKeySet
    ? { id: AWS_ACCESS_KEY_ID, secret: AWS_SECRET_ACCESS_KEY, token: AWS_SESSION_TOKEN ?? null }
    : null
  return {
    endpoint: AWS_ENDPOINT_URL_S3 ?? null,
    region: AWS_REGION ?? null,
    key: key ?? (isHosted() ? REFUSED_KEY : null),
  }
}

/** Credentials that every store refuses. */
const REFUSED_KEY = { id: 'nobody', secret: 'nobody', token: null }

function storeOf(name: string, location: string, access: BucketAccess): Store {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.+?))?\/?$/.exec(name) ?? []
  if (bucket === undefined) return diskStore(location)
  return bucketStore({ bucket, prefix: prefix === '' ? '' : `${prefix}/`, ...access })
}

/** Checks whether each store answers: it is asked for an object that no store has. */
export function probeStores(): Promise<{ name: string; answers: boolean }[]> {
  const ask = async ({ name, head }: Store) => ({
    name,
    answers: await head('probe', 1).then(
      () => true,
      () => false,
    ),
  })
  return Promise.all(stores().map(ask))
}

/** Lists the names of the stores in use, that for new files first. */
export function storeNames(): readonly string[] {
  return stores().map(({ name }) => name)
}

/**
 * Writes a new file from these pieces, on the disk when this ends. Refuses `disk.full` and `disk.shut`: on a full disk
 * the library's own function says only that it was aborted.
 */
async function write(path: string, pieces: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true })
    await pipeline(pieces, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }))
  } catch (error) {
    // A disk that refused the file may refuse this too; the first error says why.
    await rm(path, { force: true }).catch(() => undefined)
    throw isDiskFull(error) ? new Refusal('disk.full') : isDiskShut(error) ? new Refusal('disk.shut') : error
  }
}

/** Writes the id of the key, then the sealed content. */
async function* sealed(key: FieldKey, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield Buffer.from(key.id, 'hex')
  yield* sealPieces({ kind: 'file', bytes: key.file }, pieces)
}

const ID_BYTES = 4

/** Opens a sealed object. Each reading looks up the key again: between two of them the file may have been sealed with another one. */
async function openSealed(store: Store, name: string, size: number): Promise<ByteSource> {
  if (store.pathOf) return await openOnDisk(store.pathOf(name))
  return {
    size: unsealedSize(size - ID_BYTES),
    pieces: async function* () {
      const found = await store.head(name, ID_BYTES)
      const key = findFieldKey(Buffer.from(found?.head ?? []).toString('hex'))
      if (!key) throw new SealFault('wrong-key')
      yield* unsealPieces({ kind: 'file', bytes: key.file }, skipBytes(store.read(name), ID_BYTES))
    },
  }
}

async function openOnDisk(path: string): Promise<ByteSource> {
  const source = await sealedFile(path).catch((error: unknown) => {
    // Damage shows when the content is read, as it does for plain content by its hash.
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
  const id = Buffer.from(await headOf(await onDisk(path), ID_BYTES)).toString('hex')
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
