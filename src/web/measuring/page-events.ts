import type { Consent } from '#domain/consent.ts'
import type { Language } from '#messages/language.ts'
import type { Account } from './measuring.ts'

/** Events that a browser sends to the advertising pixel (spec 7). The server sends leads and completed registrations. */
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

/** The page, by the beginning of its path alone: the rest may hold codes and names. */
export type Place = { origin: string; path: string; title: string; language: Language }

/** The events of looking at a page, by its Portuguese path; the form of application counts as the start of a checkout. */
export function eventsOf(path: string): PixelEvent[] {
  const events: PixelEvent[] = [{ name: 'page-view' }]
  if (path === '/drivers') events.push({ name: 'content-view', content: 'drivers' })
  if (path === '/signup') events.push({ name: 'checkout-started' })
  return events
}

/** The request that reports an event to the pixel. The browser id is derived from the consent: no cookie is needed. */
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

/** The request that counts a page view. The session is the half hour of the view, so nothing is stored to recognise it. */
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

/** The accounts want a number: the first ten digits of the random id. */
function numberOf({ id }: Consent): number {
  return Number.parseInt(id.slice(0, 8), 16)
}
