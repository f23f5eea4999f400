import { Refusal } from '#domain/refusal.ts'
import { probeStores, storage } from '#integrations/storage/storage.ts'
import { type ByteSource, sha256Of, wholeOf } from '#platform/bytes.ts'
import { SealFault } from '#platform/sealed-file.ts'
import { isDiskShut } from '#platform/trouble.ts'

/** The bytes kept under a hash. A missing or damaged file is a defect of the installation, never of the reader. */
export async function readKeptFile(hash: string): Promise<Uint8Array> {
  return await wholeOf(await openKeptFile(hash))
}

/** The bytes kept under a hash, or `null` while their store does not answer: for pages that show more than the file. */
export async function readKeptFileIfReachable(hash: string): Promise<Uint8Array | null> {
  try {
    return await readKeptFile(hash)
  } catch (error) {
    if (isDiskShut(error) || (error instanceof Refusal && error.code === 'store.unreachable')) return null
    throw error
  }
}

/**
 * Checks all stores before files are packed while they are sent: after the first piece, an error can no longer be
 * shown. Refuses `store.unreachable`.
 */
export async function requireFiles(): Promise<void> {
  if ((await probeStores()).some(({ answers }) => !answers)) throw new Refusal('store.unreachable')
}

/** Opens a kept file to be read piece by piece, for files that may be long. */
export async function openKeptFile(hash: string): Promise<ByteSource> {
  const source = await storage().open(hash)
  if (!source) throw new Error(`The file ${hash} is missing from the storage.`)
  if ((await hashOf(source)) !== hash) throw new Error(`The file ${hash} is damaged.`)
  return source
}

/** The hash of kept bytes; `null` when a sealed file was changed since. */
async function hashOf(source: ByteSource): Promise<string | null> {
  try {
    return await sha256Of(source)
  } catch (error) {
    if (error instanceof SealFault) return null
    throw error
  }
}
