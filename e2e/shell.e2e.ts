import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { known, openDemonstration, signedInAs } from './demonstration.ts'
import { type Site, DESKTOP, MOVING, PHONE, closeBrowser, person } from './site.ts'

/** The shell of every page, sentence by sentence of the specification: each test is named after a sentence. */
let site: Site
beforeAll(async () => {
  site = await openDemonstration()
})
afterAll(closeBrowser)

/** A journey that signs out has a session of its own to end. */
async function signedIn(who: 'admin' | 'driver', options = DESKTOP, session?: 'own') {
  const one = await signedInAs(site, who, options, session)
  await one.page.goto(who === 'admin' ? '/admin' : '/dashboard')
  return one
}

const popover = (page: Page) => page.locator('[data-hover-panel]')
const opener = (page: Page) => page.getByRole('button', { name: /^Conta de / })
const size = async (page: Page, selector: string) => (await page.locator(selector).first().boundingBox())!

test('logo 64px high by 160px wide', async () => {
  const { page } = await person(site)
  await page.goto('/')
  const { width, height } = await size(page, 'header a[aria-label*="página inicial"] > *')
  expect([width, height]).toEqual([160, 64])
})

test('signed-out visitors see the public navigation and an Entrar button', async () => {
  const { page } = await person(site)
  await page.goto('/')
  const links = page.getByRole('navigation', { name: 'Principal' }).getByRole('link')
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(paths).toEqual(['/', '/drivers', '/about', '/contact'])
  const enter = page.getByRole('banner').getByRole('link', { name: 'Entrar' })
  expect(await enter.getAttribute('href')).toBe('/login')
  expect(await popover(page).count()).toBe(0)
})

test('account popover width 320px, with display name, e-mail, role badge, the role’s entries and Sair', async () => {
  for (const [who, badge, entries] of [
    ['admin', 'Administrador', ['/admin', '/admin/weekly', '/admin/kpis', '/admin/monitor', '/admin/users']],
    ['driver', 'Motorista', ['/dashboard', '/dashboard/payslips', '/dashboard/tracking', '/dashboard/help']],
  ] as const) {
    const { page, context } = await signedIn(who)
    await opener(page).click()
    await expect.poll(async () => (await popover(page).boundingBox())?.width).toBe(320)
    const text = await popover(page).innerText()
    expect(text).toContain(known(site, who).email)
    expect(text).toContain(badge)
    // The office's entries are in groups, which open by their names.
    const links = await popover(page)
      .locator('a')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    for (const entry of entries) expect(links).toContain(entry)
    expect(await popover(page).getByRole('button', { name: 'Sair' }).isVisible()).toBe(true)
    await context.close()
  }
})

test('an open map says that the site cannot be reached, until it can', async () => {
  const { page, context } = await signedIn('admin')
  await page.clock.install()
  await page.goto('/admin/monitor')
  const said = page.getByText('Sem ligação ao site.')
  expect(await said.isVisible()).toBe(false)
  await context.setOffline(true)
  await page.clock.runFor(15_000)
  await said.waitFor()
  await context.setOffline(false)
  await page.clock.runFor(15_000)
  await said.waitFor({ state: 'hidden' })
  await context.close()
})

test('popover: opens on click, or on hover after a delay; closes on Escape, outside click and blur', async () => {
  const { page, context } = await signedIn('admin')
  const isOpen = () => popover(page).evaluate((panel) => panel.matches(':popover-open'))
  await opener(page).click()
  expect(await isOpen()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await isOpen()).toBe(false)

  // The page's own clock stands still but for what is told it: the machine's goes on while other work delays the page.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await page.mouse.move(5, 500)
  await opener(page).hover()
  await page.clock.runFor(80)
  expect(await isOpen(), 'before the delay of 200 ms').toBe(false)
  await page.clock.runFor(200)
  await expect.poll(isOpen).toBe(true)
  await page.mouse.move(5, 500)
  await page.clock.runFor(80)
  expect(await isOpen(), 'before the delay of 300 ms').toBe(true)
  await page.clock.runFor(300)
  await expect.poll(isOpen).toBe(false)
  await page.clock.resume()

  await opener(page).click()
  await page.mouse.click(5, 600)
  await expect.poll(isOpen).toBe(false)

  await opener(page).focus()
  await page.keyboard.press('Enter')
  await expect.poll(isOpen).toBe(true)
  for (let tab = 0; tab < 40 && (await isOpen()); tab++) await page.keyboard.press('Tab')
  await expect.poll(isOpen).toBe(false)
  await context.close()
})

test('popover animation enter 0.15 s, exit 0.1 s', async () => {
  const { page, context } = await signedIn('admin', { ...DESKTOP, ...MOVING })
  const durations = () => popover(page).evaluate((panel) => getComputedStyle(panel).transitionDuration)
  expect(new Set((await durations()).split(', '))).toEqual(new Set(['0.1s']))
  await opener(page).click()
  expect(new Set((await durations()).split(', '))).toEqual(new Set(['0.15s']))
  await context.close()
})

