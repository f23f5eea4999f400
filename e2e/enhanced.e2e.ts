import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { known, openDemonstration, settledWeek, signedInAs } from './demonstration.ts'
import { DESKTOP, PHONE, type Site, closeBrowser, person } from './site.ts'
import { expectAccessible } from './accessible.ts'

/** The pages that the panel's script makes quicker, and the same paths where the script does not come. */
let site: Site
beforeAll(async () => {
  site = await openDemonstration()
})
afterAll(closeBrowser)

const SOON = { timeout: 15_000 }
const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

type Way = 'with the script' | 'without scripts' | 'with scripts that fail to load'
const WAYS: readonly Way[] = ['with the script', 'without scripts', 'with scripts that fail to load']

const scriptsOf = (way: Way) => ({ javaScriptEnabled: way !== 'without scripts' })

async function signedIn(way: Way = 'with the script', options: BrowserContextOptions = DESKTOP) {
  const { page, context, refused } = await signedInAs(site, 'admin', { ...options, ...scriptsOf(way) })
  await loseScripts(context, way)
  return { page, context, refused }
}

async function loseScripts(context: BrowserContext, way: Way) {
  if (way === 'with scripts that fail to load') await context.route(/\/assets\/[^/]+\.js$/, (route) => route.abort())
}

/** Marks the document: a browser that leaves the document loses the mark. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isMarked: true }))
const isMarked = (page: Page) => page.evaluate(() => 'isMarked' in window)

async function closed(context: BrowserContext, refused: readonly string[], way: Way = 'with the script') {
  if (way === 'with the script') expect(refused).toEqual([])
  await context.close()
}

test('a statement opens beside the table without leaving the page; back, forward and close go the same way', async () => {
  const { page, context, refused } = await signedIn()
  await page.goto(settledWeek())
  await mark(page)
  const aside = page.getByRole('complementary', { name: /^Extrato de / })
  const names = page.locator('tbody a[data-into]')
  const [first, second] = await names.allTextContents()
  await names.nth(0).click()
  await expect.poll(() => aside.getByRole('heading', { level: 2 }).textContent(), SOON).toContain(first)
  await expectAccessible(page)
  await names.nth(1).click()
  await expect.poll(() => aside.getByRole('heading', { level: 2 }).textContent(), SOON).toContain(second)
  expect(await page.locator('tbody a[aria-current]').allTextContents()).toEqual([second])
  await page.goBack()
  await expect.poll(() => aside.getByRole('heading', { level: 2 }).textContent(), SOON).toContain(first)
  expect(await page.locator('tbody a[aria-current]').allTextContents()).toEqual([first])
  await aside.getByRole('link', { name: 'Fechar' }).click()
  await expect.poll(() => aside.count(), SOON).toBe(0)
  expect([new URL(page.url()).search, await isMarked(page)]).toEqual(['', true])
  await closed(context, refused)
})

test.each(WAYS)('the address of a statement beside the table is a page, %s', async (way) => {
  const { page, context, refused } = await signedIn(way)
  await page.goto(settledWeek())
  const name = page.locator('tbody a[data-into]').nth(1)
  const driver = (await name.textContent())!
  await name.click()
  await page.waitForURL(/\?driver=/)
  const aside = page.getByRole('complementary', { name: /^Extrato de / })
  await expect.poll(() => aside.getByRole('heading', { level: 2 }).textContent(), SOON).toContain(driver)
  await page.goto(page.url())
  expect(await aside.getByRole('heading', { level: 2 }).textContent()).toContain(driver)
  await closed(context, refused, way)
})

test('the palette searches from the first letters on, leads to what it finds, and speaks the language of the page', async () => {
  const { page, context, refused } = await signedIn()
  await page.goto('/en/admin/vehicles')
  await page.keyboard.press('/')
  await page.keyboard.type('adriana')
  const palette = page.getByRole('dialog', { name: 'Search the office' })
  const found = palette.getByRole('option')
  const first = async () => (await found.allTextContents())[0]
  // Adriana's records are listed after her.
  await expect.poll(first, SOON).toContain('Adriana Lopes')
  // The ids of an island are those that the server drew: a screen reader is told of the list that is there.
  const box = palette.getByRole('combobox')
  expect(await box.inputValue()).toBe('adriana')
  const list = await box.getAttribute('aria-controls')
  expect(await page.locator(`[id="${list}"]`).getAttribute('role')).toBe('listbox')
  expect(await page.locator(`[id="${await box.getAttribute('aria-activedescendant')}"]`).textContent()).toContain(
    'Adriana',
  )
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/en\/admin\/drivers\/[0-9a-f-]{36}$/)

  await page.keyboard.press('Control+k')
  await palette.waitFor()
  await page.keyboard.type('nobody like this')
  await palette.getByText('Nothing found').waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => palette.count(), SOON).toBe(0)

  await page.keyboard.press('Control+k')
  await page.keyboard.type('new driver')
  await expect.poll(first, SOON).toContain('New driver')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/en\/admin\/drivers\/new$/)
  await closed(context, refused)
})

test('a page fades into the next one, but not for whoever asked for less motion', async () => {
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    const { page, context, refused } = await signedIn('with the script', { ...DESKTOP, reducedMotion })
    await page.goto('/admin')
    await page.addInitScript(() =>
      addEventListener('pagereveal', ({ viewTransition }) =>
        Object.assign(window, { passes: viewTransition !== null }),
      ),
    )
    // A browser may skip the view transition where the page took long: of a dozen, one that came quickly is enough.
    const passes: boolean[] = []
    const most = reducedMotion === 'reduce' ? 3 : 12
    while (passes.length < most && !passes.includes(true)) {
      const to = passes.length % 2 === 0 ? '/admin/drivers' : '/admin/vehicles'
      await page.evaluate((address) => location.assign(address), to)
      await page.waitForURL(`**${to}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      passes.push(await page.evaluate(() => 'passes' in window && window.passes === true))
    }
    expect(passes.some(Boolean)).toBe(reducedMotion === 'no-preference')
    await closed(context, refused)
  }
})

test('a question mark shows the keys of the office, and so does the account menu without any script', async () => {
  const { page, context, refused } = await signedIn()
  await page.goto('/admin')
  const keys = page.getByRole('region', { name: 'Teclas do escritório' })
  await page.keyboard.press('?')
  await keys.waitFor()
  await expectAccessible(page)
  await page.keyboard.press('?')
  await expect.poll(() => keys.count(), SOON).toBe(0)
  await closed(context, refused)

  const plain = await signedIn('without scripts')
  await plain.page.goto('/admin')
  await plain.page.getByRole('button', { name: /^Conta de / }).click()
  await plain.page.getByRole('button', { name: 'Teclas do escritório' }).click()
  await plain.page.getByRole('region', { name: 'Teclas do escritório' }).getByRole('button', { name: 'Fechar' }).click()
  await closed(plain.context, plain.refused, 'without scripts')
})

test.each(WAYS)('after a sign-in the search has a page of its own, %s', async (way) => {
  const { page, context, refused } = await person(site, { ...DESKTOP, ...scriptsOf(way) })
  await loseScripts(context, way)
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(known(site, 'admin').email)
  await page.getByLabel('Palavra-passe').fill(known(site, 'admin').password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL('**/admin')
  const field = page.getByRole('searchbox', { name: 'Procurar no escritório' })
  await field.fill('adriana')
  await field.press('Enter')
  await page.waitForURL(/\/admin\/search\?q=adriana/)
  await page.getByRole('main').getByRole('link', { name: 'Adriana Lopes' }).first().waitFor()
  await closed(context, refused, way)
})

