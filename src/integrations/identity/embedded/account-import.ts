import { z } from 'zod'
import { accountOf, accountWith, changeAccount, insertAccount, linkProvider, readEmail, readPhone } from './accounts.ts'
import { type Call, operation } from './call.ts'
import { readCustomAttributes } from './custom-attributes.ts'
import { Fault, fault } from './fault.ts'
import { bytes, flag, many, some, text, whole } from './fields.ts'
import { writeArgon2 } from './password-hash.ts'
import { saveScryptSettings, writeImported } from './scrypt-settings.ts'

const fields = z.object({
  users: many({
    localId: text,
    email: text,
    emailVerified: flag,
    displayName: text,
    photoUrl: text,
    phoneNumber: text,
    disabled: flag,
    customAttributes: text,
    passwordHash: bytes,
    salt: bytes,
    createdAt: whole,
    lastLoginAt: whole,
    validSince: whole,
    providerUserInfo: many({ providerId: text, rawId: text, email: text, displayName: text, photoUrl: text }),
  }),
  hashAlgorithm: text,
  signerKey: bytes,
  saltSeparator: bytes,
  rounds: whole,
  memoryCost: whole,
  argon2Parameters: some({
    hashType: text,
    version: text,
    iterations: whole,
    memoryCostKib: whole,
    parallelism: whole,
  }),
  allowOverwrite: flag,
})
type Input = z.output<typeof fields>
type Uploaded = NonNullable<Input['users']>[number]
type WriteHash = (hash: Buffer, salt: Buffer) => string

/**
 * `accounts:batchCreate`: imports accounts as the hosted service exports them, with their hashes. Accounts that can't
 * be taken are reported by their index in the list; the others are taken.
 */
export const importAccounts = operation(fields, async (input, call) => {
  const users = input.users ?? []
  if (users.length === 0) throw fault('MISSING_USER_ACCOUNT')
  const writeHash = await hashWriter(input, users)
  const error: { index: number; message: string }[] = []
  for (const [index, user] of users.entries()) {
    try {
      await importAccount(user, { writeHash, mayReplace: input.allowOverwrite ?? false }, call)
    } catch (problem) {
      if (!(problem instanceof Fault)) throw problem
      error.push({ index, message: problem.message })
    }
  }
  return { kind: 'identitytoolkit#UploadAccountResponse', error }
})

async function importAccount(
  user: Uploaded,
  { writeHash, mayReplace }: { writeHash: WriteHash; mayReplace: boolean },
  call: Call,
): Promise<void> {
  if (!user.localId) throw fault('MISSING_LOCAL_ID', 'localId is missing')
  if (!user.email) throw fault('MISSING_EMAIL')
  const email = readEmail(user.email)
  const known = await accountOf(user.localId)
  if (known && !mayReplace) throw fault('DUPLICATE_LOCAL_ID', user.localId)
  const owner = await accountWith(email)
  if (owner && owner.uid !== user.localId) throw fault('DUPLICATE_EMAIL', email)
  const account = {
    email,
    email_verified: user.emailVerified ?? false,
    display_name: user.displayName ?? null,
    photo_url: user.photoUrl ?? null,
    phone_number: user.phoneNumber === undefined ? null : readPhone(user.phoneNumber),
    disabled: user.disabled ?? false,
    ...(user.customAttributes !== undefined && readCustomAttributes(user.customAttributes)),
    password_hash: user.passwordHash ? writeHash(user.passwordHash, user.salt ?? Buffer.alloc(0)) : null,
    created_at: momentOf(user.createdAt) ?? call.now(),
    last_sign_in_at: momentOf(user.lastLoginAt),
    valid_since: momentOf(user.validSince === undefined ? undefined : user.validSince * 1000),
  }
  if (known) await changeAccount(user.localId, account)
  else await insertAccount({ ...account, uid: user.localId })
  for (const { providerId, rawId, ...shown } of user.providerUserInfo ?? []) {
    if (!providerId || !rawId || providerId === 'password' || providerId === 'phone') continue
    const { email: providerEmail, displayName, photoUrl } = shown
    const profile = { email: providerEmail ?? null, display_name: displayName ?? null, photo_url: photoUrl ?? null }
    await linkProvider({ uid: user.localId, provider_id: providerId, raw_id: rawId, ...profile })
  }
}

/**
 * Makes the function that stores the hashes of an upload. Refuses an algorithm that this service can't check, before
 * anything is written.
 */
async function hashWriter(input: Input, users: readonly Uploaded[]): Promise<WriteHash> {
  if (users.every(({ passwordHash }) => !passwordHash)) return () => ''
  if (input.hashAlgorithm === 'SCRYPT') return scryptWriter(input)
  if (input.hashAlgorithm === 'ARGON2') return argon2Writer(input)
  throw fault('INVALID_HASH_ALGORITHM')
}

async function scryptWriter({ signerKey, saltSeparator, rounds = 0, memoryCost = 0 }: Input): Promise<WriteHash> {
  if (!signerKey?.length) throw fault('MISSING_HASH_KEY')
  if (rounds < 1 || rounds > 8) throw fault('INVALID_HASH_ROUNDS')
  if (memoryCost < 1 || memoryCost > 14) throw fault('INVALID_HASH_MEMORY_COST')
  const settings = await saveScryptSettings({
    signerKey,
    saltSeparator: saltSeparator ?? Buffer.alloc(0),
    rounds,
    memoryCost,
  })
  return (hash, salt) => writeImported({ settings, salt, hash })
}

function argon2Writer({ argon2Parameters: parameters }: Input): WriteHash {
  if (parameters?.hashType !== 'ARGON2_ID' || (parameters.version ?? 'VERSION_13') !== 'VERSION_13') {
    throw fault('INVALID_HASH_ALGORITHM')
  }
  const { iterations: passes = 0, memoryCostKib: memory = 0, parallelism = 0 } = parameters
  const isBearable =
    passes >= 1 &&
    passes <= 16 &&
    parallelism >= 1 &&
    parallelism <= 16 &&
    memory >= 8 * parallelism &&
    memory <= 65_536
  if (!isBearable) throw fault('INVALID_HASH_MEMORY_COST')
  return (hash, salt) => {
    if (hash.length < 16 || hash.length > 1024 || salt.length < 8) throw fault('INVALID_HASH_ALGORITHM')
    return writeArgon2({ memory, passes, parallelism, salt, hash })
  }
}

function momentOf(milliseconds: number | undefined): Temporal.Instant | null {
  return milliseconds === undefined ? null : Temporal.Instant.fromEpochMilliseconds(milliseconds)
}
