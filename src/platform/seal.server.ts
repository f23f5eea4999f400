import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dataPath, env } from './env.server.ts'
import { readIfExists } from './process.ts'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Purpose and owner of a sealed text: it opens neither for another purpose nor for another record. */
export type Seal = { purpose: string; of: Uint8Array | string }

/** Seals a text so that somebody who has only the database can't read it (AES-256-GCM). */
export function seal(text: string, { purpose, of }: Seal): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', keyFor(purpose), nonce).setAAD(Buffer.from(of))
  const closed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), closed])
}

/** Opens a sealed text, or answers `null`: sealed under another secret, for something else, or changed since. */
export function unseal(sealed: Uint8Array, { purpose, of }: Seal): string | null {
  const bytes = Buffer.from(sealed)
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv('aes-256-gcm', keyFor(purpose), bytes.subarray(0, NONCE_BYTES))
    .setAAD(Buffer.from(of))
    .setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES))
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8')
  } catch {
    return null
  }
}

/** Derives 32 bytes, as text, from a text: always the same for the same text, and nobody without the secret can compute them. */
export function secretOf(text: string, purpose: string): string {
  return createHmac('sha256', keyFor(purpose)).update(text).digest('base64url')
}

function keyFor(purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', appSecret(), '', purpose, 32))
}

/**
 * Answers a mark that differs between secrets and reveals nothing of them: it tells whether sealed values of a copy can
 * be read where it is restored. `null` where there is no secret yet.
 */
export function secretMark(): string | null {
  const secret = env().APP_SECRET ?? readIfExists(dataPath('secret'))?.trim()
  return secret ? Buffer.from(hkdfSync('sha256', secret, '', 'mark of the secret', 8)).toString('hex') : null
}

/** Answers `APP_SECRET`, else the secret of the data directory, made at its first use. A copy of the database is useless without it. */
function appSecret(): string {
  const given = env().APP_SECRET
  if (given) return given
  const path = dataPath('secret')
  const known = readIfExists(path)
  if (known) return known.trim()
  const draftPath = `${path}.${randomBytes(6).toString('hex')}`
  mkdirSync(dataPath(), { recursive: true, mode: 0o700 })
  writeFileSync(draftPath, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    // If two processes each make a secret, the first wins and both read the same.
    linkSync(draftPath, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draftPath)
  }
  return readIfExists(path)!.trim()
}
