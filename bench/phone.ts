import { createServer, get, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { known } from '../e2e/demonstration.ts'
import { PHONE, closeBrowser, openBrowser, portOf, startSite } from '../e2e/site.ts'
import { type Figure, inOwnFolder } from './measure.ts'
import { type Network, slowNetwork } from './slow-network.ts'

/** How many times slower the processor of the phone is than this one; its network is `slowNetwork`. */
const SLOWER = 4
/** Openings of each kind in a round: a single one says little. */
const OPENINGS = 3
/**
 * The headers that a browser sends when somebody opens an address, and those it adds when it has a worker that keeps
 * the styles of the site.
 */
const OPENED = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': 'none' }
const WITH_WORKER = { 'service-worker-navigation-preload': 'true' }
/** Milliseconds to wait for what a page still paints or moves after it is loaded. */
const SETTLED = 1_000

/**
 * The times that a driver's phone waits: for the home and a statement opened for the first time, and opened from the
 * icon, with the worker; for the menu and a line of a statement that is pressed. Also how much moves by itself, and how
 * much time the worker adds to a page. Each against the same bytes from a bare server, through the same network into
 * the same browser.
 */
export function benchPhone(rounds: number): Promise<Figure[]> {
  return inOwnFolder(async (folder) => {
    const site = await startSite(folder)
    const network = await slowNetwork(portOf(folder))
    try {
      const browser = await openBrowser()
      const driver = await signedIn(browser, site.url, known(site, 'driver'))
      const near = { browser, kept: driver, url: site.url }
      const far = { ...near, url: `http://localhost:${network.port}` }
      const statement = await newestStatement(near)
      const count = rounds * OPENINGS
      return [
        ...(await firstOpenings(near, far, ['/dashboard', statement], count)),
        ...(await fromTheIcon(near, far, count)),
        ...(await presses(near, statement, count)),
        ...(await costOfTheWorker(near, count)),
      ]
    } finally {
      await closeBrowser()
      await network.stop()
      await site.stop()
    }
  })
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>
/** One browser, and the address at which it finds the site. */
type BrowserAtSite = { browser: Browser; kept: StorageState; url: string }
type Opening = { paint: number; moved: number; begun: number }

async function signedIn(
  browser: Browser,
  url: string,
  who: { email: string; password: string },
): Promise<StorageState> {
  const context = await browser.newContext({ baseURL: url })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(who.email)
  await page.getByLabel('Palavra-passe').fill(who.password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/dashboard')
  const kept = await context.storageState()
  await context.close()
  return kept
}

async function newestStatement(seat: BrowserAtSite): Promise<string> {
  const context = await newPhone(seat)
  const page = await context.newPage()
  await page.goto('/dashboard')
  const path = await page.locator('main a[href^="/dashboard/payslips/2"]').first().getAttribute('href')
  await context.close()
  if (path === null) throw new Error('The driver of the demonstration has no statement.')
  return path
}

const newPhone = (
  { browser, kept, url }: BrowserAtSite,
  options: BrowserContextOptions = { serviceWorkers: 'block' },
) => browser.newContext({ ...PHONE, deviceScaleFactor: 3, baseURL: url, storageState: kept, ...options })

/** Opens the pages with nothing kept from before, and against the same bytes from a bare server. */
async function firstOpenings(
  near: BrowserAtSite,
  far: BrowserAtSite,
  paths: readonly string[],
  count: number,
): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const path of paths) {
    const bare = await startBare(near, path)
    const product: Opening[] = []
    const limit: Opening[] = []
    try {
      await onceOpened(near, path)
      for (let at = 0; at < count; at++) {
        product.push(await onceOpened(far, path))
        limit.push(await onceOpened({ ...far, url: `http://localhost:${bare.port}` }, path))
      }
    } finally {
      await bare.stop()
    }
    const what = `${path}, opened for the first time`
    figures.push(...painted(what, product, limit, 1_000), {
      bench: 'phone',
      what: `${path}: what moves by itself`,
      unit: 'CLS',
      product: product.map(({ moved }) => moved),
      limit: null,
      target: { atMost: 0 },
    })
  }
  return figures
}

/** The first screen, in milliseconds by the clock, and against the limit of the same run. */
function painted(what: string, product: readonly Opening[], limit: readonly Opening[], atMost: number): Figure[] {
  const figure = { bench: 'phone', unit: 'ms LCP', product: product.map(({ paint }) => paint) }
  return [
    { ...figure, what, limit: null, target: { atMost } },
    { ...figure, what: `${what}, against bare`, limit: limit.map(({ paint }) => paint), target: { atMost: 1.3 } },
  ]
}

async function onceOpened(seat: BrowserAtSite, path: string): Promise<Opening> {
  const context = await newPhone(seat)
  const opening = await openIn(context, path)
  await context.close()
  return opening
}

/** Opens the home from the icon: the phone first shows what a first visit kept, and its worker sleeps. */
async function fromTheIcon(near: BrowserAtSite, far: BrowserAtSite, count: number): Promise<Figure[]> {
  const bare = await startBare(near, '/dashboard', WITH_WORKER)
  const phone = await visited(far)
  const other = await newPhone({ ...far, url: `http://localhost:${bare.port}` })
  const product: Opening[] = []
  const limit: Opening[] = []
  try {
    await openIn(other, '/dashboard')
    for (let at = 0; at < count; at++) {
      await toSleep(phone)
      product.push(await openIn(phone, '/dashboard?app'))
      limit.push(await openIn(other, '/dashboard'))
    }
  } finally {
    await phone.close()
    await other.close()
    await bare.stop()
  }
  return painted('/dashboard?app, from the icon', product, limit, 300)
}

/** A phone on which a first visit has kept everything that it keeps. */
async function visited(seat: BrowserAtSite): Promise<BrowserContext> {
  const context = await newPhone(seat, {})
  const page = await context.newPage()
  await page.goto('/dashboard')
  const isKept = async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    return (await caches.match('/dashboard/offline')) !== undefined
  }
  for (let tries = 0; !(await page.evaluate(isKept)); tries++) {
    if (tries === 600) throw new Error('The phone kept nothing.')
    await page.waitForTimeout(200)
  }
  await page.close()
  return context
}

