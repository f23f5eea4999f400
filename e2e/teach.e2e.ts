import type { BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OWNER, registerFirst } from './office.ts'
import { copyOf } from './prepared.ts'
import { signedIn } from './signed-in.ts'
import { DESKTOP, PHONE, type Site, closeBrowser, startSite } from './site.ts'
import { expectAccessible } from './accessible.ts'
import { WHOLE } from './whole.ts'

/** A list that nobody knows: the office says once what each column is, and the next such list is read by itself. */
let site: Site

beforeAll(async () => {
  const data = copyOf('publicFleet')
  site = await startSite(data)
  await registerFirst(site, OWNER)
})
afterAll(async () => {
  await closeBrowser()
  await site.stop()
})

/** A list of charging sessions as a network sends it; each journey has headings of its own. */
function sessions(network: string, number: number, day = '03'): { name: string; mimeType: string; buffer: Buffer } {
  const lines = [
    `Sessões da rede ${network};;;;`,
    `Início ${network};Matrícula;Energia (kWh);Valor s/ IVA;IVA;Sessão`,
    `${day}/06/2026 08:12;ZX-33-TC;18,42;7,32;1,68;${network}-${number}`,
    `23/05/2026 21:40;ZX-33-TC;31,05;12,40;2,85;${network}-${number + 1}`,
    'Total;;49,47;19,72;4,53;',
  ]
  return { name: `${network} ${number}.csv`, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
}

async function drop(page: Page, file: ReturnType<typeof sessions>, scripts: boolean) {
  await page.goto('/admin/data')
  await page.locator('input[type=file]').first().setInputFiles(file)
  // With scripts, choosing the files is enough.
  if (!scripts) await page.getByRole('button', { name: 'Ver o que trazem' }).click()
  await page.waitForURL(/\/admin\/data\/drops\//)
}

/** Chooses the column, or the answer, that begins with `beginning`. */
async function choose(page: Page, field: RegExp, beginning: string) {
  const select = page.getByLabel(field)
  await select.locator('option', { hasText: beginning }).first().waitFor({ state: 'attached' })
  const options = await select.locator('option').allTextContents()
  await select.selectOption({ label: options.find((words) => words.startsWith(beginning))! })
}

async function seeResult(page: Page) {
  await page.getByRole('button', { name: 'Ver resultado' }).click()
  await page.waitForURL(/[?&]source=[^&]/)
}

async function expectWellMade(page: Page, scripts: boolean) {
  if (!scripts) return
  await expectAccessible(page)
  const isWide = await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
  expect(isWide).toBe(false)
}

async function setUpList(network: string, options: BrowserContextOptions) {
  const scripts = options.javaScriptEnabled !== false
  const { page, context, refused } = await signedIn(site, OWNER, options)
  const main = page.getByRole('main')

  await drop(page, sessions(network, 1), scripts)
  await main.getByRole('link', { name: 'Configurar a leitura deste ficheiro' }).click()
  await page.waitForURL(/\/teach\//)
  await main.getByRole('heading', { name: 'Configurar a leitura deste ficheiro' }).waitFor()

  // The page asks for what was not said yet, field by field.
  await page.getByLabel('Nome da fonte').fill(network)
  await choose(page, /^O que traz/, 'Carregamentos')
  await choose(page, /^Data, ou data e hora/, 'Início')
  await choose(page, /^Valor/, 'Valor s/ IVA')
  await choose(page, /^O valor e o IVA/, 'Somar o IVA')
  await seeResult(page)
  await main.getByText('Falta dizer que coluna diz de quem é cada linha.').waitFor()
  expect(await main.getByRole('button', { name: 'Guardar e voltar ao ficheiro' }).count()).toBe(0)
  await expectWellMade(page, scripts)

  // A column that doesn't hold amounts is reported line by line.
  await choose(page, /^Coluna do IVA/, 'Sessão')
  await choose(page, /^Matrícula/, 'Matrícula')
  await choose(page, /^Litros ou kWh/, 'Energia')
  await seeResult(page)
  await main.getByText(/linha 3, coluna «Sessão»/).waitFor()

  await choose(page, /^Coluna do IVA/, 'IVA')
  await choose(page, /^N.º do documento/, 'Sessão')
  await seeResult(page)
  const read = main.getByRole('row', { name: /3 jun\. 2026/ })
  await read.waitFor()
  expect(await read.innerText()).toMatch(/ZX-33-TC.*18,42.kWh\s+9,00/s)
  expect(await main.getByRole('row', { name: /é um total/ }).count()).toBe(1)
  expect(await main.getByText('24,25').count()).toBeGreaterThan(0)
  await expectWellMade(page, scripts)

  await main.getByRole('button', { name: 'Guardar e voltar ao ficheiro' }).click()
  await page.waitForURL(/\/drops\/[^/]+$/)
  await main.getByText(`${network}: Lista de carregamentos`).first().waitFor()
  await main.getByRole('button', { name: /^Importar/ }).click()
  await page.waitForURL((url) => !url.pathname.includes('/drops/'))

  // The next list is read by itself; rows that both have count once.
  await drop(page, sessions(network, 2, '04'), scripts)
  await main.getByText(`${network}: Lista de carregamentos`).first().click()
  await main.getByText('2 movimentos novos.').waitFor()

  // A correction holds for the next files, and a retired list is unknown again.
  await page.goto('/admin/data')
  await main.getByRole('link', { name: `Corrigir: ${network}` }).click()
  await page.waitForURL(/\/profiles\//)
  await choose(page, /^O valor e o IVA/, 'O valor não tem IVA, e conta')
  await seeResult(page)
  await main.getByText(/leem-se até ao fim, 19,72/).waitFor()
  await main.getByRole('button', { name: 'Guardar a correção' }).click()
  await page.waitForURL(/done=corrected/)
  await drop(page, sessions(network, 2, '04'), scripts)
  await main.getByText('−19,72').first().waitFor()

  await page.goto('/admin/data')
  await main.getByRole('link', { name: `Deixar de usar: ${network}` }).click()
  await page.waitForURL(/\/retirement$/)
  await main.getByRole('button', { name: 'Deixar de usar' }).click()
  await page.waitForURL(/done=retired/)
  await drop(page, sessions(network, 2, '04'), scripts)
  await main.getByRole('link', { name: 'Configurar a leitura deste ficheiro' }).waitFor()

  expect(refused).toEqual([])
  await context.close()
}

test('the office teaches a list nobody knows, on a phone', () => setUpList('Rede Verde', PHONE), 180_000)
test('the same without scripts', () => setUpList('Rede Lisa', { ...DESKTOP, javaScriptEnabled: false }), 180_000)
// On a desktop with scripts nothing is there that neither of the two has.
if (WHOLE) test('the same on a desktop', () => setUpList('Rede Azul', DESKTOP), 180_000)
