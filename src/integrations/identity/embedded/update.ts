import { z } from 'zod'
import type { Updateable } from 'kysely'
import { db, inTransaction } from '#db/client.server.ts'
import type { Users } from '#db/types.ts'
import { type Account, accountOf, accountWith, changeAccount, linkProvider, readEmail, readPhone } from './accounts.ts'
import { type Answer, type Call, operation } from './call.ts'
import { readCustomAttributes } from './custom-attributes.ts'
import { applyCode } from './code-use.ts'
import { mailCode, voidCodes } from './codes.ts'
import { fault } from './fault.ts'
import { flag, many, some, text, texts, whole } from './fields.ts'
import { hashOf } from './passwords.ts'
import { requirePolicy } from './policy.ts'
import { newTokens, readIdToken, requireRecentSignIn } from './tokens.ts'
import { describeChange } from './user-info.ts'

const fields = z.object({
  idToken: text,
  oobCode: text,
  localId: text,
  email: text,
  password: text,
  displayName: text,
  photoUrl: text,
  phoneNumber: text,
  deleteAttribute: texts,
  deleteProvider: texts,
  customAttributes: text,
  disableUser: flag,
  emailVerified: flag,
  validSince: whole,
  createdAt: whole,
  lastLoginAt: whole,
  mfa: some({ enrollments: many({ mfaEnrollmentId: text }) }),
  linkProviderUserInfo: some({ providerId: text, rawId: text, email: text, displayName: text, photoUrl: text }),
})
type Input = z.output<typeof fields>

const kind = 'identitytoolkit#SetAccountInfoResponse'

/** `accounts:update`: applies the code of a message, or changes one's own account, or, privileged, anybody's. */
export const update = operation(fields, async (input, call) => {
  if (input.oobCode !== undefined) return { kind, ...(await describeChange(await applyCode(input.oobCode, call))) }
  return call.isPrivileged ? changeAnybody(input, call) : changeOneself(input, call)
})

async function changeOneself(input: Input, call: Call): Promise<Answer> {
  if (input.idToken === undefined) throw fault('INVALID_REQ_TYPE', 'Unsupported request parameters.')
  if (input.customAttributes !== undefined) throw fault('INSUFFICIENT_PERMISSION')
  const bearer = await readIdToken(input.idToken, call)
  if (input.disableUser !== undefined) throw fault('OPERATION_NOT_ALLOWED')
  const { account } = bearer
  const email = input.email === undefined ? undefined : readEmail(input.email)
  const isNewEmail = email !== undefined && email !== account.email
  // A new address must be proved by its owner: by VERIFY_AND_CHANGE_EMAIL, which never tells whether it has an account.
  if (isNewEmail && call.project().emailPrivacy) {
    throw fault('OPERATION_NOT_ALLOWED', 'Please verify the new email before changing email.')
  }
  if (isNewEmail || input.password !== undefined) requireRecentSignIn(bearer, call)
  if (isNewEmail && (await accountWith(email))) throw fault('EMAIL_EXISTS')
  const change = { ...(await commonChange(input, call, account)), ...emailChange(email, account) }
  await unlinkProviders(account.uid, input.deleteProvider)
  const changed = await write(account, change, call)
  return {
    kind,
    ...(await describeChange(changed)),
    newEmail: email,
    ...(isNewEmail || input.password !== undefined ? await newTokens(changed, bearer.signIn, call) : {}),
  }
}

async function changeAnybody(input: Input, call: Call): Promise<Answer> {
  if (!input.localId) throw fault('MISSING_LOCAL_ID')
  const account = await accountOf(input.localId)
  if (!account) throw fault('USER_NOT_FOUND')
  const email = input.email === undefined ? undefined : readEmail(input.email)
  const change: Updateable<Users> = {
    ...(await commonChange(input, call, account)),
    ...emailChange(email, account),
    ...(input.customAttributes !== undefined && readCustomAttributes(input.customAttributes)),
    ...(input.phoneNumber !== undefined && { phone_number: readPhone(input.phoneNumber) }),
    ...(input.disableUser !== undefined && { disabled: input.disableUser }),
    ...(input.emailVerified !== undefined && { email_verified: input.emailVerified }),
    ...(input.validSince !== undefined && { valid_since: momentOf(input.validSince * 1000) }),
    ...(input.createdAt !== undefined && { created_at: momentOf(input.createdAt) }),
    ...(input.lastLoginAt !== undefined && { last_sign_in_at: momentOf(input.lastLoginAt) }),
  }
  await unlinkProviders(account.uid, input.deleteProvider)
  const link = input.linkProviderUserInfo
  if (link) await linkAccount(account.uid, link)
  if (input.mfa) await removeOtherFactors(account.uid, input.mfa.enrollments ?? [])
  const changed = await write(account, change, call)
  return { kind, ...(await describeChange(changed)), newEmail: email }
}

