import type { Purpose } from '#domain/consent.ts'
import { languageOf, withoutLanguage } from '#messages/language.ts'
import { consentIn } from './consent-cookie.ts'
import type { MeasuringSettings } from './measuring.ts'
import { eventsOf, pageViewRequest, type PixelEvent, pixelRequest, type Place } from './page-events.ts'
import { watchVisit } from './page-vitals.ts'

/* All measuring in a browser. The script comes only with pages of visitors who allowed something, and reads the answer
 * again before each request, so that withdrawing it in another tab stops it here. No third-party script runs. */

const tag = document.querySelector<HTMLElement>('script[data-measuring]')
const settings: MeasuringSettings = JSON.parse(tag?.dataset['measuring'] ?? '{}')

const path = withoutLanguage(location.pathname)
const place: Place = {
  origin: location.origin,
  path: location.pathname,
  title: document.title,
  language: languageOf(location.pathname),
}

function consentTo(purpose: Purpose) {
  const consent = consentIn(document.cookie)
  return consent?.purposes.includes(purpose) ? consent : null
}

/** Sends without cookies, without waiting for an answer, and with the origin alone as referrer. */
function sendReport(request: string): void {
  const options: RequestInit = { mode: 'no-cors', credentials: 'omit', keepalive: true, referrerPolicy: 'origin' }
  fetch(request, options).catch(() => {
    // A visitor who blocks it, or is offline, is not measured.
  })
}

function tellPixel(event: PixelEvent): void {
  const consent = consentTo('advertising')
  if (consent && settings.pixel) sendReport(pixelRequest(settings.pixel, event, place, consent))
}

function countPageView(): void {
  const consent = consentTo('analytics')
  if (consent && settings.analytics) sendReport(pageViewRequest(settings.analytics, place, consent, Date.now() / 1000))
}

document.addEventListener('click', ({ target }) => {
  const link = target instanceof Element ? target.closest('a') : null
  if (link?.protocol === 'tel:') tellPixel({ name: 'custom', custom: 'Call' })
  if (link?.protocol === 'mailto:') tellPixel({ name: 'custom', custom: 'Write' })
})

const PHONE = '(max-width: 759px)'

/** The speed of this visit, sent once, when the page is left. */
function measureSpeed(): void {
  if (!consentTo('analytics') || Math.random() >= (settings.vitals ?? 0)) return
  const visit = watchVisit()
  const device = matchMedia(PHONE).matches ? 'phone' : 'desktop'
  let isSent = false
  document.addEventListener('visibilitychange', () => {
    if (isSent || document.visibilityState !== 'hidden' || !consentTo('analytics')) return
    isSent = true
    const measures = Object.entries(visit()).map(([vital, measure]) => [vital, String(measure)])
    const fields = { path: location.pathname, device, ...Object.fromEntries(measures) }
    navigator.sendBeacon('/api/vitals', new URLSearchParams(fields))
  })
}

function begin(): void {
  for (const event of eventsOf(path)) tellPixel(event)
  countPageView()
  measureSpeed()
}

if (document.readyState === 'complete') begin()
else addEventListener('load', begin)
