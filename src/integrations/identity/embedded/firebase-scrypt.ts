import { createCipheriv, scrypt, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'

/** Settings by which a project of the hosted service hashes passwords, the same for all its accounts. */
export type ScryptSettings = {
  signerKey: Uint8Array
  saltSeparator: Uint8Array
  /** Block size of scrypt, 1 to 8. */
  rounds: number
  /** log₂ of scrypt's N, 1 to 14. */
  memoryCost: number
}

const derive = promisify<string, Uint8Array, number, object, Buffer>(scrypt)
const KEY_BYTES = 32

/**
 * Computes the hosted service's own scrypt: it derives a key from password and salt, and encrypts the project's signer
 * key with it (AES-256-CTR); the result is the hash. https://github.com/firebase/scrypt
 */
export async function firebaseScrypt(password: string, salt: Uint8Array, settings: ScryptSettings): Promise<Buffer> {
  const { signerKey, saltSeparator, rounds, memoryCost } = settings
  const seasoned = Buffer.concat([salt, saltSeparator])
  const key = await derive(password, seasoned, 2 * KEY_BYTES, { N: 2 ** memoryCost, r: rounds, p: 1, maxmem: 2 ** 26 })
  const cipher = createCipheriv('aes-256-ctr', key.subarray(0, KEY_BYTES), Buffer.alloc(16))
  return Buffer.concat([cipher.update(signerKey), cipher.final()])
}

export async function isFirebasePassword(
  password: string,
  { hash, salt }: { hash: Uint8Array; salt: Uint8Array },
  settings: ScryptSettings,
): Promise<boolean> {
  const computed = await firebaseScrypt(password, salt, settings)
  return computed.length === hash.length && timingSafeEqual(computed, hash)
}
