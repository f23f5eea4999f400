import { expect, test } from 'vitest'
import { detectLanguage } from './detect-language.ts'

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
