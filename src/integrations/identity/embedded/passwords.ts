import { db } from '#db/client.server.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Account } from './accounts.ts'
import { tooMany } from './fault.ts'
import { isFirebasePassword } from './firebase-scrypt.ts'
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts'
import { parseImported, scryptSettings } from './scrypt-settings.ts'

/** Hashes a password for storage. Refuses `TOO_MANY_ATTEMPTS_TRY_LATER` when too many are being hashed. */
export function hashOf(password: string): Promise<string> {
  return unlessBusy(hashPassword(password))
}

/**
 * Whether the password is this account's. It does the same work for an account that does not exist, and, while some
 * accounts still have a hash from the hosted service, for each kind of hash, so that time reveals nothing. A known
 * device does not wait behind a flood of strangers.
 */
export async function isRightPassword(
  password: string,
  account: Account | null,
  { isKnownDevice = false }: { isKnownDevice?: boolean } = {},
): Promise<boolean> {
  const stored = account?.password_hash ?? null
  const imported = parseImported(stored)
  const settings = await scryptSettings(imported?.settings ?? null)
  const isRightImported =
    settings !== null && (await isFirebasePassword(password, imported ?? DUMMY_HASH, settings)) && imported !== null
  const isRight = await unlessBusy(verifyPassword(password, imported ? null : stored, { isFirst: isKnownDevice }))
  return isRight || isRightImported
}

/** Hashes a password again at a sign-in, when it is known in clear, if its hash has old parameters or came from elsewhere. */
export async function renewHash(account: Account, password: string): Promise<void> {
  const stored = account.password_hash
  if (stored === null || (!parseImported(stored) && !isOutdated(stored))) return
  await db
    .updateTable('users')
    .set({ password_hash: await hashOf(password) })
    .where('uid', '=', account.uid)
    .where('password_hash', '=', stored)
    .execute()
}

const DUMMY_HASH = { hash: Buffer.alloc(64), salt: Buffer.alloc(16) }

async function unlessBusy<Result>(hashing: Promise<Result>): Promise<Result> {
  try {
    return await hashing
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw tooMany('TOO_MANY_ATTEMPTS_TRY_LATER', Number(error.params['retryAfter']))
  }
}