async function toSleep(context: BrowserContext): Promise<void> {
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  await wire.send('ServiceWorker.enable')
  await wire.send('ServiceWorker.stopAllWorkers')
  await page.close()
}

async function openIn(context: BrowserContext, path: string): Promise<Opening> {
  const page = await slowPage(context)
  await page.goto(path, { waitUntil: 'load' })
  const opening = await seen(page)
  await page.close()
  return opening
}

async function slowPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await (await context.newCDPSession(page)).send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  return page
}

/**
 * When the largest element of the first screen was painted, how much moved by itself, and when the page began to
 * arrive.
 */
function seen(page: Page): Promise<Opening> {
  return page.evaluate(
    (settled) =>
      new Promise<Opening>((done) => {
        let [paint, moved] = [0, 0]
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) paint = entry.startTime
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) moved += (entry as PerformanceEntry & { value: number }).value
        }).observe({ type: 'layout-shift', buffered: true })
        const [opened] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
        setTimeout(() => done({ paint, moved, begun: opened?.responseStart ?? 0 }), settled)
      }),
    SETTLED,
  )
}

/** From the touch to the picture after it; the limit is a fold (`details`) on a page that has nothing else. */
async function presses(near: BrowserAtSite, statement: string, count: number): Promise<Figure[]> {
  const context = await newPhone(near)
  const menu: number[] = []
  const line: number[] = []
  const limit: number[] = []
  for (let at = 0; at < count; at++) {
    menu.push(await pressed(context, (page) => page.goto('/dashboard'), '[data-menu] > summary'))
    line.push(await pressed(context, (page) => page.goto(statement), 'main details details > summary'))
    const bare = '<meta name="viewport" content="width=device-width"><details><summary>A</summary>B</details>'
    limit.push(await pressed(context, (page) => page.setContent(bare), 'summary'))
  }
  await context.close()
  const figure = (what: string, product: readonly number[]): Figure[] => [
    { bench: 'phone', what, unit: 'ms INP', product, limit: null, target: { atMost: 100 } },
    { bench: 'phone', what: `${what}, against a bare fold`, unit: 'ms INP', product, limit, target: null },
  ]
  return [...figure('the menu opened', menu), ...figure('a line of a statement opened', line)]
}

