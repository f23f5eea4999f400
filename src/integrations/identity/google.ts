import { createHash } from 'node:crypto'
import { decodeJwt } from 'jose'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { env } from '#platform/env.server.ts'
import { newSecret } from '#platform/secret.ts'
import { read, sendJson } from './calls.ts'
import type { IdentityTransport } from './target.ts'

const CONSENT = 'https://accounts.google.com/o/oauth2/v2/auth'
const TOKEN = 'https://oauth2.googleapis.com/token'

/** Values that only the browser that started the sign-in can bring back: sealed in a cookie for ten minutes. */
export type GoogleJourney = { state: string; nonce: string; verifier: string }

/** Whether this installation offers Google's sign-in. */
export function offersGoogle(): boolean {
  return env().GOOGLE_CLIENT_ID !== undefined
}

/** Answers the address of Google's page, and the values to keep until it sends the person back (authorization code flow with PKCE). */
export function beginGoogleJourney(redirectUri: string): { address: string; journey: GoogleJourney } {
  const { GOOGLE_CLIENT_ID: clientId } = env()
  if (!clientId) throw new Refusal('identity.operation-not-allowed')
  const journey = { state: newSecret(), nonce: newSecret(), verifier: newSecret() }
  const query = new URLSearchParams({
    client_id: clientId,
    redirect_uri: redirectUri,
    response_type: 'code',
    scope: 'openid email profile',
    state: journey.state,
    nonce: journey.nonce,
    code_challenge: createHash('sha256').update(journey.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    prompt: 'select_account',
  })
  return { address: `${CONSENT}?${query}`, journey }
}

const tokenAnswer = z.object({ id_token: z.string() })

/**
 * Exchanges Google's code for an ID token. The identity service checks its signature and accepts it as a sign-in.
 * Refuses `identity.invalid-credential`: another sign-in's state or nonce, or a code that Google does not know.
 */
export async function finishGoogleJourney(
  answer: { code: string; state: string },
  { state, nonce, verifier }: GoogleJourney,
  redirectUri: string,
  transport: IdentityTransport = fetch,
): Promise<string> {
  const { GOOGLE_CLIENT_ID: clientId = '', GOOGLE_CLIENT_SECRET: secret = '' } = env()
  if (answer.state !== state) throw new Refusal('identity.invalid-credential')
  const body = new URLSearchParams({
    grant_type: 'authorization_code',
    code: answer.code,
    redirect_uri: redirectUri,
    client_id: clientId,
    client_secret: secret,
    code_verifier: verifier,
  })
  const outcome = await sendJson(transport, TOKEN, { method: 'POST', body }, 'desktop')
  if (outcome.status >= 400) throw new Refusal('identity.invalid-credential')
  const { id_token: idToken } = read(tokenAnswer, outcome)
  if (nonceIn(idToken) !== nonce) throw new Refusal('identity.invalid-credential')
  return idToken
}

function nonceIn(idToken: string): unknown {
  try {
    return decodeJwt(idToken)['nonce']
  } catch {
    return null
  }
}
