import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { inLanguage } from '../src/messages/language.ts'
import { PUBLIC_PAGES } from '../src/web/public-pages.ts'
import { known, signedInAs, startDemonstration } from './demonstration.ts'
import { DESKTOP, PHONE, type Site, closeBrowser, person } from './site.ts'
import { inTurn } from './whole.ts'

/**
 * The requests and cookies of a visitor's browser before, after and against an answer, with the advertiser and the
 * analytics on loopback.
 */
let site: Site
let pixel: Other
let analytics: Other

type Other = { origin: string; asked: URL[]; server: Server }

/** A host of somebody else: it remembers each request, and tries to leave a cookie. */
async function other(): Promise<Other> {
  const asked: URL[] = []
  const server = createServer((request, response) => {
    asked.push(new URL(request.url!, 'http://other'))
    response.writeHead(204, {
      'set-cookie': 'follow=me; Max-Age=999999',
      'cross-origin-resource-policy': 'cross-origin',
    })
    response.end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, server }
}

beforeAll(async () => {
  ;[pixel, analytics] = [await other(), await other()]
  site = await startDemonstration({
    PIXEL_ID: '1234567890',
    PIXEL_HOST: pixel.origin,
    PIXEL_TOKEN: 'token-of-the-pixel',
    PIXEL_API_HOST: pixel.origin,
    ANALYTICS_ID: 'G-TEST1',
    ANALYTICS_HOST: analytics.origin,
    VITALS_SHARE: '1',
  })
})
beforeEach(() => {
  pixel.asked.length = 0
  analytics.asked.length = 0
})
afterAll(async () => {
  await closeBrowser()
  await site.stop()
  for (const { server } of [pixel, analytics]) server.close()
})

/** Every public page in one language, and in the other on the second walk; in the whole lane in both on both. */
const halfOf = (walk: number) =>
  PUBLIC_PAGES.flatMap((path, turn) => inTurn([path, inLanguage(path, 'en')], turn + walk))
const eventsOf = ({ asked }: Other) => asked.map(({ searchParams }) => searchParams.get('ev') ?? searchParams.get('en'))

type Visitor = { page: Page; context: BrowserContext; refused: string[]; elsewhere: string[] }

async function visitor(options = DESKTOP): Promise<Visitor> {
  const { page, context, refused } = await person(site, options)
  const elsewhere: string[] = []
  context.on('request', (request) => {
    const { origin } = new URL(request.url())
    if (origin !== site.url && request.url().startsWith('http')) elsewhere.push(origin)
  })
  return { page, context, refused, elsewhere }
}

async function answer(page: Page, name: string): Promise<void> {
  await page.locator('#consent').getByRole('button', { name }).click()
  await page.locator('#consent').waitFor({ state: 'detached' })
}

/** Names of everything a page keeps in the browser. */
async function kept({ page, context }: Visitor): Promise<string[]> {
  const stored = await page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
    ...(await indexedDB.databases()).map(({ name }) => name ?? ''),
    ...(await caches.keys()),
  ])
  return [...(await context.cookies()).map(({ name }) => name), ...stored]
}

test('before an answer, and after a no, no page asks anybody else or keeps anything but the answer', async () => {
  const visit = await visitor()
  const { page, context, refused, elsewhere } = visit
  for (const place of halfOf(0)) {
    await page.goto(place)
    expect(await page.locator('#consent').count(), place).toBe(place.endsWith('/login') ? 0 : 1)
    expect(await kept(visit), place).toEqual([])
  }
  await page.goto('/')
  await answer(page, 'Só o necessário')
  for (const place of halfOf(1)) {
    await page.goto(place)
    expect(await page.locator('#consent, script[data-measuring]').count(), place).toBe(0)
    expect(await kept(visit), place).toEqual(['volante-consent'])
  }
  await page.goto('/contact')
  await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault(), true))
  await page.locator('main a[href^="tel:"]').first().click()
  expect([elsewhere, pixel.asked, analytics.asked, refused]).toEqual([[], [], [], []])
  await context.close()
})

