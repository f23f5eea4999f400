import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedInAs, startDemonstration } from './demonstration.ts'
import { type Site, DESKTOP, PHONE, closeBrowser, person } from './site.ts'
import { pdfBytes } from '#test/papers.ts'

/** From the first question on the site to a driver of the fleet, and the barriers against programs. */
let site: Site
beforeAll(async () => {
  site = await startDemonstration()
})
afterAll(async () => {
  await closeBrowser()
  await site.stop()
})

/** No person fills in a form in less time. */
const reading = (page: Page) => page.waitForTimeout(2_100)

async function fillPerson(page: Page, { name, email, phone }: { name: string; email: string; phone: string }) {
  await page.locator('[name="name"]').fill(name)
  await page.locator('[name="email"]').fill(email)
  await page.locator('[name="phone"]').fill(phone)
  await reading(page)
}

const office = (options = DESKTOP) => signedInAs(site, 'admin', options)

test('on a phone without JavaScript, in Portuguese: own car, a reload half-way, a paper, sent and followed', async () => {
  const { page, context } = await person(site, { ...PHONE, javaScriptEnabled: false })
  await page.goto('/r/rui-valadas')
  expect(new URL(page.url()).pathname).toBe('/signup')
  await page.getByRole('link', { name: /Com a minha/ }).click()
  expect(await page.getByText('Por indicação de rui-valadas.').count()).toBe(1)
  await fillPerson(page, { name: 'Ana Sá Pinto', email: 'ana.sa@example.org', phone: '912 345 678' })
  await page.getByRole('button', { name: 'Guardar e continuar' }).click()

  await page.getByRole('heading', { level: 1, name: 'Carta e certificado' }).waitFor()
  await page.locator('[name="licenceYear"]').fill('2015')
  await page.getByLabel('Já tenho').check()
  await page.locator('[name="nif"]').fill('123 456 788')
  await page.getByRole('button', { name: 'Guardar e continuar' }).click()
  expect(await page.locator('[id$="nif-error"]').textContent()).toContain('NIF')
  expect(await page.locator('[name="nif"]').inputValue()).toBe('123 456 788')
  await page.locator('[name="nif"]').fill('123 456 789')
  await page.getByRole('button', { name: 'Guardar e continuar' }).click()

  await page.locator('[name="make"]').fill('Dacia')
  await page.locator('[name="model"]').fill('Jogger')
  await page.locator('[name="plate"]').fill('ab12cd')
  await page.locator('[name="year"]').fill('2022')
  await page.getByRole('button', { name: 'Guardar e continuar' }).click()

  await page.getByRole('heading', { level: 1, name: 'Documentos' }).waitFor()
  // The address alone leads back to what was written.
  const link = page.url()
  await page.goto('/about')
  await page.goto(link)
  await page.reload()
  await page.locator('[name="kind"]').selectOption('licence')
  await page
    .locator('[name="file"]')
    .setInputFiles({ name: 'carta.pdf', mimeType: 'application/pdf', buffer: Buffer.from(pdfBytes()) })
  await page.getByRole('button', { name: 'Juntar documento' }).click()
  await page.getByText('carta.pdf').waitFor()
  await page.getByRole('link', { name: 'Guardar e continuar' }).click()

  await page.getByText('AB-12-CD').waitFor()
  await page.locator('[name="accept"]').check()
  await page.getByRole('button', { name: 'Enviar candidatura' }).click()
  await page.getByText('Candidatura enviada').waitFor()
  expect(await page.locator('[aria-current="step"]').textContent()).toContain('Recebida')
  // Back from here, nobody reads that the application still has to be sent.
  await page.goto(link.replace('/documents', '/review'))
  expect(new URL(page.url()).pathname).toBe('/signup/state')
  await context.close()
})

test('with JavaScript, in English, the same person again: nothing tells that somebody is known', async () => {
  const { page, context, refused } = await person(site, DESKTOP)
  await page.goto('/en/signup')
  await page.getByRole('link', { name: /One of the fleet/ }).click()
  await fillPerson(page, { name: 'Ana Pinto', email: 'Ana.Sa@example.org', phone: '+351 912 345 678' })
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.locator('[name="licenceYear"]').fill('2015')
  await page.getByLabel('Not yet').check()
  await page.getByRole('button', { name: 'Save and continue' }).click()
  await page.getByRole('link', { name: 'Continue without documents' }).click()
  await page.getByRole('button', { name: 'Send application' }).waitFor()
  await page.locator('[name="accept"]').check()
  await page.getByRole('button', { name: 'Send application' }).click()
  await page.getByText('Application sent').waitFor()
  expect(new URL(page.url()).pathname).toBe('/en/signup/state')
  expect(await page.getByRole('main').textContent()).not.toMatch(/\bknown|duplicate|another application/i)
  await page.getByText('The office does not have these documents yet:').waitFor()
  expect(refused).toEqual([])
  await context.close()
})

