import { z } from 'zod'
import { accountOf } from './accounts.ts'
import { operation } from './call.ts'
import { fault } from './fault.ts'
import { text } from './fields.ts'
import { tokensAtSignIn } from './tokens.ts'

/**
 * `accounts:vouch`, for which the hosted service has custom tokens: our own server says that a person is there, whom it
 * recognised by a passkey.
 */
export const vouch = operation(z.object({ localId: text }), async ({ localId }, call) => {
  const account = await accountOf(localId ?? '')
  if (!account) throw fault('USER_NOT_FOUND')
  if (account.disabled) throw fault('USER_DISABLED')
  const { idToken, refreshToken } = await tokensAtSignIn(account, { provider: 'passkey', factorId: null }, call)
  return { idToken, refreshToken }
})
