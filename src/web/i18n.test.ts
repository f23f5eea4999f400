import { expect, test } from 'vitest'
import { translator } from '#messages/translate.ts'
import { detectLanguage, errorText, speak } from './i18n.tsx'

const page = (pathname: string, lang: string) => ({ location: { pathname }, documentElement: { lang } })

test('language resolution: en if the path starts with /en, otherwise the page locale, otherwise pt', () => {
  expect(detectLanguage(page('/en/about', 'pt-PT'))).toBe('en')
  expect(detectLanguage(page('/about', 'en-GB'))).toBe('en')
  expect(detectLanguage(page('/about', ''))).toBe('pt')
  expect(detectLanguage(page('/entrada', ''))).toBe('pt')
})

test('language detection failure: logs "Erro ao detectar idioma" and falls back to pt', () => {
  const said: unknown[] = []
  const { error } = console
  console.error = (...words) => said.push(...words)
  const broken = { documentElement: { lang: 'en' } } as Parameters<typeof detectLanguage>[0]
  const found = detectLanguage(broken)
  console.error = error
  expect(found).toBe('pt')
  expect(said).toEqual(['Erro ao detectar idioma', expect.any(TypeError)])
})

test('using the language facility outside its provider is an error', () => {
  expect(() => speak('en')).toThrow('No words for "en"')
})

test('a day in the text of a refusal is said as people say days', () => {
  const waiting = (language: 'pt' | 'en') => errorText(translator(language), 'departure.waiting', { day: '2026-07-22' })
  expect(waiting('pt')).toContain('até 22 jul. 2026')
  expect(waiting('en')).toContain('22 Jul 2026')
})
