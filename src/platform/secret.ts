import { createHash, randomBytes } from 'node:crypto'

/** 32 random bytes as text: nobody guesses it, and it fits a cookie and a link. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** What is kept of a secret: who reads the database cannot use it. */
export function hashOfSecret(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}