/** Two files of the week that just ended, as they lie ready in the demonstration. */
function someFiles(): string[] {
  const { files } = JSON.parse(readFileSync(join(site.data, 'demo', 'sign-ins.json'), 'utf8')) as { files: string }
  const folder = join(site.data, 'demo', files)
  return readdirSync(folder)
    .filter((file) => file.endsWith('.csv'))
    .slice(0, 2)
    .map((file) => join(folder, file))
}

test('each tick says at once what will be imported; chosen files are sent at once', async () => {
  const { page, context, refused } = await signedIn()
  await page.goto('/admin/data')
  await page.locator('form[data-send] input[type=file]').first().setInputFiles(someFiles())
  await page.waitForURL(/\/admin\/data\/drops\//)
  await mark(page)
  const button = page.getByRole('button', { name: /^Importar/ })
  const before = await button.textContent()
  // A file that needs nobody's answer is one line; its details are under it.
  await page.locator('main details > summary').first().click()
  const leave = page.getByRole('checkbox', { name: /^Deixar de fora/ }).first()
  await leave.check()
  await expect.poll(() => button.textContent(), SOON).not.toBe(before)
  await leave.uncheck()
  await expect.poll(() => button.textContent(), SOON).toBe(before)
  expect(await isMarked(page)).toBe(true)
  await closed(context, refused)
})

test('what is half typed goes along when the language changes, and is gone from the browser afterwards', async () => {
  const { page, context, refused } = await signedIn()
  await page.goto('/admin/users/invite')
  await page.getByLabel('Nome').fill('Marta Reis')
  await page.getByLabel('Língua das mensagens').selectOption('en')
  await page.getByLabel('Finanças').check()
  await page.locator('[data-language=en]:visible').first().click()
  await page.waitForURL('**/en/admin/users/invite')
  await expect.poll(() => page.getByLabel('Name').inputValue(), SOON).toBe('Marta Reis')
  expect(await page.getByLabel('Message language').inputValue()).toBe('en')
  expect(await page.getByLabel('Finance').isChecked()).toBe(true)
  expect(await page.locator('[value=operations]').isChecked()).toBe(false)
  await page.reload()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)

  // Somebody else signs in before the page comes.
  const form = '/admin/vehicles/new'
  await page.goto(form)
  await page.locator('[name=make]').fill('Opel')
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  await page.locator('[data-language=en]:visible').first().click()
  expect(await page.evaluate(() => sessionStorage.length)).toBe(1)
  await page.evaluate(() => (document.cookie = `volante-in=1${'a'.repeat(24)}; Path=/`))
  await page.goto(`/en${form}`)
  expect(await page.locator('[name=make]').inputValue()).toBe('')
  expect(await page.evaluate(() => sessionStorage.length)).toBe(0)
  await closed(context, refused)
})

