import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemonstration, settledWeek, signedInAs } from './demonstration.ts'
import { type Site, DESKTOP, PHONE, closeBrowser, person } from './site.ts'

/** The weight of a page on the wire, in bytes and requests. */
let site: Site
beforeAll(async () => {
  site = await openDemonstration()
  for (const path of PAGES) await settled(path)
})
afterAll(closeBrowser)

const PAGES = [
  '/',
  '/en',
  '/drivers',
  '/en/drivers',
  '/about',
  '/contact',
  '/signup',
  '/login',
  '/para/motoristas',
  '/en/para/empresas',
  '/guide',
  '/en/guide/monday',
]

/** Waits until the best compression of a page and of what it links to is ready. */
async function settled(path: string): Promise<void> {
  const html = await (await fetch(site.url + path)).text()
  const assets = [...html.matchAll(/"(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, address]) => address!)
  for (const address of [...assets, ...(path.endsWith('login') ? [] : [path])]) await isPacked(address)
}

async function isPacked(address: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { headers } = await fetch(site.url + address, { headers: { 'accept-encoding': 'br' } })
    // A tiny file is sent uncompressed.
    if (headers.get('content-encoding') === 'br' || Number(headers.get('content-length')) < 256) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error(`${address} is never compressed`)
}

const sizeOf = async (path: string) =>
  Number((await fetch(site.url + path, { headers: { 'accept-encoding': 'br' } })).headers.get('content-length'))

type Fetched = { url: string; bytes: number; type: string; cached: boolean }

/** Opens pages one after the other as a browser does, and answers the requests that each made over the network. */
async function visit(paths: readonly string[], options: typeof DESKTOP): Promise<Fetched[][]> {
  const { page, context, refused } = await person(site, options)
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  let fetched = new Map<string, Fetched>()
  wire.on('Network.responseReceived', ({ requestId, response, type }) => {
    const cached = response.fromDiskCache === true || response.fromPrefetchCache === true
    fetched.set(requestId, { url: response.url, bytes: 0, type, cached })
  })
  wire.on('Network.requestServedFromCache', ({ requestId }) => {
    const known = fetched.get(requestId)
    if (known) known.cached = true
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const known = fetched.get(requestId)
    if (known && !known.cached) known.bytes = encodedDataLength
  })
  const visits: Fetched[][] = []
  for (const path of paths) {
    fetched = new Map()
    await page.goto(path, { waitUntil: 'networkidle' })
    visits.push([...fetched.values()].filter(({ url, bytes }) => url.startsWith('http') && bytes > 0))
  }
  await context.close()
  expect(refused).toEqual([])
  return visits
}

const total = (fetched: readonly Fetched[]) => fetched.reduce((sum, { bytes }) => sum + bytes, 0)

test('the home page with its critical CSS fits the first flight: at most 14,000 bytes', async () => {
  expect(await sizeOf('/')).toBeLessThanOrEqual(14_000)
  expect(await sizeOf('/en')).toBeLessThanOrEqual(14_000)
})

test('public pages carry one script of at most 2 KB, and no framework', async () => {
  for (const path of PAGES) {
    const html = await (await fetch(site.url + path)).text()
    const scripts = [...html.matchAll(/<script[^>]* src="([^"]+)"/g)].map(([, address]) => address!)
    const inline = [...html.matchAll(/<script(?![^>]* src=)[^>]*>/g)].filter(
      ([tag]) => !tag.includes('application/ld+json'),
    )
    expect(inline, path).toEqual([])
    const bytes = await Promise.all(scripts.map(sizeOf))
    if (path.endsWith('login')) continue
    expect(scripts, path).toHaveLength(1)
    expect(bytes[0], path).toBeLessThanOrEqual(2_048)
    expect(html, path).not.toMatch(/modulepreload|__reactRouter|panel-script/)
  }
})

test('one font file of at most 24 KB holds every letter of both languages', async () => {
  // Open each in a browser of its own, all at once: the half second of quiet is then waited for only once.
  const look = async (path: string) => {
    const [fetched] = await visit([path], DESKTOP)
    const fonts = fetched!.filter(({ type }) => type === 'Font')
    expect(
      fonts.map(({ url }) => url.replace(/.*\//, '').replace(/-[\w-]{8}\./, '.')),
      path,
    ).toEqual(['rubik-pt-en.woff2'])
    expect(fonts[0]!.bytes, path).toBeLessThanOrEqual(24 * 1024)
  }
  for (let at = 0; at < PAGES.length; at += 4) await Promise.all(PAGES.slice(at, at + 4).map(look))
  const { page, context } = await person(site, DESKTOP)
  await page.goto('/', { waitUntil: 'networkidle' })
  const faces = await page.evaluate(() => [...document.fonts].map(({ family, status }) => `${family} ${status}`))
  // The page does not even name fonts for letters that it does not have.
  expect(faces.filter((face) => /^"?Rubik Variable"? /.test(face))).toEqual([expect.stringMatching(/ loaded$/)])
  await context.close()
})

test.each([
  ['a phone', PHONE, 80],
  ['a desktop', DESKTOP, 130],
] as const)('the home page on %s takes at most 8 requests, and comes again for 15 KB', async (_, options, most) => {
  const [first, again] = await visit(['/', '/'], options)
  expect(first!.length, JSON.stringify(first)).toBeLessThanOrEqual(8)
  expect(total(first!)).toBeLessThanOrEqual(most * 1024)
  expect(total(again!)).toBeLessThanOrEqual(15 * 1024)
})

test('a page is fetched while the pointer rests on its link; the panel and the sign-in never are', async () => {
  const rules: unknown = await (await fetch(`${site.url}/speculation-rules.json`)).json()
  for (const path of ['/admin*', '/en/dashboard*', '/login*', '/logout*']) expect(JSON.stringify(rules)).toContain(path)
  const { page, context } = await person(site, DESKTOP)
  const wire = await context.newCDPSession(page)
  const ready: string[] = []
  wire.on('Preload.prefetchStatusUpdated', ({ prefetchUrl, status }) => {
    if (status === 'Ready') ready.push(new URL(prefetchUrl).pathname)
  })
  await wire.send('Preload.enable')
  await page.goto('/', { waitUntil: 'networkidle' })
  const header = page.getByRole('banner')
  await header.getByRole('link', { name: 'Entrar' }).hover()
  await page.waitForTimeout(600)
  await header.getByRole('link', { name: 'Motoristas' }).hover()
  await expect.poll(() => ready, { timeout: 10_000 }).toEqual(['/drivers'])
  await context.close()
})

test("a driver's home brings its styles inside it on a first visit, in the first flight of 14,000 bytes, a statement its own in 16,000; after that they don't", async () => {
  const { context, refused } = await signedInAs(site, 'driver', PHONE)
  const opened = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'accept-encoding': 'gzip' }
  for (const [path, most] of [
    ['/dashboard', 14_000],
    [settledWeek().replace('/admin/weekly', '/dashboard/payslips'), 16_000],
  ] as const) {
    const ask = async (from: string) => {
      const answer = await context.request.get(path, { headers: { ...opened, 'sec-fetch-site': from } })
      const [head = ''] = (await answer.text()).split('</head>')
      return { head, bytes: Number(answer.headers()['content-length']) }
    }
    const first = await ask('none')
    expect(first.head, path).not.toContain('rel="stylesheet"')
    expect(first.bytes, path).toBeLessThanOrEqual(most)
    const again = await ask('same-origin')
    expect(again.head, path).toContain('rel="stylesheet"')
    expect(again.bytes, path).toBeLessThanOrEqual(first.bytes - 5_000)
  }
  // The browser uses the styles inside the page, nothing moves, and the whole style sheets are there in the end.
  const page = await context.newPage()
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  const moved = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        let sum = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        setTimeout(() => done(sum), 500)
      }),
  )
  expect(moved).toBe(0)
  expect(await page.locator('link[rel=stylesheet]').count()).toBeGreaterThan(1)
  await context.close()
  expect(refused).toEqual([])
})

