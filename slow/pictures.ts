import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { closeBrowser, newDataDirectory, startSite } from '../e2e/site.ts'
import { pagesOf } from './pages.ts'

/**
 * The pictures of the README, of a demonstration of their own: the driver's first screen and a statement with one line
 * open, the files of the next week before they are imported, and that week afterwards. `npm run slow -- pictures`.
 * `SCREENS_OF` and `VOLANTE_DATA` name a demonstration that runs already; the run imports that week into it.
 */
const TO = 'docs/screens'
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 1.5, hasTouch: true }
const WIDE = { viewport: { width: 1440, height: 1_500 } }
const COLOURS = 64

const running = process.env['SCREENS_OF']
const site = running
  ? { url: running, data: process.env['VOLANTE_DATA']!, stop: async () => {} }
  : await startSite(newDataDirectory())
const { contextOf } = pagesOf(site)
try {
  const driver = await (await contextOf('driver', { ...PHONE, reducedMotion: 'reduce' })).newPage()
  await driver.goto('/dashboard')
  await keep(driver, 'driver-390')
  await driver.locator('a[href^="/dashboard/payslips/"]').first().click()
  await driver.locator('a[href*="/lines/"], summary').filter({ hasText: 'porquê' }).first().click()
  await keep(driver, 'statement-390')

  const office = await (await contextOf('admin', { ...PHONE, reducedMotion: 'reduce' })).newPage()
  const folder = join(site.data, 'demo')
  const week = readdirSync(folder).find((name) => /^\d{4}-W\d{2}$/.test(name))!
  const files = readdirSync(join(folder, week)).map((name) => join(folder, week, name))
  await office.goto('/admin/data')
  await office.locator('input[type=file]').first().setInputFiles(files)
  await office.waitForURL(/\/admin\/data\/drops\//)
  await keep(office, 'drop-390')
  await office.getByRole('button', { name: /^Importar/ }).click()
  await office.waitForURL(/\/admin\/weekly\//)

  const wide = await (await contextOf('admin', { ...WIDE, reducedMotion: 'reduce' })).newPage()
  await wide.goto(`/admin/weekly/${week}`)
  await keep(wide, 'week-1440')
} finally {
  await closeBrowser()
  await site.stop()
}
// The browser would wait for another page.
process.exit()

/** Saves a picture with few colours: the drawings have few. */
async function keep(page: Page, name: string) {
  await page.waitForLoadState('networkidle')
  await sharp(await page.screenshot())
    .png({ palette: true, colours: COLOURS })
    .toFile(join(TO, `${name}.png`))
}
