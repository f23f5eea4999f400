import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import type { DB } from '#db/types.ts'
import { CODE } from '#domain/contract.ts'
import { isMailServerSet } from '#features/mail/mail-server/queries.server.ts'
import { isOneAddress } from '#domain/email.ts'

/** The address to which the signer's codes are mailed; `null` without a mail server or an address. */
export async function codeAddress(email: string | null, on: Kysely<DB> = db): Promise<string | null> {
  return email !== null && isOneAddress(email) && (await isMailServerSet(on)) ? email : null
}

/**
 * The code of a contract that can still be typed: the address it was mailed to, and when it expires. `null` for none.
 */
export async function findCode(
  contract: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<{ to: string; until: string } | null> {
  const code = await on
    .selectFrom('contract_codes')
    .select(['sent_to', 'expires_at', 'tries', 'used_at'])
    .where('contract_id', '=', contract)
    .where('expires_at', '>', moment(now))
    .orderBy('id', 'desc')
    .executeTakeFirst()
  if (!code || code.used_at !== null || code.tries >= CODE.tries) return null
  return { to: code.sent_to, until: code.expires_at.toString() }
}
