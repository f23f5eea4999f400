import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemonstration, startDemonstration } from './demonstration.ts'
import { type Site } from './site.ts'

/** What search engines and social networks find, page by page, as they follow links. */
let site: Site
let own: Site
beforeAll(async () => {
  site = await openDemonstration()
  own = await startDemonstration({ SEO_CANONICAL: 'self' })
})
afterAll(() => own.stop())

const links = (html: string, rel: string) =>
  [...html.matchAll(/<link [^>]*>/g)].flatMap(([tag]) => {
    const read = (name: string) => new RegExp(`\\b${name}="([^"]*)"`, 'i').exec(tag)?.[1]
    return read('rel') === rel ? [{ lang: read('hreflang') ?? '', href: read('href') ?? '' }] : []
  })

async function mapped(of: Site): Promise<string[]> {
  const xml = await (await fetch(`${of.url}/sitemap.xml`)).text()
  return [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => address!)
}

test('the site map lists every public page in both languages, and each answers and may be indexed', async () => {
  const addresses = await mapped(site)
  expect(addresses.length).toBeGreaterThanOrEqual(20)
  for (const address of addresses) {
    const answer = await fetch(address, { redirect: 'manual' })
    expect(answer.status, address).toBe(200)
    expect(await answer.text(), address).toContain('<meta name="robots" content="index, follow"/>')
  }
})

test('hreflang is reciprocal: every alternate answers and names the same three', async () => {
  for (const address of await mapped(site)) {
    const named = links(await (await fetch(address)).text(), 'alternate')
    expect(named.map(({ lang }) => lang)).toEqual(['pt-PT', 'en-GB', 'x-default'])
    for (const { href } of named) expect(links(await (await fetch(href)).text(), 'alternate')).toEqual(named)
  }
})

test('the canonical address of a page strips /en; with SEO_CANONICAL=self each language is its own', async () => {
  for (const path of ['/en', '/en/drivers', '/drivers']) {
    const canonical = async ({ url }: Site) => links(await (await fetch(url + path)).text(), 'canonical')[0]!.href
    expect(await canonical(site)).toBe(site.url + (path.replace(/^\/en/, '') || '/'))
    expect(await canonical(own)).toBe(own.url + path)
  }
})

test('titles and descriptions are the page’s own in each language', async () => {
  const titles: string[] = []
  for (const path of [
    '',
    '/drivers',
    '/about',
    '/contact',
    '/login',
    '/signup',
    '/para/motoristas',
    '/para/empresas',
  ]) {
    for (const language of ['', '/en']) {
      const html = await (await fetch(site.url + language + path)).text()
      titles.push(/<title>([^<]+)<\/title>/.exec(html)![1]!)
      expect(html.match(/<title>/g)).toHaveLength(1)
      expect(html.match(/<h1[ >]/g)).toHaveLength(1)
    }
  }
  expect(new Set(titles).size).toBe(16)
  expect(titles.every((title) => title.endsWith(' - Volante'))).toBe(true)
})

test('social card image 1200x630 and organisation logo 500x500, drawn for page and language', async () => {
  const seen = new Set<string>()
  for (const path of ['/', '/en', '/about', '/en/signup']) {
    const html = await (await fetch(site.url + path)).text()
    const address = /property="og:image" content="([^"]+)"/.exec(html)![1]!
    const bytes = Buffer.from(await (await fetch(address)).bytes())
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630])
    expect(bytes.byteLength).toBeLessThanOrEqual(300 * 1024)
    seen.add(bytes.toString('base64'))
  }
  expect(seen.size).toBe(4)
  const logo = Buffer.from(await (await fetch(`${site.url}/logo-500.png`)).bytes())
  expect([logo.readUInt32BE(16), logo.readUInt32BE(20)]).toEqual([500, 500])
})

test('structured data is JSON with the types of the specification on every page', async () => {
  for (const address of await mapped(site)) {
    const html = await (await fetch(address)).text()
    const text = /<script type="application\/ld\+json">([^<]+)<\/script>/.exec(html)![1]!
    const { '@graph': graph } = JSON.parse(text) as { '@graph': { '@type': string; '@id'?: string }[] }
    const types = graph.map((node) => node['@type'])
    expect(types[0]).toBe('Organization')
    expect(types[1]).toBe('WebSite')
    expect(types[2]).toMatch(/^(About|Contact|Collection|Web)Page$/)
    expect(types[3]).toBe('BreadcrumbList')
  }
})

