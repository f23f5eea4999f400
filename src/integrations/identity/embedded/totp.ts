import { Secret, TOTP } from 'otpauth'

/** Shape of time-based codes (RFC 6238), as every authenticator app makes them. */
export const TOTP_SHAPE = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps before and after the current one that are accepted too, because clocks differ. */
const WINDOW = 1
const SECRET_BYTES = 20

/** Makes a new secret, in base32 as apps take it. */
export function newTotpSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32
}

/** Finds the step of a code, or `null` for a wrong one. The caller must ensure that a step counts once. */
export function stepOf(code: string, secret: string, now: Temporal.Instant): number | null {
  const timestamp = now.epochMilliseconds
  const of = Secret.fromBase32(secret)
  const delta = TOTP.validate({ token: code, secret: of, timestamp, window: WINDOW, ...TOTP_SHAPE })
  return delta === null ? null : TOTP.counter({ period: TOTP_SHAPE.period, timestamp }) + delta
}

export function codeAt(secret: string, now: Temporal.Instant): string {
  return TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: now.epochMilliseconds, ...TOTP_SHAPE })
}
