import { expect, test } from 'vitest'
import { troubleContext } from './context.ts'
import { createHandler } from './handler.server.ts'

/** A site whose database does not answer: whatever asks it fails as a refused connection does. */
const lost = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:5432'), { code: 'ECONNREFUSED' })
const handle = createHandler({
  screens: async () => {
    throw lost
  },
  publicUrl: () => 'http://localhost',
  isReady: async () => 'not ready',
  hasRoom: async () => true,
  spare: async () => null,
})
const HTML = { accept: 'text/html' }

function ask(path: string, fields?: Record<string, string>, headers: Record<string, string> = {}) {
  const body = fields && new URLSearchParams(fields).toString()
  const form = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const request = new Request(`http://localhost${path}`, {
    headers: { ...HTML, ...headers, ...(body !== undefined && { ...form, 'content-length': String(body.length) }) },
    ...(body !== undefined && { method: 'POST', body }),
  })
  return handle(request, { address: '192.0.2.1', family: 'IPv4', port: 1 })
}

test('while the database is away a page of the panel answers 503, says when to ask again, and leads back to itself', async () => {
  const answer = await ask('/admin/drivers?q=a"b')
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  expect(answer.headers.get('cache-control')).toContain('no-store')
  const page = await answer.text()
  expect(page).toContain('lang="pt')
  expect(page).toContain('O site está parado por momentos')
  expect(page).toContain('href="/admin/drivers?q=a%22b"')
  expect(await (await ask('/en/dashboard')).text()).toContain('The site is down for a moment')
})

test('a form that could not be carried out comes back with all that was typed, to be sent again', async () => {
  const typed = { idempotencyKey: 'k-1234567', name: '<b>"Zé"</b>', note: 'um\ndois', iban: 'PT50 0000' }
  const answer = await ask('/admin/drivers/x', typed)
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5'])
  const page = await answer.text()
  expect(page).toContain('<form method="post" action="/admin/drivers/x">')
  expect(page).toContain('name="name" value="&lt;b&gt;&quot;Zé&quot;&lt;/b&gt;"')
  expect(page).toContain('name="note" value="um&#10;dois"')
  expect(page).toContain('name="idempotencyKey" value="k-1234567"')
  expect(page).not.toContain('<b>')
})

test('a password never comes back: the way leads to the page it was typed on, of this site alone', async () => {
  const typed = { email: 'ana@exemplo.pt', password: 'rua azul 12345' }
  const from = async (referer: string) => (await ask('/login', typed, { referer })).text()
  const page = await from('http://localhost/login?next=%2Fadmin')
  expect(page).not.toContain('rua azul')
  expect(page).toContain('href="/login?next=%2Fadmin"')
  expect(await from('https://mau.exemplo/x')).toContain('href="/login"')
})

test('a list nobody shows as a page is one sentence, with the status', async () => {
  const list = await ask('/admin/users/audit/export.csv', undefined, { accept: 'text/csv' })
  expect([list.status, list.headers.get('content-type')]).toEqual([503, 'text/plain; charset=utf-8'])
})

test('readiness says that there is little room, and still is ready', async () => {
  const low = createHandler({
    screens: async () => new Response(''),
    publicUrl: () => '',
    isReady: async () => 'ready, low space',
    hasRoom: async () => true,
    spare: async () => null,
  })
  const answer = await low(new Request('http://localhost/readyz'), { address: '', family: 'IPv4', port: 1 })
  expect([answer.status, await answer.text()]).toEqual([200, 'ready, low space'])
})

test('where the database gave up the page itself, a form comes back too; a page that is read says when to ask again', async () => {
  const slow = createHandler({
    screens: async (_, context) => {
      context.get(troubleContext)!.isTooSlow = true
      return new Response('demorou demasiado', { status: 503 })
    },
    publicUrl: () => 'http://localhost',
    isReady: async () => 'ready',
    hasRoom: async () => true,
    spare: async () => null,
  })
  const client = { address: '192.0.2.1', family: 'IPv4', port: 1 } as const
  const body = 'name=Ana'
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
    'sec-fetch-site': 'same-origin',
  }
  const sent = await slow(new Request('http://localhost/admin/drivers/new', { method: 'POST', body, headers }), client)
  expect([sent.status, await sent.text()]).toEqual([503, expect.stringContaining('name="name" value="Ana"')])
  const read = await slow(new Request('http://localhost/admin/drivers'), client)
  expect([read.status, read.headers.get('retry-after'), await read.text()]).toEqual([503, '30', 'demorou demasiado'])
})

test('where the disk has no room a form comes back before anything is written; pages are read as ever', async () => {
  const asked: string[] = []
  const full = createHandler({
    screens: async ({ method }) => {
      asked.push(method)
      return new Response('uma página')
    },
    publicUrl: () => 'http://localhost',
    isReady: async () => 'ready, low space',
    hasRoom: async () => false,
    spare: async () => null,
  })
  const client = { address: '192.0.2.1', family: 'IPv4', port: 1 } as const
  const body = 'name=Ana'
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
    'sec-fetch-site': 'same-origin',
  }
  const sent = await full(new Request('http://localhost/admin/drivers/new', { method: 'POST', body, headers }), client)
  expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '60'])
  const page = await sent.text()
  expect(page).toContain('O disco do servidor está cheio')
  expect(page).toContain('name="name" value="Ana"')
  const read = await full(new Request('http://localhost/admin/drivers'), client)
  expect([read.status, await read.text()]).toEqual([200, 'uma página'])
  expect(asked).toEqual(['GET'])
})
