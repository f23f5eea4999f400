import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { readFileSync, readdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { CspEvaluator } from 'csp_evaluator/dist/evaluator.js'
import { Severity } from 'csp_evaluator/dist/finding.js'
import { CspParser } from 'csp_evaluator/dist/parser.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeStreets } from '#test/street-tiles.ts'
import { startDemonstration } from './demonstration.ts'
import { type Site } from './site.ts'

/** The headers of every answer, whatever its status; what is kept in memory, and for whom. */
let site: Site
let cookie = ''
beforeAll(async () => {
  site = await startDemonstration()
  const known = JSON.parse(readFileSync(join(site.data, 'demo', 'sign-ins.json'), 'utf8')) as Record<string, string>
  const answer = await post('/login', { email: known['adminEmail']!, password: known['adminPassword']! })
  cookie = (answer.headers.get('set-cookie') ?? '').split(';')[0]!
})
afterAll(() => site.stop())

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(site.url + path, { redirect: 'manual', headers })
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(site.url + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin', ...headers },
    body: new URLSearchParams(fields),
  })

const CSP = [
  "default-src 'none'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
]

function expectHeaders({ headers, url, status }: Response): void {
  const csp = (headers.get('content-security-policy') ?? '').split('; ')
  const where = `${url} ${status}`
  for (const part of CSP) expect(csp, where).toContain(part)
  expect(csp.join(), where).not.toMatch(/unsafe|\*|strict-dynamic/)
  expect(headers.get('x-content-type-options'), where).toBe('nosniff')
  // A page whose address may carry a code tells other sites nothing at all.
  expect(headers.get('referrer-policy'), where).toMatch(/^(strict-origin-when-cross-origin|same-origin)$/)
  expect(headers.get('cross-origin-resource-policy'), where).toBe('same-origin')
  expect(headers.get('cross-origin-embedder-policy'), where).toBe('credentialless')
  expect(headers.get('cross-origin-opener-policy'), where).toMatch(/^same-origin(-allow-popups)?$/)
  expect(headers.get('permissions-policy'), where).toContain('camera=()')
  expect(headers.get('cache-control'), where).toBeTruthy()
  expect(headers.get('x-request-id'), where).toMatch(/^[\w-]{8,64}$/)
  expect(headers.get('x-powered-by') ?? headers.get('server'), where).toBeNull()
}

test('every route and status has the same header set: 200, 303, 304, 400, 404, 405, 413, 415, 422', async () => {
  const etag = (await get('/')).headers.get('etag')!
  const answers: [number, Promise<Response>][] = [
    ...['/', '/en', '/drivers', '/login', '/legal/privacy', '/robots.txt', '/sitemap.xml'].map(
      (path): [number, Promise<Response>] => [200, get(path)],
    ),
    [200, get('/social/home-pt.png')],
    [200, get('/admin', { cookie })],
    [303, get('/admin')],
    [303, get('/en/dashboard/help')],
    [304, get('/', { 'if-none-match': etag })],
    [400, get('/%ff')],
    [404, get('/nao-existe')],
    [404, get('/admin/weekly/2026-W99', { cookie })],
    [404, get('/brand/logo/x.png')],
    [405, fetch(`${site.url}/`, { method: 'DELETE' })],
    [413, post('/contact', { text: 'a'.repeat(1024 * 1024 + 1) })],
    [
      415,
      fetch(`${site.url}/login`, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        body: '{}',
      }),
    ],
    [422, post('/login', { email: 'x' })],
  ]
  for (const [status, asked] of answers) {
    const answer = await asked
    expect(answer.status, answer.url).toBe(status)
    expectHeaders(answer)
  }
})

test('the map alone may start a worker, of one address, which asks this site and nobody else', async () => {
  const page = await get('/admin/monitor', { cookie })
  const policy = page.headers.get('content-security-policy')!
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types map")
  expect((await get('/admin/vehicles', { cookie })).headers.get('content-security-policy')).not.toContain('types map')
  const worker = readdirSync('build/client/assets').find((name) => /^maplibre-gl-worker-.*\.js$/.test(name))
  const { headers } = await get(`/assets/${worker}`)
  expect(headers.get('content-security-policy')).toContain("connect-src 'self'")
  expect(headers.get('cross-origin-embedder-policy')).toBe('credentialless')
})