test('after a yes to analytics alone only its host is asked; taken back, nobody is, and what was left is gone', async () => {
  const visit = await visitor()
  const { page, context, refused, elsewhere } = visit
  await page.goto('/en/about')
  await page.locator('#consent summary').click()
  await page.getByRole('checkbox', { name: 'Statistics' }).check()
  await answer(page, 'Save choice')
  expect(new URL(page.url()).pathname).toBe('/en/about')
  await expect.poll(() => eventsOf(analytics)).toEqual(['page_view'])
  await page.goto('/drivers', { waitUntil: 'networkidle' })
  await expect.poll(() => eventsOf(analytics)).toEqual(['page_view', 'page_view'])
  expect(analytics.asked.map(({ searchParams }) => searchParams.get('dl'))).toEqual([
    `${site.url}/en/about`,
    `${site.url}/drivers`,
  ])
  expect([new Set(elsewhere), pixel.asked]).toEqual([new Set([analytics.origin]), []])
  expect(await kept(visit)).toEqual(['volante-consent'])

  await context.addCookies([
    { name: '_ga', value: 'GA1.1.1.1', url: site.url },
    { name: '_fbp', value: 'fb.1.1.1', url: site.url },
  ])
  elsewhere.length = 0
  await page.getByRole('button', { name: 'Preferências de cookies' }).click()
  await page.locator('#consent').waitFor()
  for (const place of ['/drivers', '/en', '/contact']) await page.goto(place, { waitUntil: 'networkidle' })
  expect(await kept(visit)).toEqual([])
  expect([elsewhere, refused]).toEqual([[], []])
  await context.close()
})

test('a yes to all tells the pixel its events, under one number and without what stands behind the path', async () => {
  const { page, context, refused } = await visitor()
  await page.goto('/')
  await answer(page, 'Aceitar tudo')
  await page.goto('/signup?ref=ana-silva', { waitUntil: 'networkidle' })
  await expect.poll(() => eventsOf(pixel)).toEqual(['PageView', 'PageView', 'InitiateCheckout'])
  await page.goto('/en/drivers', { waitUntil: 'networkidle' })
  await expect.poll(() => eventsOf(pixel).slice(3)).toEqual(['PageView', 'ViewContent'])
  expect(new Set(pixel.asked.map(({ searchParams }) => searchParams.get('fbp'))).size).toBe(1)
  expect(pixel.asked.map(String).join()).not.toContain('ana-silva')
  expect(refused).toEqual([])

  // Consent that is withdrawn in another tab is withdrawn in this one too.
  await context.clearCookies({ name: 'volante-consent' })
  await page.evaluate(() => document.addEventListener('click', (event) => event.preventDefault(), true))
  await page.locator('footer a[href^="tel:"]').click()
  expect(eventsOf(pixel)).toHaveLength(5)
  await context.close()
})

test('a message to the office is told to the pixel as a lead, by the server, after a yes to advertising alone', async () => {
  const countLeads = () => pixel.asked.filter(({ pathname }) => pathname.endsWith('/1234567890/events')).length
  const write = async (allow: string) => {
    const { page, context, elsewhere } = await visitor()
    await page.goto('/')
    await page.locator('#consent summary').click()
    await page.getByRole('checkbox', { name: allow }).check()
    await answer(page, 'Guardar a escolha')
    await page.waitForLoadState('networkidle')
    elsewhere.length = 0
    await page.goto('/contact/message')
    await page.getByLabel('Nome').fill('Inês Falcão')
    await page.getByLabel('E-mail').fill('ines.falcao@example.org')
    await page.locator('textarea[name=text]').fill('Gostava de saber as condições para o inverno.')
    // Wait as long as a person takes: the site looks at that.
    await page.waitForTimeout(2500)
    await page.locator('main form button[type=submit]').click()
    await page.waitForURL('**/contact/message?sent')
    expect(elsewhere).toEqual([])
    await context.close()
  }
  // Let two people write at the same time: each has to wait seconds to count as a person.
  await Promise.all([write('Estatística'), write('Publicidade')])
  await expect.poll(countLeads, { timeout: 15_000 }).toBe(1)
})

test('in the panel and where one signs in nobody else is asked, not even after a yes', async () => {
  for (const who of ['admin', 'driver'] as const) {
    const { page, context, elsewhere } = await visitor()
    await page.goto('/')
    await answer(page, 'Aceitar tudo')
    await page.waitForLoadState('networkidle')
    elsewhere.length = 0
    await page.goto('/login')
    await page.getByLabel('E-mail').fill(known(site, who).email)
    await page.getByLabel('Palavra-passe').fill(known(site, who).password)
    await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
    await page.waitForURL(/\/(admin|dashboard)$/)
    const places =
      who === 'admin' ? ['/admin/drivers', '/en/admin/brand'] : ['/dashboard/payslips', '/en/dashboard/help']
    for (const place of places) {
      await page.goto(place, { waitUntil: 'networkidle' })
      expect(await page.locator('#consent, script[data-measuring]').count(), place).toBe(0)
      const policy = (await context.request.get(place)).headers()['content-security-policy']
      expect(policy, place).toContain("connect-src 'self';")
    }
    expect(elsewhere).toEqual([])
    await page.getByRole('button', { name: 'Cookie preferences' }).click()
    await page.waitForURL('**/en/legal/cookies#consent')
    await page.locator('#consent').waitFor()
    await context.close()
  }
})

