/** Every way the house says no, with its HTTP status. Each code is also a key of `errors` in both catalogues. */
export const REFUSALS = {
  'access.denied': 403,
  'access.scope': 403,
  'access.viewing': 403,
  'access.signed-out': 401,
  'record.not-found': 404,
  'record.changed-meanwhile': 409,
  'week.unreadable': 404,
  'form.reused': 422,
  'key.taken': 409,
  'import.undone': 409,
  'import.frozen': 409,
  'driver.ref-taken': 409,
  'terms.week-taken': 409,
  'terms.week-approved': 409,
  'terms.no-trip-times': 422,
  'settings.week-approved': 409,
  'settings.nothing-changed': 422,
  'vehicle.plate-taken': 409,
  'assignment.overlaps': 409,
  'assignment.empty': 422,
  'assignment.same-driver': 409,
  'fleet.not-empty': 409,
  'roster.unreadable': 422,
  'roster.unknown-name': 422,
  'drop.empty': 422,
  'drop.too-many': 422,
  'drop.too-large': 413,
  'profile.no-table': 422,
  'profile.incomplete': 422,
  'profile.headings-taken': 409,
  'adjustment.week-frozen': 409,
  'adjustment.changed-meanwhile': 409,
  'adjustment.frozen': 409,
  'adjustment.file-unknown': 422,
  'adjustment.file-too-large': 413,
  'dispute.too-late': 409,
  'dispute.known': 409,
  'dispute.closed': 409,
  'plan.closed': 409,
  'plan.known': 409,
  'plan.too-much': 422,
  'batch.not-open': 409,
  'payment.nobody': 409,
  'company.iban-missing': 409,
  'brand.logo-format': 422,
  'brand.logo-too-large': 413,
  'brand.logo-unreadable': 422,
  'settlement.not-payable': 409,
  'settlement.not-voidable': 409,
  'week.changed-meanwhile': 409,
  'week.unmatched': 409,
  'week.empty': 409,
  'mail.nobody': 409,
  'mail.already-sent': 409,
  'identity.invalid-email': 400,
  'identity.wrong-password': 400,
  'identity.missing-password': 400,
  'identity.invalid-credential': 400,
  'identity.email-already-in-use': 409,
  'identity.user-not-found': 400,
  'identity.too-many-requests': 429,
  'identity.expired-action-code': 410,
  'identity.invalid-action-code': 400,
  'identity.requires-recent-login': 403,
  'identity.user-token-expired': 401,
  'identity.user-disabled': 403,
  'identity.operation-not-allowed': 400,
  'identity.popup-blocked': 400,
  'identity.popup-closed-by-user': 400,
  'identity.network-request-failed': 503,
  'identity.unauthorized-domain': 403,
  'identity.weak-password': 400,
  'identity.common-password': 400,
  'identity.password-too-long': 400,
  'identity.password-needs-lowercase': 400,
  'identity.password-needs-uppercase': 400,
  'identity.password-needs-digit': 400,
  'identity.password-needs-symbol': 400,
  'identity.multi-factor-auth-required': 403,
  'identity.invalid-verification-code': 400,
  'identity.missing-verification-code': 400,
  'identity.code-expired': 410,
  'identity.invalid-multi-factor-session': 410,
  'identity.multi-factor-info-not-found': 404,
  'identity.second-factor-already-in-use': 409,
  'identity.maximum-second-factor-count-exceeded': 409,
  'identity.unverified-email': 403,
  'identity.admin-restricted-operation': 403,
  'identity.account-exists-with-different-credential': 409,
  'identity.credential-already-in-use': 409,
  'identity.invalid-recaptcha-token': 400,
  'identity.service-account-missing': 503,
  'identity.internal-error': 500,
  'account.driver-without-email': 409,
  'account.is-administrator': 409,
  'account.is-own': 409,
  'account.last-owner': 409,
  'visitor.looks-automatic': 422,
  'visitor.too-quick': 422,
  'visitor.form-expired': 422,
  'visitor.too-many': 429,
  'application.unknown': 400,
  'application.sent': 409,
  'application.decided': 409,
  'application.incomplete': 422,
  'application.file-unknown': 422,
  'application.file-too-large': 413,
  'application.too-many-files': 422,
} as const satisfies Record<string, 400 | 401 | 403 | 404 | 409 | 410 | 413 | 422 | 429 | 500 | 503>

export type RefusalCode = keyof typeof REFUSALS
export type RefusalParams = Readonly<Record<string, string | number>>

/**
 * A rule said no, and the person in front of the screen can do something about it.
 * Anything else that is thrown is a defect: let it reach the error page.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: RefusalCode
  readonly params: RefusalParams

  constructor(code: RefusalCode, params: RefusalParams = {}) {
    super(`${code} ${JSON.stringify(params)}`)
    this.code = code
    this.params = params
  }

  get status(): number {
    return REFUSALS[this.code]
  }
}
