import { CONSENT_VERSION, type Consent, type Purpose, readAllowed, readConsent } from '#domain/consent.ts'
import { PRODUCT } from '#messages/brand.ts'

/** Name of the cookie that keeps a visitor's answer. Scripts read it; it is gone, and asked for again, after a year. */
export const CONSENT_KEY = `${PRODUCT.toLowerCase()}-consent`
export const CONSENT_SECONDS = 31_536_000

/** The state of consent by which a page is drawn: nobody has answered (`ask`), nothing is allowed, or something is. */
export type ConsentState = 'ask' | 'no' | 'yes'

/** The answer in a `Cookie` header or in `document.cookie`; `null` without an answer to this version. */
export function consentIn(cookies: string): Consent | null {
  return readConsent(textIn(cookies))
}

/** The purposes that the answer allows. */
export function allowedIn(cookies: string): readonly Purpose[] {
  return readAllowed(textIn(cookies)) ?? []
}

export function consentStateIn(cookies: string): ConsentState {
  const allowed = readAllowed(textIn(cookies))
  if (allowed === null) return 'ask'
  return allowed.length > 0 ? 'yes' : 'no'
}

/** One cookie for each state, with which the same page is drawn for everybody in that state; they identify nobody. */
export const DRAWN_BY: Record<ConsentState, string> = {
  ask: '',
  no: `${CONSENT_KEY}=${CONSENT_VERSION}.n`,
  yes: `${CONSENT_KEY}=${CONSENT_VERSION}.ap`,
}

function textIn(cookies: string): string {
  return new RegExp(`(?:^|; *)${CONSENT_KEY}=([\\w.-]*)`).exec(cookies)?.[1] ?? ''
}
