import { Refusal } from '#domain/refusal.ts'
import { type AccountRecord, asRecord } from './account-record.ts'
import { type ActionCode, ACTIONS, kindOf } from './action-code.ts'
import * as answers from './answers.ts'
import { type Asker, callsTo, read } from './calls.ts'
import { ownerCalls } from './owner-calls.ts'
import { type SignedIn, type SignInAnswer, signInReader } from './signed-in.ts'
import type { IdentityTarget } from './target.ts'

/** A solved reCAPTCHA of the page, where the project demands one. */
export type Captcha = { captcha?: string | null }

/** The settings that a page needs to solve a reCAPTCHA; where it is not enforced, a form without one is accepted too. */
export type CaptchaDemand = { siteKey: string; isEnforced: boolean }

/** Secret and settings for the app of a second factor, and the name of the session that confirms it. */
export type FactorSetup = { secret: string; digits: number; periodSeconds: number; algorithm: string; session: string }

/** Password rules of this project; `min` is 6 where the project sets none (spec 5). */
export type PasswordPolicy = {
  min: number
  max: number | null
  lowercase: boolean
  uppercase: boolean
  digit: boolean
  symbol: boolean
}

const WEB = { clientType: 'CLIENT_TYPE_WEB' }

/**
 * Makes one client for the hosted service, the embedded one and the emulator; each operation has the service's name
 * beside it. A refusal of the service becomes a `Refusal('identity.…')` in `calls.ts` and nowhere else; each function
 * may also refuse `identity.network-request-failed` (no answer within 30 s, on a phone 60 s) and
 * `identity.internal-error`. The office's calls are in `owner-calls.ts`. The service may be on another machine: never
 * call it inside a transaction.
 */
