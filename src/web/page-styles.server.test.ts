import { expect, test } from 'vitest'
import { cacheAnswer } from '#platform/kept.ts'
import { styleHash } from './head-styles.server.ts'
import { isFirstVisit, inlineStyles, inlineFirstStyles } from './page-styles.server.ts'
import { FACES } from './styles/faces.ts'

const files = new Map([
  [
    '/assets/kit.css',
    cacheAnswer(Buffer.from('.bar{x:var(--green-700)}.gone{x:2}'), { type: 'text/css', cacheControl: '' }),
  ],
])
const LINKS =
  '<link rel="stylesheet" href="/assets/kit.css#"/><link rel="stylesheet" href="/brand/colours/aa3300.css"/>'
const BODY = '<body><p class="bar">Olá</p></body></html>'
const PAGE = `<html><head><style>${FACES}</style>${LINKS}</head>${BODY}`

const stylesIn = (html: string) => [...html.matchAll(/<style>([^<]*)<\/style>/g)].map(([, css = '']) => css)

test('a page has what it uses of its sheets inside it, and its headers can name it', () => {
  const { html, styles } = inlineStyles(PAGE, files)
  expect(html).not.toContain('<link')
  const [css, ...more] = stylesIn(html)
  expect(more).toEqual([])
  expect(css).toContain('.bar{x:var(--green-700)}')
  expect(css).toContain('font-display:swap')
  expect(css).toMatch(/--green-700:#/)
  expect(css).not.toMatch(/gone|unicode-range/)
  expect(styles).toEqual([styleHash(css!)])
})

test('on a first visit the whole sheets follow what is painted, and nothing changes when the font is there', () => {
  const { html, styles } = inlineFirstStyles(PAGE, files)
  const [css] = stylesIn(html)
  expect(html.replace(/<style>.*<\/style>/, '')).toBe(
    `<html><head></head>${BODY.replace('</body>', `${LINKS}</body>`)}`,
  )
  expect(css).toContain('font-display:optional')
  expect(css).not.toContain('swap')
  expect(styles).toEqual([styleHash(css!)])
})

test('a page with a sheet that nobody has keeps its links', () => {
  const other = PAGE.replace('kit.css', 'other.css')
  expect(inlineFirstStyles(other, files)).toEqual({ html: other, styles: [] })
  expect(inlineStyles(BODY, files)).toEqual({ html: BODY, styles: [] })
})

const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-site': 'none' }
const asked = (headers: Record<string, string>, path = '/dashboard', method = 'GET') =>
  isFirstVisit(new Request(`http://localhost${path}`, { method, headers: { ...opened, ...headers } }))

test.each(['/dashboard', '/en/dashboard', '/dashboard/payslips/2026-W46'])(
  'opening %s may be a first visit',
  (path) => {
    expect(asked({}, path)).toBe(true)
    expect(asked({ 'sec-fetch-site': 'cross-site' }, path)).toBe(true)
    expect(asked({ 'cache-control': 'no-cache' }, path)).toBe(true)
  },
)

test.each([
  ['from another page of this site', { 'sec-fetch-site': 'same-origin' }],
  ['with a worker that keeps the sheets', { 'service-worker-navigation-preload': 'true' }],
  ['ahead of a press', { 'sec-purpose': 'prefetch' }],
  ['again', { 'cache-control': 'max-age=0' }],
  ['by who saves data', { 'save-data': 'on' }],
  ['by a script', { 'sec-fetch-dest': 'empty' }],
])('a page that is asked for %s does not count as a first visit', (_, headers) => {
  expect(asked(headers)).toBe(false)
})

test('the profile, pages of the office, the sign-in and sent forms do not count as a first visit', () => {
  for (const path of ['/dashboard/profile', '/en/dashboard/profile', '/admin', '/dashboards', '/login'])
    expect(asked({}, path), path).toBe(false)
  expect(asked({}, '/dashboard', 'POST')).toBe(false)
})