async function pressed(context: BrowserContext, open: (page: Page) => Promise<unknown>, what: string): Promise<number> {
  const page = await slowPage(context)
  await open(page)
  await page.waitForTimeout(SETTLED / 2)
  const longest = page.evaluate(
    (settled) =>
      new Promise<number>((done) => {
        // The browser does not report events shorter than 16 ms.
        let most = 16
        const init = { type: 'event', durationThreshold: 16 }
        new PerformanceObserver((list) => {
          for (const { duration } of list.getEntries()) most = Math.max(most, duration)
        }).observe(init)
        setTimeout(() => done(most), settled * 2)
      }),
    SETTLED,
  )
  await page.locator(what).first().tap()
  const most = await longest
  await page.close()
  return most
}

/**
 * The time until a page begins to arrive, over the network of this machine: with the worker awake, with the worker
 * asleep, and without one; in turns.
 */
async function costOfTheWorker(near: BrowserAtSite, count: number): Promise<Figure[]> {
  const withWorker = await visited(near)
  // Send the same headers from both, so that both get the same page.
  const withoutWorker = await newPhone(near, { serviceWorkers: 'block', extraHTTPHeaders: WITH_WORKER })
  const awake: number[] = []
  const asleep: number[] = []
  const plain: number[] = []
  await openIn(withoutWorker, '/dashboard')
  for (let at = 0; at < 2 * count; at++) {
    plain.push((await openIn(withoutWorker, '/dashboard')).begun)
    await openIn(withWorker, '/dashboard')
    awake.push((await openIn(withWorker, '/dashboard')).begun)
    await toSleep(withWorker)
    asleep.push((await openIn(withWorker, '/dashboard')).begun)
  }
  await withWorker.close()
  await withoutWorker.close()
  const added = (what: string, product: readonly number[]): Figure => ({
    bench: 'phone',
    what: `what a worker ${what} adds`,
    unit: 'ms',
    product: product.map((begun, at) => begun - plain[at]!),
    limit: null,
    target: { atMost: 10 },
  })
  return [added('that is awake', awake), added('that has to wake', asleep)]
}

type Answer = { headers: IncomingHttpHeaders; bytes: Buffer }

/**
 * Serves a page and all that it asks for, as they travel, from a server that has nothing else to do, behind the slow
 * network.
 */
async function startBare(near: BrowserAtSite, path: string, says: Record<string, string> = {}): Promise<Network> {
  const cookie = near.kept.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const answers = new Map<string, Answer>()
  const context = await newPhone(near, { serviceWorkers: 'block', extraHTTPHeaders: says })
  const page = await context.newPage()
  const asked = new Set<string>([path])
  page.on('request', (request) => {
    const { origin, pathname, search } = new URL(request.url())
    // The stream that reports a sign-out stays open, and is no part of the page.
    if (origin === near.url && !pathname.startsWith('/api/')) asked.add(pathname + search)
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  await context.close()
  for (const address of asked)
    answers.set(
      address,
      await packed(near.url + address, { cookie, ...(address === path ? { ...OPENED, ...says } : {}) }),
    )
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '')
    if (!answer) return void response.writeHead(404).end()
    const { date: _, connection: __, 'keep-alive': ___, 'transfer-encoding': ____, ...headers } = answer.headers
    response.writeHead(200, { ...headers, 'content-length': answer.bytes.length }).end(answer.bytes)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const network = await slowNetwork((server.address() as AddressInfo).port)
  return {
    port: network.port,
    stop: async () => {
      await network.stop()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}

function packed(url: string, says: Record<string, string>): Promise<Answer> {
  return new Promise((done, failed) => {
    const headers = { ...says, accept: 'text/html,*/*', 'accept-encoding': 'gzip, deflate, br, zstd' }
    get(url, { headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', failed)
      answer.on('end', () => done({ headers: answer.headers, bytes: Buffer.concat(chunks) }))
    }).on('error', failed)
  })
}
