/** The name of the driver who referred a visitor, for 30 days (`rulings.md` G): set by `/r/:slug` alone, read by the application alone. */
export const REFERRAL_COOKIE = 'referral'
export const REFERRAL_SLUG = /^[\w-]{1,40}$/
export const REFERRAL_SECONDS = 30 * 24 * 3600