test('the office sees both, that they may be one person, and makes one a driver and says no to the other', async () => {
  const { page, context } = await office()
  await page.goto('/admin')
  // Three matters are shown in full; each other area is a line that opens.
  await page.getByText('6 candidaturas por decidir').waitFor({ state: 'attached' })
  await page.goto('/admin/recruitment/list?source=referral')
  await page.getByRole('link', { name: 'Ana Sá Pinto' }).click()
  await page.getByText('Pode ser a mesma pessoa').waitFor()
  expect(await page.getByText('mesmo e-mail, mesmo telemóvel').count()).toBe(1)
  await page.getByRole('link', { name: 'Pedir o que falta' }).waitFor()
  const paper = page.waitForEvent('download')
  await page.getByRole('link', { name: 'carta.pdf' }).click()
  expect((await paper).suggestedFilename()).toBe('carta.pdf')
  await page.locator('[name="stage"]').selectOption({ label: 'Em análise' })
  await page.locator('[name="text"]').fill('Documentos vistos.')
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByText('Documentos vistos.').waitFor()
  await page.getByRole('link', { name: 'Aprovar candidatura' }).click()
  await page.getByRole('button', { name: 'Aprovar e convidar' }).click()
  await page.getByText('A candidatura está aprovada.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Ana Sá Pinto' }).last().click()
  await page.waitForURL(/\/admin\/drivers\/[0-9a-f-]{36}/)
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Ana Sá Pinto')

  await page.goto('/admin/recruitment/list?view=received')
  await page.getByRole('link', { name: 'Ana Pinto' }).click()
  await page.getByRole('link', { name: 'Recusar candidatura' }).click()
  await page.locator('[name="cause"]').selectOption('other')
  await page.locator('[name="reason"]').fill('Já tem candidatura aprovada.')
  await page.getByRole('button', { name: 'Recusar candidatura' }).click()
  await page.getByText('Já tem candidatura aprovada.').waitFor()
  await context.close()
})

test('on a phone without JavaScript the board moves an application along', async () => {
  const { page, context } = await office({ ...PHONE, javaScriptEnabled: false })
  await page.goto('/admin/recruitment')
  const column = (state: string) => page.getByRole('region', { name: state })
  const card = column('Recebida').getByRole('listitem').filter({ hasText: 'Marta Figueira' })
  expect(await card.textContent()).toContain('Falta: Identificação, Comprovativo de IBAN')
  await card.getByText('Mover').click()
  await card.getByRole('button', { name: 'Em conversa' }).click()
  await column('Em conversa').getByRole('link', { name: 'Marta Figueira' }).waitFor()
  expect(await column('Recebida').getByRole('link', { name: 'Marta Figueira' }).count()).toBe(0)
  await context.close()
})

test('a card is dragged to another column, and goes on by keys; who moved it meanwhile is told', async () => {
  const [{ page, context }, other] = [await office(), await office()]
  await page.goto('/admin/recruitment')
  await other.page.goto('/admin/recruitment')
  const column = (state: string, on = page) => on.getByRole('region', { name: state })
  await page.getByRole('listitem').filter({ hasText: 'Tiago Bastos' }).dragTo(column('Em análise').locator('ol'))
  await column('Em análise').getByRole('link', { name: 'Tiago Bastos' }).waitFor()
  await page.reload()
  const names = () => column('Em análise').getByRole('heading', { level: 3 }).getByRole('link').allTextContents()
  expect((await names()).toSorted()).toEqual(['Dmytro Kovalenko', 'Leonor Cruz', 'Tiago Bastos'])

  await page.getByRole('link', { name: 'Tiago Bastos' }).focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await column('Em conversa').getByRole('link', { name: 'Tiago Bastos' }).waitFor()
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Tiago Bastos')

  const stale = column('Em conversa', other.page).getByRole('listitem').filter({ hasText: 'Marta Figueira' })
  await page.getByRole('link', { name: 'Marta Figueira' }).focus()
  await page.keyboard.press('Shift+ArrowRight')
  await column('Em análise').getByRole('link', { name: 'Marta Figueira' }).waitFor()
  await stale.getByText('Mover').click()
  await stale.getByRole('button', { name: 'Recebida' }).click()
  await other.page.getByText('Alguém moveu entretanto a candidatura de Marta Figueira').waitFor()
  await column('Em análise', other.page).getByRole('link', { name: 'Marta Figueira' }).waitFor()
  await Promise.all([context.close(), other.context.close()])
})

