import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemonstration, signedInAs } from './demonstration.ts'
import { type Site, closeBrowser, person } from './site.ts'

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

/** Pages of the office as a browser got them, by address. */
const drawn = new Map<string, string>()

async function visit(one: Awaited<ReturnType<typeof person>>, paths: readonly string[]) {
  const trouble: string[] = []
  for (const path of paths) {
    const answer = await one.page.goto(path)
    const lang = await one.page.locator('html').getAttribute('lang')
    const html = await answer!.text()
    if (path.startsWith('/admin') && answer!.status() === 200) drawn.set(path, html)
    const titles = untitled(html)
    const headings = await one.page.getByRole('heading', { level: 1 }).count()
    trouble.push(...titles.map((wrong) => `${path}: ${wrong}`))
    if (answer?.status() !== 200 || headings !== 1 || lang !== 'pt-PT') {
      trouble.push(`${path}: ${answer?.status()} ${lang} ${headings} h1`)
    }
  }
  return [...trouble, ...one.refused]
}

/** Fetches the English pages without drawing them: a browser refuses in English what it has refused in Portuguese. */
async function read(one: Awaited<ReturnType<typeof person>>, paths: readonly string[]) {
  const trouble: string[] = []
  for (const path of paths) {
    const answer = await one.page.request.get(path)
    const html = await answer.text()
    const headings = [...html.matchAll(/<h1\b/g)].length
    trouble.push(...untitled(html).map((wrong) => `${path}: ${wrong}`))
    if (answer.status() !== 200 || headings !== 1 || !html.includes('<html lang="en-GB"'))
      trouble.push(`${path}: ${answer.status()} ${headings} h1`)
  }
  return trouble
}

async function inBoth(one: Awaited<ReturnType<typeof person>>, paths: readonly string[]) {
  return [...(await visit(one, paths)), ...(await read(one, paths.map(english)))]
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

/** Broken references within a page: an id that is there twice, a label or description that leads to none. */
function brokenReferences(html: string): string[] {
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!)
  const known = new Set(ids)
  const twins = ids.filter((id, at) => ids.indexOf(id) !== at)
  const leads = [...html.matchAll(/ (?:for|aria-describedby|aria-labelledby|aria-controls)="([^"]+)"/g)]
  const lost = leads.flatMap(([, to]) => to!.split(' ')).filter((id) => !known.has(id))
  return [...twins.map((id) => `#${id} twice`), ...lost.map((id) => `#${id} is not there`)]
}

/**
 * Problems with a window's title: there is one, which names the page before the product; parts of a drawing have their
 * own.
 */
function untitled(page: string): string[] {
  const html = page.replaceAll(/<svg\b[\s\S]*?<\/svg>/g, '')
  const titles = [...html.matchAll(/<title>([^<]*)<\/title>/g)].map(([, title]) => title!)
  return titles.length === 1 && /^\S.* - \S/.test(titles[0]!) ? [] : [`titles ${JSON.stringify(titles)}`]
}

/** Pages that the browser got above are not fetched again: the same reader gets the same page. */
test('every link and every label inside the office leads somewhere, and every window has a title', async () => {
  const { page } = await signedInAs(site, 'admin')
  const seen = new Set<string>()
  const dead: string[] = []
  const waiting = [...ADMIN]
  const asked = async (path: string) => {
    const answer = await page.request.get(path, { maxRedirects: 2 })
    if (answer.status() >= 400) dead.push(`${path}: ${answer.status()}`)
    return (answer.headers()['content-type'] ?? '').startsWith('text/html') ? answer.text() : null
  }
  while (waiting.length > 0 && seen.size < 120) {
    const path = waiting.shift()!
    if (seen.has(path)) continue
    seen.add(path)
    const html = drawn.get(path) ?? (await asked(path))
    if (html === null) continue
    dead.push(...[...brokenReferences(html), ...untitled(html)].map((wrong) => `${path}: ${wrong}`))
    for (const [, href] of html.matchAll(/href="(\/(?!assets|\/)[^"#]*)"/g)) {
      const next = href!.replaceAll('&amp;', '&')
      // Where a page lists hundreds of records, the limit leaves some of a kind out.
      if (!seen.has(next) && !waiting.includes(next) && waiting.length < 400) waiting.push(next)
    }
  }
  expect(dead).toEqual([])
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
