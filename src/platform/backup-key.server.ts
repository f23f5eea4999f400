import { randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dataPath, env } from './env.server.ts'
import { readIfExists } from './process.ts'
import type { Key } from './sealed-file.ts'

/** Least length of a key file in bytes: a shorter one could be guessed. */
const SHORTEST_KEY = 32

/** Place of the backup key: `own` lies in the data directory, on the very disk that may be lost. */
export type KeyPlace = { kind: 'passphrase' } | { kind: 'file' | 'own'; path: string }

export function keyPlace(): KeyPlace {
  const { BACKUP_PASSPHRASE, BACKUP_KEY_FILE } = env()
  if (BACKUP_PASSPHRASE) return { kind: 'passphrase' }
  return BACKUP_KEY_FILE ? { kind: 'file', path: BACKUP_KEY_FILE } : { kind: 'own', path: dataPath('backup.key') }
}

/** Finds the backup key of this installation, or `null` when there is none yet. */
export function findBackupKey(): Key | null {
  const place = keyPlace()
  if (place.kind === 'passphrase') return { kind: 'passphrase', text: env().BACKUP_PASSPHRASE! }
  if (place.kind === 'own' && readIfExists(place.path) === null) return null
  return readKeyFile(place.path)
}

/** Answers the backup key; where nothing is set, one is made at its first use. */
export function backupKey(): Key {
  const place = keyPlace()
  if (place.kind === 'own') makeKeyFile(place.path)
  return findBackupKey()!
}

/** Reads a key from a file of any content; spaces and line ends around it do not count. */
export function readKeyFile(path: string): Key {
  const bytes = Buffer.from(readFileSync(path, 'latin1').trim(), 'latin1')
  if (bytes.length < SHORTEST_KEY) throw new Error(`The key in ${path} is too short: ${SHORTEST_KEY} bytes at least.`)
  return { kind: 'file', bytes }
}

function makeKeyFile(path: string): void {
  if (readIfExists(path) !== null) return
  const draftPath = `${path}.${randomBytes(6).toString('hex')}`
  mkdirSync(dataPath(), { recursive: true, mode: 0o700 })
  writeFileSync(draftPath, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 })
  try {
    // If two processes each make a key, the first wins and both read the same.
    linkSync(draftPath, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(draftPath)
  }
}
