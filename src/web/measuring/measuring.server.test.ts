import { afterEach, expect, test } from 'vitest'
import { measuringOf, othersFor, withoutOthersCookies } from './measuring.server.ts'

const SETTINGS = ['PIXEL_ID', 'PIXEL_HOST', 'ANALYTICS_ID', 'ANALYTICS_HOST', 'VITALS_SHARE', 'PUBLIC_URL']
afterEach(() => {
  for (const name of SETTINGS) delete process.env[name]
})

const page = (path: string, cookie = '') => new Request(`https://site.volante.example${path}`, { headers: { cookie } })

test('without configuration nothing is asked, named or allowed, whatever a cookie says', () => {
  expect(measuringOf(page('/', 'volante-consent=1.ap'))).toBeNull()
  expect(othersFor('/')).toEqual([])
})

test('only what is set up is asked for: own speed under analytics, the pixel under advertising', () => {
  process.env['VITALS_SHARE'] = '0.25'
  expect(measuringOf(page('/'))).toEqual({
    settings: { vitals: 0.25 },
    purposes: ['analytics'],
    state: 'ask',
    here: true,
  })
  expect(othersFor('/')).toEqual([])
  process.env['PIXEL_ID'] = '12345'
  expect(measuringOf(page('/'))).toMatchObject({ purposes: ['analytics', 'advertising'] })
})

test('a page may send to the origins that are set up, on measured pages alone', () => {
  process.env['PIXEL_ID'] = '12345'
  process.env['ANALYTICS_ID'] = 'G-TEST1'
  process.env['ANALYTICS_HOST'] = 'https://count.example/some/path'
  expect(othersFor('/en/drivers')).toEqual(['https://www.facebook.com', 'https://count.example'])
  for (const path of ['/login', '/admin', '/dashboard', '/nao-existe']) expect(othersFor(path), path).toEqual([])
  expect(measuringOf(page('/admin'))).toMatchObject({ here: false })
})

test('cookies of advertising and analytics are taken away on this host and above it; ours and others stay', () => {
  const gone = withoutOthersCookies(
    page('/', 'sid=1; _ga=GA1; _ga_TEST1=GS1; _fbp=fb; _gallery=x; volante-colour-mode=dark'),
  )
  expect(new Set(gone.map((cookie) => cookie.split('=')[0]))).toEqual(new Set(['_ga', '_ga_TEST1', '_fbp']))
  expect(gone.filter((cookie) => cookie.startsWith('_ga='))).toEqual([
    '_ga=; Path=/; Max-Age=0',
    '_ga=; Path=/; Max-Age=0; Domain=site.volante.example',
    '_ga=; Path=/; Max-Age=0; Domain=volante.example',
  ])
})
