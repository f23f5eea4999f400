import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SIDES } from '../src/domain/inspection.ts'
import { monday, readWeek } from '../src/domain/week.ts'
import { startDemonstration } from './demonstration.ts'
import { settled } from './prepared.ts'
import { type Site, closeBrowser, person } from './site.ts'
import { expectAccessible } from './accessible.ts'

/**
 * A hand-over recorded next to the car: on a phone, without a network, without a script; and whose amounts move when it
 * was recorded wrongly.
 */
let site: Site
let picture: Buffer
beforeAll(async () => {
  site = await startDemonstration()
  picture = await sharp({ create: { width: 2_600, height: 1_950, channels: 3, background: '#557755' } })
    .jpeg()
    .toBuffer()
})
afterAll(async () => {
  await closeBrowser()
  await site.stop()
})

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true }

async function office(options: Parameters<typeof person>[1] = PHONE) {
  const { page, context } = await person(site, options)
  await enter(page, 'admin')
  return { page, context }
}

async function enter(page: Page, who: 'admin' | 'driver'): Promise<void> {
  const known = JSON.parse(readFileSync(join(site.data, 'demo', 'sign-ins.json'), 'utf8'))
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(known[`${who}Email`])
  await page.getByLabel('Palavra-passe').fill(known[`${who}Password`])
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL(who === 'admin' ? '**/admin**' : '**/dashboard**')
}

/** The hand-overs of a car of the demonstration. */
async function openCar(page: Page, plate: string): Promise<string> {
  await page.goto('/admin/vehicles')
  await page.getByRole('link', { name: plate }).first().click()
  await page.waitForURL(/\/vehicles\/[0-9a-f-]{36}/)
  return `${new URL(page.url()).pathname}/inspections`
}

async function fill(page: Page, driver: string, kilometres: string, photos: number): Promise<void> {
  const chosen = page.getByLabel('Motorista', { exact: true })
  // After the name stands the reason why somebody may not drive.
  const value = await chosen.locator('option', { hasText: driver }).getAttribute('value')
  await chosen.selectOption(value)
  await page.getByLabel('Quilómetros no conta-quilómetros').fill(kilometres)
  for (const [index, side] of SIDES.entries()) {
    if (index < photos)
      await page
        .locator(`input[name="photo-${side}"]`)
        .setInputFiles({ name: `IMG_${index}.jpg`, mimeType: 'image/jpeg', buffer: picture })
    else {
      const reason = page.locator(`input[name="missing-${side}"]`)
      await reason.evaluate((field) => field.closest('details')?.setAttribute('open', ''))
      await reason.fill('chovia')
    }
  }
  await page.getByLabel('Documentos da viatura').check()
  await page.getByLabel('Pelo escritório, nome de quem entrega ou recebe').fill('Helena Matos')
  await page.getByLabel('Nome do motorista, como assinatura').fill('Hélder Monteiro')
}

const handOvers = (page: Page) => page.getByRole('list', { name: 'Entregas e devoluções' }).getByRole('listitem')

