import { expect, test } from 'vitest'
import { saveBrand } from '#features/company/brand/commands.server.ts'
import { forgetBrand, rememberedBrand } from '#features/company/brand/queries.server.ts'
import { brandInput } from '#features/company/brand/schema.ts'
import { asOperator, becomeHost, operatorOf } from '#platform/operator.ts'
import { aFleet, makeChange } from '#test/factories.ts'
import { troubleContext } from './context.ts'
import { styleHash } from './head-styles.server.ts'
import { type Screens, createHandler } from './handler.server.ts'
import { readForm } from './read-form.server.ts'

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
const CLIENT = { address: '192.0.2.1', family: 'IPv4', port: 1 } as const

const siteOf = (screens: Screens) =>
  createHandler({
    screens,
    publicUrl: () => 'http://localhost',
    isReady: async () => 'ready',
    hasRoom: async () => true,
    spare: async () => null,
  })

/** The answer of a site with these screens to a multipart form. */
async function partsFrom(screens: Screens, form: FormData) {
  const whole = new Request('http://localhost/admin/drivers/x', { method: 'POST', body: form })
  const body = await whole.bytes()
  const headers = {
    'content-type': whole.headers.get('content-type')!,
    'content-length': String(body.length),
    'sec-fetch-site': 'same-origin',
  }
  return siteOf(screens)(new Request(whole.url, { method: 'POST', body, headers }), CLIENT)
}

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

test('a form with files comes back with what was typed and asks for the files again, whether it was read before or not', async () => {
  const sent = () => {
    const form = new FormData()
    form.set('idempotencyKey', 'k-1234567')
    form.set('notes', 'um\n"dois"')
    form.append('photos', new File(['a'], 'frente <1>.jpg'))
    form.append('photos', new File(['b'], 'lado.jpg'))
    form.set('invoice', new File(['c'], 'fatura.pdf'))
    form.set('other', new File([], 'vazio.pdf'))
    return form
  }
  const unread = async () => Promise.reject(lost)
  const read = async (request: Request) => {
    await readForm(request)
    throw lost
  }
  for (const screens of [unread, read]) {
    const whole = await partsFrom(screens, sent())
    expect(whole.status).toBe(503)
    const page = await whole.text()
    expect(page).toContain('<form method="post" action="/admin/drivers/x" enctype="multipart/form-data">')
    expect(page).toContain('name="notes" value="um&#13;&#10;&quot;dois&quot;"')
    expect(page).toContain('frente &lt;1&gt;.jpg, lado.jpg<input type="file" name="photos" required multiple>')
    expect(page).toContain('fatura.pdf<input type="file" name="invoice" required>')
    expect(page).not.toContain('name="other"')
    expect(page).toContain('Escolha outra vez os ficheiros')
    expect(page).toContain('name="idempotencyKey" value="k-1234567"')
  }
  const secret = sent()
  secret.set('password', 'rua azul 12345')
  const without = await (await partsFrom(unread, secret)).text()
  expect(without).toContain('href="/admin/drivers/x"')
  expect(without).not.toMatch(/<form|rua azul|dois/)
})

test('a database that has no connection left is told as busy, and asked again in ten seconds', async () => {
  const taken = Object.assign(new Error('sorry, too many clients already'), { code: '53300' })
  const none = new Error('timeout exceeded when trying to connect')
  for (const trouble of [taken, none]) {
    const read = await siteOf(async () => Promise.reject(trouble))(new Request('http://localhost/en/admin'), CLIENT)
    expect([read.status, read.headers.get('retry-after')]).toEqual([503, '10'])
    expect(await read.text()).toContain('The site is very busy right now')
    const form = new FormData()
    form.set('name', 'Ana')
    const sent = await partsFrom(async () => Promise.reject(trouble), form)
    expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '10'])
    const page = await sent.text()
    expect(page).toContain('O site está muito ocupado')
    expect(page).toContain('name="name" value="Ana"')
  }
})

test('where the files of the page itself cannot be read, a form comes back; what is only read is told on a page of the site', async () => {
  const handled = siteOf(async (_, context) => {
    context.get(troubleContext)!.isWithoutFiles = true
    return new Response('o armazém não responde', { status: 503 })
  })
  const body = 'name=Ana'
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(body.length),
    'sec-fetch-site': 'same-origin',
  }
  const sent = await handled(new Request('http://localhost/admin/x', { method: 'POST', body, headers }), CLIENT)
  expect([sent.status, sent.headers.get('retry-after')]).toEqual([503, '60'])
  const page = await sent.text()
  expect(page).toContain('Os ficheiros não se conseguem usar agora')
  expect(page).toContain('name="name" value="Ana"')
  const read = await handled(new Request('http://localhost/admin/x'), CLIENT)
  expect([read.status, await read.text()]).toEqual([503, 'o armazém não responde'])
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

test('the page bears the brand that the site had read before its database went away, and none where it had read none', async () => {
  // Another test file of this process may have read a brand; an operator that was just created has not.
  const leaveHost = becomeHost()
  const unread = await asOperator(operatorOf('acordada', {}), () => ask('/admin')).finally(leaveHost)
  expect(await unread.text()).not.toContain('class="brand"')
  await aFleet()
  const typed = Object.fromEntries(Object.keys(brandInput.shape).map((name) => [name, '']))
  const { logo: _, removeLogo: __, ...empty } = typed
  const input = brandInput.parse({ ...empty, version: 0, name: 'Frota <Azul>', colour: '#1d4ed8' })
  await makeChange((change) => saveBrand(change, input))
  forgetBrand()
  await rememberedBrand('pt')
  const answer = await ask('/admin')
  const page = await answer.text()
  expect(page).toContain('<header class="brand">Frota &lt;Azul&gt;</header>')
  expect(page).toContain('- Frota &lt;Azul&gt;</title>')
  const [, colours = ''] = /<style>(:root\{--green[^<]*)<\/style>/.exec(page) ?? []
  expect(answer.headers.get('content-security-policy')).toContain(`'sha256-${styleHash(colours)}'`)
})