export function identityClient(target: IdentityTarget, asker: Asker = { device: 'desktop' }) {
  const calls = callsTo(target, asker)
  const { signedIn, answerOf, afterChange } = signInReader(target)
  const owner = ownerCalls(calls)

  return {
    /**
     * accounts:signInWithPassword. Refuses `identity.invalid-credential` (`wrong-password`, `user-not-found` where the
     * project tells them apart), `user-disabled`, `too-many-requests` {retryAfter}, `invalid-recaptcha-token`.
     */
    signIn: async (input: { email: string; password: string } & Captcha): Promise<SignInAnswer> => {
      const { email, password, captcha } = input
      const body = { email, password, returnSecureToken: true, ...WEB, ...captchaFields(captcha) }
      return answerOf(await calls.post('/v1/accounts:signInWithPassword', body))
    },

    /**
     * accounts:signInWithIdp, with the ID token Google gave us; `to` links it to the account of that token. Refuses
     * `account-exists-with-different-credential`, `credential-already-in-use`, `operation-not-allowed`, `user-disabled`.
     */
    signInWithGoogle: async (
      input: { googleIdToken: string; requestUri: string },
      to: { idToken: string } | null = null,
    ): Promise<SignInAnswer> => {
      const { googleIdToken, requestUri } = input
      const credential = new URLSearchParams({ id_token: googleIdToken, providerId: 'google.com' })
      const body = { requestUri, postBody: credential.toString(), returnSecureToken: true, returnIdpCredential: true }
      return answerOf(await calls.post('/v1/accounts:signInWithIdp', { ...body, ...to }))
    },

    /** mfaSignIn:finalize. Refuses `invalid-verification-code`, `invalid-multi-factor-session`, `too-many-requests`. */
    confirmSecondFactor: async (input: { pending: string; factorId: string; code: string }): Promise<SignedIn> => {
      const { pending: mfaPendingCredential, factorId: mfaEnrollmentId, code: verificationCode } = input
      const body = { mfaPendingCredential, mfaEnrollmentId, totpVerificationInfo: { verificationCode } }
      return signedIn(read(answers.tokensAnswer, await calls.post('/v2/accounts/mfaSignIn:finalize', body)))
    },

    /**
     * Gets tokens for a person whom this site has recognised without the service, by a passkey.
     * accounts:signInWithCustomToken of the hosted service, `accounts:vouch` of the embedded one. Refuses
     * `user-not-found`, `user-disabled`, `service-account-missing`.
     */
    vouch: async (uid: string): Promise<SignedIn> => {
      const { customToken } = target
      if (!customToken)
        return signedIn(read(answers.tokensAnswer, await calls.asOwner('/accounts:vouch', { localId: uid })))
      // A custom token for an unknown person would create an account.
      if (!(await owner.lookup({ uid }))) throw new Refusal('identity.user-not-found')
      const body = { token: await customToken(uid), returnSecureToken: true }
      return signedIn(read(answers.tokensAnswer, await calls.post('/v1/accounts:signInWithCustomToken', body)))
    },

    /** securetoken token. Refuses `user-disabled` and `user-token-expired`: both end the session. */
    renew: async (refreshToken: string): Promise<SignedIn> => {
      const outcome = await calls.renew({ grant_type: 'refresh_token', refresh_token: refreshToken })
      const answer = read(answers.renewalAnswer, outcome)
      return signedIn({ idToken: answer.id_token, refreshToken: answer.refresh_token })
    },

    /**
     * accounts:revokeToken: this sign-in gets no tokens any more, others of the person do. Only the embedded service
     * does this; the hosted one revokes only Apple's tokens. Refuses what `renew` does.
     */
    endSignIn: async (refreshToken: string): Promise<void> => {
      const outcome = await calls.renew({ grant_type: 'refresh_token', refresh_token: refreshToken })
      const { id_token: idToken } = read(answers.renewalAnswer, outcome)
      const body = { idToken, tokenType: 'REFRESH_TOKEN', token: refreshToken }
      read(answers.anything, await calls.post('/v2/accounts:revokeToken', body))
    },

    /** accounts:lookup of oneself: also tells whether the account is still open. */
    lookupSelf: async (idToken: string): Promise<AccountRecord> => {
      const { users } = read(answers.lookupAnswer, await calls.post('/v1/accounts:lookup', { idToken }))
      if (!users[0]) throw new Refusal('identity.user-token-expired')
      return asRecord(users[0])
    },

    /** accounts:signUp by the person. Refuses `email-already-in-use`, `weak-password`, `admin-restricted-operation`. */
    signUp: async (input: { email: string; password: string; displayName: string | null } & Captcha) => {
      const { captcha, ...person } = input
      const body = { ...person, returnSecureToken: true, ...WEB, ...captchaFields(captcha) }
      return signedIn(read(answers.tokensAnswer, await calls.post('/v1/accounts:signUp', body)))
    },

    /** accounts:update by the person. Refuses `requires-recent-login` for the password, and what a password may lack. */
    changeSelf: async (idToken: string, fields: { displayName?: string; password?: string }) =>
      afterChange(await calls.post('/v1/accounts:update', { idToken, ...fields, returnSecureToken: true })),

    /** accounts:delete by the person. Refuses `requires-recent-login`. */
    removeSelf: async (idToken: string): Promise<void> => {
      read(answers.anything, await calls.post('/v1/accounts:delete', { idToken }))
    },

    /** accounts:resetPassword without a password: what the code of a link is for. Looking uses nothing up. */
    readActionCode: async (oobCode: string): Promise<ActionCode> => {
      const answer = read(answers.codeAnswer, await calls.post('/v1/accounts:resetPassword', { oobCode }))
      const kind = kindOf(answer.requestType)
      if (!kind) throw new Refusal('identity.invalid-action-code')
      return { kind, email: answer.email ?? null, newEmail: answer.newEmail ?? null }
    },

    /** accounts:resetPassword. Refuses a bad code, and what a password may lack: then the code stays good. Answers the e-mail. */
    resetPassword: async (oobCode: string, newPassword: string): Promise<string | null> => {
      const outcome = await calls.post('/v1/accounts:resetPassword', { oobCode, newPassword })
      return read(answers.codeAnswer, outcome).email ?? null
    },

    /** accounts:update with the code of a link: verifies or changes the e-mail. */
    applyActionCode: async (oobCode: string): Promise<void> => {
      read(answers.anything, await calls.post('/v1/accounts:update', { oobCode }))
    },

    /**
     * accounts:sendOobCode without a service account: the hosted service writes the message itself, in `language`. Known
     * and unknown addresses are answered alike.
     */
    mailResetLink: async (input: { email: string; language: 'pt' | 'en' } & Captcha): Promise<void> => {
      const captcha = input.captcha
        ? { captchaResp: input.captcha, recaptchaVersion: 'RECAPTCHA_ENTERPRISE' }
        : undefined
      const body = { requestType: ACTIONS['reset-password'], email: input.email, ...WEB, ...captcha }
      const outcome = await calls.post('/v1/accounts:sendOobCode', body, {
        headers: { 'x-firebase-locale': input.language },
      })
      try {
        read(answers.anything, outcome)
      } catch (error) {
        if (!(error instanceof Refusal) || error.code !== 'identity.user-not-found') throw error
      }
    },

    /** mfaEnrollment:start. Refuses `unverified-email`, `requires-recent-login`, `maximum-second-factor-count-exceeded`. */
    startFactor: async (idToken: string): Promise<FactorSetup> => {
      const outcome = await calls.post('/v2/accounts/mfaEnrollment:start', { idToken, totpEnrollmentInfo: {} })
      const { totpSessionInfo: setup } = read(answers.totpAnswer, outcome)
      const { sharedSecretKey: secret, verificationCodeLength: digits, periodSec: periodSeconds } = setup
      return { secret, digits, periodSeconds, algorithm: setup.hashingAlgorithm, session: setup.sessionInfo }
    },

    /** mfaEnrollment:finalize. Refuses `invalid-verification-code`, `code-expired`. */
    confirmFactor: async (
      idToken: string,
      input: { session: string; code: string; name: string },
    ): Promise<SignedIn> => {
      const totpVerificationInfo = { sessionInfo: input.session, verificationCode: input.code }
      const body = { idToken, displayName: input.name, totpVerificationInfo }
      return signedIn(read(answers.tokensAnswer, await calls.post('/v2/accounts/mfaEnrollment:finalize', body)))
    },

    /** mfaEnrollment:withdraw. Refuses `multi-factor-info-not-found`, `requires-recent-login`. */
    withdrawFactor: async (idToken: string, factorId: string): Promise<SignedIn> => {
      const outcome = await calls.post('/v2/accounts/mfaEnrollment:withdraw', { idToken, mfaEnrollmentId: factorId })
      return signedIn(read(answers.tokensAnswer, outcome))
    },

    /** passwordPolicy. */
    passwordPolicy: async (): Promise<PasswordPolicy> => {
      const { customStrengthOptions: options } = read(answers.policyAnswer, await calls.get('/v2/passwordPolicy'))
      return {
        min: options.minPasswordLength ?? 6,
        max: options.maxPasswordLength ?? null,
        lowercase: options.containsLowercaseCharacter ?? false,
        uppercase: options.containsUppercaseCharacter ?? false,
        digit: options.containsNumericCharacter ?? false,
        symbol: options.containsNonAlphanumericCharacter ?? false,
      }
    },

    /** recaptchaConfig: what forms must solve, or `null` while the project demands nothing. */
    captchaDemand: async (): Promise<CaptchaDemand | null> => {
      const path = '/v2/recaptchaConfig?clientType=CLIENT_TYPE_WEB&version=RECAPTCHA_ENTERPRISE'
      const { recaptchaKey, recaptchaEnforcementState: states } = read(answers.recaptchaAnswer, await calls.get(path))
      const state = states.find(({ provider }) => provider === 'EMAIL_PASSWORD_PROVIDER')?.enforcementState
      const siteKey = recaptchaKey?.split('/')[3]
      if (!siteKey || (state !== 'AUDIT' && state !== 'ENFORCE')) return null
      return { siteKey, isEnforced: state === 'ENFORCE' }
    },

    /** projects: the hosts a sign-in by another provider may come from. */
    authorizedDomains: async (): Promise<string[]> =>
      read(answers.projectAnswer, await calls.get('/v1/projects')).authorizedDomains,

    ...owner,
  }
}

export type IdentityClient = ReturnType<typeof identityClient>

function captchaFields(captcha: string | null | undefined) {
  return captcha ? { captchaResponse: captcha, recaptchaVersion: 'RECAPTCHA_ENTERPRISE' } : {}
}
