import { Refusal } from '#domain/refusal.ts'
import { probeStores, storage } from '#integrations/storage/storage.ts'
import { type ByteSource, sha256Of, wholeOf } from '#platform/bytes.ts'
import { SealFault } from '#platform/sealed-file.ts'
import { isDiskShut } from '#platform/trouble.ts'

/**
 * The bytes stored under a hash. Fails when they are missing or damaged, which is a defect of the installation and no
 * mistake of the reader.
 */
export async function readKeptFile(hash: string): Promise<Uint8Array> {
  return await wholeOf(await openKeptFile(hash))
}

/**
 * The bytes stored under a hash, or `null` while their store does not answer, for pages that show more than the file.
 */
export async function readKeptFileIfReachable(hash: string): Promise<Uint8Array | null> {
  try {
    return await readKeptFile(hash)
  } catch (error) {
    if (isDiskShut(error) || (error instanceof Refusal && error.code === 'store.unreachable')) return null
    throw error
  }
}

/**
 * Checks that all stores answer, before a folder of files is packed and sent piece by piece: after the first piece no
 * error can be shown any more. Refuses `store.unreachable`.
 */
export async function requireFiles(): Promise<void> {
  if ((await probeStores()).some(({ answers }) => !answers)) throw new Refusal('store.unreachable')
}

/** Opens a stored file to read it piece by piece, for files that may be long. */
export async function openKeptFile(hash: string): Promise<ByteSource> {
  const source = await storage().open(hash)
  if (!source) throw new Error(`The file ${hash} is missing from the storage.`)
  if ((await hashOf(source)) !== hash) throw new Error(`The file ${hash} is damaged.`)
  return source
}

/** The hash of stored bytes; `null` when a sealed file was changed since. */
async function hashOf(source: ByteSource): Promise<string | null> {
  try {
    return await sha256Of(source)
  } catch (error) {
    if (error instanceof SealFault) return null
    throw error
  }
}
