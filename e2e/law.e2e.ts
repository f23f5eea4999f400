import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DRIVERS, roster } from '../src/demo/fleet.ts'
import { ZONE } from '../src/domain/week.ts'
import { signedInAs, startDemonstration } from './demonstration.ts'
import { DESKTOP, PHONE, type Site, closeBrowser, person } from './site.ts'

/**
 * The duties of the law, as people fulfil them: a month's invoices, working times, a car that is ceded, and a person
 * who is erased.
 */
let site: Site
beforeAll(async () => {
  site = await startDemonstration()
})
afterAll(async () => {
  await closeBrowser()
  await site.stop()
})

/** The NIF of Bruno Sequeira in the demonstration. */
const NIF = roster(DRIVERS).drivers.find(({ name }) => name === 'Bruno Sequeira')!.nif

const today = () => Temporal.Now.plainDateISO(ZONE)

test('what a month has to be invoiced is decided, noted with its number, and goes to the billing program as a file', async () => {
  const { page, context, refused } = await signedInAs(site, 'admin', DESKTOP)
  const main = page.getByRole('main')
  await page.goto(`/admin/accounting/${today().subtract({ months: 1 }).toString().slice(0, 7)}`)
  await main.getByRole('link', { name: 'O que há a faturar' }).click()
  await main.getByRole('row').filter({ hasText: 'Por faturar' }).getByRole('link').first().click()
  await main.getByRole('heading', { level: 1 }).waitFor()
  await main.getByRole('checkbox').first().check()
  await main.getByLabel('Número da fatura').fill('FT 2026/77')
  await main.getByRole('button', { name: 'Anotar' }).click()
  await main.getByText('Ficou anotado.').waitFor()

  await page.goto(new URL(page.url()).pathname.replace(/\/invoices.*/, '/invoices'))
  const download = page.waitForEvent('download')
  await main.getByRole('link', { name: 'CSV', exact: true }).click()
  const file = readFileSync(await (await download).path(), 'utf8')
  expect(file).toContain('FT 2026/77')
  // The full number of a customer is only in the file that is asked for separately.
  expect(file).not.toMatch(/\b\d{9}\b/)
  await context.close()
  expect(refused).toEqual([])
})

test('a driver sees on the first page that a day was near the limit, and the office says that it was seen', async () => {
  const driver = await signedInAs(site, 'driver', PHONE)
  await driver.page.goto('/dashboard')
  await driver.page.getByText('Tempos de trabalho perto do limite').waitFor()
  await driver.page.getByRole('link', { name: 'Ver os meus tempos' }).click()
  await driver.page.waitForURL(/\/documents\/times$/)
  await driver.page
    .getByText(/em 24 horas, perto de/)
    .first()
    .waitFor()
  await driver.context.close()

  const { page, context, refused } = await signedInAs(site, 'admin', DESKTOP)
  const main = page.getByRole('main')
  await page.goto('/admin')
  await main.getByText(/^\d+ motoristas perto ou acima do tempo de trabalho$/).waitFor()
  await page.goto('/admin/documents/times')
  await main.getByRole('link', { name: 'Rui Valadas' }).click()
  await main.getByRole('link', { name: 'Já vi, e falei com o motorista' }).click()
  await page.getByLabel('O que ficou combinado').fill('Folga na quinta-feira')
  await page.getByRole('button', { name: 'Marcar como vistos' }).click()
  await page.waitForURL(/\/times\?done=/)
  await page.goto('/admin/documents/times')
  const own = main.getByRole('row').filter({ hasText: 'Rui Valadas' })
  await own.getByText('visto').waitFor()
  await context.close()
  expect(refused).toEqual([])
})

