import { afterAll, beforeAll, expect, test } from 'vitest'
import { ZONE } from '../src/domain/week.ts'
import { known, signedInAs, startDemonstration } from './demonstration.ts'
import { PHONE, type Site, closeBrowser } from './site.ts'

/**
 * The pages of a driver who is suspended, and of one who has left: nothing asks them to drive, and nothing promises a
 * next week.
 */
let site: Site
let record: string
beforeAll(async () => {
  site = await startDemonstration()
  const { page, context } = await signedInAs(site, 'admin')
  await page.goto(`/admin/drivers?${new URLSearchParams({ q: known(site, 'driver').email })}`)
  record = (await page.getByRole('rowheader').getByRole('link').first().getAttribute('href'))!
  await context.close()
})
afterAll(async () => {
  await closeBrowser()
  await site.stop()
})

const driver = () => signedInAs(site, 'driver', { ...PHONE, javaScriptEnabled: false })

async function setState(state: 'suspended' | 'active') {
  const { page, context } = await signedInAs(site, 'admin')
  await page.goto(`${record}/edit`)
  await page.locator('[name=status]').selectOption(state)
  await page.getByRole('button', { name: 'Guardar ficha' }).click()
  await page.waitForURL((url) => !url.pathname.endsWith('/edit'))
  await context.close()
}

test('who is suspended reads on the first screen and among the documents that nobody drives, until it ends', async () => {
  await setState('suspended')
  const { page, context } = await driver()
  await page.goto('/dashboard')
  await page.getByText('O seu serviço está suspenso').waitFor()
  expect(await page.getByRole('link', { name: 'Falar com o escritório' }).getAttribute('href')).toBe('/dashboard/help')
  await page.goto('/dashboard/documents')
  await page.getByText('Não pode conduzir').waitFor()
  await setState('active')
  await page.goto('/dashboard')
  expect(await page.getByText('O seu serviço está suspenso').count()).toBe(0)
  await page.goto('/dashboard/documents')
  expect(await page.getByText('Não pode conduzir').count()).toBe(0)
  await context.close()
})

test('who has left finds the final account first, keeps every statement, and is asked for no document and offered no advance', async () => {
  const yesterday = Temporal.Now.plainDateISO(ZONE).subtract({ days: 1 }).toString()
  const office = await signedInAs(site, 'admin')
  await office.page.goto(`${record}/departure/new?${new URLSearchParams({ atDay: yesterday, atTime: '18:00' })}`)
  await office.page.getByLabel('Motivo').fill('Mudou de cidade')
  await office.page.getByRole('button', { name: 'Registar saída' }).click()
  await office.page.waitForURL('**/departure?result=recorded')
  await office.context.close()

  const { page, context } = await driver()
  await page.goto('/dashboard')
  await page.getByText(/^Saiu em /).waitFor()
  expect(await page.locator('main a[href="/dashboard/shifts"]').count()).toBe(0)
  await page.getByRole('link', { name: 'Ver conta final' }).click()
  await page.getByRole('heading', { level: 1, name: 'Conta final' }).waitFor()
  await page.getByRole('link', { name: 'Descarregar tudo (ZIP)' }).waitFor()

  await page.goto('/dashboard/shifts')
  await page.getByText('Já não tem turnos.', { exact: false }).waitFor()
  expect(await page.getByRole('button', { name: /^(Aceitar|Pedir ao escritório)$/ }).count()).toBe(0)

  await page.goto('/dashboard/recruitment')
  await page.getByText('Deixou de contar com a sua saída.', { exact: false }).waitFor()
  expect(await page.locator('main a[href*="/r/"]').count()).toBe(0)

  await page.goto('/dashboard/documents')
  await page.getByText('Já não precisa de enviar documentos.').waitFor()
  expect(await page.getByRole('link', { name: /^Enviar/ }).count()).toBe(0)
  expect(await page.getByText('Não pode conduzir').count()).toBe(0)

  await page.goto('/dashboard/financing')
  await page.getByText('Entra na conta final', { exact: true }).waitFor()
  expect(await page.getByText('Passa para o próximo extrato').count()).toBe(0)
  expect(await page.getByText('Pedir um adiantamento').count()).toBe(0)

  await page.goto('/dashboard/payslips')
  await page.locator('main a[href^="/dashboard/payslips/2"]').first().click()
  await page.getByRole('heading', { level: 1, name: /^Extrato da semana/ }).waitFor()
  const paper = await page.request.get(`${new URL(page.url()).pathname}/pdf`)
  expect([paper.status(), paper.headers()['content-type']]).toEqual([200, 'application/pdf'])
  await context.close()
})