/**
 * What a page of the panel fetches when it is opened by its address and nothing is kept. Requests that it makes only
 * after loading (the script that keeps a driver's area) delay nobody: whether one was made before this test looked
 * would be chance.
 */
async function firstOpening(who: 'admin' | 'driver', path: string, options: typeof DESKTOP): Promise<Fetched[]> {
  const { page, context, refused } = await signedInAs(site, who, options)
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.setCacheDisabled', { cacheDisabled: true })
  const fetched: Fetched[] = []
  wire.on('Network.responseReceived', ({ response, type }) =>
    fetched.push({ url: response.url, bytes: 0, type, cached: false }),
  )
  await page.goto(path, { waitUntil: 'load' })
  const seen = [...fetched]
  // A browser lists a request only once its answer has arrived completely.
  const parts = seen.flatMap(({ type, url }) => (type === 'Script' ? [url] : []))
  await page.waitForFunction((all) => all.every((url) => performance.getEntriesByName(url).length > 0), parts)
  const later = await page.evaluate(() => {
    const [opening] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    const started = performance.getEntriesByType('resource')
    return started.filter(({ startTime }) => startTime >= opening!.loadEventStart).map(({ name }) => name)
  })
  await context.close()
  expect(refused).toEqual([])
  return seen.filter(({ url }) => !later.includes(url))
}

test.each([
  ['the dashboard', 'driver', PHONE, (): string => '/dashboard'],
  ['a statement', 'driver', PHONE, (): string => settledWeek().replace('/admin/weekly', '/dashboard/payslips')],
  ['the overview', 'admin', DESKTOP, (): string => '/admin'],
  ['a week', 'admin', DESKTOP, settledWeek],
] as const)(
  '%s brings at most 8 KB of scripts in at most 15 requests, and no framework',
  async (_, who, options, path) => {
    const fetched = await firstOpening(who, path(), options)
    expect(fetched.length, JSON.stringify(fetched)).toBeLessThanOrEqual(15)
    const scripts = fetched.filter(({ type }) => type === 'Script').map(({ url }) => new URL(url).pathname)
    expect(scripts.some((address) => address.includes('panel-script'))).toBe(true)
    for (const address of scripts) await isPacked(address)
    const bytes = await Promise.all(scripts.map(sizeOf))
    expect(sum(bytes), scripts.join()).toBeLessThanOrEqual(8 * 1024)
  },
)

test('the script of the panel is at most 6 KB', async () => {
  const script = (await firstOpening('admin', '/admin', DESKTOP)).find(({ url }) => url.includes('panel-script'))
  const { pathname } = new URL(script!.url)
  await isPacked(pathname)
  expect(await sizeOf(pathname)).toBeLessThanOrEqual(6 * 1024)
})

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
