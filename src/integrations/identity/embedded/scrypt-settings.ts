import { createHash } from 'node:crypto'
import { db } from '#db/client.server.ts'
import { seal, unseal } from '#platform/seal.server.ts'
import type { ScryptSettings } from './firebase-scrypt.ts'

/** A hash that came from the hosted service: `$firebase-scrypt$settings$salt$hash`, until its owner's next sign-in. */
type Imported = { settings: number; salt: Buffer; hash: Buffer }

const PREFIX = '$firebase-scrypt$'
const PURPOSE = 'identity scrypt signer key'

export function writeImported({ settings, salt, hash }: Imported): string {
  return `${PREFIX}${settings}$${salt.toString('base64')}$${hash.toString('base64')}`
}

export function parseImported(stored: string | null): Imported | null {
  if (!stored?.startsWith(PREFIX)) return null
  const [settings = '', salt = '', hash = ''] = stored.slice(PREFIX.length).split('$')
  return { settings: Number(settings), salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

/** Answers the settings of this number; without a number, any that a hash still needs, or `null` when none does any more. */
export async function scryptSettings(id: number | null): Promise<ScryptSettings | null> {
  const row = await db
    .selectFrom('identity_scrypt_settings')
    .selectAll()
    .where((where) =>
      id === null
        ? where.exists(where.selectFrom('users').select('uid').where('password_hash', 'like', `${PREFIX}%`))
        : where('id', '=', id),
    )
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  const signerKey = unseal(row.signer_key_sealed, { purpose: PURPOSE, of: row.fingerprint })
  if (signerKey === null) return null
  return {
    signerKey: Buffer.from(signerKey, 'base64'),
    saltSeparator: row.salt_separator,
    rounds: row.rounds,
    memoryCost: row.memory_cost,
  }
}

/** Stores the settings of a project once, the signer key sealed; answers their number. */
export async function saveScryptSettings(settings: ScryptSettings): Promise<number> {
  const { signerKey, saltSeparator, rounds, memoryCost } = settings
  const fingerprint = createHash('sha256')
    .update(`${rounds} ${memoryCost} `)
    .update(saltSeparator)
    .update(signerKey)
    .digest()
  const { id } = await db
    .insertInto('identity_scrypt_settings')
    .values({
      fingerprint,
      rounds,
      memory_cost: memoryCost,
      salt_separator: Buffer.from(saltSeparator),
      signer_key_sealed: seal(Buffer.from(signerKey).toString('base64'), { purpose: PURPOSE, of: fingerprint }),
    })
    .onConflict((conflict) => conflict.column('fingerprint').doUpdateSet({ rounds }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
