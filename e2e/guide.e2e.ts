import { afterAll, beforeAll, expect, test } from 'vitest'
import { CHAPTERS } from '#features/search/guide/schema.ts'
import { openDemonstration, signedInAs } from './demonstration.ts'
import { DESKTOP, PHONE, type Site, closeBrowser, person } from './site.ts'

/** The guide as people come to it: by its address without script, from a page of the office, and by what they type. */
let site: Site
beforeAll(async () => {
  site = await openDemonstration()
})
afterAll(closeBrowser)

test('every chapter is read in both languages, its pictures are there, and nothing is wider than a phone', async () => {
  const { page, context, refused } = await person(site, PHONE)
  for (const chapter of CHAPTERS) {
    for (const path of [`/guide/${chapter}`, `/en/guide/${chapter}`]) {
      const answer = await page.goto(path)
      expect([path, answer?.status()]).toEqual([path, 200])
      const pictures = await page.locator('figure img').evaluateAll((all) => all.map((one) => one.getAttribute('src')!))
      for (const address of pictures) {
        const { status, headers } = await fetch(site.url + address)
        expect([address, status, headers.get('content-type')]).toEqual([address, 200, 'image/webp'])
      }
      const wider = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect([path, wider]).toEqual([path, 0])
    }
  }
  await context.close()
  expect(refused).toEqual([])
  expect((await fetch(`${site.url}/guide/nowhere`)).status).toBe(404)
})

test('without script the guide is searched by its address, and what is typed with a slip is found', async () => {
  const { page, context } = await person(site, { ...DESKTOP, javaScriptEnabled: false })
  await page.goto('/guide')
  await page.getByRole('main').getByRole('searchbox').fill('caucao')
  await page.getByRole('main').getByRole('button', { name: 'Procurar' }).click()
  expect(new URL(page.url()).search).toBe('?q=caucao')
  await page.getByRole('link', { name: 'Devolver a caução', exact: true }).click()
  expect(page.url()).toMatch(/\/guide\/leaving#deposit$/)
  await page.goto('/en/guide?q=zzzqq')
  await page.getByText('Nothing found for “zzzqq”').waitFor()
  await page.goto('/guide?q=portgaens')
  await page.getByText('Nada está escrito assim').waitFor()
  await context.close()
})

test('a page of the office leads to its section, by keyboard too and not on paper; the palette finds sections', async () => {
  const { page, context } = await signedInAs(site, 'admin', DESKTOP)
  await page.goto('/admin/vehicles/fines')
  const link = page.getByRole('main').getByRole('link', { name: 'Guia: Viaturas: entregar e receber' })
  expect(await link.count()).toBe(1)
  await page.emulateMedia({ media: 'print' })
  expect(await link.isVisible()).toBe(false)
  await page.emulateMedia({ media: 'screen' })
  await link.focus()
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/guide\/cars#fine$/)
  expect(await page.getByRole('heading', { name: 'Uma multa' }).isVisible()).toBe(true)

  const found = (await (await context.request.get('/admin/search/found?q=caução')).json()) as { to: string }[]
  expect(found.map(({ to }) => to)).toContain('/guide/leaving#deposit')
  await page.goto('/admin/search?q=caução')
  await page.getByRole('heading', { name: 'Guia do escritório' }).waitFor()
  await context.close()
})
