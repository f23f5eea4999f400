import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemonstration, signedInAs } from './demonstration.ts'
import { untitled } from './references.ts'
import { type Site, closeBrowser, person } from './site.ts'
import { WHOLE } from './whole.ts'

/** Every place of the specification answers, in both languages, to everybody who may use it. */
let site: Site
beforeAll(async () => {
  site = await openDemonstration()
})
afterAll(closeBrowser)

const PUBLIC = [
  '/',
  '/drivers',
  '/about',
  '/contact',
  '/login',
  '/signup',
  '/legal/privacy',
  '/legal/terms',
  '/legal/cookies',
  '/legal/complaints',
  '/legal/accessibility',
]
const DRIVER = [
  '',
  '/inbox',
  '/data',
  '/payslips',
  '/payslips/own-year',
  '/payslips/own-year/expenses/new',
  '/contracts',
  '/financing',
  '/commissions',
  '/recruitment',
  '/performance',
  '/goals',
  '/tracking',
  '/shifts',
  '/profile',
  '/profile/personal-data',
  '/help',
  '/offline',
].map((path) => `/dashboard${path}`)
const ADMIN = [
  ...[
    '',
    '/drivers',
    '/drivers/new',
    '/vehicles',
    '/vehicles/new',
    '/company',
    '/recruitment',
    '/recruitment/list',
    '/recruitment/messages',
    '/contracts',
    '/contracts/templates',
    '/weekly',
    '/commissions',
    '/financing',
    '/goals',
    '/goals/new',
    '/goals/company/new',
  ],
  ...[
    '/financial-settings',
    '/kpis',
    '/kpis/cars',
    '/kpis/company',
    '/reports',
    '/reports/schedules',
    '/reports/schedules/new',
    '/monitor',
    ...[
      '/monitor/streets',
      '/monitor/streets/file',
      '/monitor/alerts',
      '/monitor/zones',
      '/monitor/zones/new',
      '/monitor/links',
    ],
    '/data',
    '/users',
    '/users/audit',
    '/mail',
    '/brand',
    '/offer',
    ...['/system', '/system/work'],
    '/search',
  ],
  ...['/accounting/duties', '/accounting/duties/rules', '/accounting/signature', '/accounting/laws'],
  ...['', '/record', '/retention', '/requests', '/breaches', '/erasures'].map((path) => `/privacy${path}`),
  ...['/drivers/platform-acts', '/drivers/platform-acts/rule'],
  ...['/vehicles/week/2026-W46', '/vehicles/shifts', '/vehicles/shifts/new', '/vehicles/shifts/requests'],
  ...['/weekly/2026-W46', '/weekly/2026-W46/tolls', '/weekly/2026-W46/messages'],
].map((path) => `/admin${path}`)

const english = (path: string) => (path === '/' ? '/en' : `/en${path}`)

type Reader = Awaited<ReturnType<typeof person>>

/** Draws pages in a browser, which says what it refused and which script failed. */
async function visit(one: Reader, paths: readonly string[]) {
  const trouble: string[] = []
  for (const path of paths) {
    const answer = await one.page.goto(path)
    const lang = await one.page.locator('html').getAttribute('lang')
    const headings = await one.page.getByRole('heading', { level: 1 }).count()
    trouble.push(...untitled(await answer!.text()).map((wrong) => `${path}: ${wrong}`))
    if (answer?.status() !== 200 || headings !== 1 || lang !== 'pt-PT') {
      trouble.push(`${path}: ${answer?.status()} ${lang} ${headings} h1`)
    }
  }
  return [...trouble, ...one.refused]
}

/** What the scripts find on a page to work with: its islands, and the marks of what is made quicker. */
function behavioursOf(html: string): string[] {
  const islands = [...html.matchAll(/ data-island="([^"]*)"/g)].map(([, name]) => `island ${name}`)
  return [...islands, ...[...html.matchAll(/ (data-[a-z-]+)(?=[=\s>])/g)].map(([, mark]) => mark!)]
}

/** What the content policy of every page refuses: styles and scripts in the page itself. */
const REFUSED = /<[a-z][^>]*\s(?:style|on[a-z]+)=|<script(?![^>]*\b(?:src|type="(?:application|speculationrules)))/

/**
 * Fetches the English pages without drawing them, and answers the paths of those that bring something for scripts that no
 * page before them brought.
 */
async function read(one: Reader, paths: readonly string[]) {
  const trouble: string[] = []
  const known = new Set<string>()
  const bringing: string[] = []
  for (const path of paths) {
    const answer = await one.page.request.get(english(path))
    const html = await answer.text()
    const headings = [...html.matchAll(/<h1\b/g)].length
    trouble.push(...untitled(html).map((wrong) => `${path}: ${wrong}`))
    const refused = REFUSED.exec(html)?.[0]
    if (answer.status() !== 200 || headings !== 1 || !html.includes('<html lang="en-GB"') || refused)
      trouble.push(`${path}: ${answer.status()} ${headings} h1 ${refused ?? ''}`)
    const fresh = behavioursOf(html).filter((behaviour) => !known.has(behaviour))
    for (const behaviour of fresh) known.add(behaviour)
    if (fresh.length > 0) bringing.push(path)
  }
  return { trouble, bringing }
}

/**
 * A page that brings nothing new for scripts is not drawn: `attack.e2e.ts` and `powers.e2e.ts` read it in Portuguese. The
 * whole lane draws every page.
 */
async function inBoth(one: Reader, paths: readonly string[]) {
  const { trouble, bringing } = await read(one, paths)
  return [...trouble, ...(await visit(one, WHOLE ? paths : bringing))]
}

test('the public pages answer in both languages', async () => {
  expect(await inBoth(await person(site), PUBLIC)).toEqual([])
})

test('every entry of the driver’s menu answers in both languages', async () => {
  expect(await inBoth(await signedInAs(site, 'driver'), DRIVER)).toEqual([])
})

test('every entry of the office’s menu answers in both languages', async () => {
  expect(await inBoth(await signedInAs(site, 'admin'), ADMIN)).toEqual([])
})

test('a stranger is led to the sign-in and back; a driver is refused the office', async () => {
  const stranger = await person(site)
  await stranger.page.goto('/en/admin/weekly')
  expect(new URL(stranger.page.url()).pathname).toBe('/en/login')
  expect(new URL(stranger.page.url()).searchParams.get('next')).toBe('/en/admin/weekly')

  const driver = await signedInAs(site, 'driver')
  expect((await driver.page.goto('/admin'))?.status()).toBe(403)
})

test('an unknown address is a 404 in the language of the address', async () => {
  const { page } = await person(site)
  expect((await page.goto('/nao-existe'))?.status()).toBe(404)
  expect((await page.goto('/en/not-there'))?.status()).toBe(404)
  expect(await page.locator('html').getAttribute('lang')).toBe('en-GB')
})
