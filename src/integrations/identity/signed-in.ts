import { roleFrom } from '#domain/access.ts'
import { Refusal } from '#domain/refusal.ts'
import { asFactor, type SecondFactor } from './account-record.ts'
import * as answers from './answers.ts'
import { type Outcome, read } from './calls.ts'
import type { IdentityUser } from './identity-user.ts'
import { refusalOf } from './refusal-of.ts'
import type { IdentityTarget } from './target.ts'

/** What a sign-in hands out, for the server alone: a browser never sees them. */
export type Tokens = { refreshToken: string; idToken: string; expiresAt: Temporal.Instant }

export type SignedIn = {
  outcome: 'signed-in'
  user: IdentityUser
  tokens: Tokens
  /** When the person proved who they are, by the service's clock; a renewal does not move it. */
  signedInAt: Temporal.Instant
  /** `password`, `google.com`… */
  provider: string
  withSecondFactor: boolean
}

/** The password was right; `pending` is worth a sign-in together with a code, for ten minutes. */
export type SecondFactorAsked = { outcome: 'second-factor'; pending: string; factors: SecondFactor[] }

export type SignInAnswer = (SignedIn | SecondFactorAsked) & {
  /** What the person's browser is to bring along next time, so that nobody elsewhere can lock it out; `null`: nothing. */
  remember: string | null
}

/** The embedded service's way of knowing a browser again; the hosted one has its own. */
export const REMEMBER_HEADER = 'x-identity-device'

/** Reads what the service answers to a sign-in; each token is looked at before anybody believes it. */
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

  /** accounts:update answers tokens when e-mail or password changed: those from before are void then. */
  async function afterChange(outcome: Outcome): Promise<SignedIn | null> {
    const { idToken, refreshToken } = read(answers.updateAnswer, outcome)
    return idToken && refreshToken ? signedIn({ idToken, refreshToken }) : null
  }

  return { signedIn, answerOf, afterChange }
}
