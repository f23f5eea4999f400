import { createLocalJWKSet, createRemoteJWKSet, customFetch, errors, jwtVerify, type JWTVerifyGetKey } from 'jose'
import { z } from 'zod'
import { Refusal } from '#domain/refusal.ts'
import { log } from '#platform/log.ts'
import { identityUnreachable } from './refusal-of.ts'
import type { IdentityTransport, IdTokenClaims } from './target.ts'

const claims = z.object({
  sub: z.string().min(1).max(128),
  email: z.string().min(3),
  email_verified: z.boolean().default(false),
  name: z.string().optional(),
  role: z.unknown().optional(),
  auth_time: z.number().int().positive(),
  exp: z.number().int().positive(),
  firebase: z
    .object({ sign_in_provider: z.string().default('password'), sign_in_second_factor: z.string().optional() })
    .default({ sign_in_provider: 'password' }),
})

/** Seconds by which two clocks may differ. */
const MAX_SKEW_SECONDS = 60

/**
 * Makes a reader of ID tokens of one issuer for one project: only RS256 by one of its published keys. A token that is
 * unsigned, signed with another method, of another project, expired, or a session cookie, is refused as
 * `identity.internal-error`, because no person caused it; the log says what was wrong.
 */
export function idTokenReader(issued: { keys: JWTVerifyGetKey; issuer: string; audience: string }) {
  return async (idToken: string): Promise<IdTokenClaims> => {
    const { payload } = await jwtVerify(idToken, issued.keys, {
      algorithms: ['RS256'],
      issuer: issued.issuer,
      audience: issued.audience,
      clockTolerance: MAX_SKEW_SECONDS,
      requiredClaims: ['sub', 'iat', 'exp', 'auth_time'],
    }).catch((error: unknown) => {
      if (areKeysUnreachable(error)) throw identityUnreachable()
      log.error({ err: error }, 'an ID token of the identity service was not one')
      throw new Refusal('identity.internal-error')
    })
    return asClaims(payload)
  }
}

/** Reads the claims of a token whose signature was checked before, or (an emulator's) that has none. */
export function asClaims(payload: unknown): IdTokenClaims {
  const read = claims.safeParse(payload)
  if (!read.success) {
    log.error({ issues: read.error.issues }, 'an ID token lacks what it must say')
    throw new Refusal('identity.internal-error')
  }
  const { sub: uid, email, name, role, auth_time, exp, firebase } = read.data
  return {
    uid,
    email: email.toLowerCase(),
    emailVerified: read.data.email_verified,
    displayName: name ?? null,
    role,
    signedInAt: Temporal.Instant.fromEpochMilliseconds(auth_time * 1000),
    expiresAt: Temporal.Instant.fromEpochMilliseconds(exp * 1000),
    provider: firebase.sign_in_provider,
    withSecondFactor: firebase.sign_in_second_factor !== undefined,
  }
}

/**
 * Fetches the keys that an issuer publishes, again after six hours or for an unknown key (at most every 30 s, unless
 * said otherwise). While the issuer can't be reached the last ones are used.
 */
export function publishedKeys(
  address: string,
  transport: IdentityTransport,
  cooldownDuration = 30_000,
): JWTVerifyGetKey {
  const remote = createRemoteJWKSet(new URL(address), {
    cooldownDuration,
    cacheMaxAge: 6 * 3_600_000,
    timeoutDuration: 30_000,
    [customFetch]: (url, { method, headers, signal }) => transport(new Request(url, { method, headers, signal })),
  })
  return async (header, token) => {
    try {
      return await remote(header, token)
    } catch (error) {
      const known = remote.jwks()
      if (!known || !areKeysUnreachable(error)) throw error
      return createLocalJWKSet(known)(header, token)
    }
  }
}

/** Whether there are no keys at all, as opposed to no right key. */
function areKeysUnreachable(error: unknown): boolean {
  return !(error instanceof errors.JOSEError) || error.code === 'ERR_JWKS_TIMEOUT' || error.code === 'ERR_JOSE_GENERIC'
}
