import { z } from 'zod'
import { accountWith, changeAccount, insertAccount, readEmail, readPhone } from './accounts.ts'
import { type Answer, type Call, operation } from './call.ts'
import { fault } from './fault.ts'
import { flag, many, text } from './fields.ts'
import { hashOf } from './passwords.ts'
import { requirePolicy } from './policy.ts'
import { newTokens, readIdToken, tokensAtSignIn } from './tokens.ts'
import { countTry } from './tries.ts'

const fields = z.object({
  email: text,
  password: text,
  displayName: text,
  photoUrl: text,
  phoneNumber: text,
  localId: text,
  idToken: text,
  emailVerified: flag,
  disabled: flag,
  mfaInfo: many({ phoneInfo: text }),
})
type Input = z.output<typeof fields>

const kind = 'identitytoolkit#SignupNewUserResponse'

/** `accounts:signUp`: an account for oneself, a password for the account one is signed in to, or, privileged, an account for anybody. */
export const signUp = operation(fields, (input, call) => {
  if (call.isPrivileged) return createAccount(input, call)
  if (input.localId !== undefined) throw fault('UNEXPECTED_PARAMETER', 'User ID')
  return input.idToken === undefined ? openAccount(input, call) : addPassword(input, input.idToken, call)
})

async function openAccount(input: Input, call: Call): Promise<Answer> {
  if (input.email === undefined && input.password === undefined) throw fault('ADMIN_ONLY_OPERATION')
  const { email: written, password } = bothOf(input)
  if (call.project().signUp === 'office') throw fault('ADMIN_ONLY_OPERATION')
  const email = readEmail(written)
  await countTry('sign-up', { email, address: call.address }, call.now())
  if (await accountWith(email)) throw fault('EMAIL_EXISTS')
  requirePolicy(password, email, call.project().passwordPolicy)
  const account = await insertAccount({
    email,
    password_hash: await hashOf(password),
    display_name: input.displayName ?? null,
    created_at: call.now(),
  })
  const tokens = await tokensAtSignIn(account, { provider: 'password', factorId: null }, call)
  return { kind, localId: account.uid, email, displayName: input.displayName, ...tokens }
}

async function addPassword(input: Input, idToken: string, call: Call): Promise<Answer> {
  const { account, signIn } = await readIdToken(idToken, call)
  const { email: written, password } = bothOf(input)
  const email = readEmail(written)
  if (email !== account.email) throw fault((await accountWith(email)) ? 'EMAIL_EXISTS' : 'OPERATION_NOT_ALLOWED')
  if (account.password_hash !== null) throw fault('EMAIL_EXISTS')
  requirePolicy(password, email, call.project().passwordPolicy)
  const now = call.now()
  const password_hash = await hashOf(password)
  const changed = await changeAccount(account.uid, { password_hash, password_changed_at: now, valid_since: now })
  return {
    kind,
    localId: changed.uid,
    email,
    displayName: changed.display_name ?? undefined,
    ...(await newTokens(changed, signIn, call)),
  }
}

async function createAccount(input: Input, call: Call): Promise<Answer> {
  if (input.email === undefined) throw fault('MISSING_EMAIL')
  const email = readEmail(input.email)
  if (input.localId !== undefined && !/^[A-Za-z0-9_-]{1,128}$/.test(input.localId)) throw fault('INVALID_LOCAL_ID')
  if (input.mfaInfo?.length) throw fault('OPERATION_NOT_ALLOWED', 'SMS based MFA not enabled.')
  if (await accountWith(email)) throw fault('EMAIL_EXISTS')
  if (input.password !== undefined) requirePolicy(input.password, email, call.project().passwordPolicy)
  const account = await insertAccount({
    ...(input.localId !== undefined && { uid: input.localId }),
    email,
    email_verified: input.emailVerified ?? false,
    password_hash: input.password === undefined ? null : await hashOf(input.password),
    display_name: input.displayName ?? null,
    photo_url: input.photoUrl ?? null,
    phone_number: input.phoneNumber === undefined ? null : readPhone(input.phoneNumber),
    disabled: input.disabled ?? false,
    created_at: call.now(),
  })
  return { kind, localId: account.uid, email, displayName: input.displayName }
}

function bothOf({ email, password }: Input): { email: string; password: string } {
  if (!email) throw fault('MISSING_EMAIL')
  if (!password) throw fault('MISSING_PASSWORD')
  return { email, password }
}
