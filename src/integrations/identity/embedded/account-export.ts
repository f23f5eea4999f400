import { db } from '#db/client.server.ts'
import type { Account } from './accounts.ts'
import { parseArgon2 } from './password-hash.ts'
import { parseImported, scryptSettings } from './scrypt-settings.ts'
import { describeAccounts } from './user-info.ts'

/** Most memory of an argon2 hash that the hosted service accepts, in KiB. */
const HOSTED_MEMORY_KIB = 32_768
const BATCH = 1_000

export type AccountExport = {
  /** Bodies of `accounts:batchCreate`, each with one way of hashing and at most 1,000 accounts. */
  uploads: (Record<string, unknown> & { users: object[] })[]
  /** E-mails of accounts whose hash the hosted service does not accept: their owners choose a new password by a reset link there. */
  withoutPassword: string[]
}

/** Exports every account in the hosted service's own format, hashes included: handle it like the database itself. */
export async function exportAccounts(): Promise<AccountExport> {
  const accounts = await db.selectFrom('users').selectAll().orderBy('uid').execute()
  const groups = new Map<string, { hashing: object; users: object[] }>()
  const withoutPassword: string[] = []
  for (const account of accounts) {
    const { hashing, ...hash } = await hashOf(account)
    const key = JSON.stringify(hashing)
    const group = groups.get(key) ?? { hashing, users: [] }
    group.users.push({ ...(await describe(account)), ...hash })
    groups.set(key, group)
    if (account.password_hash !== null && !('passwordHash' in hash)) withoutPassword.push(account.email)
  }
  const uploads = [...groups.values()].flatMap(({ hashing, users }) =>
    batches(users).map((batch) => ({ ...hashing, users: batch })),
  )
  return { uploads, withoutPassword }
}

type Hash = { hashing: object; passwordHash?: string; salt?: string }

async function hashOf({ password_hash: stored }: Account): Promise<Hash> {
  if (stored === null) return { hashing: {} }
  const imported = parseImported(stored)
  if (imported) return scryptHash(imported)
  const { memory, passes, parallelism, salt, hash } = parseArgon2(stored)
  if (memory > HOSTED_MEMORY_KIB) return { hashing: {} }
  return {
    hashing: {
      hashAlgorithm: 'ARGON2',
      argon2Parameters: {
        hashType: 'ARGON2_ID',
        version: 'VERSION_13',
        hashLengthBytes: hash.length,
        iterations: passes,
        memoryCostKib: memory,
        parallelism,
      },
    },
    passwordHash: hash.toString('base64'),
    salt: salt.toString('base64'),
  }
}

async function scryptHash({
  settings: id,
  salt,
  hash,
}: {
  settings: number
  salt: Buffer
  hash: Buffer
}): Promise<Hash> {
  const settings = await scryptSettings(id)
  if (!settings) return { hashing: {} }
  return {
    hashing: {
      hashAlgorithm: 'SCRYPT',
      signerKey: Buffer.from(settings.signerKey).toString('base64'),
      saltSeparator: Buffer.from(settings.saltSeparator).toString('base64'),
      rounds: settings.rounds,
      memoryCost: settings.memoryCost,
    },
    passwordHash: hash.toString('base64'),
    salt: salt.toString('base64'),
  }
}

/** Describes an account without what only its own service can use: the second factor must be enrolled again there. */
async function describe(account: Account) {
  const [info] = await describeAccounts([account])
  const { passwordHash: _, passwordUpdatedAt: __, mfaInfo: ___, lastRefreshAt: ____, ...plain } = info!
  return plain
}

function batches<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / BATCH)
  return Array.from({ length: count }, (_, index) => items.slice(index * BATCH, (index + 1) * BATCH))
}