test('photos taken one after the other are sent together, and can be chosen anew', async () => {
  const { page, context, refused } = await signedInAs(site, 'driver', PHONE)
  await page.goto('/dashboard/damage-reports/new')
  const photos = page.locator('[name="photos[]"]')
  const empties = page.getByRole('button', { name: 'Tirar o que escolhi' })
  const chosen = () => photos.evaluate((input: HTMLInputElement) => [...input.files!].map(({ name }) => name))
  const take = (name: string) => photos.setInputFiles({ name, mimeType: 'image/png', buffer: ONE_PIXEL })
  await take('longe.png')
  await take('perto.png')
  await take('perto.png')
  await expect.poll(chosen, SOON).toEqual(['longe.png', 'perto.png', 'perto.png'])
  await page.getByText('3 ficheiros: longe.png').waitFor()
  await empties.click()
  expect(await chosen()).toEqual([])
  expect(await empties.count()).toBe(0)
  await take('outra.png')
  await expect.poll(chosen, SOON).toEqual(['outra.png'])
  await closed(context, refused)
})

for (const way of WAYS) {
  test(`what is typed of the brand is seen as others will see it, and nothing of it is kept (${way})`, async () => {
    const { page, context, refused } = await signedIn(way)
    await page.goto('/admin/brand')
    await mark(page)
    const shown = page.locator('#look')
    const before = await shown.innerText()
    await page.getByLabel('Lema em português').fill('Contas que todos leem.')
    await page.getByLabel('Cor da marca').fill('#1d4ed8')
    if (way !== 'with the script') await page.getByRole('button', { name: 'Ver como fica' }).click()
    await expect.poll(() => shown.innerText(), SOON).toContain('Contas que todos leem.')
    expect(await shown.innerText()).toContain('#1d4ed8')
    expect(await isMarked(page)).toBe(way === 'with the script')
    expect(await page.getByLabel('Lema em português').inputValue()).toBe('Contas que todos leem.')
    // A colour that could not be saved says so before anybody saves it; half of one says nothing yet.
    await page.getByLabel('Cor da marca').fill('#ffd4')
    await page.getByLabel('Cor da marca').fill('#ffd400')
    if (way !== 'with the script') await page.getByRole('button', { name: 'Ver como fica' }).click()
    await expect.poll(() => shown.innerText(), SOON).toContain('#ffd400 é clara de mais')
    // A browser writes down that the form was refused.
    if (way === 'with the script') for (const words of refused.splice(0)) expect(words).toContain('422')
    await page.goto('/admin/brand')
    expect(await shown.innerText()).toBe(before)
    if (way === 'with the script') await expectAccessible(page)
    await closed(context, refused, way)
  })
}

