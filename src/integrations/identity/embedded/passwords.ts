import { db } from '#db/client.server.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Account } from './accounts.ts'
import { tooMany } from './fault.ts'
import { isFirebasePassword } from './firebase-scrypt.ts'
import { hashPassword, isOutdated, verifyPassword } from './password-hash.ts'
import { parseImported, scryptSettings } from './scrypt-settings.ts'

/** A password as it is stored. Refuses `TOO_MANY_ATTEMPTS_TRY_LATER` when too many are being hashed. */
export function hashOf(password: string): Promise<string> {
  return unlessBusy(hashPassword(password))
}

/**
 * Whether the password is this account's. The same work is done for an account that isn't there, and, while some
 * accounts still have the hash they came with from the hosted service, for each kind of hash: time tells nothing. A
 * known device is not made to wait behind a flood of strangers.
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
    settings !== null && (await isFirebasePassword(password, imported ?? NOBODY, settings)) && imported !== null
  const isRight = await unlessBusy(verifyPassword(password, imported ? null : stored, { isFirst: isKnownDevice }))
  return isRight || isRightImported
}

/** Parameters grew since the password was stored, or it came hashed from elsewhere, and here it is in clear. */
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

const NOBODY = { hash: Buffer.alloc(64), salt: Buffer.alloc(16) }

async function unlessBusy<Result>(hashing: Promise<Result>): Promise<Result> {
  try {
    return await hashing
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw tooMany('TOO_MANY_ATTEMPTS_TRY_LATER', Number(error.params['retryAfter']))
  }
}
