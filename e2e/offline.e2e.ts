import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { known, startDemonstration } from './demonstration.ts'
import { type Site, closeBrowser, person } from './site.ts'
import { expectAccessible } from './sound.ts'

/** What a driver does with the phone where there is no network; and what whoever holds the phone next finds on it. */
let site: Site
beforeAll(async () => {
  site = await startDemonstration()
})
afterAll(async () => {
  await closeBrowser()
  await site.stop()
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }
const LIST = '/dashboard/offline'
const ROADSIDE = '/dashboard/documents/roadside'

async function enter(page: Page, who: 'admin' | 'driver'): Promise<void> {
  const { email, password } = known(site, who)
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Palavra-passe').fill(password)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL(who === 'admin' ? '**/admin**' : '**/dashboard**')
}

const keptCount = (page: Page) =>
  page.evaluate(async () => ((await caches.has('area')) ? (await (await caches.open('area')).keys()).length : 0))

/** Until all is kept, without the ten seconds of reading before: who turns away is waited for no longer. */
async function isKept(page: Page): Promise<void> {
  const isListed = async (list: string) => {
    document.dispatchEvent(new Event('visibilitychange'))
    return (await caches.match(list)) !== undefined
  }
  await expect.poll(() => page.evaluate(isListed, LIST), { timeout: 60_000, interval: 200 }).toBe(true)
}

/** A page of its own for each address: one that failed offline hangs on in this browser. */
async function look<Seen>(context: BrowserContext, path: string, see: (page: Page) => Promise<Seen>): Promise<Seen> {
  const page = await context.newPage()
  await page.goto(path)
  const seen = await see(page)
  await page.close()
  return seen
}

test('what a driver reads is there without a network, says how old it is, and is gone with the session', async () => {
  const { page, context, refused } = await person(site, PHONE)
  await enter(page, 'driver')
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  // The worker of before, which stood before the documents alone.
  await page.goto('/dashboard', { waitUntil: 'networkidle' })
  expect(asked.length).toBeLessThanOrEqual(12)
  expect(await keptCount(page)).toBe(0)
  await isKept(page)
  await page.goto(ROADSIDE)
  const links = page.locator('a[href*="/documents/files/"], a[href*="/documents/contracts/"]')
  const papers = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(papers).toHaveLength(2)
  await page.goto(LIST)
  await expectAccessible(page, '', 'all')
  const statements = await page
    .locator('a[href*="/payslips/2"]:not([href$=pdf])')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(statements).toHaveLength(12)

  await context.setOffline(true)
  for (const path of ['/dashboard', ROADSIDE, '/dashboard/help', '/dashboard/goals', ...statements.slice(0, 3)])
    await look(context, path, async (copy) => {
      expect(new URL(copy.url()).pathname).toBe(path)
      await copy.getByText('Sem rede. Guardado no telemóvel: ').waitFor()
      expect(await copy.locator('main').evaluate((main) => getComputedStyle(main).paddingTop)).not.toBe('0px')
    })
  const typeOf = (at: string) => caches.match(at).then((answer) => answer?.headers.get('content-type') ?? null)
  for (const at of [...papers, `${statements[2]}/pdf`]) expect(await page.evaluate(typeOf, at)).toMatch(/pdf|jpeg/)
  await look(context, '/dashboard/commissions', async (copy) => {
    await copy.getByText('A página que pediu não está neste telemóvel.').waitFor()
    await copy.getByRole('link', { name: 'Para mostrar na estrada' }).click()
    await copy.getByRole('heading', { name: 'Para mostrar na estrada' }).waitFor()
  })
  await context.setOffline(false)
  expect(
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).map((one) => one.scope)),
  ).toEqual([`${site.url}/dashboard`])

  // A session that ended without a sign-out: the cookie is gone, what was kept is not yet.
  await context.clearCookies()
  await page.goto('/login')
  expect(await keptCount(page)).toBeGreaterThan(20)
  await enter(page, 'admin')
  await expect.poll(() => keptCount(page), { timeout: 20_000 }).toBe(0)
  expect(refused).toEqual([])
  await context.close()
}, 120_000)
