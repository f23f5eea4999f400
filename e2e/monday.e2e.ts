import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { copyOf } from './prepared.ts'
import { DESKTOP, MOVING, PHONE, PUBLIC_SET, type Site, closeBrowser, person, printed, startSite } from './site.ts'
import { expectAccessible } from './accessible.ts'

/**
 * The job that the product exists for, on real files: the office drops the week, sees what doesn't fit, approves,
 * downloads the bank file and confirms the payment; a driver reads on the phone what they get and why.
 */
afterAll(closeBrowser)

const FILES = ['uber', 'bolt', 'viaverde', 'prio'].flatMap((folder) =>
  readdirSync(join(PUBLIC_SET, folder)).map((name) => join(PUBLIC_SET, folder, name)),
)
const OFFICE = { name: 'Marta Lousada', email: 'marta.lousada@example.org', password: 'ponte-sobre-o-tejo-26' }
const DRIVER_PASSWORD = 'estrada-nacional-2'

async function expectNoSidewaysScroll(page: Page, place: string) {
  const [content, window] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ])
  expect(content, place).toBeLessThanOrEqual(window)
}

/** Checks each page of the journey; axe needs a page with scripts. */
function looker(scripts: boolean) {
  return async (page: Page, place: string) => {
    if (!scripts) return
    await expectAccessible(page, place)
    await expectNoSidewaysScroll(page, place)
  }
}

/** A site with the company and fleet of the published set, and nothing else. */
async function aSite(): Promise<Site> {
  const data = copyOf('publicFleet')
  return startSite(data)
}

async function registerOffice(page: Page, site: Site) {
  await page.goto(printed(site, /registar o primeiro:\s+/))
  await page.getByLabel('Nome').fill(OFFICE.name)
  await page.getByLabel('E-mail').fill(OFFICE.email)
  await page.getByLabel('Palavra-passe').fill(OFFICE.password)
  await page.getByRole('button', { name: 'Criar a conta e entrar' }).click()
  await page.waitForURL(/\/admin/)
}