test('a message gets its answer on the screen, and the office its list', async () => {
  const { page, context } = await person(site, { ...PHONE, javaScriptEnabled: false })
  await page.goto('/contact')
  await page.getByRole('link', { name: /Um extrato/ }).click()
  await fillPerson(page, { name: 'Rui Sá', email: 'rui.sa@example.org', phone: '' })
  await page.locator('[name="text"]').fill('Semana 47, portagens: uma passagem não é minha.')
  await page.getByRole('button', { name: 'Enviar mensagem' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mensagem recebida' }).waitFor()
  await context.close()

  const desk = await office()
  await desk.page.goto('/admin/recruitment/messages')
  const message = desk.page.getByRole('listitem').filter({ has: desk.page.getByRole('heading', { name: 'Rui Sá' }) })
  await message.getByText('uma passagem não é minha').waitFor()
  await message.getByRole('button', { name: 'Marcar como respondida' }).click()
  await message.getByText('Respondida por').waitFor()
  await desk.context.close()
})

test('programs are stopped: too quick, the hidden field, no stamp, too many from one address', async () => {
  const form = { topic: 'other', name: 'Robô', email: 'robo@example.org', phone: '', text: 'Compre já, muito barato.' }
  const send = (fields: Record<string, string>) =>
    fetch(`${site.url}/contact/message`, {
      method: 'POST',
      redirect: 'manual',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ ...form, ...fields }),
    })
  const newStamp = async () =>
    /name="stamp" value="([^"]+)"/.exec(await (await fetch(`${site.url}/contact/message`)).text())![1]!
  // On a busy machine even a program can take as long as a person, which proves nothing: try again.
  let began = 0
  let stamp = ''
  let tooQuick = 0
  do {
    began = performance.now()
    stamp = await newStamp()
    tooQuick = (await send({ stamp })).status
  } while (performance.now() - began > 1_500)
  expect(tooQuick).toBe(422)
  expect((await send({})).status).toBe(422)
  await new Promise((resolve) => setTimeout(resolve, 2_100))
  expect((await send({ stamp, website: 'https://spam.example' })).status).toBe(422)
  const answers: number[] = []
  for (let one = 0; one < 8; one++) answers.push((await send({ stamp })).status)
  expect(answers.slice(0, 5)).toEqual([303, 303, 303, 303, 303])
  expect(answers.at(-1)).toBe(429)
  const last = await send({ stamp })
  expect(Number(last.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await last.text()).toContain('Compre já')
})

test('the simulator works without JavaScript, keeps what was typed, and never lets its address into the kept pages', async () => {
  const { page, context } = await person(site, { ...DESKTOP, javaScriptEnabled: false })
  await page.goto('/drivers')
  await page.locator('[name="uber"]').fill('1000')
  await page.locator('[name="bolt"]').fill('')
  await page.locator('[name="fuel"]').fill('')
  await page.locator('[name="tolls"]').fill('')
  await page.getByRole('button', { name: 'Fazer as contas' }).click()
  // 764,20 paid (23,58 % kept), 56,60 of VAT (6/106), 4 % of 707,60, rent.
  expect(await page.locator('#simulator').textContent()).toContain('409,30')
  await page.getByRole('button', { name: /Viatura própria/ }).click()
  expect(await page.locator('#simulator').textContent()).toContain('682,60')
  const address = page.url()
  expect((await fetch(address)).headers.get('x-robots-tag')).toContain('noindex')
  expect(await (await fetch(`${site.url}/drivers`)).text()).not.toContain('682,60')

  await page.locator('[name="uber"]').fill('mil euros')
  await page.getByRole('button', { name: 'Fazer as contas' }).click()
  expect(await page.locator('[name="uber"]').inputValue()).toBe('mil euros')
  expect(await page.locator('[id$="uber-error"]').textContent()).toContain('25,00')
  await context.close()
})

test('a private link is nobody else’s: unknown ones say so, no cache keeps one, no search engine lists one', async () => {
  for (const path of ['/signup/state', '/signup/review?code=abc', `/en/signup/state?code=${'a'.repeat(43)}`]) {
    const answer = await fetch(site.url + path)
    expect(answer.status, path).toBe(400)
    expect(await answer.text(), path).toContain('noindex')
  }
  const first = await fetch(`${site.url}/signup/person`)
  expect(first.headers.get('cache-control')).toContain('no-store')
  expect(first.headers.get('x-robots-tag')).toContain('noindex')
})

test('nobody can make a private link for somebody else to fill in: the code is created when the form is sent', async () => {
  const planted = `/signup/person?code=${'b'.repeat(43)}`
  const shown = await fetch(`${site.url}${planted}&regime=slot`, { redirect: 'manual' })
  expect([shown.status, shown.headers.get('location')]).toEqual([303, '/signup/person?regime=slot'])

  const page = await (await fetch(`${site.url}/signup/person`)).text()
  const stamp = /name="stamp" value="([^"]+)"/.exec(page)?.[1] ?? ''
  await new Promise((wait) => setTimeout(wait, 2_100))
  const said = { name: 'Vera Moita', email: 'vera.moita@example.org', phone: '912 345 671', regime: 'slot', stamp }
  const send = (path: string) =>
    fetch(site.url + path, {
      method: 'POST',
      headers: { 'sec-fetch-site': 'same-origin' },
      body: new URLSearchParams({ municipality: '', ...said }),
      redirect: 'manual',
    })
  expect((await send(planted)).headers.get('location')).not.toContain('bbb')
  expect((await fetch(`${site.url}/signup/review?code=${'b'.repeat(43)}`)).status).toBe(400)

  // Sent twice, the application is there once, under one link.
  const [once, twice] = [await send('/signup/person'), await send('/signup/person')]
  expect(once.headers.get('location')).toMatch(/^\/signup\/papers\?code=[\w-]{43}$/)
  expect(twice.headers.get('location')).toBe(once.headers.get('location'))
})