test('a hand-over made without a network waits on the phone and arrives once, when the network is back', async () => {
  const { page, context } = await office()
  const list = await openCar(page, 'ZX-61-DP')
  await page.goto(`${list}/new?kind=out`)
  // Wait until the scripts have come and the islands work.
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await fill(page, 'Hélder Monteiro (M9)', '88000', 3)

  // Mark a damage on the drawing with a finger, and sign.
  const drawing = page.getByRole('img', { name: 'Desenho da viatura vista de cima' })
  await drawing.scrollIntoViewIfNeeded()
  const { width, height } = (await drawing.boundingBox())!
  await drawing.click({ position: { x: width * 0.42, y: height * 0.12 } })
  expect(await page.locator('select[name="damagePart[]"]').first().inputValue()).toBe('door-front-left')
  const pad = page.getByRole('img', { name: 'Assinatura do motorista' })
  await pad.scrollIntoViewIfNeeded()
  const place = (await pad.boundingBox())!
  await page.mouse.move(place.x + 20, place.y + 40)
  await page.mouse.down()
  await page.mouse.move(place.x + 120, place.y + 90, { steps: 8 })
  await page.mouse.up()

  await page.getByRole('button', { name: 'Registar entrega' }).click()
  await page.getByText('Guardado neste telemóvel').waitFor()
  // Another phone shows nothing of it yet.
  const other = await office()
  await other.page.goto(list)
  expect(await handOvers(other.page).count()).toBe(0)

  // Lose the first answer: the phone does not know that the form arrived, and sends it again.
  let sent = 0
  await context.route('**/handover?kind=out', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    sent += 1
    if (sent > 1) return route.continue()
    await route.fetch({ maxRedirects: 0 })
    await route.abort('connectionreset')
  })
  await context.setOffline(false)
  await expect.poll(() => sent, { timeout: 90_000, interval: 500 }).toBeGreaterThan(1)
  await expect
    .poll(() => page.evaluate(() => localStorage.getItem('volante-outbox')), { timeout: 60_000, interval: 500 })
    .toBeNull()

  // A person who still looks at the form is led to the record that it made.
  await page.waitForURL(/\/inspections\/[0-9a-f-]{36}/)
  await page.goto(list)
  expect(await handOvers(page).count()).toBe(1)
  await page.getByRole('link', { name: 'Entrega: Hélder Monteiro' }).click()
  await page.getByText('88 000').or(page.getByText('88.000')).first().waitFor()
  expect(await page.getByRole('img', { name: /^Agora: / }).count()).toBe(3)
  expect(await page.getByText('Sem fotografia: chovia').count()).toBe(SIDES.length - 3)
  await page.getByText('Risco: porta esquerda da frente').first().waitFor()
  await page.getByRole('link', { name: 'ver assinatura' }).waitFor()
  // Whoever took it has it, and whoever had it has it no longer.
  await page.getByText('com Hélder Monteiro').first().waitFor()
  await expectAccessible(page, '', 'all')
  await context.close()
  await other.context.close()
}, 240_000)

test('what waits on a phone is sent by the account that filled it in, and what is refused stays with its reason', async () => {
  const { page, context } = await office()
  const list = await openCar(page, 'ZX-61-DP')
  await page.goto(`${list}/new?kind=out`)
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await fill(page, 'Hélder Monteiro (M9)', '', 0)
  // Switch off the page's own checks: the server makes them once nobody is at the form any more.
  await page.locator('form[data-outbox]').evaluate((form: HTMLFormElement) => (form.noValidate = true))
  await page.getByRole('button', { name: 'Registar entrega' }).click()
  await page.getByText('Guardado neste telemóvel').waitFor()
  const waits = () => page.evaluate(() => localStorage.getItem('volante-outbox') !== null)

  await context.clearCookies()
  await context.setOffline(false)
  const form = page.url().replace(site.url, '')
  await page.getByText('Entre com a conta em que o escreveu').waitFor({ timeout: 60_000 })
  await page.getByRole('link', { name: 'Entrar', exact: true }).click()
  await page.waitForURL((url) => url.pathname === '/login' && url.searchParams.get('next') === form)
  await enter(page, 'driver')
  await page.waitForLoadState('networkidle')
  expect(await waits()).toBe(true)
  await context.clearCookies()
  await enter(page, 'admin')
  await page.goto(list)
  await page.getByText('Não foi aceite. ').waitFor({ timeout: 60_000 })
  expect(await handOvers(page).count()).toBe(1)
  await page.getByRole('button', { name: 'Apagar deste telemóvel' }).click()
  await expect.poll(waits).toBe(false)
  await context.close()
}, 240_000)