test('the policy of a measured page names the two hosts for everybody, keeps Trusted Types, and is the same bytes', async () => {
  const policies = await Promise.all(
    ['', 'volante-consent=1.n', 'volante-consent=1.ap'].map(async (cookie) =>
      (await fetch(`${site.url}/`, { headers: { cookie } })).headers.get('content-security-policy'),
    ),
  )
  for (const policy of policies) {
    expect(policy).toContain(`connect-src 'self' ${pixel.origin} ${analytics.origin};`)
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  }
  expect((await fetch(`${site.url}/login`)).headers.get('content-security-policy')).toContain("connect-src 'self';")
})

test('the three answers weigh the same, the banner is small, and the keyboard reaches each and leaves again', async () => {
  const ways = [DESKTOP, PHONE].flatMap((options) => ['/', '/en'].map((path) => ({ options, path })))
  for (const { options, path } of ways) {
    const { page, context } = await visitor(options)
    await page.goto(path)
    const banner = page.locator('#consent')
    expect((await banner.evaluate((element) => element.outerHTML)).length).toBeLessThanOrEqual(3072)
    const looks = await banner.locator('button:visible, summary').evaluateAll((answers) =>
      answers.map((element) => {
        const { width, height } = element.getBoundingClientRect()
        const { color, backgroundColor, borderColor, fontSize, fontWeight } = getComputedStyle(element)
        return [Math.round(width), Math.round(height), color, backgroundColor, borderColor, fontSize, fontWeight].join()
      }),
    )
    expect(looks).toHaveLength(3)
    expect(new Set(looks).size, looks.join(' ')).toBe(1)
    await context.close()
  }
  const { page, context } = await visitor()
  await page.goto('/')
  const met: string[] = []
  for (let tabs = 0; tabs < 12; tabs++) {
    await page.keyboard.press('Tab')
    met.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
  }
  const answers = ['Aceitar tudo', 'Só o necessário', 'Escolher']
  expect(met.filter((text) => answers.includes(text))).toEqual(answers)
  expect(met.indexOf('Motoristas')).toBeGreaterThan(met.indexOf('Escolher'))
  await context.close()
})

test('without a script the answer is kept and taken back all the same, for a year, and asked again for a new version', async () => {
  const { page, context } = await visitor({ ...DESKTOP, javaScriptEnabled: false })
  await page.goto('/en/contact')
  await page.locator('#consent summary').press('Enter')
  await page.getByRole('checkbox', { name: 'Advertising' }).press('Space')
  await page.getByRole('button', { name: 'Save choice' }).press('Enter')
  await page.waitForURL('**/en/contact')
  expect(await page.locator('#consent').count()).toBe(0)
  const [cookie] = await context.cookies()
  expect(cookie!.value).toMatch(/^1\.p\.\d{10}\.[0-9a-f-]{36}$/)
  const days = (cookie!.expires - Date.now() / 1000) / 86_400
  expect([Math.round(days), cookie!.sameSite, cookie!.httpOnly]).toEqual([365, 'Lax', false])

  await page.getByRole('button', { name: 'Cookie preferences' }).click()
  expect(await page.locator('#consent').count()).toBe(1)
  expect(await context.cookies()).toEqual([])
  await context.addCookies([{ name: 'volante-consent', value: cookie!.value.replace(/^1/, '0'), url: site.url }])
  await page.goto('/en/contact')
  expect(await page.locator('#consent').count()).toBe(1)
  await context.close()
})

test('the speed of a visit is counted for the office, and only with consent to analytics', async () => {
  const { page, context } = await visitor(PHONE)
  await page.goto('/about')
  await answer(page, 'Aceitar tudo')
  await page.waitForLoadState('networkidle')
  await page.goto('/legal/cookies')

  const visit = { path: '/contact', device: 'phone', lcp: '900' }
  const send = (cookie: string) =>
    fetch(`${site.url}/api/vitals`, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin', cookie },
      body: new URLSearchParams(visit),
    })
  expect([(await send('')).status, (await send('volante-consent=1.p')).status]).toEqual([204, 204])

  const office = await signedInAs(site, 'admin')
  await office.page.goto('/admin/vitals')
  const names = async () => {
    await office.page.reload()
    return office.page.getByRole('table').getByRole('rowheader').allTextContents()
  }
  await expect.poll(names, { timeout: 20_000 }).toContain('/about')
  expect(await names()).not.toContain('/contact')
  for (const one of [context, office.context]) await one.close()
})
