import { firstOf } from '#domain/certain.ts'
import { type FileHandle, open, readFile, rm } from 'node:fs/promises'
import { z } from 'zod'
import { COMMAND_LINE, carryOut } from '#features/audit/commands.server.ts'
import { exportAccounts } from '#integrations/identity/embedded/account-export.ts'
import { identity, isIdentityEmbedded } from '#integrations/identity/identity.ts'
import type { Translator } from '#messages/catalogue.ts'
import { type Answer, type Call, needed, UsageError } from './command.ts'

/** The file holds password hashes: an existing file is never overwritten, and only its owner may read the new one. */
export async function exportUsers({ args, t, fromCaller }: Call): Promise<Answer> {
  const path = needed(args[0], t)
  if (!isIdentityEmbedded()) throw new UsageError(t('cli.usersKeptElsewhere'))
  const place = fromCaller(path)
  const file = await newFile(place, t('cli.fileExists', { path }))
  try {
    const { uploads, withoutPassword } = await exportAccounts()
    const accounts = uploads.reduce((sum, { users }) => sum + users.length, 0)
    await note('account.export', { accounts })
    await file.writeFile(`${JSON.stringify({ uploads }, null, 2)}\n`)
    return {
      json: { accounts, without_password: withoutPassword, file: path },
      text: [
        t('cli.usersExported', { count: accounts, path }),
        ...withoutPassword.map((email) => t('cli.usersWithoutPassword', { email })),
      ].join('\n'),
    }
  } catch (error) {
    await rm(place, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

async function newFile(path: string, refusal: string): Promise<FileHandle> {
  try {
    return await open(path, 'wx', 0o600)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') throw new UsageError(refusal)
    throw error
  }
}

/** One body of `accounts:batchCreate`: accounts, and how their passwords were hashed. */
const upload = z
  .looseObject({
    users: z
      .array(z.looseObject({ localId: z.string(), email: z.string().optional(), passwordHash: z.string().optional() }))
      .min(1),
    hashAlgorithm: z.string().optional(),
  })
  .refine(({ users, hashAlgorithm }) => hashAlgorithm !== undefined || users.every((user) => !user.passwordHash))
/** A file that `users export` writes, or one list as the hosted service's own tools write it. */
const accountFile = z.union([
  z.object({ uploads: z.array(upload) }).transform(({ uploads }) => uploads),
  upload.transform((account) => [account]),
])

/** Most accounts that the service takes at once. */
const AT_ONCE = 1_000

type Refused = { email: string; word: string }

export async function importUsers({ args, t, fromCaller }: Call): Promise<Answer> {
  const path = needed(args[0], t)
  const refused: Refused[] = []
  let accounts = 0
  for (const { users, ...hashing } of await readUploads(fromCaller(path), path, t)) {
    for (let from = 0; from < users.length; from += AT_ONCE) {
      const batch = users.slice(from, from + AT_ONCE)
      const errors = await identity().importUsers({ ...hashing, users: batch })
      accounts += batch.length - errors.length
      refused.push(
        ...errors.map(({ index, message }) => ({
          email: batch[index]?.email ?? '?',
          word: firstOf(message.split(' : ')),
        })),
      )
    }
  }
  await note('account.import', { accounts, refused: refused.length })
  const lines = refused.map(({ email, word }) => t('cli.usersNotImported', { email, reason: reasonOf(word, t) }))
  return {
    json: { accounts, refused },
    text: [t('cli.usersImported', { count: accounts }), ...lines].join('\n'),
    failed: refused.length > 0,
  }
}

async function readUploads(place: string, path: string, t: Translator) {
  const text = await readFile(place, 'utf8')
  try {
    return accountFile.parse(JSON.parse(text))
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError)
      throw new UsageError(t('cli.usersUnreadable', { path }))
    throw error
  }
}

function reasonOf(word: string, t: Translator): string {
  if (word === 'DUPLICATE_LOCAL_ID') return t('cli.usersNotImportedWhy.known')
  if (word === 'DUPLICATE_EMAIL') return t('cli.usersNotImportedWhy.taken')
  return t('cli.usersNotImportedWhy.other', { word })
}

async function note(action: string, after: Record<string, number>): Promise<void> {
  await carryOut({ actor: COMMAND_LINE, action, now: Temporal.Now.instant() }, async (change) => {
    change.note({ after })
    return null
  })
}
