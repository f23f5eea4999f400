import { afterAll, beforeAll, expect, test } from 'vitest'
import { withoutLanguage } from '#messages/language.ts'
import { isGuide, PUBLIC_PAGES } from '#web/public-pages.ts'
import { copyOf } from './prepared.ts'
import { type Site, startSite } from './site.ts'

const ADDRESS = 'http://localhost'
let site: Site
beforeAll(async () => {
  site = await startSite(copyOf('nothing'), { VOLANTE_MODE: '', PUBLIC_URL: ADDRESS })
})
afterAll(() => site.stop())

test('before the company is set up the site shows no invented data, is not indexed and takes no applications', async () => {
  const pages = PUBLIC_PAGES.filter((page) => page !== '/login')
  for (const path of pages.flatMap((page) => [page, `/en${page}`])) {
    const answer = await fetch(site.url + path.replace(/\/$/, ''))
    const html = await answer.text()
    expect([path, answer.status, answer.headers.get('x-robots-tag')]).toEqual([path, 200, 'noindex, nofollow'])
    expect(html).toContain('<meta name="robots" content="noindex, nofollow"/>')
    // The guide is about the program: somebody who prepares the site reads it.
    expect(/Este site ainda está a ser preparado|This site is still being prepared/.test(html), path).toBe(
      !isGuide(withoutLanguage(path)),
    )
    expect(html).not.toMatch(/application\/ld\+json|NIPC \d|tel:|mailto:|facebook\.com|Empresa de Exemplo/)
  }
  expect(await (await fetch(`${site.url}/robots.txt`)).text()).toBe('User-agent: *\nDisallow: /\n')
  expect(await (await fetch(`${site.url}/sitemap.xml`)).text()).not.toContain('<loc>')

  // Send an application.
  const sent = await fetch(`${site.url}/signup/person`, {
    method: 'POST',
    headers: { origin: ADDRESS },
    body: new URLSearchParams({
      name: 'Alguém',
      email: 'alguem@example.org',
      phone: '912345678',
      municipality: '',
      regime: 'slot',
    }),
  })
  expect(sent.status).toBe(409)
  // People who work here sign in as usual.
  expect(await (await fetch(`${site.url}/login`)).text()).toContain('type="password"')
})