test('streets that are sent are tiles of this site; what is no file of streets comes back to its page with the reason', async () => {
  const send = (bytes: Uint8Array<ArrayBuffer>) => {
    const body = new FormData()
    body.append('idempotencyKey', crypto.randomUUID())
    body.append('file', new File([bytes], 'Ruas de Portugal.mbtiles'))
    const headers = { 'sec-fetch-site': 'same-origin', cookie }
    return fetch(`${site.url}/admin/monitor/streets/file`, { method: 'POST', redirect: 'manual', headers, body })
  }
  const refused = await send(new TextEncoder().encode('Exmos. Senhores'))
  expect([refused.status, await refused.text()]).toEqual([422, expect.stringContaining('não se consegue ler')])

  const path = join(site.data, 'made.mbtiles')
  writeStreets(path)
  const taken = await send(readFileSync(path))
  expect([taken.status, taken.headers.get('location')]).toEqual([303, '/admin/monitor/streets?done=saved'])
  const tile = await get('/admin/monitor/tiles/2/1/0', { cookie })
  expect([tile.status, await tile.text()]).toEqual([200, 'norte'])
  expect((await get('/admin/monitor/tiles/2/0/0', { cookie })).status).toBe(204)
  const removed = await post('/admin/monitor/streets/removal', {}, { cookie })
  expect([removed.status, (await get('/admin/monitor/tiles/2/1/0', { cookie })).status]).toEqual([303, 204])
})

test('nothing in the content policies gives Google’s evaluator cause for concern', async () => {
  // The check calls 'self' itself "possibly medium", because a site may host scripts of others: this one hosts none.
  const grave = new Set([Severity.HIGH, Severity.HIGH_MAYBE, Severity.MEDIUM, Severity.SYNTAX])
  const findings = (policy: string) =>
    new CspEvaluator(new CspParser(policy).csp)
      .evaluate()
      .filter(({ severity }) => grave.has(severity))
      .map(({ directive, value, description }) => `${directive} ${value}: ${description}`)
  for (const [path, headers] of [['/'], ['/en/login'], ['/nao-existe'], ['/admin', { cookie }]] as const) {
    const policy = (await get(path, headers)).headers.get('content-security-policy')!
    expect(findings(policy), path).toEqual([])
    // The check finds a policy that is too wide.
    expect(findings(policy.replace(/script-src [^;]+/, "script-src 'unsafe-inline'")), path).not.toEqual([])
  }
})

test('a file that is not there is a page to whoever asks for pages, in their language, and data to who does not', async () => {
  const missing = '/admin/data/imports/999999999/original'
  const page = { cookie, accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.8' }
  for (const [path, words] of [
    [missing, 'Esta estrada não vai dar a lado nenhum'],
    [`/en${missing}`, 'This road leads nowhere'],
    ['/en/admin/weekly/2031-W10/statements.zip', 'nothing to approve in week 10'],
  ] as const) {
    const answer = await get(path, page)
    expectHeaders(answer)
    expect([answer.status >= 400, answer.headers.get('content-type')]).toEqual([true, 'text/html; charset=utf-8'])
    expect(await answer.text(), path).toContain(words)
  }
  const data = await get(missing, { cookie })
  expect([data.status, data.headers.get('content-type')]).toEqual([404, 'application/json'])
  expectHeaders(data)
  expect((await get(missing, { accept: page.accept })).status).toBe(303)
})

test('a built file carries what holds of a part of a page, and one that opens as a document carries all', async () => {
  const html = await (await get('/admin', { cookie })).text()
  for (const kind of ['js', 'css', 'woff2']) {
    const answer = await get(new RegExp(`/assets/[\\w-]+\\.${kind}`).exec(html)![0])
    expect(answer.status).toBe(200)
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
    expect(answer.headers.get('x-request-id')).toMatch(/^[\w-]{8,64}$/)
    // A policy says what a document may do, and this answer is no document.
    expect(answer.headers.get('content-security-policy')).toBeNull()
    expect([...answer.headers].join('\n').length).toBeLessThan(500)
  }
  const drawing = await get('/favicon.svg')
  expect(drawing.headers.get('content-type')).toBe('image/svg+xml')
  expectHeaders(drawing)
})

test('a page of the panel travels in the encoding its reader takes, the same to the letter', async () => {
  const page = async (encoding: string) => {
    const answer = await get('/admin/drivers', { cookie, 'accept-encoding': encoding })
    const named = answer.headers.get('content-encoding')
    return { encoding: named, vary: answer.headers.get('vary'), html: withoutKeys(await answer.text()) }
  }
  const plain = await page('identity')
  expect(plain.encoding).toBeNull()
  expect(plain.html).toContain('</html>')
  for (const [takes, gets] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip', 'gzip'],
    ['zstd;q=0, gzip', 'gzip'],
  ] as const)
    expect(await page(takes)).toEqual({ encoding: gets, vary: 'accept-encoding', html: plain.html })
})

