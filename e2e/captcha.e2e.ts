import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Fake, hostedService, serveHosted } from '../test/hosted-identity.ts'
import { startDemonstration } from './demonstration.ts'
import { closeBrowser, DESKTOP, person, type Site } from './site.ts'

/* The hosted identity service, played by a stand-in, and the reCAPTCHA that its project may demand. */

const EMAIL = 'dona@exemplo.pt'
const PASSWORD = 'rua azul 12345'
const GOOGLE = 'https://www.google.com/recaptcha/enterprise.js?'
const PAGES = ['/login', '/en/login', '/forgot']

let fake: Fake
let stop: () => void
const sites: Site[] = []

/** Each state gets a site and people of its own: the site keeps for ten minutes what the project demands. */
async function siteWith(captcha: Fake['captcha']): Promise<Site> {
  fake.captcha = captcha
  fake.people.clear()
  fake.add({ email: EMAIL, password: PASSWORD })
  const site = await startDemonstration()
  sites.push(site)
  return site
}

const get = (site: Site, path: string) => fetch(site.url + path)
const cspOf = (answer: Response) => answer.headers.get('content-security-policy') ?? ''

beforeAll(async () => {
  fake = await hostedService()
  stop = await serveHosted(fake)
})
afterAll(async () => {
  await closeBrowser()
  for (const site of sites) await site.stop()
  stop()
})

test('where no captcha is requiredAttributes: no script of others, no other policy, and a sign-in goes without one', async () => {
  const site = await siteWith('OFF')
  const plain = cspOf(await get(site, '/contact'))
  for (const path of PAGES) {
    const answer = await get(site, path)
    expect(await answer.text()).not.toContain('recaptcha')
    expect(cspOf(answer).replace(/'sha256-[^']+'/, '')).not.toContain('google')
    expect(cspOf(answer)).toContain("trusted-types 'none'")
    expect(answer.headers.get('cross-origin-embedder-policy')).toBe('credentialless')
  }
  expect(plain).toContain("trusted-types 'none'")
  expect((await send(site, { email: EMAIL, password: PASSWORD })).status).toBe(303)
})

test('demanded: the form goes with the token Google gave it, on these pages alone; without a script the page says so', async () => {
  const site = await siteWith('ENFORCE')
  for (const path of PAGES) {
    const answer = await get(site, path)
    const page = await answer.text()
    expect(page, path).toContain(`${GOOGLE}render=site-key&amp;hl=${path.startsWith('/en') ? 'en' : 'pt'}`)
    expect(page.match(/<noscript>.*?<\/noscript>/s)?.[0], path).toContain('JavaScript')
    expect(cspOf(answer)).toMatch(/script-src 'self' https:\/\/www\.google\.com\/recaptcha\/ /)
    expect(cspOf(answer)).not.toMatch(/unsafe|\*/)
  }
  for (const path of ['/', '/contact', '/signup', '/login/mfa']) {
    const answer = await get(site, path)
    expect(await answer.text(), path).not.toContain('recaptcha/')
    expect(cspOf(answer), path).not.toContain('google')
    expect(cspOf(answer), path).toContain("require-trusted-types-for 'script'")
  }

  const without = await send(site, { email: EMAIL, password: PASSWORD })
  expect(without.status).toBe(400)
  expect(await without.text()).toContain('Não foi possível confirmar que não é um robô. Recarregue a página.')

  const { page, context, refused } = await person(site, DESKTOP)
  // Play Google's script, as far as a page can tell: it brings another script and a frame, and gives tokens.
  await page.route(`${GOOGLE}*`, (route) =>
    route.fulfill({
      contentType: 'text/javascript',
      body: `const more = document.createElement('script')
        more.src = 'https://www.gstatic.com/recaptcha/releases/1/recaptcha.js'
        document.head.append(more)
        const frame = document.createElement('iframe')
        frame.src = 'https://www.google.com/recaptcha/enterprise/anchor'
        document.body?.append(frame)
        window.grecaptcha = { enterprise: {
          ready: (work) => work(),
          execute: async (key, { action }) => key === 'site-key' && action === 'signInPassword' && window.brought ? 'solved' : 'wrong',
        } }`,
    }),
  )
  await page.route('https://www.gstatic.com/recaptcha/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: 'window.brought = true' }),
  )
  await page.route('https://www.google.com/recaptcha/enterprise/anchor', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<p>reCAPTCHA</p>' }),
  )
  await page.goto('/login')
  await page.waitForFunction(() => 'brought' in window)
  await page.locator('[name=email]').fill(EMAIL)
  await page.locator('[name=password]').fill(PASSWORD)
  await page.locator('main button[type=submit]').first().click()
  await page.waitForURL('**/dashboard')
  expect(refused.filter((text) => /policy|trusted/i.test(text))).toEqual([])
  await context.close()
})

test('asked for without being requiredAttributes: a form without a token is taken, and nobody is told to turn scripts on', async () => {
  const site = await siteWith('AUDIT')
  const page = await (await get(site, '/login')).text()
  expect(page).toContain(GOOGLE)
  expect(page).not.toContain('<noscript>')
  expect((await send(site, { email: EMAIL, password: PASSWORD })).status).toBe(303)
})

function send(site: Site, fields: Record<string, string>): Promise<Response> {
  return fetch(`${site.url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams(fields),
  })
}
