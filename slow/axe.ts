import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { closeBrowser, newDataDirectory, startSite } from '../e2e/site.ts'
import { WHO, pagesOf } from './pages.ts'

/**
 * Every page that links lead to, one address of each kind, in both languages and both colour modes at three widths; and
 * the states of the shell: menus open, the overlay of the language, a form with errors. Expects no violation of WCAG
 * 2.2 AA and no sideways scroll.
 */
const WIDTHS = [360, 768, 1440]
/** Milliseconds, longer than any page takes on a busy machine: a page that hangs is reported instead of waited for. */
const LONGEST = 120_000
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

const site = await startSite(newDataDirectory())
const { pathsOf, contextOf } = pagesOf(site)
const found = new Map<string, Set<string>>()
let looked = 0
try {
  const asked = process.argv.slice(2)
  for (const who of WHO.filter((name) => asked.length === 0 || asked.includes(name))) {
    for (const language of ['', '/en']) {
      const paths = await pathsOf(who, language)
      for (const dark of [false, true]) {
        const context = await contextOf(who, { dark })
        const page = await context.newPage()
        for (const path of paths) await within(lookAll(page, path, dark ? 'dark' : 'light', path === paths[0]), path)
        await page.goto(paths[0]!)
        await lookAtOverlay(page, `${paths[0]} ${dark ? 'dark' : 'light'}`)
        await context.close()
      }
      console.log(`${who} ${language || '/'}: ${paths.length} pages`)
    }
  }
} finally {
  await closeBrowser()
  await site.stop()
}
for (const [violation, places] of found) console.log(`✗ ${violation}\n    ${[...places].slice(0, 6).join('\n    ')}`)
console.log(`${looked} looks, ${found.size} kinds of violation`)
process.exit(found.size === 0 ? 0 : 1)

async function lookAll(page: Page, path: string, mode: string, isFirst: boolean): Promise<void> {
  await page.goto(path)
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await look(page, `${path} ${mode} ${width}`)
    if (isFirst) await lookAtMenus(page, `${path} ${mode} ${width}`)
  }
  await lookAtErrors(page, `${path} ${mode}`)
}

function within<Result>(work: Promise<Result>, place: string): Promise<Result> {
  const late = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error(`${place} took longer than ${LONGEST / 1000} s`)), LONGEST).unref()
  })
  return Promise.race([work, late])
}

async function look(page: Page, place: string): Promise<void> {
  looked++
  // Run axe in the page itself and only for violations: a second page for the sums and the lists of what is right would
  // take most of the time.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] }).setLegacyMode(true)
  const { violations } = await axe.withTags(TAGS).analyze()
  for (const { id, nodes } of violations) note(`${id}: ${nodes[0]!.target.join(' ')}`, place)
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  if (wide > 0) note('sideways scroll', `${place}: ${wide} px`)
}

function note(violation: string, place: string): void {
  const places = found.get(violation) ?? new Set()
  if (places.size === 0) console.log(`! ${violation}\n    ${place}`)
  found.set(violation, places.add(place))
}

/** Opens everything that the header can open, looks at it and closes it again. */
async function lookAtMenus(page: Page, place: string): Promise<void> {
  const openers = page.locator('header :is(button[aria-expanded], summary)')
  for (let at = 0; at < (await openers.count()); at++) {
    const opener = openers.nth(at)
    if (!(await opener.isVisible())) continue
    await opener.click()
    await look(page, `${place}, menu ${at} open`)
    await page.keyboard.press('Escape')
  }
}

/** Sends a form with required fields empty, and looks at its errors. That changes nothing, and the status says so. */
async function lookAtErrors(page: Page, place: string): Promise<void> {
  const forms = page.locator('main form[method="post"]:has(:is(input, textarea)[required]:not([type="checkbox"]))')
  if ((await forms.count()) === 0) return
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await forms.first().evaluate((form: HTMLFormElement) => {
    for (const field of form.querySelectorAll<HTMLInputElement>(':is(input, textarea)[required]')) field.value = ''
    form.noValidate = true
    form.requestSubmit()
  })
  const status = (await answered).status()
  await page.waitForLoadState('load')
  await page.locator('main').waitFor()
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await look(page, `${place} ${width}, refused with ${status}`)
  }
}

/** Looks at the overlay that covers the page while the other language loads; here it never comes. */
async function lookAtOverlay(page: Page, place: string): Promise<void> {
  const other = page.locator('a[hreflang]').filter({ visible: true }).first()
  if ((await other.count()) === 0) return
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  await other.click()
  await look(page, `${place}, language overlay`)
}