async function theMonday(options: BrowserContextOptions) {
  const scripts = options.javaScriptEnabled !== false
  const look = looker(scripts)
  const site = await aSite()
  try {
    const office = await person(site, options)
    const { page } = office
    await registerOffice(page, site)

    // Drop every file of the week at once, on the page of the week.
    await page.goto('/admin/weekly/2026-W23')
    await look(page, 'the empty week')
    await page.locator('input[type=file]').first().setInputFiles(FILES)
    // With scripts, choosing the files is enough.
    if (!scripts) await page.getByRole('main').locator('form[enctype] button[type=submit]').first().click()
    await page.waitForURL(/\/admin\/data\/drops\//)
    await look(page, 'what was dropped')
    expect(await page.getByText('2.445,61').count()).toBeGreaterThan(0)
    await page.getByRole('button', { name: /^Importar/ }).click()
    await page.waitForURL((url) => !url.pathname.includes('/drops/'))

    await page.goto('/admin/weekly/2026-W23')
    await look(page, 'the week to decide')
    const main = page.getByRole('main')
    expect(await main.getByText('ZX-99-ZZ').count()).toBeGreaterThan(0)
    expect(await main.getByRole('row', { name: /Anselmo Tavira Quintão/ }).innerText()).toContain('675,27')
    expect(await main.getByRole('row', { name: /Gonçalo Ferrão/ }).innerText()).toContain('−34,66')

    // One statement, down to file and line.
    await page.goto(await hrefOf(page, 'Anselmo Tavira Quintão'))
    const statement = page.getByRole('main')
    expect(await statement.innerText()).toContain('675,27')

    await page.goto('/admin/weekly/2026-W23')
    await page.getByRole('checkbox', { name: /por associar/ }).check()
    await page.getByRole('button', { name: 'Aprovar semana' }).click()
    await page.getByText('Semana aprovada').waitFor()
    await look(page, 'the approved week')

    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Descarregar ficheiro SEPA' }).click()
    const file = readFileSync(await (await download).path(), 'utf8')
    expect(file).toContain('<CtrlSum>3157.35</CtrlSum>')
    expect(file).toContain('pain.001.001.09')

    await page.goto('/admin/weekly/2026-W23')
    await page.getByRole('link', { name: /pago/i }).first().click()
    await page.waitForURL(/\/batches\/\d+\/payment/)
    await look(page, 'the payment')
    await page.getByRole('main').getByRole('button', { name: /pag/i }).last().click()
    await page.waitForURL(/2026-W23/)
    await look(page, 'the paid week')
    expect(await page.getByRole('row', { name: /Anselmo/ }).innerText()).toContain('Pago')

    // The driver gets a link, chooses a password, and reads.
    await page.goto('/admin/drivers?q=Anselmo')
    await page
      .getByRole('link', { name: /Anselmo/ })
      .first()
      .click()
    await page.getByRole('link', { name: 'Acesso', exact: true }).click()
    await page.getByRole('button', { name: 'Criar ligação de convite' }).click()
    const link = await page.getByRole('main').locator('code').innerText()

    const driver = await person(site, { ...PHONE, javaScriptEnabled: scripts })
    await driver.page.goto(link)
    await driver.page.getByLabel('Palavra-passe').fill(DRIVER_PASSWORD)
    await driver.page.getByRole('button', { name: 'Guardar e entrar' }).click()
    await driver.page.waitForURL(/\/dashboard/)
    await look(driver.page, 'the driver’s first screen')
    expect(await driver.page.getByRole('main').innerText()).toContain('675,27')
    await driver.page.goto('/dashboard/payslips')
    await look(driver.page, 'the driver’s statements')
    await driver.page
      .getByRole('link', { name: /Semana 23/ })
      .first()
      .click()
    await driver.page.getByText('574,85').first().waitFor()
    const words = await driver.page.getByRole('main').innerText()
    for (const amount of ['574,85', '242,84', '−11,75', '675,27']) expect(words).toContain(amount)
    await driver.page.getByText('porquê').first().click()
    await look(driver.page, 'the driver’s statement')
    expect(await driver.page.getByRole('main').innerText()).toMatch(/Ficheiro da Uber\s*linha \d/)

    const pdf = await driver.page.request.get('/dashboard/payslips/2026-W23/pdf')
    expect([pdf.status(), pdf.headers()['content-type']]).toEqual([200, 'application/pdf'])
    expect(pdf.headers()['content-disposition']).toContain('extrato-2026-W23.pdf')

    // The driver sees no records of others, and no page of the office.
    const others = await page.request.get('/admin/drivers')
    expect(others.status()).toBe(200)
    const bruna = /\/admin\/drivers\/([0-9a-f-]{36})[^>]*>[^<]*Bruna/.exec(await others.text())?.[1] ?? 'bruna'
    expect((await driver.page.request.get(`/admin/weekly/2026-W23/${bruna}`)).status()).toBe(403)
    expect((await driver.page.request.get(`/admin/weekly/2026-W23/${bruna}/pdf`)).status()).toBe(403)
    expect((await driver.page.request.get('/dashboard/payslips/2026-W22')).status()).toBe(404)
    expect((await driver.page.request.get('/dashboard/payslips/2026-W22/pdf')).status()).toBe(404)
    expect((await driver.page.request.get('/dashboard/payslips/2026-W23/rows/1')).status()).toBeLessThan(500)

    expect([...office.refused, ...driver.refused].filter((line) => !/404|403/.test(line))).toEqual([])
  } finally {
    await site.stop()
  }
}

async function hrefOf(page: Page, name: string): Promise<string> {
  const href = await page
    .getByRole('main')
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .getAttribute('href')
  return href!
}

test('the office gets through its Monday on a desktop', () => theMonday({ ...DESKTOP, ...MOVING }))
test('the office gets through its Monday on a phone', () => theMonday(PHONE))
test('the office gets through its Monday without JavaScript', () => theMonday({ ...DESKTOP, javaScriptEnabled: false }))