/** Collects the changes that a person and the office make alike: name, picture, password, and what is removed. */
async function commonChange(input: Input, call: Call, account: Account): Promise<Updateable<Users>> {
  const { displayName, photoUrl, password, deleteAttribute = [], deleteProvider = [] } = input
  if (deleteAttribute.includes('EMAIL')) throw fault('OPERATION_NOT_ALLOWED')
  if (password !== undefined) requirePolicy(password, account.email, call.project().passwordPolicy)
  const isPasswordGone = deleteAttribute.includes('PASSWORD') || deleteProvider.includes('password')
  return {
    ...(displayName !== undefined && { display_name: displayName }),
    ...(photoUrl !== undefined && { photo_url: photoUrl }),
    ...(password !== undefined && {
      password_hash: await hashOf(password),
      password_changed_at: call.now(),
      valid_since: call.now(),
    }),
    ...(deleteAttribute.includes('DISPLAY_NAME') && { display_name: null }),
    ...(deleteAttribute.includes('PHOTO_URL') && { photo_url: null }),
    ...(deleteProvider.includes('phone') && { phone_number: null }),
    ...(isPasswordGone && { password_hash: null, valid_since: call.now() }),
  }
}

function emailChange(email: string | undefined, account: Account): Updateable<Users> {
  return email === undefined || email === account.email ? {} : { email, email_verified: false }
}

/** Writes the change; a new e-mail or password makes earlier sign-ins and mailed links void. */
async function write(account: Account, change: Updateable<Users>, call: Call): Promise<Account> {
  const isNewEmail = change.email !== undefined
  const isNewPassword = change.password_hash !== undefined
  const changed = await inTransaction(async (tx) => {
    if (isNewEmail) await voidCodes(tx, account.uid, ['VERIFY_EMAIL', 'VERIFY_AND_CHANGE_EMAIL', 'PASSWORD_RESET'])
    if (isNewPassword) await voidCodes(tx, account.uid, ['PASSWORD_RESET'])
    return changeAccount(account.uid, isNewEmail ? { valid_since: call.now(), ...change } : change, tx)
  })
  if (isNewEmail) mailCode(account, { type: 'RECOVER_EMAIL' }, call)
  return changed
}

/** Unlinks accounts of other providers; a password and a phone are no such accounts, but columns of this one. */
async function unlinkProviders(uid: string, named: readonly string[] = []): Promise<void> {
  const providers = named.filter((provider) => provider !== 'password' && provider !== 'phone')
  if (providers.length === 0) return
  await db.deleteFrom('identity_providers').where('uid', '=', uid).where('provider_id', 'in', providers).execute()
}

async function linkAccount(uid: string, link: NonNullable<Input['linkProviderUserInfo']>): Promise<void> {
  if (!link.providerId || !link.rawId) throw fault('INVALID_PROVIDER_ID')
  await linkProvider({
    uid,
    provider_id: link.providerId,
    raw_id: link.rawId,
    email: link.email ?? null,
    display_name: link.displayName ?? null,
    photo_url: link.photoUrl ?? null,
  })
}

/** Removes second factors for the office; only their owner adds one. */
async function removeOtherFactors(
  uid: string,
  kept: readonly { mfaEnrollmentId?: string | undefined }[],
): Promise<void> {
  const ids = kept.map(({ mfaEnrollmentId }) => mfaEnrollmentId ?? '')
  const enrolled = await db.selectFrom('identity_factors').select('id').where('uid', '=', uid).execute()
  if (ids.some((id) => !enrolled.some((factor) => factor.id === id))) {
    throw fault('OPERATION_NOT_ALLOWED', 'SMS based MFA not enabled.')
  }
  await db
    .deleteFrom('identity_factors')
    .where('uid', '=', uid)
    .where('id', 'not in', ['', ...ids])
    .execute()
}

function momentOf(milliseconds: number): Temporal.Instant {
  return Temporal.Instant.fromEpochMilliseconds(milliseconds)
}
