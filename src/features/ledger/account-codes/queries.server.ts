import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { USUAL_CODES } from '#domain/account-codes.ts'

export type AccountCodes = typeof USUAL_CODES

/** The number of every account: the accountant's, else the usual one. */
export async function readAccountCodes(on: Kysely<DB> = db): Promise<AccountCodes> {
  const changedCodes = await on.selectFrom('account_codes').select(['account', 'code']).execute()
  return { ...USUAL_CODES, ...Object.fromEntries(changedCodes.map(({ account, code }) => [account, code])) }
}
