import { createHash, randomBytes } from 'node:crypto'

/** Makes 32 random bytes as text: nobody can guess them, and they fit a cookie and a link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Hashes a secret for the database: somebody who reads it there cannot use it. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