for (const way of WAYS) {
  test(`what a plan takes from each week is seen while it is typed, and nothing of it is kept (${way})`, async () => {
    const { page, context, refused } = await signedIn(way)
    await page.goto('/admin/financing/new')
    await mark(page)
    const shown = page.locator('#look')
    expect(await shown.innerText()).toContain('Escolha o motorista')
    await page.getByLabel('Motorista').selectOption({ index: 1 })
    await page.getByLabel('Total').fill('90')
    await page.getByLabel('Número de prestações').fill('3')
    const look = page.getByRole('button', { name: 'Ver como fica' })
    if (way !== 'with the script') await look.click()
    await expect.poll(() => shown.innerText(), SOON).toContain('30,00')
    expect(await shown.locator('tbody tr').count()).toBe(3)
    expect(await isMarked(page)).toBe(way === 'with the script')
    expect(await page.getByLabel('Total').inputValue()).toBe('90')
    // An impossible plan is not worked out: two cents in three weeks.
    await page.getByLabel('Total').fill('0,02')
    if (way !== 'with the script') await look.click()
    await expect.poll(() => shown.innerText(), SOON).toContain('Escolha o motorista')
    if (way === 'with the script') await expectAccessible(page)
    await closed(context, refused, way)
  })
}

test('a button says that it works while the answer is on its way; a page that follows itself begins where the reader was', async () => {
  const { page, context, refused } = await signedIn()
  await page.goto('/admin/drivers')
  // Hold the answer back until the button has said that it is at work.
  const said = page.waitForEvent('console', (one) => one.text() === 'A tratar…')
  await context.route('**/admin/drivers?q=slow', async (route) => {
    await said
    await route.continue()
  })
  const place = await page.evaluate(() => {
    const form = document.createElement('form')
    form.dataset['stay'] = ''
    const button = Object.assign(document.createElement('button'), { name: 'q', value: 'slow', textContent: 'Guardar' })
    button.dataset['working'] = 'A tratar…'
    form.append(button)
    document.querySelector('main')!.prepend(form)
    // The log of the browser outlives the page; the button does not.
    const watch = new MutationObserver(() => console.info(button.textContent))
    watch.observe(button, { childList: true })
    scrollTo(0, 150)
    setTimeout(() => button.click())
    return scrollY
  })
  await page.waitForURL(/q=slow/)
  const most = await page.evaluate(() => document.documentElement.scrollHeight - innerHeight)
  await expect.poll(() => page.evaluate(() => scrollY), SOON).toBe(Math.min(place, most))
  await closed(context, refused)
})

test('a line of a file on another page of it is found by the fragment alone', async () => {
  const { page, context, refused } = await signedIn()
  await page.goto('/admin/data')
  const file = await page.locator('a[href*="/admin/data/imports/"]').first().getAttribute('href')
  await page.goto(`${file}#line-888888`)
  await page.waitForURL(/\?line=888888#line-888888$/)
  await closed(context, refused)
})

/** A photo as a phone takes it: some 8 MB, on its side, with a note that it is to be turned. */
async function takePhoto(): Promise<Buffer> {
  const [width, height] = [2_000, 1_500]
  const grain = await sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(grain).resize({ width: 4_000 }).withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toBuffer()
}

// Where scripts fail to load, nothing makes a photo smaller, as where there are none.
for (const way of WAYS.slice(0, 2))
  test(`two photos of a phone, larger than a form may be, are made smaller before they are sent (${way})`, async () => {
    const photo = await takePhoto()
    expect(photo.byteLength).toBeGreaterThan(6 * 1024 * 1024)
    const { page, context, refused } = await signedIn(way)
    await page.goto('/admin/support')
    await page.locator('tbody a').first().click()
    await page.getByLabel('Resposta').fill(`Veja as fotografias (${way}).`)
    await page.locator('[name="files[]"]').setInputFiles([
      { name: 'IMG_1.JPG', mimeType: 'image/jpeg', buffer: photo },
      { name: 'IMG_2.JPG', mimeType: 'image/jpeg', buffer: Buffer.concat([photo, Buffer.from([0])]) },
    ])
    await page.getByRole('button', { name: 'Enviar resposta' }).click()
    if (way !== 'with the script') await page.getByText('10 MB').first().waitFor(SOON)
    else {
      const sent = page
        .getByRole('listitem')
        .filter({ hasText: `Veja as fotografias (${way}).` })
        .last()
      await sent.getByRole('link').first().waitFor(SOON)
      const kept = await Promise.all(
        (await sent.getByRole('link').all()).map(async (link) => {
          const answer = await page.request.get(new URL((await link.getAttribute('href'))!, site.url).href)
          const { width, height } = await sharp(await answer.body()).metadata()
          return [width, height]
        }),
      )
      // Upright, and as large as the site keeps a photo.
      expect(kept).toEqual([
        [1_800, 2_400],
        [1_800, 2_400],
      ])
    }
    await closed(context, refused, way)
  })