test('mobile: a collapsible menu toggled by a hamburger, with a close icon while open; choosing a link closes it', async () => {
  const { page, context } = await person(site, PHONE)
  await page.goto('/')
  const burger = page.locator('header summary')
  const menu = page.locator('header details')
  const lines = page.locator('header summary path').first()
  expect(await lines.isVisible()).toBe(true)
  await burger.tap()
  expect(await menu.getAttribute('open')).not.toBeNull()
  expect(await lines.isVisible()).toBe(false)
  expect(await page.locator('header summary path').last().isVisible()).toBe(true)
  await page.keyboard.press('Escape')
  expect(await menu.getAttribute('open')).toBeNull()
  await burger.tap()
  await menu.getByRole('link', { name: 'Contacto' }).tap()
  await page.waitForURL('**/contact')
  expect(await menu.getAttribute('open')).toBeNull()
  await context.close()
})

test('the language switcher adds or removes the /en prefix on the current path and reloads the whole page', async () => {
  const { page, context } = await person(site)
  await page.goto('/drivers?x=1')
  await page.evaluate(() => Object.assign(globalThis, { mark: true }))
  await page.getByRole('link', { name: 'English' }).first().click()
  await page.waitForURL('**/en/drivers?x=1')
  expect(await page.evaluate(() => 'mark' in globalThis)).toBe(false)
  expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')
  await page.getByRole('link', { name: 'Português' }).first().click()
  await page.waitForURL((url) => url.pathname === '/drivers')
  await page.goto('/en')
  await page.getByRole('link', { name: 'Português' }).first().click()
  await page.waitForURL((url) => url.pathname === '/')
  await context.close()
})

test('changing the language is stored under {product}-locale and shows a full-screen blocking overlay until the page reloads', async () => {
  const { page, context } = await person(site)
  await page.goto('/')
  // Keep the other language from coming, so that the overlay stays to be looked at.
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  await page.getByRole('link', { name: 'English' }).first().click()
  const overlay = page.getByRole('status').filter({ visible: true })
  await overlay.waitFor()
  expect(await overlay.innerText()).toContain('Alterando para English...')
  expect(await overlay.innerText()).toContain('Isso pode levar apenas alguns segundos.')
  expect(await overlay.evaluate((element) => getComputedStyle(element).zIndex)).toBe('2000')
  const { x, y, width, height } = (await overlay.boundingBox())!
  expect([x, y, width, height]).toEqual([0, 0, 1440, 900])
  const top = await page.evaluate(() => document.elementFromPoint(60, 40)?.closest('[role=status]') !== null)
  expect(top).toBe(true)
  expect(await page.evaluate(() => localStorage.getItem('volante-locale'))).toBe('en')
  await context.close()
})

test('language change failure: logs "Erro ao trocar idioma"', async () => {
  const { page, context } = await person(site)
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new Error('full')
    }
  })
  await page.goto('/')
  await page.getByRole('link', { name: 'English' }).first().click()
  await page.waitForURL('**/en')
  expect(said.some((line) => line.startsWith('Erro ao trocar idioma'))).toBe(true)
  await context.close()
})

test('colour mode: light by default and on paper, stored in browser storage, no following of the system mode; the cookie lasts one year', async () => {
  const { page, context } = await person(site, { ...DESKTOP, colorScheme: 'dark' })
  await page.goto('/')
  const isDark = () => page.locator('html').evaluate((html) => html.classList.contains('dark'))
  expect(await isDark()).toBe(false)
  expect(await context.cookies()).toEqual([])
  const ink = () => page.locator('body').evaluate((body) => getComputedStyle(body).color)
  const light = await ink()
  await page.getByRole('button', { name: 'Alternar modo claro e escuro' }).click()
  expect(await isDark()).toBe(true)
  // Paper is white: a page printed from dark mode uses the ink of light mode.
  expect(await ink()).not.toBe(light)
  await page.emulateMedia({ media: 'print' })
  expect(await ink()).toBe(light)
  await page.emulateMedia({ media: 'screen' })
  expect(await page.evaluate(() => localStorage.getItem('volante-colour-mode'))).toBe('dark')
  const [cookie] = await context.cookies()
  expect(cookie).toMatchObject({ name: 'volante-colour-mode', value: 'dark', path: '/' })
  const days = (cookie!.expires - Date.now() / 1000) / 86_400
  expect(Math.round(days)).toBe(365)
  await page.reload()
  expect(await isDark()).toBe(true)
  await context.close()
})

