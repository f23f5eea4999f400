import { z } from 'zod'
import { db } from '#db/client.server.ts'
import { hashOfSecret } from '#platform/secret.ts'
import { accountOf, changeAccount } from './accounts.ts'
import { operation } from './call.ts'
import { fault } from './fault.ts'
import { text } from './fields.ts'
import { readIdToken, signIdToken, TOKEN_SECONDS } from './tokens.ts'

/** `POST /v1/token`: a fresh ID token. Alone in the protocol its answer is written with underscores. */
export const token = operation(z.object({ grantType: text, refreshToken: text }), async (input, call) => {
  if (!input.grantType) throw fault('MISSING_GRANT_TYPE')
  if (input.grantType !== 'refresh_token') throw fault('INVALID_GRANT_TYPE')
  if (!input.refreshToken) throw fault('MISSING_REFRESH_TOKEN')
  const { account, signIn } = await readRefreshToken(input.refreshToken)
  const now = call.now()
  await db
    .updateTable('identity_refresh_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', hashOfSecret(input.refreshToken))
    .execute()
  const refreshed = await changeAccount(account.uid, { last_refresh_at: now })
  const idToken = await signIdToken(refreshed, signIn, call)
  return {
    access_token: idToken,
    expires_in: String(TOKEN_SECONDS),
    token_type: 'Bearer',
    refresh_token: input.refreshToken,
    id_token: idToken,
    user_id: account.uid,
    project_id: call.project().number,
  }
})

/** `accounts:revokeToken`: makes one refresh token of the caller invalid; another person's is left alone, without saying so. */
export const revokeToken = operation(
  z.object({ providerId: text, tokenType: text, token: text, idToken: text, redirectUri: text }),
  async (input, call) => {
    const { account } = await readIdToken(input.idToken, call)
    if (!input.token) throw fault('MISSING_TOKEN')
    if (input.tokenType !== 'REFRESH_TOKEN') throw fault('OPERATION_NOT_ALLOWED')
    await db
      .updateTable('identity_refresh_tokens')
      .set({ revoked_at: call.now() })
      .where('token_hash', '=', hashOfSecret(input.token))
      .where('uid', '=', account.uid)
      .where('revoked_at', 'is', null)
      .execute()
    return {}
  },
)

/**
 * Finds whom a refresh token speaks for. Its row outlives the account: only `USER_NOT_FOUND`, `USER_DISABLED` and
 * `TOKEN_EXPIRED` make a client sign its user out; `INVALID_REFRESH_TOKEN` doesn't.
 */
async function readRefreshToken(refreshToken: string) {
  const row = await db
    .selectFrom('identity_refresh_tokens')
    .selectAll()
    .where('token_hash', '=', hashOfSecret(refreshToken))
    .executeTakeFirst()
  if (!row) throw fault('INVALID_REFRESH_TOKEN')
  const account = await accountOf(row.uid)
  if (!account) throw fault('USER_NOT_FOUND')
  if (account.disabled) throw fault('USER_DISABLED')
  const isVoid = account.valid_since !== null && Temporal.Instant.compare(row.issued_at, account.valid_since) < 0
  if (isVoid || row.revoked_at) throw fault('TOKEN_EXPIRED')
  const isWithdrawn = row.factor_id !== null && !(await isEnrolled(row.factor_id))
  return {
    account,
    signIn: { provider: row.provider_id, factorId: isWithdrawn ? null : row.factor_id, authTime: row.auth_time },
  }
}

async function isEnrolled(factorId: string): Promise<boolean> {
  const found = await db.selectFrom('identity_factors').select('id').where('id', '=', factorId).executeTakeFirst()
  return found !== undefined
}
