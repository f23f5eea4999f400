import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { db } from '#db/client.server.ts'
import { hashOfSecret, newSecret } from '#platform/secret.ts'
import { type Account, accountOf, changeAccount, claimsOf } from './accounts.ts'
import type { Call } from './call.ts'
import { fault } from './fault.ts'
import { validSince } from './user-info.ts'

export const TOKEN_SECONDS = 3_600
/** Age from which a sign-in must be repeated before e-mail, password, second factor or the account itself change. */
const RECENT = { minutes: 5 }

/** How a person signed in: kept with the refresh token, so that refreshing never makes an old sign-in look new. */
export type SignIn = { provider: string; factorId: string | null; authTime: Temporal.Instant }

export type Bearer = { account: Account; signIn: SignIn }

export type Tokens = { idToken: string; refreshToken: string; expiresIn: string }

/** Makes the tokens of a person who has just proved who they are. */
export async function tokensAtSignIn(
  account: Account,
  { provider, factorId }: Omit<SignIn, 'authTime'>,
  call: Call,
): Promise<Tokens> {
  const now = call.now()
  const signedIn = await changeAccount(account.uid, { last_sign_in_at: now, last_refresh_at: now })
  return newTokens(signedIn, { provider, factorId, authTime: now }, call)
}

/** Makes new tokens for a sign-in: a new one, or an earlier one if something in the account that tokens contain has changed. */
export async function newTokens(account: Account, signIn: SignIn, call: Call): Promise<Tokens> {
  const now = call.now()
  const refreshToken = newSecret()
  await db
    .insertInto('identity_refresh_tokens')
    .values({
      token_hash: hashOfSecret(refreshToken),
      uid: account.uid,
      provider_id: signIn.provider,
      factor_id: signIn.factorId,
      auth_time: signIn.authTime,
      issued_at: now,
      used_at: now,
    })
    .execute()
  return { idToken: await signIdToken(account, signIn, call), refreshToken, expiresIn: String(TOKEN_SECONDS) }
}

export async function signIdToken(account: Account, signIn: SignIn, call: Call): Promise<string> {
  const claims = await idTokenClaims(account, signIn)
  return signToken(claims, account.uid, { issuer: call.project().issuer, seconds: TOKEN_SECONDS }, call)
}

/** Signs a session cookie under another issuer: a cookie never passes for an ID token, nor the other way round. */
export async function signSessionCookie({ account, signIn }: Bearer, seconds: number, call: Call): Promise<string> {
  const claims = await idTokenClaims(account, signIn)
  return signToken(claims, account.uid, { issuer: `${call.project().issuer}/session`, seconds }, call)
}

/**
 * Finds whom an ID token speaks for. Refuses, in this order, one that is missing, not ours, of an unknown account,
 * void, or of a closed account.
 */
export async function readIdToken(token: string | undefined, call: Call): Promise<Bearer> {
  if (!token) throw fault('MISSING_ID_TOKEN')
  const { sub, iat, auth_time, firebase } = await verifiedClaims(token, call)
  const account = await accountOf(sub)
  if (!account) throw fault('USER_NOT_FOUND')
  if (iat < validSince(account)) throw fault('TOKEN_EXPIRED')
  if (account.disabled) throw fault('USER_DISABLED')
  const authTime = Temporal.Instant.fromEpochMilliseconds(auth_time * 1000)
  const factorId = firebase.second_factor_identifier ?? null
  return { account, signIn: { provider: firebase.sign_in_provider, factorId, authTime } }
}

/** Checks that the sign-in is recent. Refuses `CREDENTIAL_TOO_OLD_LOGIN_AGAIN`. */
export function requireRecentSignIn({ signIn }: Bearer, call: Call): void {
  const until = signIn.authTime.add(RECENT)
  if (Temporal.Instant.compare(call.now(), until) > 0) throw fault('CREDENTIAL_TOO_OLD_LOGIN_AGAIN')
}

const claimsShape = z.object({
  sub: z.string().min(1),
  iat: z.number(),
  auth_time: z.number(),
  firebase: z.object({ sign_in_provider: z.string(), second_factor_identifier: z.string().optional() }),
})

async function verifiedClaims(token: string, call: Call): Promise<z.output<typeof claimsShape>> {
  const { issuer, id } = call.project()
  try {
    const kid = decodeProtectedHeader(token).kid
    const key = typeof kid === 'string' ? await call.keys.verifying(kid, call.now()) : null
    if (!key) throw fault('INVALID_ID_TOKEN')
    const options = { issuer, audience: id, algorithms: ['RS256'], currentDate: new Date(call.now().epochMilliseconds) }
    return claimsShape.parse((await jwtVerify(token, key, options)).payload)
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw fault('TOKEN_EXPIRED')
    if (error instanceof errors.JOSEError || error instanceof TypeError || error instanceof z.ZodError) {
      throw fault('INVALID_ID_TOKEN')
    }
    throw error
  }
}

async function idTokenClaims(account: Account, { provider, factorId, authTime }: SignIn) {
  const links = await db
    .selectFrom('identity_providers')
    .select(['provider_id', 'raw_id'])
    .where('uid', '=', account.uid)
    .execute()
  return {
    ...claimsOf(account),
    name: account.display_name ?? undefined,
    picture: account.photo_url ?? undefined,
    email: account.email,
    email_verified: account.email_verified,
    phone_number: account.phone_number ?? undefined,
    auth_time: secondsOf(authTime),
    user_id: account.uid,
    firebase: {
      identities: {
        email: [account.email],
        ...Object.fromEntries(links.map(({ provider_id, raw_id }) => [provider_id, [raw_id]])),
      },
      sign_in_provider: provider,
      ...(factorId && { second_factor_identifier: factorId, sign_in_second_factor: 'totp' }),
    },
  }
}

async function signToken(
  claims: Record<string, unknown>,
  subject: string,
  { issuer, seconds }: { issuer: string; seconds: number },
  call: Call,
): Promise<string> {
  const now = call.now()
  const { kid, privateKey } = await call.keys.signing(now)
  return (
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' })
      .setIssuedAt(secondsOf(now))
      .setExpirationTime(secondsOf(now) + seconds)
      .setAudience(call.project().id)
      .setIssuer(issuer)
      .setSubject(subject)
      // Makes two tokens of one second differ: the official client keeps its old tokens when the new ID token has the
      // same text.
      .setJti(crypto.randomUUID())
      .sign(privateKey)
  )
}

function secondsOf(instant: Temporal.Instant): number {
  return Math.floor(instant.epochMilliseconds / 1000)
}