test('an entry is active when the current path starts with its path; the exact /dashboard entry matches only itself', async () => {
  const { page, context } = await signedIn('driver')
  const active = () =>
    popover(page)
      .locator('[aria-current=page]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(await active()).toEqual(['/dashboard'])
  await page.goto('/dashboard/payslips')
  expect(await active()).toEqual(['/dashboard/payslips'])
  await page.locator('main a[href^="/dashboard/payslips/"]').first().click()
  await page.waitForURL('**/payslips/*')
  expect(await active()).toEqual(['/dashboard/payslips'])
  await context.close()
})

test('Dashboard /admin is active only on exact match; two entries share /admin/data as given, and one of them is current', async () => {
  const { page, context } = await signedIn('admin')
  const active = () =>
    popover(page)
      .locator('[aria-current=page]')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')))
  expect(await active()).toEqual(['/admin'])
  await page.goto('/admin/data')
  expect(await popover(page).locator('a[href="/admin/data"]').count()).toBe(2)
  expect(await active()).toEqual(['/admin/data'])
  await page.goto('/en/admin/drivers/new')
  expect(await active()).toEqual(['/en/admin/drivers'])
  await context.close()
})

test('POST /api/auth/logout; after sign-out the user goes to /, and the phone keeps its language and colour', async () => {
  const { page, context } = await signedIn('driver', DESKTOP, 'own')
  const KEPT = { 'volante-locale': 'pt', 'volante-colour-mode': 'light' }
  await page.evaluate((kept) => Object.assign(localStorage, { ...kept, another: 'of the session' }), KEPT)
  await opener(page).click()
  const sent = page.waitForRequest((request) => request.url().endsWith('/api/auth/logout'))
  await popover(page).getByRole('button', { name: 'Sair' }).click()
  expect((await sent).method()).toBe('POST')
  await page.waitForURL((url) => url.pathname === '/')
  await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).waitFor()
  expect(await page.evaluate(() => ({ ...localStorage }))).toEqual(KEPT)
  expect((await page.goto('/dashboard'))?.url()).toContain('/login')
  await context.close()
})

test('sign-out failure: logs "Erro ao fazer logout"; the local user is cleared; no visible message and no redirect', async () => {
  const { page, context } = await signedIn('driver', DESKTOP, 'own')
  const said: string[] = []
  page.on('console', (message) => said.push(message.text()))
  await page.route('**/api/auth/logout', (route) => route.fulfill({ status: 500, body: '' }))
  const before = page.url()
  await opener(page).click()
  await popover(page).getByRole('button', { name: 'Sair' }).click()
  await page.getByRole('banner').getByRole('link', { name: 'Entrar' }).waitFor()
  expect(await opener(page).isVisible()).toBe(false)
  expect(page.url()).toBe(before)
  expect(said.some((line) => line.startsWith('Erro ao fazer logout'))).toBe(true)
  await context.close()
})

test('container max width 6xl; section max width 8xl; the panel has a full-width header and footer', async () => {
  const wide = { ...DESKTOP, viewport: { width: 1800, height: 900 } }
  const { page, context } = await signedIn('admin', wide)
  for (const part of ['banner', 'contentinfo'] as const) {
    expect((await page.getByRole(part).boundingBox())?.width).toBe(1800)
  }
  const tokens = await page.evaluate(() => {
    const style = getComputedStyle(document.documentElement)
    return ['--container', '--section', '--z-overlay'].map((name) => style.getPropertyValue(name).trim())
  })
  expect(tokens).toEqual(['72rem', '90rem', '2000'])
  await page.goto('/')
  const bar = await size(page, 'header > div')
  expect(bar.width).toBeLessThanOrEqual(72 * 16 + 48)
  await context.close()
})

test('brand colour scale green (500 is #228B22); font Rubik', async () => {
  const { page, context } = await signedIn('admin')
  const [green, font] = await page.evaluate(() => [
    getComputedStyle(document.documentElement).getPropertyValue('--green-500').trim(),
    getComputedStyle(document.body).fontFamily,
  ])
  expect(green?.toLowerCase()).toBe('#228b22')
  expect(font).toContain('Rubik')
  await context.close()
})

test('a footer with a tagline, a description, contact details, social links, a company tax number and a copyright line', async () => {
  for (const path of ['/', '/en']) {
    const { page, context } = await person(site)
    await page.goto(path)
    const footer = page.getByRole('contentinfo')
    const text = await footer.innerText()
    expect(text).toMatch(/NIPC|tax number/i)
    expect(text).toMatch(/© \d{4}/)
    expect(await footer.locator('a[href^="tel:"]').count()).toBe(1)
    expect(await footer.locator('a[href^="mailto:"]').count()).toBe(1)
    expect(await footer.locator('address').innerText()).toMatch(/\d{4}-\d{3}/)
    expect(await footer.locator('a[rel~=external][href*="livroreclamacoes"]').count()).toBe(1)
    expect(await footer.locator('a[href*="facebook"], a[href*="instagram"], a[href*="linkedin"]').count()).toBe(3)
    await context.close()
  }
})

test('everything in the shell works without a script', async () => {
  const { page, context } = await person(site, { ...DESKTOP, javaScriptEnabled: false })
  await page.goto('/about')
  await page.getByRole('button', { name: 'Alternar modo claro e escuro' }).click()
  expect(new URL(page.url()).pathname).toBe('/about')
  expect(await page.locator('html').getAttribute('class')).toBe('dark')
  await page.getByRole('link', { name: 'English' }).first().click()
  expect(new URL(page.url()).pathname).toBe('/en/about')
  await context.close()
})
