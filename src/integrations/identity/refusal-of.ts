import { Refusal, type RefusalCode } from '#domain/refusal.ts'

/**
 * Makes the refusal for a service that can't be reached, with the seconds after which a retry makes sense; the constant
 * below is for one that has had too many requests.
 */
export function identityUnreachable(): Refusal {
  return new Refusal('identity.network-request-failed', { retryAfter: 30 })
}
const PAUSE_SECONDS = 300
/** Least characters of a password when the service does not say (spec 5). */
const SHORTEST = 6

/** Our code for each of the service's words; clients go by the word before ` : `. */
const CODES: Readonly<Record<string, RefusalCode>> = {
  INVALID_EMAIL: 'identity.invalid-email',
  INVALID_IDENTIFIER: 'identity.invalid-email',
  MISSING_EMAIL: 'identity.invalid-email',
  INVALID_NEW_EMAIL: 'identity.invalid-email',
  MISSING_NEW_EMAIL: 'identity.invalid-email',
  INVALID_PASSWORD: 'identity.wrong-password',
  MISSING_PASSWORD: 'identity.missing-password',
  INVALID_LOGIN_CREDENTIALS: 'identity.invalid-credential',
  INVALID_CREDENTIAL_OR_PROVIDER_ID: 'identity.invalid-credential',
  INVALID_IDP_RESPONSE: 'identity.invalid-credential',
  INVALID_PENDING_TOKEN: 'identity.invalid-credential',
  INVALID_TEMPORARY_PROOF: 'identity.invalid-credential',
  EMAIL_EXISTS: 'identity.email-already-in-use',
  EMAIL_NOT_FOUND: 'identity.user-not-found',
  EXPIRED_OOB_CODE: 'identity.expired-action-code',
  INVALID_OOB_CODE: 'identity.invalid-action-code',
  MISSING_OOB_CODE: 'identity.invalid-action-code',
  CREDENTIAL_TOO_OLD_LOGIN_AGAIN: 'identity.requires-recent-login',
  TOKEN_EXPIRED: 'identity.user-token-expired',
  USER_NOT_FOUND: 'identity.user-token-expired',
  INVALID_ID_TOKEN: 'identity.user-token-expired',
  MISSING_ID_TOKEN: 'identity.user-token-expired',
  INVALID_REFRESH_TOKEN: 'identity.user-token-expired',
  MISSING_REFRESH_TOKEN: 'identity.user-token-expired',
  USER_DISABLED: 'identity.user-disabled',
  OPERATION_NOT_ALLOWED: 'identity.operation-not-allowed',
  PASSWORD_LOGIN_DISABLED: 'identity.operation-not-allowed',
  UNAUTHORIZED_DOMAIN: 'identity.unauthorized-domain',
  INVALID_CODE: 'identity.invalid-verification-code',
  MISSING_CODE: 'identity.missing-verification-code',
  SESSION_EXPIRED: 'identity.code-expired',
  INVALID_SESSION_INFO: 'identity.code-expired',
  INVALID_MFA_PENDING_CREDENTIAL: 'identity.invalid-multi-factor-session',
  MISSING_MFA_PENDING_CREDENTIAL: 'identity.invalid-multi-factor-session',
  MISSING_CREDENTIAL: 'identity.invalid-multi-factor-session',
  MFA_ENROLLMENT_NOT_FOUND: 'identity.multi-factor-info-not-found',
  SECOND_FACTOR_EXISTS: 'identity.second-factor-already-in-use',
  SECOND_FACTOR_LIMIT_EXCEEDED: 'identity.maximum-second-factor-count-exceeded',
  UNVERIFIED_EMAIL: 'identity.unverified-email',
  ADMIN_ONLY_OPERATION: 'identity.admin-restricted-operation',
  FEDERATED_USER_ID_ALREADY_LINKED: 'identity.credential-already-in-use',
  MISSING_RECAPTCHA_TOKEN: 'identity.invalid-recaptcha-token',
  INVALID_RECAPTCHA_TOKEN: 'identity.invalid-recaptcha-token',
}

const BUSY = new Set(['TOO_MANY_ATTEMPTS_TRY_LATER', 'RESET_PASSWORD_EXCEED_LIMIT', 'QUOTA_EXCEEDED'])

/** Makes the refusal for an error message of the service, `null` for an unknown message. `seconds`: how long to wait, where it says so. */
export function refusalOf(message: string, seconds: number | null = null): Refusal | null {
  const [code = '', detail = ''] = message.split(/ ?: ?(.*)/s, 2)
  if (BUSY.has(code)) return new Refusal('identity.too-many-requests', { retryAfter: seconds ?? PAUSE_SECONDS })
  if (code === 'WEAK_PASSWORD' && /common/.test(detail)) return new Refusal('identity.common-password')
  if (code === 'WEAK_PASSWORD') return new Refusal('identity.weak-password', { min: numberIn(detail) ?? SHORTEST })
  if (code === 'PASSWORD_DOES_NOT_MEET_REQUIREMENTS') return missingIn(detail)
  const known = CODES[code]
  return known ? new Refusal(known) : null
}

/** Finds the first thing that a password lacks by the service's own policy. */
function missingIn(detail: string): Refusal {
  const most = /at most (\d+)/.exec(detail)?.[1]
  if (most) return new Refusal('identity.password-too-long', { max: Number(most) })
  if (/lower case/.test(detail)) return new Refusal('identity.password-needs-lowercase')
  if (/upper case/.test(detail)) return new Refusal('identity.password-needs-uppercase')
  if (/non-alphanumeric/.test(detail)) return new Refusal('identity.password-needs-symbol')
  if (/numeric/.test(detail)) return new Refusal('identity.password-needs-digit')
  return new Refusal('identity.weak-password', { min: numberIn(detail) ?? SHORTEST })
}

function numberIn(text: string): number | null {
  const digits = /\d+/.exec(text)?.[0]
  return digits === undefined ? null : Number(digits)
}
