import { expect, test } from 'vitest'
import { inLanguage, languageOf, withoutLanguage } from './language.ts'

test.each([
  ['/', 'pt', '/', '/en'],
  ['/en', 'en', '/', '/en'],
  ['/en/drivers', 'en', '/drivers', '/en/drivers'],
  ['/drivers', 'pt', '/drivers', '/en/drivers'],
  ['/energy', 'pt', '/energy', '/en/energy'],
])('%s is in its language and has a twin in the other', (path, language, pt, en) => {
  expect(languageOf(path)).toBe(language)
  expect(withoutLanguage(path)).toBe(pt)
  expect([inLanguage(path, 'pt'), inLanguage(path, 'en')]).toEqual([pt, en])
})

test('the query and the fragment stay', () => {
  expect(inLanguage('/admin/drivers?q=ana&back=/en#top', 'en')).toBe('/en/admin/drivers?q=ana&back=/en#top')
  expect(inLanguage('/en?x=1', 'pt')).toBe('/?x=1')
})

test.each(['', '?code=a1', '#proposed'])(
  'an address within the same page, “%s”, stays there in both languages',
  (path) => {
    expect([inLanguage(path, 'pt'), inLanguage(path, 'en')]).toEqual([path, path])
  },
)