test('a driver’s own car is ceded in writing: made with its last day, signed by a link, countersigned, and told before it ends', async () => {
  const { page, context, refused } = await signedInAs(site, 'admin', DESKTOP)
  const main = page.getByRole('main')
  await page.goto('/admin/contracts/new')
  await main.getByLabel('Motorista', { exact: true }).selectOption({ label: 'Bruno Sequeira (M4)' })
  await main.getByLabel('Minuta').selectOption({ label: 'Cedência de utilização da viatura do motorista' })
  await main.getByRole('button', { name: 'Ver o texto' }).click()
  await main.getByText('a [último dia]').waitFor()
  await main.getByLabel('Último dia').fill(today().add({ days: 20 }).toString())
  await main.getByLabel('Quem representa a empresa').fill('Helena Matos')
  const licence = (await main.getByLabel('Carta de condução e validade').inputValue()).split(',')[0]!
  await main.getByRole('button', { name: 'Criar rascunho' }).click()
  await main.getByRole('button', { name: 'Enviar contrato' }).click()
  await page.waitForURL(/done=send/)
  const contract = new URL(page.url()).pathname
  await main.getByRole('link', { name: 'Ligação para quem não tem conta' }).click()
  await main.getByRole('button', { name: 'Criar ligação' }).click()
  await main.getByText('A ligação está pronta').waitFor()
  const [path] = /\/sign\/[\w-]+/.exec(await main.innerText())!

  const driver = await person(site, PHONE)
  await driver.page.goto(path)
  await driver.page.getByLabel('Nome completo').fill('Bruno Sequeira')
  await driver.page.getByRole('checkbox').check()
  await driver.page.getByLabel('NIF').fill(NIF)
  await driver.page.getByLabel(/^Carta de condução/).fill(licence.slice(-4))
  await driver.page.getByRole('button', { name: 'Assinar contrato' }).click()
  await driver.page.getByRole('heading', { name: 'Assinou o contrato' }).waitFor()

  await page.goto(contract)
  await main.getByLabel('Nome completo').fill('Helena Matos')
  await main.getByRole('checkbox').check()
  await main.getByRole('button', { name: 'Assinar e selar' }).click()
  await main.getByText('A empresa assinou. O PDF está selado e guardado.').waitFor()
  await page.goto('/admin/contracts?view=ending')
  await main.getByRole('row').filter({ hasText: 'Bruno Sequeira' }).getByText('Assinado e selado').waitFor()
  await main.getByText('2 contratos acabam nos próximos 30 dias').waitFor()
  await context.close()
  await driver.context.close()
  expect([...refused, ...driver.refused]).toEqual([])
})

test('a person who asks to be forgotten is erased once their name was typed, not by another name, and no search finds them then', async () => {
  const { page, context, refused } = await signedInAs(site, 'admin', DESKTOP)
  const main = page.getByRole('main')
  const found = async () => {
    const answer = await context.request.get(`/admin/search/found?${new URLSearchParams({ q: 'Tiago Bastos' })}`)
    return ((await answer.json()) as { to: string }[]).filter(({ to }) => to.startsWith('/admin/recruitment/'))
  }
  expect(await found()).not.toEqual([])
  await page.goto('/admin/recruitment')
  await main.getByRole('link', { name: 'Tiago Bastos' }).first().click()
  await main.getByRole('link', { name: 'Apagar os dados desta pessoa' }).click()
  await main.getByRole('heading', { name: 'Sai agora' }).waitFor()
  await main.getByRole('button', { name: 'Pedir o apagamento' }).click()
  await main.getByRole('link', { name: 'Confirmar o apagamento' }).click()
  const confirm = async (name: string) => {
    await page.getByLabel('Nome da pessoa').fill(name)
    await page.getByRole('button', { name: 'Confirmar o apagamento' }).click()
  }
  await confirm('Tiago Basto')
  await page.getByText('Escreva o nome tal como está no ecrã.').waitFor()
  expect(await found()).not.toEqual([])
  await confirm('Tiago Bastos')
  await main.getByText('A pessoa foi apagada.').waitFor()
  expect(await found()).toEqual([])
  await page.goto('/admin/search?q=tiago.bastos@example.org')
  expect(await main.getByText('Tiago Bastos').count()).toBe(0)
  await context.close()
  // Only the form with the wrong name was refused, and nothing else.
  expect(refused).toEqual([expect.stringContaining('422')])
})
