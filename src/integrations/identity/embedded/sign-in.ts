import { z } from 'zod'
import { type Account, accountWith, readEmail } from './accounts.ts'
import { type Answer, type Call, operation } from './call.ts'
import { fault } from './fault.ts'
import { flag, text } from './fields.ts'
import { DEVICE_HEADER, placeOf, rememberDevice } from '../known-device.ts'
import { isRightPassword, renewHash } from './passwords.ts'
import { requireAll } from './policy.ts'
import { factorsOf, pendingSignIn } from './second-factor-sign-in.ts'
import { tokensAtSignIn } from './tokens.ts'
import { countTry, forgetTries } from './tries.ts'

/** `accounts:signInWithPassword`. */
export const signInWithPassword = operation(
  z.object({ email: text, password: text, returnSecureToken: flag }),
  async (input, call) => {
    if (input.email === undefined) throw fault('MISSING_EMAIL')
    const email = readEmail(input.email)
    if (!input.password) throw fault('MISSING_PASSWORD')
    const account = await authenticate(email, input.password, call)
    const { passwordPolicy } = call.project()
    if (passwordPolicy?.forceUpgradeOnSignin) requireAll(input.password, passwordPolicy)
    return {
      kind: 'identitytoolkit#VerifyPasswordResponse',
      registered: true,
      localId: account.uid,
      email: account.email,
      displayName: account.display_name ?? undefined,
      ...(await letIn(account, 'password', call)),
    }
  },
)

/**
 * Finds the account of this e-mail and password. Unknown, passwordless and wrong look the same and take the same time;
 * only after the right password does it say that an account is closed.
 */
export async function authenticate(email: string, password: string, call: Call): Promise<Account> {
  const place = placeOf({ address: call.address, remembered: call.device }, email, call.now())
  const sender = { email, ...place }
  await countTry('sign-in', sender, call.now())
  const account = await accountWith(email)
  const isRight = await isRightPassword(password, account, place)
  if (!account || !isRight) throw refuseWrong(account, call)
  await forgetTries('sign-in', sender)
  if (account.disabled) throw fault('USER_DISABLED')
  call.headers.set(DEVICE_HEADER, rememberDevice(email, call.now()))
  await renewHash(account, password)
  return account
}

/** Answers tokens, or, for a person with a second factor, the session that asks for its code. */
export async function letIn(account: Account, provider: string, call: Call): Promise<Answer> {
  const factors = await factorsOf(account.uid)
  if (factors.length > 0) return pendingSignIn(account, provider, factors, call)
  return tokensAtSignIn(account, { provider, factorId: null }, call)
}

function refuseWrong(account: Account | null, call: Call) {
  if (call.project().emailPrivacy) return fault('INVALID_LOGIN_CREDENTIALS')
  return fault(account ? 'INVALID_PASSWORD' : 'EMAIL_NOT_FOUND')
}
