import { storage } from '#integrations/storage/storage.ts'
import { sha256 } from '#platform/hash.ts'

/** The bytes kept under a hash. A missing or damaged file is a defect of the installation, never of the reader. */
export async function readKeptFile(hash: string): Promise<Uint8Array> {
  const bytes = await storage().read(hash)
  if (!bytes) throw new Error(`The file ${hash} is missing from the storage.`)
  if (sha256(bytes) !== hash) throw new Error(`The file ${hash} is damaged.`)
  return bytes
}
