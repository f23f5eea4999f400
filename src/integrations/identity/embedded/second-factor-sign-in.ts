import type { Selectable } from 'kysely'
import { z } from 'zod'
import { db } from '#db/client.server.ts'
import { openOf } from '#db/sealed-columns.server.ts'
import type { IdentityFactors } from '#db/types.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { type Account, accountOf } from './accounts.ts'
import { type Answer, type Call, operation } from './call.ts'
import { fault, tooMany } from './fault.ts'
import { some, text } from './fields.ts'
import { tokensAtSignIn } from './tokens.ts'
import { stepOf } from './totp.ts'
import { countTry, forgetTries } from './tries.ts'
import { describeFactor } from './user-info.ts'

export type Factor = Selectable<IdentityFactors>

const GOOD_FOR = { minutes: 10 }
const TRIES = 5

export function factorsOf(uid: string): Promise<Factor[]> {
  return db.selectFrom('identity_factors').selectAll().where('uid', '=', uid).orderBy('enrolled_at').execute()
}

/** Answers instead of tokens that the password was right and a code is needed, within ten minutes and five tries. */
export async function pendingSignIn(
  account: Account,
  provider: string,
  factors: readonly Factor[],
  call: Call,
): Promise<Answer> {
  const credential = newSecret()
  await db
    .insertInto('identity_pending_sign_ins')
    .values({
      credential_hash: hashOfSecret(credential),
      uid: account.uid,
      provider_id: provider,
      expires_at: call.now().add(GOOD_FOR),
    })
    .execute()
  return { mfaPendingCredential: credential, mfaInfo: factors.map(describeFactor) }
}

/**
 * `accounts:askSecondFactor`, which the hosted service does not have: the office vouches for a signed-in person, and a
 * code of their second factor makes the sign-in fresh.
 */
export const askSecondFactor = operation(z.object({ localId: text }), async ({ localId }, call) => {
  const account = await accountOf(localId ?? '')
  if (!account) throw fault('USER_NOT_FOUND')
  if (account.disabled) throw fault('USER_DISABLED')
  const factors = await factorsOf(account.uid)
  if (factors.length === 0) throw fault('MFA_ENROLLMENT_NOT_FOUND')
  return pendingSignIn(account, 'password', factors, call)
})

/** `mfaSignIn:start`: sends a code by SMS, which this service doesn't do; an authenticator app needs no start. */
export const startSecondFactor = operation(
  z.object({ mfaPendingCredential: text, mfaEnrollmentId: text }),
  async (input, call) => {
    if (!input.mfaPendingCredential) {
      throw fault('MISSING_MFA_PENDING_CREDENTIAL', 'Request does not have MFA pending credential.')
    }
    if (!input.mfaEnrollmentId) throw fault('MISSING_MFA_ENROLLMENT_ID', 'No second factor identifier is provided.')
    const { uid } = await readPending(input.mfaPendingCredential, call)
    await enrolledFactor(uid, input.mfaEnrollmentId)
    throw fault('OPERATION_NOT_ALLOWED', 'SMS based MFA not enabled.')
  },
)

/** `mfaSignIn:finalize`: the second half of a sign-in. */
export const finishSecondFactor = operation(
  z.object({
    mfaPendingCredential: text,
    mfaEnrollmentId: text,
    totpVerificationInfo: some({ verificationCode: text }),
    phoneVerificationInfo: some({ sessionInfo: text }),
  }),
  async (input, call) => {
    if (!input.mfaPendingCredential) throw fault('MISSING_CREDENTIAL', 'Please set MFA Pending Credential.')
    const pending = await readPending(input.mfaPendingCredential, call)
    if (input.phoneVerificationInfo) throw fault('OPERATION_NOT_ALLOWED', 'SMS based MFA not enabled.')
    if (!input.mfaEnrollmentId) throw fault('MISSING_MFA_ENROLLMENT_ID', 'No second factor identifier is provided.')
    const factor = await enrolledFactor(pending.uid, input.mfaEnrollmentId)
    const code = input.totpVerificationInfo?.verificationCode
    if (!code) throw fault('MISSING_CODE')
    const account = await accountOf(pending.uid)
    if (!account) throw fault('INVALID_MFA_PENDING_CREDENTIAL')
    if (account.disabled) throw fault('USER_DISABLED')
    await takeTry(pending.hash)
    await countTry('second-factor', { email: account.email, address: '' }, call.now())
    await requireCode(factor, code, call)
    await forgetTries('second-factor', { email: account.email, address: '' })
    await db.deleteFrom('identity_pending_sign_ins').where('credential_hash', '=', pending.hash).execute()
    const signIn = { provider: pending.provider, factorId: factor.id }
    const { idToken, refreshToken } = await tokensAtSignIn(account, signIn, call)
    return { idToken, refreshToken }
  },
)

async function readPending(credential: string, call: Call) {
  const hash = hashOfSecret(credential)
  const row = await db
    .selectFrom('identity_pending_sign_ins')
    .selectAll()
    .where('credential_hash', '=', hash)
    .executeTakeFirst()
  if (!row || Temporal.Instant.compare(row.expires_at, call.now()) <= 0) throw fault('INVALID_MFA_PENDING_CREDENTIAL')
  return { hash, uid: row.uid, provider: row.provider_id }
}

/** Uses one of five tries, before the code is looked at. */
async function takeTry(hash: Buffer): Promise<void> {
  const counted = await db
    .updateTable('identity_pending_sign_ins')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('credential_hash', '=', hash)
    .where('tries', '<', TRIES)
    .returning('tries')
    .executeTakeFirst()
  if (!counted) throw tooMany('TOO_MANY_ATTEMPTS_TRY_LATER', 60)
}

export async function enrolledFactor(uid: string, id: string): Promise<Factor> {
  const factor = (await factorsOf(uid)).find((ownFactor) => ownFactor.id === id)
  if (!factor) throw fault('MFA_ENROLLMENT_NOT_FOUND')
  return factor
}

/** Half-minute steps by which the last code may lie ahead; if it is farther, the clock has been set back since, and it does not count. */
const STEPS_AHEAD = 10

/** Checks a code, which counts only once in all processes: its step must be newer than the last one. */
async function requireCode(factor: Factor, code: string, call: Call): Promise<void> {
  const secret = openOf('identity_factors.secret_sealed', factor.uid, factor.secret_sealed)
  const step = stepOf(code, secret, call.now())
  if (step === null) throw fault('INVALID_CODE')
  const isFresh = await db
    .updateTable('identity_factors')
    .set({ last_counter: step })
    .where('id', '=', factor.id)
    .where((row) => row.or([row('last_counter', '<', step), row('last_counter', '>', step + STEPS_AHEAD)]))
    .returning('id')
    .executeTakeFirst()
  if (!isFresh) throw fault('INVALID_CODE')
}
