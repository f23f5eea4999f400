import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDemonstration } from './demonstration.ts'
import { closeBrowser, person, type Site } from './site.ts'

/** Signing in and out as a browser with several tabs sees it. */
let site: Site

beforeAll(async () => {
  site = await startDemonstration({ GOOGLE_CLIENT_ID: 'client-1', GOOGLE_CLIENT_SECRET: 'secret-1' })
})
afterAll(async () => {
  await closeBrowser()
  await site.stop()
})

async function signIn(page: Page): Promise<void> {
  const known = JSON.parse(readFileSync(join(site.data, 'demo', 'sign-ins.json'), 'utf8'))
  await page.getByLabel('E-mail').fill(known.driverEmail)
  await page.getByLabel('Palavra-passe').fill(known.driverPassword)
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
}

const signOut = (page: Page) =>
  page.evaluate(() => document.querySelector<HTMLFormElement>('[data-logout]')!.requestSubmit())
const stateOf = (page: Page) => page.evaluate(() => document.documentElement.dataset['account'])

test('who signs out in one tab is signed out in all, and the tab itself goes home', async () => {
  const { page: panel, context, refused } = await person(site)
  await panel.goto('/login')
  expect(await stateOf(panel)).toBe('out')
  await signIn(panel)
  await panel.waitForURL('**/dashboard')
  const [publicPage, leaving] = [await context.newPage(), await context.newPage()]
  await publicPage.goto('/about')
  await leaving.goto('/dashboard/payslips')
  expect([await stateOf(publicPage), await stateOf(leaving)]).toEqual(['in', 'in'])

  await signOut(leaving)

  await leaving.waitForURL((url) => url.pathname === '/')
  await panel.waitForURL('**/login?next=%2Fdashboard')
  await publicPage.waitForFunction(() => document.documentElement.dataset['account'] === 'out')
  await leaving.goBack()
  await leaving.waitForURL('**/login**')
  expect(refused).toEqual([])
  await context.close()
})

test('who was typing when the session ended elsewhere reads that it was not kept, before and after signing in', async () => {
  const { page: writing, context, refused } = await person(site)
  await writing.goto('/login?next=%2Fdashboard%2Fhelp%2Fnew')
  await signIn(writing)
  await writing.waitForURL('**/dashboard/help/new')
  const leaving = await context.newPage()
  await leaving.goto('/dashboard/payslips')
  await writing.locator('[name=words]').fill('A viatura faz barulho.')
  await signOut(leaving)
  await writing.waitForURL('**/login**')
  await writing.getByText('o que escreveu não foi guardado').waitFor()
  await signIn(writing)
  await writing.waitForURL('**/dashboard/help/new?late=lost')
  await writing.getByText('o que escreveu não foi guardado').waitFor()
  expect(refused).toEqual([])
  await context.close()
})

test('the browser holds no token, and nothing a script reads but a hint', async () => {
  const { page, context } = await person(site)
  const seen: string[] = []
  page.on('response', async (answer) => seen.push(JSON.stringify(await answer.headersArray().catch(() => []))))
  await page.goto('/login')
  await signIn(page)
  await page.waitForURL('**/dashboard')

  expect(await page.evaluate(() => document.cookie)).toMatch(/volante-in=1/)
  expect(await page.evaluate(() => document.cookie + JSON.stringify({ ...localStorage }))).not.toMatch(/eyJ|sid=/)
  expect((await page.content()) + seen.join()).not.toMatch(/eyJ[\w-]+\.eyJ/)
  await context.close()
})

test('a sign-in in a window of its own reaches the page that opened it', async () => {
  const { page, context } = await person(site)
  await page.goto('/login')
  const [popup] = await Promise.all([
    context.waitForEvent('page'),
    openWindow(page, '/login?next=%2Fdashboard%3Fpopup'),
  ])
  await popup.waitForLoadState()

  await signIn(popup)

  await page.waitForURL('**/dashboard')
  await expect.poll(() => popup.isClosed()).toBe(true)
  await context.close()
})

test('a window that is closed is waited for; one the browser blocks becomes this page’s own way', async () => {
  const { page, context } = await person(site)
  // Stop the page's own clock, so that it goes on only when told to: a busy machine then makes no difference.
  await page.clock.install()
  await page.goto('/login')
  const [popup] = await Promise.all([context.waitForEvent('page'), openWindow(page, '/login')])
  await popup.waitForLoadState()
  await popup.close()
  await page.clock.pauseAt(Temporal.Now.instant().add({ minutes: 1 }).epochMilliseconds)
  const alert = page.locator('[data-google-alert]')
  let waited = 0
  for (; waited < 60_000 && !(await alert.isVisible()); waited += 500) await page.clock.runFor(500)
  expect(waited).toBeGreaterThan(6_000)
  expect(await alert.textContent()).toContain('fechada')
  expect(await page.evaluate(() => document.activeElement?.hasAttribute('data-google-alert'))).toBe(true)

  await page.goto('/login')
  await page.evaluate(() => (window.open = () => null))
  await openWindow(page, '/contact')
  await page.waitForURL('**/contact')
  await context.close()
})

test('the way to Google leads back to the configured address alone, and on to pages of this site alone', async () => {
  const ask = (query: string, headers: Record<string, string> = {}) =>
    fetch(`${site.url}/auth/google${query}`, { redirect: 'manual', headers })
  const address = new URL((await ask('')).headers.get('location')!)

  expect(address.origin).toBe('https://accounts.google.com')
  expect(address.searchParams.get('redirect_uri')).toBe(`${site.url}/auth/google/callback`)
  const forwarded = await ask('', { 'x-forwarded-host': 'mau.exemplo', forwarded: 'host=mau.exemplo' })
  expect(forwarded.headers.get('location')).not.toContain('mau.exemplo')
  for (const next of [
    '//mau.exemplo',
    '/\\mau.exemplo',
    '%2f%2fmau.exemplo',
    'https:mau.exemplo',
    'https://mau.exemplo',
  ]) {
    const setOut = await ask(`?next=${encodeURIComponent(next)}`)
    const { state } = Object.fromEntries(new URL(setOut.headers.get('location')!).searchParams)
    const cookie = setOut.headers.getSetCookie()[0]!.split(';')[0]!
    const back = await ask(`/callback?error=access_denied&state=${state}`, { cookie })
    expect([back.status, back.headers.get('location')], next).toEqual([303, '/login'])
  }
  expect((await ask('/callback?code=x&state=y')).status).toBe(400)
  const other = (await ask('')).headers.getSetCookie()[0]!.split(';')[0]!
  expect((await ask(`/callback?code=x&state=${address.searchParams.get('state')}`, { cookie: other })).status).toBe(400)
})

/** Presses the Google button of the sign-in page, which here leads elsewhere. */
function openWindow(page: Page, to: string): Promise<void> {
  return page.evaluate((href) => {
    const link = document.querySelector<HTMLAnchorElement>('a[data-google]')!
    link.href = href
    link.click()
  }, to)
}