test('what is missing stands beside its field, each reason once above, and the photos that were taken stay', async () => {
  const { page, context } = await office()
  const list = await openCar(page, 'ZX-61-DP')
  await page.goto(`${list.replace(/inspections$/, 'handover')}?kind=out`)
  await page.waitForLoadState('networkidle')
  await fill(page, 'Hélder Monteiro (M9)', '99000', 2)
  for (const side of SIDES.slice(2)) await page.locator(`input[name="missing-${side}"]`).fill('')
  await page.getByRole('button', { name: 'Registar entrega' }).click()
  const said = page.getByText('Não foi aceite. ')
  await said.waitFor({ timeout: 60_000 })
  expect(await said.textContent()).not.toContain('Falta a fotografia')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe(`photo-${SIDES[2]}`)
  const wrong = page.locator('input[type=file][aria-invalid=true]')
  expect(await wrong.count()).toBe(SIDES.length - 2)
  for (const field of await wrong.all()) {
    const described = await field.getAttribute('aria-describedby')
    const error = page.locator(`[id="${described?.split(' ').at(-1)}"]`)
    expect(await error.innerText()).toBe('Falta a fotografia, ou o motivo.')
  }
  expect(
    await page.locator('input[name="photo-front"]').evaluate((field: HTMLInputElement) => field.files?.length),
  ).toBe(1)
  await expectAccessible(page, '', 'all')
  await context.close()
}, 240_000)

test('the same without a script: names are typed, a damage is chosen from the list, and the form says what is missing', async () => {
  const { page, context } = await office({ ...PHONE, javaScriptEnabled: false })
  const list = await openCar(page, 'ZX-07-SV')
  await page.goto(`${list}/new?kind=in`)
  expect((await page.getByLabel('Motorista', { exact: true }).inputValue()).length).toBe(36)
  await page.getByLabel('Quilómetros no conta-quilómetros').fill('88900')
  await page.getByLabel('Pelo escritório, nome de quem entrega ou recebe').fill('Helena Matos')
  await page.getByRole('button', { name: 'Registar devolução' }).click()
  await page.getByText('Falta a fotografia, ou o motivo.').first().waitFor()
  await page.getByText('Assine, ou diga porque não assinou.').waitFor()

  for (const side of SIDES) await page.locator(`input[name="missing-${side}"]`).fill('sem luz')
  await page.getByLabel('Recusou assinar? Diga porquê').fill('Saiu à pressa')
  await page.locator('select[name="damageType[]"]').first().selectOption('dent')
  await page.locator('select[name="damagePart[]"]').first().selectOption('roof')
  await page.getByRole('button', { name: 'Registar devolução' }).click()
  await page.waitForURL(/done=recorded/)
  await page.getByText('Saiu à pressa').waitFor()
  await page.getByText('Amolgadela: tejadilho').first().waitFor()
  await page.getByText('sem motorista agora').waitFor()
  await context.close()
}, 120_000)

test('who moves is seen before a period is corrected, and the calendar leads there', async () => {
  const { page, context } = await office({ viewport: { width: 1_280, height: 900 } })
  await page.goto('/admin/vehicles/calendar')
  await expectAccessible(page, '', 'all')
  const list = await openCar(page, 'ZX-12-AD')
  await page.goto(list.replace('inspections', 'drivers'))
  await page.getByRole('link', { name: /^Corrigir: Adriana/ }).click()
  // The Thursday of a week whose statements are paid, whatever day it is today.
  const day = monday(readWeek(settled())).add({ days: 3 })
  await page.getByLabel('Até ao dia').fill(day.toString())
  await page.getByRole('button', { name: 'Ver quem muda' }).click()
  await page.getByRole('heading', { name: 'Quem muda' }).waitFor()
  expect(await page.getByText('acerto proposto').count()).toBeGreaterThan(0)
  // The preview has saved nothing yet.
  await page.getByText('com Adriana Lopes').waitFor()
  await page.getByRole('button', { name: 'Guardar período' }).click()
  await page.waitForURL(/done=saved/)
  await page.getByText('sem motorista agora').waitFor()
  await context.close()
}, 120_000)