/** Each page has its own request id, and each form its own key. */
const withoutKeys = (html: string) => html.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '')

test('pages allow scripts of the site alone, without a nonce; the styles inside public pages pass by hash', async () => {
  const home = await get('/')
  const csp = home.headers.get('content-security-policy')!
  expect(csp).toContain("script-src 'self';")
  expect(csp).toMatch(/style-src 'self'(?: 'sha256-[\w+/]{43}=')+;/)
  const inside = [...(await home.text()).matchAll(/<style[^>]*>([^<]*)<\/style>/g)]
  expect(inside.length).toBeGreaterThan(0)
  for (const [, css = ''] of inside)
    expect(csp).toContain(`'sha256-${createHash('sha256').update(css).digest('base64')}'`)
  for (const path of ['/login', '/admin']) {
    const policy = (await get(path, { cookie })).headers.get('content-security-policy')
    expect(policy, path).toContain("script-src 'self'; style-src 'self'")
    expect(policy, path).not.toContain('nonce')
  }
})

test('sign-in pages may wait for another window; the panel is not for search engines', async () => {
  expect((await get('/login')).headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups')
  expect((await get('/admin', { cookie })).headers.get('x-robots-tag')).toBe('noindex, nofollow')
  expect((await get('/')).headers.get('x-robots-tag')).toBeNull()
})

test('a public page is the same bytes for everybody signed out, in the encoding they take', async () => {
  const sizes = new Map<string, number>()
  await expect
    .poll(async () => (await get('/', { 'accept-encoding': 'zstd' })).headers.get('content-encoding'), {
      timeout: 60_000,
    })
    .toBe('zstd')
  for (const encoding of ['br', 'zstd', 'gzip', 'identity']) {
    const answer = await get('/', { 'accept-encoding': encoding })
    expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding)
    expect(answer.headers.get('vary')).toBe('accept-encoding, cookie')
    sizes.set(encoding, Number(answer.headers.get('content-length')))
  }
  expect(sizes.get('br')).toBeLessThan(sizes.get('gzip')!)
  expect((await get('/', { 'accept-encoding': 'br;q=0, gzip' })).headers.get('content-encoding')).toBe('gzip')
  const [one, other] = await Promise.all([
    get('/drivers'),
    get('/drivers', { 'accept-language': 'en', referer: 'https://x.example' }),
  ])
  expect(one.headers.get('etag')).toBe(other.headers.get('etag'))
  expect(await one.text()).toBe(await other.text())
})

