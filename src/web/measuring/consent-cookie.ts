import { CONSENT_VERSION, type Consent, type Purpose, readAllowed, readConsent } from '#domain/consent.ts'
import { PRODUCT } from '#messages/brand.ts'

/** Name of the cookie that keeps a visitor's answer. Scripts read it; it is gone, and asked for again, after a year. */
export const CONSENT_KEY = `${PRODUCT.toLowerCase()}-consent`
export const CONSENT_SECONDS = 31_536_000

/** What a page is drawn by: nobody has answered, nothing is allowed, something is. */
export type ConsentState = 'ask' | 'no' | 'yes'

/** The answer in a `Cookie` header, or in `document.cookie`; `null` when there is none to this version. */
export function consentIn(cookies: string): Consent | null {
  return readConsent(textIn(cookies))
}

/** What is allowed by it. */
export function allowedIn(cookies: string): readonly Purpose[] {
  return readAllowed(textIn(cookies)) ?? []
}

export function consentStateIn(cookies: string): ConsentState {
  const allowed = readAllowed(textIn(cookies))
  if (allowed === null) return 'ask'
  return allowed.length > 0 ? 'yes' : 'no'
}

/** Cookies by which the same page is drawn for everybody in the same state; they identify nobody. */
export const DRAWN_BY: Record<ConsentState, string> = {
  ask: '',
  no: `${CONSENT_KEY}=${CONSENT_VERSION}.n`,
  yes: `${CONSENT_KEY}=${CONSENT_VERSION}.ap`,
}

function textIn(cookies: string): string {
  return new RegExp(`(?:^|; *)${CONSENT_KEY}=([\\w.-]*)`).exec(cookies)?.[1] ?? ''
}
