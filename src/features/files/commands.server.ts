import type { Tx } from '#db/client.server.ts'
import { storage } from '#integrations/storage/storage.ts'
import { sha256 } from '#platform/hash.ts'

/** Keeps bytes under their hash and answers it. The same bytes are kept once. */
export async function keepFile(tx: Tx, bytes: Uint8Array, mediaType: string): Promise<string> {
  const hash = sha256(bytes)
  await storage().keep(hash, bytes)
  await tx
    .insertInto('files')
    .values({ sha256: hash, size: bytes.byteLength, media_type: mediaType })
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .execute()
  return hash
}
