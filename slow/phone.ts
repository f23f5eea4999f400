import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Page, chromium } from 'playwright-core'
import { CHROMIUM, newDataDirectory, startSite } from '../e2e/site.ts'

/**
 * The pages that are opened most, as a phone on its way opens them for the first time: a processor four times slower, 150 ms
 * to the site, nothing kept from before. Median of five; the statement is the newest one of the demonstration's driver.
 */
const RUNS = 5
const MOST = { paint: 900, script: 8_000, requests: 15 }
const NETWORK = { offline: false, latency: 150, downloadThroughput: -1, uploadThroughput: -1 }

const data = newDataDirectory()
const site = await startSite(data)
const signIns: Record<string, string> = JSON.parse(readFileSync(join(data, 'demo', 'sign-ins.json'), 'utf8'))
const browser = await chromium.launch({ executablePath: CHROMIUM!, args: ['--no-sandbox', '--disable-gpu'] })
let holds = true
try {
  const driver = await signedIn('driver', '/dashboard')
  const statement = await newestStatement(driver)
  for (const [kept, path] of [
    [driver, '/dashboard'],
    [driver, statement],
    [await signedIn('admin', '/admin'), '/admin'],
  ] as const) {
    const runs: Opening[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await opening(kept, path))
    const median = (of: keyof Opening) => runs.map((run) => run[of]).toSorted((a, b) => a - b)[Math.floor(RUNS / 2)]!
    const told = { paint: median('paint'), script: median('script'), requests: median('requests') }
    const isMet = (Object.keys(MOST) as (keyof Opening)[]).every((of) => told[of] <= MOST[of])
    holds &&= isMet
    console.log(
      `${isMet ? '✓' : '✗'} ${path.padEnd(32)} LCP ${Math.round(told.paint)} ms  script ${told.script} bytes  ${told.requests} requests`,
    )
  }
} finally {
  await browser.close()
  await site.stop()
}
process.exit(holds ? 0 : 1)

type Opening = { paint: number; script: number; requests: number }
/** What a browser keeps of a sign-in. */
type Kept = Awaited<ReturnType<Awaited<ReturnType<typeof browser.newContext>>['storageState']>>

async function signedIn(who: 'admin' | 'driver', path: string): Promise<Kept> {
  const context = await browser.newContext({ baseURL: site.url })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(signIns[`${who}Email`]!)
  await page.getByLabel('Palavra-passe').fill(signIns[`${who}Password`]!)
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL(`**${path}`)
  const kept = await context.storageState()
  await context.close()
  return kept
}

async function newestStatement(kept: Kept): Promise<string> {
  const context = await browser.newContext({ baseURL: site.url, storageState: kept })
  const page = await context.newPage()
  await page.goto('/dashboard')
  const path = await page.locator('main a[href^="/dashboard/"][href*="-W"]').first().getAttribute('href')
  await context.close()
  if (path === null) throw new Error('The driver of the demonstration has no statement.')
  return path
}

async function opening(kept: Kept, path: string): Promise<Opening> {
  const context = await browser.newContext({
    baseURL: site.url,
    storageState: kept,
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 3,
    isMobile: true,
    hasTouch: true,
  })
  const page = await context.newPage()
  const wire = await context.newCDPSession(page)
  await wire.send('Network.enable')
  await wire.send('Network.clearBrowserCache')
  await wire.send('Network.emulateNetworkConditions', NETWORK)
  await wire.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  const scripts = new Set<string>()
  let [script, requests] = [0, 0]
  wire.on('Network.responseReceived', ({ requestId, type }) => {
    requests += 1
    if (type === 'Script') scripts.add(requestId)
  })
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) script += encodedDataLength
  })
  await page.goto(path, { waitUntil: 'load' })
  const paint = await largestPaint(page)
  await context.close()
  return { paint, script, requests }
}

/** Milliseconds until the largest thing on the first screen stood there. */
async function largestPaint(page: Page): Promise<number> {
  return await page.evaluate(
    async () =>
      await new Promise<number>((told) => {
        let last = 0
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) last = entry.startTime
        }).observe({ type: 'largest-contentful-paint', buffered: true })
        setTimeout(() => told(last), 1_000)
      }),
  )
}
