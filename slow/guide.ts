import { mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { codeOf, OWNER, setupLink } from '../e2e/office.ts'
import { CHROMIUM, closeBrowser, newDataDirectory, openBrowser, startSite } from '../e2e/site.ts'
import { LANGUAGES_OF_PICTURES, PICTURES, type Shot, SHOTS, SIZES } from './guide-shots.ts'
import { pagesOf } from './pages.ts'

/**
 * The pictures of the guide, of a demonstration of their own and of an operator who has nothing yet, in both languages.
 * `npm run slow -- guide`, after a build. `SCREENS_OF` and `VOLANTE_DATA` name a demonstration that runs already; the
 * run changes it: its next week is imported.
 */
const SCREEN: BrowserContextOptions = { viewport: { width: 1_040, height: 1_200 }, reducedMotion: 'reduce' }
const WIDE: BrowserContextOptions = { viewport: { width: 1_280, height: 900 }, reducedMotion: 'reduce' }
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 1.5,
  hasTouch: true,
  reducedMotion: 'reduce',
}
/** Drawings with few colours lose little at this quality. */
const QUALITY = 62

let signedIn: Awaited<ReturnType<BrowserContext['cookies']>> | null = null
const sizes: Record<string, { width: number; height: number }> = {}
rmSync(PICTURES, { recursive: true, force: true })
mkdirSync(PICTURES, { recursive: true })

const running = process.env['SCREENS_OF']
const site = running
  ? { url: running, data: process.env['VOLANTE_DATA']!, stop: async () => {} }
  : await startSite(newDataDirectory())
const nobody = await startSite(newDataDirectory(), { VOLANTE_MODE: 'production', PUBLIC_URL: 'http://localhost' })
const { contextOf } = pagesOf(site)
try {
  const folder = join(site.data, 'demo')
  const week = readdirSync(folder).find((name) => /^\d{4}-W\d{2}$/.test(name))!
  const files = readdirSync(join(folder, week)).map((name) => join(folder, week, name))
  const office = await (await contextOf('admin', SCREEN)).newPage()
  await office.goto('/admin/weekly')
  const before = /\d{4}-W\d{2}/.exec(
    (await office.locator(`main a[href*="/admin/weekly/20"]:not([href$="${week}"])`).first().getAttribute('href'))!,
  )![0]
  await office.goto('/admin/data')
  await office.locator('input[type=file]').first().setInputFiles(files)
  await office.waitForURL(/\/admin\/data\/drops\//)
  // Picture the waiting files before they are imported, and the week afterwards.
  await take(['drop'], { week, before })
  await office.getByRole('button', { name: /^Importar/ }).click()
  await office.waitForURL(/\/admin\/weekly\//)
  await office.goto('/admin/system')
  await office.getByRole('button').filter({ hasText: 'cópia' }).first().click()
  await office.waitForTimeout(8_000)
  await take(
    Object.keys(SHOTS).filter((name) => name !== 'drop'),
    { week, before },
  )
} finally {
  await closeBrowser()
  await site.stop()
  await nobody.stop()
}
writeFileSync(SIZES, `${JSON.stringify(Object.fromEntries(Object.entries(sizes).toSorted()), null, 2)}\n`)
const bytes = readdirSync(PICTURES).reduce((sum, name) => sum + statSync(join(PICTURES, name)).size, 0)
console.log(`${Object.keys(sizes).length} pictures, ${Math.round(bytes / 1_024)} KB`)
// The browser would wait for another page.
process.exit()

async function take(names: readonly string[], weeks: { week: string; before: string }) {
  for (const name of names) {
    const shot = SHOTS[name]!
    const looks = { phone: PHONE, wide: WIDE, screen: SCREEN }[shot.on ?? 'screen']
    for (const language of LANGUAGES_OF_PICTURES) {
      const context = shot.ofNobody ? await takeFirstPage() : await contextOf('admin', looks)
      const page = await context.newPage()
      await open(page, shot, language, weeks)
      await keep(page, shot, `${name}-${language}`, language)
      await context.close()
    }
  }
}

/** Takes pictures of a new operator's first page, with nothing done yet. */
async function takeFirstPage() {
  const context = await (await openBrowser(CHROMIUM)).newContext({ baseURL: nobody.url, bypassCSP: true, ...SCREEN })
  if (signedIn) await context.addCookies(signedIn)
  if (signedIn) return context
  const page = await context.newPage()
  const { pathname, search } = new URL(await setupLink(nobody))
  await page.goto(pathname + search)
  for (const [name, value] of Object.entries(OWNER)) await page.locator(`[name=${name}]`).fill(value)
  await page.getByRole('main').getByRole('button').first().click()
  await page.waitForURL(/second-factor/)
  await page.getByRole('main').getByRole('button').first().click()
  const secret = page.locator('[name=secret]')
  await secret.waitFor({ state: 'attached' })
  await page.locator('[name=code]').fill(codeOf(await secret.inputValue()))
  await page.getByRole('button', { name: 'Confirmar o código' }).click()
  await page.waitForURL(/\/admin\/start$/)
  await page.close()
  signedIn = await context.cookies()
  return context
}

async function open(
  page: Page,
  { path, follow }: Shot,
  language: 'pt' | 'en',
  weeks: { week: string; before: string },
) {
  const under = language === 'en' ? '/en/admin' : '/admin'
  await page.goto(under + path.replace('WEEK', weeks.week).replace('BEFORE', weeks.before))
  for (const link of follow ?? []) await page.goto((await page.locator(link).first().getAttribute('href'))!)
}

/** Saves the part of the page that the shot names as a small picture, with the window as high as the page. */
async function keep(page: Page, shot: Shot, file: string, language: 'pt' | 'en') {
  await page.waitForLoadState('networkidle')
  const { width } = page.viewportSize()!
  const high = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(high, shot.height) })
  const from = shot.from ? page.locator('h1, h2, h3, legend').filter({ hasText: shot.from[language] }).first() : null
  const top = from ? Math.max(0, Math.round((await from.boundingBox())!.y) - 16) : 0
  const height = Math.min(shot.height, Math.max(high, shot.height) - top)
  const picture = await page.screenshot({ clip: { x: 0, y: top, width, height } })
  await sharp(picture)
    .webp({ quality: QUALITY, effort: 6, smartSubsample: true })
    .toFile(join(PICTURES, `${file}.webp`))
  sizes[file] = { width, height }
}
