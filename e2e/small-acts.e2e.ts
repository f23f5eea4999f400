import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDemonstration, signedInAs } from './demonstration.ts'
import { DESKTOP, PHONE, type Site, closeBrowser } from './site.ts'
import { expectAccessible } from './accessible.ts'

/** A small act upon a record: in a dialog over the record with a script, on a page of its own without. */
let site: Site
beforeAll(async () => {
  site = await openDemonstration()
})
afterAll(closeBrowser)

const SOON = { timeout: 15_000 }

/** The address of an application that may still be refused. */
async function openApplication(page: Page, state: 'received' | 'talking'): Promise<string> {
  await page.goto(`/admin/recruitment/list?view=${state}`)
  await page.locator('tbody a').first().click()
  await page.waitForURL(/\/recruitment\/[0-9a-f-]{36}$/)
  return pathOf(page)
}

const pathOf = (page: Page) => new URL(page.url()).pathname

test('an act opens over its record; back, cancel and Escape close it, forward opens it again, and it is sent once', async () => {
  const { page, context, refused } = await signedInAs(site, 'admin', DESKTOP)
  const path = await openApplication(page, 'received')
  const link = page.getByRole('link', { name: 'Recusar candidatura' })
  const dialog = page.getByRole('dialog', { name: /^Recusar a candidatura de / })
  const isClosed = async () => {
    await expect.poll(() => dialog.count(), SOON).toBe(0)
    await expect.poll(() => pathOf(page), SOON).toBe(path)
  }

  await link.click()
  await dialog.waitFor()
  expect(pathOf(page)).toBe(`${path}/rejection`)
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')), SOON).toBe('cause')
  await expectAccessible(page)

  await page.goBack()
  await isClosed()
  await page.goForward()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await isClosed()
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent), SOON).toContain('Recusar')
  await link.dblclick()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await isClosed()
  await link.click()
  await dialog.getByRole('link', { name: 'Cancelar' }).click()
  await isClosed()

  // A refused act is explained in the dialog over the record, and what was typed is still there.
  await link.click()
  await dialog.getByLabel('Razão, para as contas do escritório').selectOption({ index: 2 })
  const cause = await dialog.getByLabel('Razão, para as contas do escritório').inputValue()
  await dialog.getByLabel('Mensagem para o candidato').fill('   ')
  await dialog.getByRole('button', { name: 'Recusar candidatura' }).click()
  await dialog.getByRole('alert').waitFor()
  expect(pathOf(page)).toBe(`${path}/rejection`)
  expect(await dialog.getByLabel('Razão, para as contas do escritório').inputValue()).toBe(cause)
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid')), SOON).toBe('true')
  await expectAccessible(page)
  await dialog.getByLabel('Mensagem para o candidato').fill('Já não temos viaturas livres.')
  await dialog.getByRole('button', { name: 'Recusar candidatura' }).click()
  await page.waitForURL((url) => url.pathname === path)
  await page.getByText('Já não temos viaturas livres.').first().waitFor()

  // The answer took the record's place in the history: Back leads to the page before the record, and Forward to the answer.
  await page.goBack()
  await expect.poll(() => pathOf(page), SOON).toBe('/admin/recruitment/list')
  await page.goForward()
  await expect.poll(() => pathOf(page), SOON).toBe(path)
  await page.getByText('Já não temos viaturas livres.').first().waitFor()
  expect(refused.filter((line) => !line.includes('422'))).toEqual([])
  await context.close()
})

test('without a script the same act is a page with the facts of its record; what is done already leads to it', async () => {
  const { page, context } = await signedInAs(site, 'admin', { ...DESKTOP, javaScriptEnabled: false })
  const path = await openApplication(page, 'talking')
  const act = page.getByRole('region', { name: /^Recusar a candidatura de / })
  await page.getByRole('link', { name: 'Recusar candidatura' }).click()
  await act.waitFor()
  const { x, width } = (await act.boundingBox())!
  expect([Math.round(width), x > 500, x + width > 1_000]).toEqual([560, true, true])
  await page.getByRole('term').first().waitFor()
  await page.getByRole('link', { name: 'Cancelar' }).click()
  await page.waitForURL((url) => url.pathname === path)

  await page.getByRole('link', { name: 'Recusar candidatura' }).click()
  await page.getByLabel('Razão, para as contas do escritório').selectOption({ index: 2 })
  await page.getByLabel('Mensagem para o candidato').fill('   ')
  await page.getByRole('button', { name: 'Recusar candidatura' }).click()
  await page.getByRole('alert').waitFor()
  await act.waitFor()
  await page.getByLabel('Mensagem para o candidato').fill('Já não temos viaturas livres.')
  await page.getByRole('button', { name: 'Recusar candidatura' }).click()
  await page.waitForURL((url) => url.pathname === path)

  await page.goto(`${path}/rejection`)
  expect(pathOf(page)).toBe(path)
  await page.getByRole('status').getByText('Isto já está feito').waitFor()
  await context.close()
})

test('who comes back to the page of a signature after signing is led to the contract', async () => {
  const { page, context } = await signedInAs(site, 'driver', PHONE)
  await page.goto('/dashboard/contracts')
  const paper = await page.getByRole('link', { name: 'Abrir o PDF assinado' }).first().getAttribute('href')
  const contract = paper?.replace(/\/pdf$/, '') ?? ''
  await page.goto(`${contract}/signature`)
  expect(pathOf(page)).toBe(contract)
  await context.close()
})
