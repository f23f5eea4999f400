import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInAs, startDemonstration } from './demonstration.ts'
import { type Site, closeBrowser } from './site.ts'

/** Lists of the office: filters saved under a name, and several rows changed at once; none of it needs a script. */
let site: Site
beforeAll(async () => {
  site = await startDemonstration()
})
afterAll(async () => {
  await closeBrowser()
  await site.stop()
})

const SOON = { timeout: 15_000 }

const office = (javaScriptEnabled: boolean) => signedInAs(site, 'admin', { javaScriptEnabled })

test.each([
  ['without a script', false],
  ['with one', true],
])('a filter is saved under a name, used again, renamed and removed, %s', async (_, javaScriptEnabled) => {
  const { page, context } = await office(javaScriptEnabled)
  await page.goto('/admin/drivers')
  expect(await page.getByRole('link', { name: 'Guardar esta vista' }).count()).toBe(0)
  await page.goto('/admin/drivers?view=active&sort=ref&dir=desc')
  const asked = await page.getByRole('table').textContent()
  await page.getByRole('link', { name: 'Guardar esta vista' }).click()
  await page.getByLabel('Nome da vista').fill('Ativos, do fim')
  await page.getByRole('button', { name: 'Guardar vista' }).click()
  await page.getByRole('link', { name: 'Ativos, do fim', exact: true }).first().waitFor()

  await page.goto('/en/admin/drivers')
  await page.getByRole('link', { name: 'Ativos, do fim' }).click()
  await page.waitForURL('**/en/admin/drivers?view=active&sort=ref&dir=desc')
  await page.goto('/admin/drivers?view=active&sort=ref&dir=desc')
  expect(await page.getByRole('table').textContent()).toBe(asked)

  await page.getByRole('link', { name: 'Mudar a vista' }).click()
  await page.getByLabel('Nome da vista').fill('Do fim')
  await page.getByRole('button', { name: 'Guardar nome' }).click()
  await page.getByRole('link', { name: 'Mudar a vista «Do fim»' }).click()
  await page.getByRole('link', { name: 'Retirar vista' }).click()
  await page.getByRole('button', { name: 'Retirar vista' }).click()
  await page.getByRole('link', { name: 'Guardar esta vista' }).waitFor()
  await context.close()
})

test.each([
  ['without a script', false],
  ['with one', true],
])('words are searched where no filter is chosen, %s', async (_, javaScriptEnabled) => {
  const { page, context } = await office(javaScriptEnabled)
  await page.goto('/admin/drivers')
  await page.getByRole('main').getByRole('searchbox').fill('Valadas')
  await page.keyboard.press('Enter')
  await page.waitForURL(
    ({ pathname, searchParams }) => pathname === '/admin/drivers' && searchParams.get('q') === 'Valadas',
    SOON,
  )
  await page.getByRole('link', { name: 'Rui Valadas' }).first().waitFor()
  expect(await page.locator('tbody tr').count()).toBe(1)
  await context.close()
})

test.each([390, 800, 1440])('a row opens its record wherever it is pressed, at %i px', async (width) => {
  const { page, context } = await office(true)
  await page.setViewportSize({ width, height: 900 })
  for (const list of ['/admin/drivers', '/admin/vehicles', '/admin/contracts']) {
    await page.goto(list)
    const row = page.locator('tbody tr:has(> th a)').first()
    const target = new URL((await row.locator('th a').getAttribute('href')) ?? '', site.url)
    const cell = row.locator('td:visible:not(:has(a, button, input, label))').last()
    await cell.evaluate((one) => one.scrollIntoView({ block: 'center' }))
    const box = (await cell.boundingBox()) ?? expect.fail(`no cell in ${list}`)
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
    await page.waitForURL((url) => url.pathname === target.pathname, SOON)
  }
  await context.close()
})

test('on a phone, what tells where a car was seen is a link tall enough for a finger', async () => {
  const { page, context } = await office(true)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/monitor')
  const links = await page.locator('tbody small a').all()
  expect(links.length).toBeGreaterThan(0)
  for (const link of links) expect((await link.boundingBox())!.height).toBeGreaterThanOrEqual(24)
  await context.close()
})

test('several applications go on at once, and several are refused with one answer', async () => {
  const { page, context } = await office(false)
  const inState = async (state: string) => {
    await page.goto(`/admin/recruitment/list?view=${state}`)
    return page.locator('input[name="id"]').count()
  }
  const rejected = await inState('rejected')
  await page.goto('/admin/recruitment/list')
  await page.locator('input[name="all"]').check()
  await page.getByRole('button', { name: 'Mover as escolhidas' }).click()
  const open = await page.locator('input[name="ids[]"]').count()
  expect(open).toBeGreaterThan(2)
  await page.getByText(`${open} candidaturas mudam de coluna`).waitFor()
  await page.getByLabel('Para que coluna').selectOption({ label: 'Em análise' })
  await page.getByRole('button', { name: `Mover ${open} candidaturas` }).click()
  await page.getByText('Guardado.').waitFor()

  expect(await inState('checking')).toBe(open)
  for (const at of [0, 1]) await page.locator('input[name="id"]').nth(at).check()
  await page.getByRole('button', { name: 'Recusar as escolhidas' }).click()
  await page.getByText('2 candidaturas são recusadas').waitFor()
  await page.locator('[name="cause"]').selectOption('other')
  await page.locator('[name="reason"]').fill('Já não há lugares este mês.')
  await page.getByRole('button', { name: 'Recusar 2 candidaturas' }).click()
  await page.getByText('Guardado.').waitFor()
  expect([await inState('checking'), await inState('rejected')]).toEqual([open - 2, rejected + 2])
  await context.close()
})

