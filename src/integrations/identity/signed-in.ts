import { roleFrom } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { asFactor, type SecondFactor } from './account-record.ts'
import * as answers from './answers.ts'
import { type Outcome, read } from './calls.ts'
import type { IdentityUser } from './identity-user.ts'
import { refusalOf } from './refusal-of.ts'
import type { IdentityTarget } from './target.ts'

/** Tokens of a sign-in, for the server only: a browser never sees them. */
export type Tokens = { refreshToken: string; idToken: string; expiresAt: Temporal.Instant }

export type SignedIn = {
  outcome: 'signed-in'
  user: IdentityUser
  tokens: Tokens
  /** Moment when the person proved who they are, by the service's clock; a renewal does not change it. */
  signedInAt: Temporal.Instant
  /** `password`, `google.com`… */
  provider: string
  withSecondFactor: boolean
}

/** Result of a right password with a second factor: `pending` and a code together make a sign-in, within ten minutes. */
export type SecondFactorAsked = { outcome: 'second-factor'; pending: string; factors: SecondFactor[] }

export type SignInAnswer = (SignedIn | SecondFactorAsked) & {
  /** Token that the person's browser sends next time, so that nobody elsewhere can lock it out; `null`: none. */
  remember: string | null
}

/** Header by which the embedded service recognises a browser; the hosted one has its own way. */
export const REMEMBER_HEADER = 'x-identity-device'

/** Makes a reader of the service's answers to a sign-in; it checks each token before it is used. */
export function signInReader({ readIdToken }: IdentityTarget) {
  async function signedIn(tokens: { idToken: string; refreshToken: string }): Promise<SignedIn> {
    const claims = await readIdToken(tokens.idToken)
    const { uid, email, emailVerified, displayName, role, signedInAt, expiresAt, provider, withSecondFactor } = claims
    return {
      outcome: 'signed-in',
      user: { uid, email, emailVerified, displayName, role: roleFrom(role), disabled: false },
      tokens: { ...tokens, expiresAt },
      signedInAt,
      provider,
      withSecondFactor,
    }
  }

  async function answerOf(outcome: Outcome): Promise<SignInAnswer> {
    const answer = read(answers.signInAnswer, outcome)
    const remember = outcome.headers.get(REMEMBER_HEADER)
    if (answer.errorMessage) throw refusalOf(answer.errorMessage) ?? new Refusal('identity.invalid-credential')
    if (answer.needConfirmation) throw new Refusal('identity.account-exists-with-different-credential')
    if (answer.mfaPendingCredential) {
      const { mfaPendingCredential: pending, mfaInfo } = answer
      return { outcome: 'second-factor', pending, factors: mfaInfo.map(asFactor), remember }
    }
    return { ...(await signedIn(read(answers.tokensAnswer, outcome))), remember }
  }

  /** accounts:update answers tokens when e-mail or password changed: earlier ones are void then. */
  async function afterChange(outcome: Outcome): Promise<SignedIn | null> {
    const { idToken, refreshToken } = read(answers.updateAnswer, outcome)
    return idToken && refreshToken ? signedIn({ idToken, refreshToken }) : null
  }

  return { signedIn, answerOf, afterChange }
}