test('the kept page is never that of a signed-in person, nor of the other colour mode', async () => {
  const [stranger, helena, dark] = await Promise.all(
    [{}, { cookie }, { cookie: 'volante-colour-mode=dark' }].map((headers: Record<string, string>) =>
      get('/', headers),
    ),
  )
  expect(helena!.headers.get('cache-control')).toBe('private, no-cache')
  expect(await helena!.text()).toContain('helena.matos@example.org')
  expect(await stranger!.text()).not.toContain('helena')
  expect(await dark!.text()).toMatch(/<html[^>]* class="dark"/)
  expect(stranger!.headers.get('etag')).not.toBe(dark!.headers.get('etag'))
})

test('a page with a form that acts once is made anew for each reader', async () => {
  for (const path of ['/', '/drivers', '/about', '/contact', '/signup', '/login']) {
    const [one, other] = await Promise.all([get(path), get(path)])
    const key = /name="idempotencyKey" value="([^"]+)"/
    const [first, second] = [key.exec(await one.text())?.[1], key.exec(await other.text())?.[1]]
    if (first !== undefined) expect(first, path).not.toBe(second)
  }
})

test('a change of the brand or of the company is on the public pages at once, in title, header, footer and colours', async () => {
  expect(await (await get('/')).text()).toContain('- Volante</title>')
  const [form, companyForm] = await Promise.all(
    ['/admin/brand', '/admin/company'].map(async (path) => (await get(path, { cookie })).text()),
  )
  const hidden = (name: string, of = form!) => new RegExp(`name="${name}" value="([^"]+)"`).exec(of)![1]!
  const fields = ['facebook', 'instagram', 'linkedin', 'taglinePt', 'descriptionPt', 'descriptionEn']
  const empty = Object.fromEntries(fields.map((name) => [name, '']))
  const written = { name: 'Rota do Sul', taglineEn: 'Fair weeks', colour: '#1f3fae' }
  const sent = { ...empty, ...written, version: hidden('version'), idempotencyKey: hidden('idempotencyKey') }
  const saved = await post('/admin/brand', sent, { cookie })
  expect(saved.status).toBe(303)
  const said = {
    name: hidden('name', companyForm),
    nipc: '999999990',
    licenceNumber: '00000/0000',
    licenceExpiresOn: '',
    address: '',
    phone: '912 345 678',
    email: 'geral@example.org',
    callKind: '',
    hoursPt: '',
    hoursEn: '',
    debtorIban: '',
    sepaFormat: 'pain.001.001.09',
    uberOrganisations: '',
    boltCompanies: '',
    viaVerdeContracts: '',
    version: hidden('version', companyForm),
    idempotencyKey: hidden('idempotencyKey', companyForm),
  }
  expect((await post('/admin/company', said, { cookie })).status).toBe(303)
  await expect.poll(async () => (await get('/')).text()).toContain('- Rota do Sul</title>')
  await expect.poll(async () => (await get('/')).text()).toContain('tel:+351912345678')
  const [pt, en] = await Promise.all(['/', '/en'].map(async (path) => (await get(path)).text()))
  expect(pt).toContain('--green-500:#1f3fae')
  expect(en).toContain('Fair weeks')
  expect(en).toContain('"name":"Rota do Sul"')
})

test('with the database down the public pages still answer, for the signed-in too, and a failure has every header', async () => {
  const [pid] = readFileSync(join(site.data, 'db', 'postmaster.pid'), 'utf8').split('\n')
  execFileSync('kill', ['-9', pid!])
  // The site would bring it back within seconds, on a slow machine before this test has looked.
  renameSync(join(site.data, 'db'), join(site.data, 'db.away'))
  for (const path of [
    '/',
    '/en',
    '/drivers',
    '/en/about',
    '/contact',
    '/legal/terms',
    '/sitemap.xml',
    '/social/about-en.png',
  ]) {
    for (const headers of [{}, { cookie }])
      expect((await get(path, headers as Record<string, string>)).status, path).toBe(200)
  }
  const failed = await post('/login', { email: 'rui@example.org', password: 'quatro estradas ao sul' })
  expect(failed.status).toBeGreaterThanOrEqual(500)
  expectHeaders(failed)
  const panel = await get('/admin', { cookie })
  expect(panel.status).toBeGreaterThanOrEqual(500)
  expectHeaders(panel)
})