test('of the ticked drivers those who can be invited are, and a page first says who they are', async () => {
  const { page, context } = await office(false)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/admin/drivers')
  // On a phone the link of a row lies over all of it, but not over its tick.
  await page.locator('input[name="id"]').first().check({ timeout: 5000 })
  await page.locator('input[name="all"]').check()
  await page.getByRole('button', { name: 'Convidar os escolhidos' }).click()
  await page.getByRole('heading', { level: 1, name: 'Convidar motoristas' }).waitFor()
  const asked = await page.locator('input[name="ids[]"]').count()
  expect(asked).toBeGreaterThan(1)
  await page.getByText(`${asked} motoristas recebem um convite por e-mail`).waitFor()
  await page.getByRole('button', { name: `Convidar ${asked} motoristas` }).click()
  await page.getByText(`${asked} convites feitos.`).waitFor()
  const again = await page.goto('/admin/drivers/together/invitation')
  expect(again?.status()).toBe(200)
  await page.getByText('Não escolheu ninguém').waitFor()
  await context.close()
})

test('a list of drivers is looked at in folds, opened line by line, and saved as it was shown', async () => {
  const { page, context } = await office(false)
  const names = Array.from({ length: 14 }, (_, at) => `Lista Prova ${String.fromCodePoint(65 + at)}`)
  const lines = names.map((name, at) => `${name}\tlista${at}@exemplo.pt\t9100000${String(at).padStart(2, '0')}`)
  await page.goto('/admin/drivers/list')
  await page.getByRole('textbox').fill(['Nome\tE-mail\tTelemóvel', ...lines].join('\n'))
  await page.getByRole('button', { name: 'Ver o que muda' }).click()
  const fold = page.locator('details', { hasText: '14 motoristas sem dúvidas' }).first()
  const last = fold.locator('details', { hasText: names.at(-1)! })
  expect(await last.isVisible()).toBe(false)
  await fold.locator('summary').first().click()
  await last.locator('summary').click()
  await last.getByText('lista13@exemplo.pt').waitFor()
  await page.getByRole('button', { name: 'Guardar 14 linhas' }).click()
  await page.getByText('Lista guardada.').waitFor()
  await page.goto(`/admin/drivers?${new URLSearchParams({ q: 'Lista Prova' })}`)
  await page
    .getByRole('link', { name: names.at(-1)! })
    .first()
    .waitFor()

  // A driver who is known by now is not new: the same list changes nobody.
  await page.goto('/admin/drivers/list')
  await page.getByRole('textbox').fill(['Nome\tE-mail\tTelemóvel', lines[0]].join('\n'))
  await page.getByRole('button', { name: 'Ver o que muda' }).click()
  expect(await page.getByText('Motorista novo').count()).toBe(0)
  await context.close()
})

test('a list of drivers from a file is saved as it was shown, whatever its line ends', async () => {
  const { page, context } = await office(false)
  const text = 'Nome;E-mail\nLista Ficheiro Um;ficheiro1@exemplo.pt\nLista Ficheiro Dois;ficheiro2@exemplo.pt\n'
  await page.goto('/admin/drivers/list')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'motoristas.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await page.getByRole('button', { name: 'Ver o que muda' }).click()
  await page.getByRole('button', { name: 'Guardar 2 linhas' }).click()
  await page.getByText('Lista guardada.').waitFor()
  await context.close()
})

test('a list of cars is refused by its cell, saved as it was shown, and taken back', async () => {
  const { page, context } = await office(false)
  const text = (day: string) =>
    `Matrícula\tMarca\tModelo\tSeguro até\nXA-01-LX\tToyota\tCorolla\t${day}\nXA-02-LX\tRenault\tZoe\t30/06/2027`
  await page.goto('/admin/vehicles/list')
  await page.getByRole('textbox').fill(text('31/02/2027'))
  await page.getByRole('button', { name: 'Ver o que muda' }).click()
  await page.getByText('a data «31/02/2027» não se percebe').waitFor()
  await page.getByRole('textbox').fill(text('28/02/2027'))
  await page.getByRole('button', { name: 'Ver outra vez' }).click()
  await page.getByText('2 viaturas sem dúvidas').waitFor()
  await page.getByRole('button', { name: 'Guardar 2 linhas' }).click()
  await page.getByText('2 viaturas criadas').first().waitFor()
  const taken = page.url()
  await page.goto(`/admin/vehicles?${new URLSearchParams({ q: 'XA-01-LX' })}`)
  await page.getByRole('link', { name: 'XA-01-LX' }).first().waitFor()
  await page.goto(taken)
  await page.getByRole('link', { name: 'Retirar esta lista' }).click()
  await page.getByText('2 viaturas criadas pela lista desaparecem.').waitFor()
  await page.getByRole('button', { name: 'Retirar' }).last().click()
  await page.getByText('Lista retirada').waitFor()
  await page.goto(`/admin/vehicles?${new URLSearchParams({ q: 'XA-01-LX' })}`)
  expect(await page.getByRole('link', { name: 'XA-01-LX' }).count()).toBe(0)
  await context.close()
})
