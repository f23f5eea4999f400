import { createPrivateKey } from 'node:crypto'
import { SignJWT } from 'jose'
import { z } from 'zod'
import { readIfExists } from '#platform/process.ts'
import { type Outcome, read, sendJson } from './calls.ts'
import type { IdentityTransport } from './target.ts'

const TOKEN_ADDRESS = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'
/** Time before its end from which a token is fetched anew. */
const EARLY = { minutes: 5 }

const file = z.object({
  type: z.literal('service_account'),
  project_id: z.string().min(1),
  private_key_id: z.string().optional(),
  private_key: z.string().includes('PRIVATE KEY'),
  client_email: z.email(),
})

export type ServiceAccount = { projectId: string; email: string; keyId: string | undefined; privateKey: string }

/** Fault of FIREBASE_SERVICE_ACCOUNT, by its message in `cli.identity`. */
export type ServiceAccountFault = 'serviceAccountMissing' | 'serviceAccountUnreadable'

/** Reads the JSON from Google, given directly or as the path of its file. */
export function readServiceAccount(given: string): ServiceAccount | ServiceAccountFault {
  const text = given.trimStart().startsWith('{') ? given : readIfExists(given)
  if (text === null) return 'serviceAccountMissing'
  try {
    const { project_id, client_email, private_key_id, private_key } = file.parse(JSON.parse(text))
    createPrivateKey(private_key)
    return { projectId: project_id, email: client_email, keyId: private_key_id, privateKey: private_key }
  } catch {
    return 'serviceAccountUnreadable'
  }
}

const bearerAnswer = z.object({ access_token: z.string(), expires_in: z.number() })

type Clock = () => Temporal.Instant

/** Answers a token of the service account (RFC 7523), kept until shortly before its end; callers at the same time share one request. */
export function bearerOf(
  account: ServiceAccount,
  transport: IdentityTransport,
  clock: Clock = () => Temporal.Now.instant(),
): () => Promise<string> {
  let kept: { token: string; until: Temporal.Instant } | null = null
  let asking: Promise<string> | null = null

  async function ask(): Promise<string> {
    const now = clock()
    const outcome = await requestBearer(account, transport, now)
    const { access_token: token, expires_in: seconds } = read(bearerAnswer, outcome)
    kept = { token, until: now.add({ seconds }).subtract(EARLY) }
    return token
  }

  return async () => {
    if (kept && Temporal.Instant.compare(clock(), kept.until) < 0) return kept.token
    asking ??= ask().finally(() => {
      asking = null
    })
    return asking
  }
}

/** For the self-check: answers the token, if one was given, and Google's answer, which shows its clock. */
export async function tryServiceAccount(
  account: ServiceAccount,
  transport: IdentityTransport,
): Promise<{ bearer: string | null; answer: Outcome | null }> {
  const answer = await requestBearer(account, transport, Temporal.Now.instant()).catch(() => null)
  const parsed = bearerAnswer.safeParse(answer?.body)
  return { bearer: parsed.success ? parsed.data.access_token : null, answer }
}

/** Computes the seconds by which Google's clock is ahead of ours, from the date of an answer; `null` when it has none. */
export function clockSkew({ headers }: Outcome, now: Temporal.Instant): number | null {
  const date = Date.parse(headers.get('date') ?? '')
  return Number.isNaN(date) ? null : Math.round((date - now.epochMilliseconds) / 1000)
}

/** Audience of custom tokens, as the service names it. */
export const CUSTOM_TOKENS = 'https://identitytoolkit.googleapis.com/google.identity.identitytoolkit.v1.IdentityToolkit'

/** Makes a token, valid for a minute, by which this site vouches for a person, signed by the service account (Firebase custom token). */
export function customTokenOf(account: ServiceAccount, uid: string, now: Temporal.Instant): Promise<string> {
  const issued = Math.floor(now.epochMilliseconds / 1000)
  return new SignJWT({ uid })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(account.keyId ? { kid: account.keyId } : {}) })
    .setIssuer(account.email)
    .setSubject(account.email)
    .setAudience(CUSTOM_TOKENS)
    .setIssuedAt(issued)
    .setExpirationTime(issued + 60)
    .sign(createPrivateKey(account.privateKey))
}

async function requestBearer(account: ServiceAccount, transport: IdentityTransport, now: Temporal.Instant) {
  const issued = Math.floor(now.epochMilliseconds / 1000)
  const assertion = await new SignJWT({ scope: SCOPE })
    .setProtectedHeader({ alg: 'RS256', typ: 'JWT', ...(account.keyId ? { kid: account.keyId } : {}) })
    .setIssuer(account.email)
    .setSubject(account.email)
    .setAudience(TOKEN_ADDRESS)
    .setIssuedAt(issued)
    .setExpirationTime(issued + 3600)
    .sign(createPrivateKey(account.privateKey))
  const body = new URLSearchParams({ grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer', assertion })
  return sendJson(transport, TOKEN_ADDRESS, { method: 'POST', body }, 'desktop')
}