test('security.txt says whom to tell of a hole, and until when', async () => {
  const answer = await fetch(`${site.url}/.well-known/security.txt`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
  const lines = new Map(
    (await answer.text())
      .trim()
      .split('\n')
      .map((line) => line.split(/: (.*)/) as [string, string]),
  )
  expect(lines.get('Contact')).toMatch(/^mailto:\S+@\S+$|^https?:\S+\/contact$/)
  expect(lines.get('Canonical')).toBe(`${site.url}/.well-known/security.txt`)
  const left = Temporal.Now.instant().until(Temporal.Instant.from(lines.get('Expires')!), { largestUnit: 'hours' })
  expect(left.hours).toBeGreaterThan(24 * 170)
  expect(left.hours).toBeLessThan(24 * 365)
})

test('robots.txt opens the site and names the site map; what is no public page says noindex', async () => {
  const robots = await (await fetch(`${site.url}/robots.txt`)).text()
  expect(robots).toContain(`Sitemap: ${site.url}/sitemap.xml`)
  expect(robots).not.toContain('Disallow')
  for (const path of ['/forgot', '/nao-existe', '/en/auth/action']) {
    expect(await (await fetch(site.url + path)).text()).toContain('content="noindex, nofollow"')
  }
})

const linked = async (path: string) => {
  const html = await (await fetch(site.url + path)).text()
  const blocks = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)]
  return { html, blocks: blocks.map(([, json]) => JSON.parse(json!) as Record<string, unknown>) }
}

test('the questions a page answers are told word for word, and an open place with its cities and last day', async () => {
  for (const path of ['/', '/en/drivers', '/para/motoristas', '/en/para/empresas']) {
    const { html, blocks } = await linked(path)
    const asked = blocks.find((block) => block['@type'] === 'FAQPage')?.['mainEntity'] as { name: string }[]
    const shown = [...html.matchAll(/<summary><h3>(.*?)<\/h3>/g)].map(([, text]) => text)
    expect(asked.map(({ name }) => name)).toEqual(shown)
    expect(shown.length).toBeGreaterThan(4)
  }
  const { blocks } = await linked('/para/motoristas')
  const posting = blocks.find((block) => block['@type'] === 'JobPosting')
  expect(posting).toMatchObject({ employmentType: 'CONTRACTOR', hiringOrganization: { name: 'Volante' } })
  expect((posting!['jobLocation'] as unknown[]).length).toBe(3)
  expect(Date.parse(posting!['validThrough'] as string)).toBeGreaterThan(Date.now())
})

test('a phone is told how to keep the site, with icons of the sizes that are named', async () => {
  const html = await (await fetch(site.url)).text()
  const { href } = links(html, 'manifest')[0]!
  const answer = await fetch(site.url + href)
  expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
  type Manifest = {
    name: string
    id: string
    start_url: string
    lang: string
    icons: Icon[]
    shortcuts: { url: string }[]
  }
  type Icon = { src: string; sizes: string; purpose: string }
  const { name, icons, shortcuts, ...rest } = (await answer.json()) as Manifest
  expect(name).toBe('Volante')
  expect(rest).toMatchObject({ id: '/login', start_url: '/dashboard?app', lang: 'pt-PT' })
  expect(icons.map(({ purpose }) => purpose)).toEqual(['any', 'any', 'maskable', 'maskable'])
  expect(shortcuts.map(({ url }) => url)).toEqual([
    '/dashboard/payslips?last',
    '/dashboard/documents/roadside',
    '/dashboard/help',
  ])
  const english = links(await (await fetch(`${site.url}/en`)).text(), 'manifest')[0]!.href
  expect(await (await fetch(site.url + english)).json()).toMatchObject({
    id: '/login',
    start_url: '/en/dashboard?app',
    shortcuts: [{ name: 'Latest statement' }, {}, {}],
  })
  const apple = { src: links(html, 'apple-touch-icon')[0]!.href, sizes: '180x180' }
  for (const { src, sizes } of [...icons, apple]) {
    const bytes = Buffer.from(await (await fetch(site.url + src)).bytes())
    expect(`${bytes.readUInt32BE(16)}x${bytes.readUInt32BE(20)}`).toBe(sizes)
  }
})
