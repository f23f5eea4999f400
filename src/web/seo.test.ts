import { afterEach, expect, test } from 'vitest'
import { CHAPTERS } from '#features/search/guide/schema.ts'
import { defaultBrand } from '#messages/brand.ts'
import { en } from '#messages/en.ts'
import { pt } from '#messages/pt.ts'
import { translator } from '#messages/translate.ts'
import { registerMessages } from './i18n.tsx'
import { PUBLIC_PAGES } from './public-pages.ts'
import {
  alternates,
  canonicalAddress,
  setTitleName,
  pageTitle,
  pathOf,
  SEO_PAGES,
  seoMeta,
  structuredData,
} from './seo.tsx'

registerMessages('pt', pt)
registerMessages('en', en)
afterEach(() => setTitleName({ name: 'Volante' }))

const described = {
  origin: 'https://volante.example',
  language: 'pt',
  pageName: 'Sobre nós',
  description: 'x',
  brand: { ...defaultBrand(translator('pt')), isSet: true, phoneHref: '+351912345678' },
} as const

const types = (path: string) => structuredData({ ...described, path })['@graph'].map((node) => node['@type'])

test('page title format: "{title} - product name"', () => {
  expect(pageTitle('Semana 23')).toEqual([{ title: 'Semana 23 - Volante' }])
  expect(seoMeta('/about')[0]).toEqual({ title: 'Sobre nós - Volante' })
  expect(seoMeta('/en/about')[0]).toEqual({ title: 'About us - Volante' })
  setTitleName({ name: 'Rota do Sul' })
  expect(seoMeta('/about')[0]).toEqual({ title: 'Sobre nós - Rota do Sul' })
})

test('titles and descriptions are chosen per page; any other path uses the home entry', () => {
  const titles = SEO_PAGES.map((page) => JSON.stringify(seoMeta(pathOf(page))))
  expect(new Set(titles).size).toBe(8)
  expect(seoMeta('/anything')).toEqual(seoMeta('/'))
  expect(seoMeta('/en/anything')).toEqual(seoMeta('/en'))
})

test('a page of the panel says its title itself, and has the rest of the home page', () => {
  const [, ...rest] = seoMeta('/')
  expect(seoMeta('/dashboard/goals')).toEqual(rest)
})

test.each(SEO_PAGES)('the title and description of %s fit where search engines show them', (page) => {
  for (const words of [pt.page.seo[page], en.page.seo[page]]) {
    expect(`${words.title} - Volante`.length).toBeLessThanOrEqual(60)
    expect(words.description.length).toBeGreaterThanOrEqual(70)
    expect(words.description.length).toBeLessThanOrEqual(155)
  }
})

test.each(CHAPTERS)('the title and description of the chapter %s fit too', (chapter) => {
  for (const words of [pt.page.guide, en.page.guide]) {
    for (const { title, lead } of [words, words.chapters[chapter]]) {
      expect(`${title} - Volante`.length).toBeLessThanOrEqual(60)
      expect(lead.length).toBeGreaterThanOrEqual(70)
      expect(lead.length).toBeLessThanOrEqual(155)
    }
  }
})

test('a chapter lies under the guide, which is a page', () => {
  const parent = { path: '/guide', name: 'Guia' }
  const graph = structuredData({ ...described, path: '/guide/monday', pageName: 'A segunda-feira', parent })['@graph']
  expect(graph[3]).toMatchObject({
    itemListElement: [
      { position: 1, item: 'https://volante.example/' },
      { position: 2, name: 'Guia', item: 'https://volante.example/guide' },
      { position: 3, name: 'A segunda-feira', item: 'https://volante.example/guide/monday' },
    ],
  })
})

test('the canonical address of a page strips /en, or is its own where SEO_CANONICAL says self', () => {
  expect(['/', '/en', '/en/about', '/about'].map((path) => canonicalAddress(path, 'spec'))).toEqual([
    ...['/', '/', '/about', '/about'],
  ])
  expect(['/', '/en', '/en/about'].map((path) => canonicalAddress(path, 'self'))).toEqual(['/', '/en', '/en/about'])
})

test('both languages of every page name the same three alternates', () => {
  for (const path of PUBLIC_PAGES) {
    const english = path === '/' ? '/en' : `/en${path}`
    expect(alternates(path)).toEqual([
      { hrefLang: 'pt-PT', href: path },
      { hrefLang: 'en-GB', href: english },
      { hrefLang: 'x-default', href: path },
    ])
    expect(alternates(english)).toEqual(alternates(path))
  }
})

test('the web page’s type is chosen from the first path segment', () => {
  expect(types('/about')).toContain('AboutPage')
  expect(types('/contact')).toContain('ContactPage')
  expect(types('/drivers')).toContain('CollectionPage')
  expect(types('/')).toEqual(['Organization', 'WebSite', 'WebPage', 'BreadcrumbList'])
})

test('a Service entry of type TVDE appears for "para" and "services" with a second segment', () => {
  for (const segment of ['para', 'services']) {
    const { '@graph': graph } = structuredData({ ...described, path: `/${segment}/tvde` })
    expect(graph.at(-1)).toMatchObject({ '@type': 'Service', serviceType: 'TVDE' })
    expect(types(`/${segment}`)).not.toContain('Service')
  }
  expect(types('/about/tvde')).not.toContain('Service')
})

test('the organisation has name, url, logo of 500 × 500 and a customer-service contact for Portugal in both languages', () => {
  const [organisation] = structuredData({ ...described, path: '/' })['@graph']
  expect(organisation).toMatchObject({
    name: 'Volante',
    url: 'https://volante.example',
    logo: { url: 'https://volante.example/logo-500.png', width: 500, height: 500 },
    contactPoint: {
      contactType: 'customer service',
      areaServed: 'PT',
      availableLanguage: ['pt-PT', 'en-GB'],
    },
  })
})

test('the breadcrumbs lead from the home page to this one', () => {
  const graph = structuredData({ ...described, path: '/about', language: 'en', pageName: 'About us' })['@graph']
  expect(graph[3]).toMatchObject({
    itemListElement: [
      { position: 1, name: 'Volante', item: 'https://volante.example/en' },
      { position: 2, name: 'About us', item: 'https://volante.example/en/about' },
    ],
  })
})

test('the organisation says its number and its address as far as they are known, and no more', () => {
  const organisation = (brand: Partial<typeof described.brand>) =>
    structuredData({ ...described, brand: { ...described.brand, ...brand }, path: '/' })['@graph'][0]
  expect(organisation({ taxNumber: '509 990 000', address: ['Rua Um, 2', '1000-000 Lisboa'] })).toMatchObject({
    vatID: 'PT509990000',
    address: { streetAddress: 'Rua Um, 2', postalCode: '1000-000', addressLocality: 'Lisboa', addressCountry: 'PT' },
  })
  const unknown = organisation({ taxNumber: '12', address: [] })
  expect(unknown).not.toHaveProperty('vatID')
  expect(unknown).not.toHaveProperty('address')
})

test('a breadcrumb leads through no part of an address that is no page', () => {
  const graph = structuredData({ ...described, path: '/legal/privacy', pageName: 'Privacidade' })['@graph']
  expect(graph[3]).toMatchObject({
    itemListElement: [
      { position: 1, item: 'https://volante.example/' },
      { position: 2, name: 'Privacidade', item: 'https://volante.example/legal/privacy' },
    ],
  })
})

test('the pages for drivers and for companies are services', () => {
  for (const path of ['/para/motoristas', '/para/empresas']) expect(types(path)).toContain('Service')
})
