import type { Consent } from '#domain/consent.ts'
import type { Language } from '#messages/language.ts'
import type { Account } from './measuring.ts'

/** What a browser tells the advertising pixel (spec 7). Leads and completed registrations are told by the server. */
export type PixelEvent =
  | { name: 'page-view' }
  | { name: 'content-view'; content: string }
  | { name: 'checkout-started' }
  | { name: 'custom'; custom: string }

const PIXEL_NAMES = {
  'page-view': 'PageView',
  'content-view': 'ViewContent',
  'checkout-started': 'InitiateCheckout',
} as const satisfies Record<Exclude<PixelEvent['name'], 'custom'>, string>

/** The page, without what stands behind its path: codes and names may be there. */
export type Place = { origin: string; path: string; title: string; language: Language }

/** What the path of a page, in Portuguese, says by being looked at: an application is where our checkout begins. */
export function eventsOf(path: string): PixelEvent[] {
  const events: PixelEvent[] = [{ name: 'page-view' }]
  if (path === '/drivers') events.push({ name: 'content-view', content: 'drivers' })
  if (path === '/signup') events.push({ name: 'checkout-started' })
  return events
}

/** The request that tells the pixel of an event. The browser id is made of the consent: no cookie is needed. */
export function pixelRequest({ id, host }: Account, event: PixelEvent, place: Place, consent: Consent): string {
  const query = new URLSearchParams({
    id,
    ev: event.name === 'custom' ? event.custom : PIXEL_NAMES[event.name],
    dl: place.origin + place.path,
    fbp: `fb.1.${consent.seconds * 1000}.${numberOf(consent)}`,
    noscript: '1',
  })
  if (event.name === 'content-view') query.set('cd[content_name]', event.content)
  return `${host}/tr?${query}`
}

const SESSION_SECONDS = 1800

/** The request that counts a page view. A session is the half hour it falls in: nothing is stored to know it by. */
export function pageViewRequest({ id, host }: Account, place: Place, consent: Consent, seconds: number): string {
  const query = new URLSearchParams({
    v: '2',
    tid: id,
    cid: `${numberOf(consent)}.${consent.seconds}`,
    sid: String(Math.floor(seconds / SESSION_SECONDS) * SESSION_SECONDS),
    en: 'page_view',
    dl: place.origin + place.path,
    dt: place.title,
    ul: place.language,
  })
  return `${host}/g/collect?${query}`
}

/** Accounts want a number: the first ten digits of the random id. */
function numberOf({ id }: Consent): number {
  return Number.parseInt(id.slice(0, 8), 16)
}
