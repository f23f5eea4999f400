import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { DrawnPages } from './drawn-pages.server.ts'
import { KeyField } from './ui/form.tsx'

const now = Temporal.Instant.from('2026-06-08T09:00:10Z')
const reading = { session: 'marta', cookies: 'sid=1', state: '10:12:', now }
const html = renderToString(
  <main>
    <form>
      <KeyField />
    </form>
    <p>Sentença · 12,40 €</p>
    <form>
      <KeyField />
    </form>
  </main>,
)
const answer = (status = 200, headers: Record<string, string> = {}) =>
  new Response(null, { status, headers: { 'content-type': 'text/html', ...headers } })
const keysOf = (page: string) =>
  [...page.matchAll(/name="idempotencyKey" value="([0-9a-f-]{36})"/g)].map(([, key]) => key!)
const keyless = (page: string) => page.replaceAll(/[0-9a-f-]{36}/g, '')

test('a page is sent again as it was drawn, each form with a key that no other page has', async () => {
  const pages = new DrawnPages()
  pages.keep('/admin', reading, answer(), html)
  const again = [pages.find('/admin', reading)!, pages.find('/admin', reading)!]
  const [one, other] = await Promise.all(again.map((page) => page.text()))
  expect([keyless(one!), keyless(other!)]).toEqual([keyless(html), keyless(html)])
  const keys = [html, one!, other!].flatMap(keysOf)
  expect(keys).toHaveLength(6)
  expect(new Set(keys).size).toBe(6)
  expect(again[0]!.headers.get('content-type')).toBe('text/html')
})

test.each([
  ['somebody else’s', '/admin', { session: 'rui' }],
  ['another address', '/admin?q=a', {}],
  ['another colour', '/admin', { cookies: 'sid=1; theme=dark' }],
  ['after anything was written', '/admin', { state: '10:13:' }],
  ['in the next minute', '/admin', { now: now.add({ seconds: 50 }) }],
])('%s is drawn anew', (_, address, other) => {
  const pages = new DrawnPages()
  pages.keep('/admin', reading, answer(), html)
  expect(pages.find(address, { ...reading, ...other })).toBeNull()
})

test('a page that refuses, or sets a cookie, is never kept, nor what was there before it', () => {
  for (const refused of [answer(403), answer(200, { 'set-cookie': 'a=b' })]) {
    const pages = new DrawnPages()
    pages.keep('/admin', reading, answer(), html)
    pages.keep('/admin', reading, refused, html)
    expect(pages.find('/admin', reading)).toBeNull()
  }
})

test('what many pages take is bounded: the oldest go', () => {
  const pages = new DrawnPages()
  const long = html + 'x'.repeat(1024 * 1024)
  for (let page = 0; page < 40; page++) pages.keep(`/admin/${page}`, reading, answer(), long)
  expect(pages.find('/admin/0', reading)).toBeNull()
  expect(pages.find('/admin/39', reading)).not.toBeNull()
})
