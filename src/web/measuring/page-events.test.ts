import { expect, test } from 'vitest'
import { type Consent, CONSENT_VERSION } from '#domain/consent.ts'
import { eventsOf, pageViewRequest, type PixelEvent, pixelRequest } from './page-events.ts'

const consent: Consent = {
  id: '0000002a-6a0e-4a6b-9d55-0d6f5a3b1c11',
  version: CONSENT_VERSION,
  purposes: ['analytics', 'advertising'],
  seconds: 1_781_092_800,
}
const place = { origin: 'https://volante.example', path: '/en/drivers', title: 'Drivers', language: 'en' } as const
const paramsOf = (event: PixelEvent) =>
  Object.fromEntries(
    new URL(pixelRequest({ id: '77', host: 'https://pixel.example' }, event, place, consent)).searchParams,
  )

test('each event of a browser has the pixel’s own name', () => {
  const events: PixelEvent[] = [
    { name: 'page-view' },
    { name: 'content-view', content: 'drivers' },
    { name: 'checkout-started' },
    { name: 'custom', custom: 'Call' },
  ]
  expect(events.map((event) => paramsOf(event)['ev'])).toEqual(['PageView', 'ViewContent', 'InitiateCheckout', 'Call'])
})

test('the pixel learns the page and a number of the consent, and nothing else', () => {
  expect(paramsOf({ name: 'page-view' })).toEqual({
    id: '77',
    ev: 'PageView',
    dl: 'https://volante.example/en/drivers',
    fbp: 'fb.1.1781092800000.42',
    noscript: '1',
  })
  expect(paramsOf({ name: 'content-view', content: 'drivers' })).toMatchObject({ 'cd[content_name]': 'drivers' })
})

test('a page view is counted under the measurement id, in the half hour it falls in', () => {
  const account = { id: 'G-TEST1', host: 'https://count.example' }
  const query = (seconds: number) => new URL(pageViewRequest(account, place, consent, seconds)).searchParams
  expect(Object.fromEntries(query(1_781_094_599))).toEqual({
    v: '2',
    tid: 'G-TEST1',
    cid: '42.1781092800',
    sid: '1781092800',
    en: 'page_view',
    dl: 'https://volante.example/en/drivers',
    dt: 'Drivers',
    ul: 'en',
  })
  expect(query(1_781_094_600).get('sid')).toBe('1781094600')
})

test('the page of the offer is a content view, and an application begins a checkout', () => {
  const names = (path: string) => eventsOf(path).map(({ name }) => name)
  expect([names('/'), names('/drivers'), names('/signup')]).toEqual([
    ['page-view'],
    ['page-view', 'content-view'],
    ['page-view', 'checkout-started'],
  ])
})
