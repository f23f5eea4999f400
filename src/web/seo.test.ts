import { expect, test } from 'vitest'
import { en } from '#messages/en.ts'
import { pt } from '#messages/pt.ts'
import { translator } from '#messages/translate.ts'
import { bringLanguage } from './i18n.tsx'
import { seoMeta, structuredData } from './seo.tsx'
import { defaultBrand } from './shell/brand.ts'

bringLanguage('pt', pt)
bringLanguage('en', en)

const described = {
  origin: 'https://volante.example',
  language: 'pt',
  title: 'Sobre nós - Volante',
  description: 'x',
  brand: defaultBrand(translator('pt')),
} as const

const types = (path: string) => structuredData({ ...described, path })['@graph'].map((node) => node['@type'])

test('titles read "{title} - Volante" and paths without words of their own use those of the home page', () => {
  expect(seoMeta('/about')[0]).toEqual({ title: 'Sobre nós - Volante' })
  expect(seoMeta('/en/about')[0]).toEqual({ title: 'About us - Volante' })
  expect(seoMeta('/dashboard/goals')).toEqual(seoMeta('/'))
})

test.each(['home', 'drivers', 'about', 'contact', 'login', 'signup'] as const)(
  'the title and description of %s fit where search engines show them',
  (page) => {
    for (const words of [pt.page.seo[page], en.page.seo[page]]) {
      expect(`${words.title} - Volante`.length).toBeLessThanOrEqual(60)
      expect(words.description.length).toBeGreaterThanOrEqual(70)
      expect(words.description.length).toBeLessThanOrEqual(155)
    }
  },
)

test('the kind of page follows the first segment, and a service needs a second', () => {
  expect(types('/about')).toContain('AboutPage')
  expect(types('/contact')).toContain('ContactPage')
  expect(types('/drivers')).toContain('CollectionPage')
  expect(types('/')).toEqual(['Organization', 'WebSite', 'WebPage', 'BreadcrumbList'])
  expect(types('/services/tvde')).toContain('Service')
  expect(types('/services')).not.toContain('Service')
})
