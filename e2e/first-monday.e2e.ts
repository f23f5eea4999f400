import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, expect, test } from 'vitest'
import { COMPANY, DRIVERS, roster } from '../src/demo/fleet.ts'
import { weekFiles } from '../src/demo/week-files.ts'
import { previousWeek, weekAt, weekName } from '../src/domain/week.ts'
import { mouse } from './counted-user.ts'
import { codeOf, OWNER, setupLink } from './office.ts'
import { DESKTOP, PHONE, type Site, closeBrowser, newDataDirectory, person, startSite } from './site.ts'

/** The promise of the first Monday: from an empty folder to an approved week of twelve drivers, each act counted. */
afterAll(closeBrowser)

const MAX_ACTS = 25
const TWELVE = DRIVERS.slice(0, 12)

test('a new operator with twelve drivers comes from an empty folder to an approved week in 25 acts, and every driver is told by a link', async () => {
  const site = await startSite(newDataDirectory(), { VOLANTE_MODE: 'production', PUBLIC_URL: 'http://localhost' })
  try {
    const { page, refused } = await person(site, DESKTOP)
    const user = mouse()
    const press = (name: string | RegExp, role: 'button' | 'link' = 'button') =>
      user.press(page.getByRole('main').getByRole(role, { name }).first())
    const field = (name: string, text: string) => user.type(page.locator(`[name=${name}]`), text)

    const { pathname, search } = new URL(await setupLink(site))
    await page.goto(pathname + search)
    await field('displayName', OWNER.displayName)
    await field('email', OWNER.email)
    await field('password', OWNER.password)
    await press(/./)
    await page.waitForURL(/second-factor/)
    await press(/./)
    await page.locator('[name=secret]').waitFor({ state: 'attached' })
    await field('code', codeOf(await page.locator('[name=secret]').inputValue()))
    await press('Confirmar o código')
    await page.waitForURL(/\/admin\/start$/)
    await page.getByRole('heading', { name: 'Começar por aqui' }).waitFor()

    await press('Preencher os dados da empresa', 'link')
    await page.waitForURL(/\/admin\/company/)
    await field('name', COMPANY.name)
    await field('nipc', COMPANY.nipc)
    await field('licenceNumber', '1234/2024')
    await field('debtorIban', COMPANY.debtor_iban)
    await press('Guardar empresa')
    await page.waitForURL(/\/admin\/start$/)

    const week = previousWeek(weekAt(Temporal.Now.instant()))
    const folder = mkdtempSync(join(tmpdir(), 'volante-files-'))
    const files = weekFiles(week, false, TWELVE).map(({ name, text }) => {
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    })
    await user.drop(page.locator('input[type=file]').first(), files)
    await page.waitForURL(/\/admin\/data\/drops\//)
    await press(/^Importar/)
    // From files alone: who drives, then what is agreed with them, then where they are paid; each page leads to the next.
    await page.waitForURL(/newcomers/)
    await press('Criar o que está marcado')
    await page.waitForURL(/terms\/new/)
    await press('Dar estas condições')
    await page.waitForURL(/drivers\/list/)
    await field('text', pasted())
    await press('Ver o que muda')
    await press(/^Guardar 12 linhas/)
    await page.waitForURL((url) => url.pathname.endsWith(`/weekly/${weekName(week)}`))

    await page.getByRole('button', { name: 'Aprovar semana' }).waitFor()
    await press('Aprovar semana')
    await page.getByText('Semana aprovada').waitFor()
    expect(user.acts()).toBeLessThanOrEqual(MAX_ACTS)
    await page.goto('/admin')
    expect(await page.getByRole('heading', { name: 'Começar por aqui' }).count()).toBe(0)
    await expectPayable(page, weekName(week))
    await expectSentByLinks(page, site)
    expect(refused).toEqual([])
  } finally {
    await site.stop()
  }
})

/** Rows from the operator's own sheet: each driver, where they are paid, and which car they have; no e-mails. */
function pasted(): string {
  const { drivers, assignments } = roster(TWELVE)
  const plates = new Map(assignments.map(({ driver, plate }) => [driver, plate]))
  const lines = drivers.map(({ id, name, nif, iban, phone }) => [name, nif, iban, phone, plates.get(id)].join('\t'))
  return ['Nome\tNIF\tIBAN\tTelemóvel\tMatrícula', ...lines].join('\n')
}

/** Every driver of the week is in the bank's file. */
async function expectPayable(page: Page, week: string) {
  await page.goto(`/admin/weekly/${week}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descarregar ficheiro SEPA' }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file.match(/<CdtTrfTxInf>/g)).toHaveLength(TWELVE.length)
}

/** Without a mail server one press makes a link for each driver; one opens theirs on a phone and reads what they get. */
async function expectSentByLinks(page: Page, site: Site) {
  await page.goto('/admin/drivers/invitations')
  await page.getByRole('button', { name: 'Criar as ligações de 12 motoristas' }).click()
  await page.getByRole('heading', { name: 'Envie as ligações a 12 motoristas' }).waitFor()
  // No file has Bruno's e-mail: he writes it himself.
  const text = page.getByRole('textbox', { name: 'Texto do convite para Bruno Sequeira' })
  const link = new URL(/http\S+/.exec(await text.inputValue())![0])

  const driver = await person(site, PHONE)
  await driver.page.goto(link.pathname + link.search)
  await driver.page.getByLabel('E-mail').fill('primeiro.motorista@exemplo.pt')
  await driver.page.locator('[name=password]').fill('uma frase que ninguém adivinha')
  await driver.page.getByRole('button', { name: 'Guardar e entrar' }).click()

  await driver.page.waitForURL(/\/dashboard/)
  await driver.page.getByRole('heading', { name: /A receber/ }).waitFor()
  expect(driver.refused).toEqual([])
}
