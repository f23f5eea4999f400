import { z } from 'zod'
import { db } from '#db/client.server.ts'
import { openOf, sealFor } from '#db/sealed-columns.server.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { newId } from './accounts.ts'
import { type Call, operation } from './call.ts'
import { fault } from './fault.ts'
import { some, text } from './fields.ts'
import { enrolledFactor, factorsOf } from './second-factor-sign-in.ts'
import { newTokens, readIdToken, requireRecentSignIn } from './tokens.ts'
import { newTotpSecret, stepOf, TOTP_SHAPE } from './totp.ts'

const MAX_FACTORS = 5
const SETUP_VALID = { minutes: 5 }
const TRIES = 5

/** `mfaEnrollment:start`: a secret for an authenticator app, valid once the app has shown a code of it. */
export const startEnrolment = operation(
  z.object({ idToken: text, totpEnrollmentInfo: some({}), phoneEnrollmentInfo: some({}) }),
  async (input, call) => {
    if (input.phoneEnrollmentInfo) throw fault('OPERATION_NOT_ALLOWED', 'SMS based MFA not enabled.')
    const bearer = await readIdToken(input.idToken, call)
    const { uid, email_verified } = bearer.account
    if (!email_verified) {
      throw fault('UNVERIFIED_EMAIL', 'Need to verify email first before enrolling second factors.')
    }
    if (!input.totpEnrollmentInfo) throw fault('INVALID_ARGUMENT', 'Missing totpEnrollmentInfo.')
    if ((await factorsOf(uid)).length >= MAX_FACTORS) throw fault('SECOND_FACTOR_LIMIT_EXCEEDED')
    requireRecentSignIn(bearer, call)
    return { totpSessionInfo: await startSetup(uid, call) }
  },
)

/** `mfaEnrollment:finalize`. */
export const finishEnrolment = operation(
  z.object({
    idToken: text,
    displayName: text,
    totpVerificationInfo: some({ sessionInfo: text, verificationCode: text }),
    phoneVerificationInfo: some({ sessionInfo: text }),
  }),
  async (input, call) => {
    const { account, signIn } = await readIdToken(input.idToken, call)
    if (input.phoneVerificationInfo) throw fault('OPERATION_NOT_ALLOWED', 'SMS based MFA not enabled.')
    if (!input.totpVerificationInfo) throw fault('INVALID_ARGUMENT', 'Missing totpVerificationInfo.')
    const { sessionInfo, verificationCode } = input.totpVerificationInfo
    if (!verificationCode) throw fault('MISSING_CODE')
    if (!sessionInfo) throw fault('MISSING_SESSION_INFO')
    const { secret, step } = await proveSetup(account.uid, sessionInfo, verificationCode, call)
    const id = newId()
    await db
      .insertInto('identity_factors')
      .values({
        id,
        uid: account.uid,
        display_name: input.displayName ?? null,
        secret_sealed: sealFor('identity_factors.secret_sealed', account.uid, secret),
        last_counter: step,
        enrolled_at: call.now(),
      })
      .execute()
    const { idToken, refreshToken } = await newTokens(account, { ...signIn, factorId: id }, call)
    return { idToken, refreshToken, totpAuthInfo: {} }
  },
)

/** `mfaEnrollment:withdraw`. */
export const withdrawEnrolment = operation(z.object({ idToken: text, mfaEnrollmentId: text }), async (input, call) => {
  const bearer = await readIdToken(input.idToken, call)
  const { account, signIn } = bearer
  const factor = await enrolledFactor(account.uid, input.mfaEnrollmentId ?? '')
  requireRecentSignIn(bearer, call)
  await db.deleteFrom('identity_factors').where('id', '=', factor.id).execute()
  const factorId = signIn.factorId === factor.id ? null : signIn.factorId
  return { ...(await newTokens(account, { ...signIn, factorId }, call)) }
})

async function startSetup(uid: string, call: Call) {
  const secret = newTotpSecret()
  const session = newSecret()
  const expiresAt = call.now().add(SETUP_VALID)
  await db
    .insertInto('identity_factor_setups')
    .values({
      session_hash: hashOfSecret(session),
      uid,
      secret_sealed: sealFor('identity_factor_setups.secret_sealed', uid, secret),
      expires_at: expiresAt,
    })
    .execute()
  return {
    sharedSecretKey: secret,
    verificationCodeLength: TOTP_SHAPE.digits,
    hashingAlgorithm: TOTP_SHAPE.algorithm,
    periodSec: TOTP_SHAPE.period,
    sessionInfo: session,
    finalizeEnrollmentTime: expiresAt.toString({ smallestUnit: 'millisecond' }),
  }
}

/** Answers the secret of a set-up, once a code proves that the app has it: within five minutes and five tries, and only once. */
async function proveSetup(uid: string, session: string, code: string, call: Call) {
  const hash = hashOfSecret(session)
  const setup = await db
    .updateTable('identity_factor_setups')
    .set((row) => ({ tries: row('tries', '+', 1) }))
    .where('session_hash', '=', hash)
    .where('uid', '=', uid)
    .returningAll()
    .executeTakeFirst()
  if (!setup) throw fault('INVALID_SESSION_INFO')
  const isOver = Temporal.Instant.compare(setup.expires_at, call.now()) <= 0
  if (isOver || setup.tries > TRIES) throw fault('SESSION_EXPIRED')
  const secret = openOf('identity_factor_setups.secret_sealed', uid, setup.secret_sealed)
  const step = stepOf(code, secret, call.now())
  if (step === null) throw fault('INVALID_CODE')
  const usedSetup = await db
    .deleteFrom('identity_factor_setups')
    .where('session_hash', '=', hash)
    .returning('uid')
    .executeTakeFirst()
  if (!usedSetup) throw fault('INVALID_SESSION_INFO')
  return { secret, step }
}
