import { expect, test } from 'vitest'
import { translator } from '#messages/translate.ts'
import { errorText, translatorFor } from './i18n.tsx'

test('using the language facility outside its provider is an error', () => {
  expect(() => translatorFor('en')).toThrow('No words for "en"')
})

test('a day in the text of a refusal is said as people say days', () => {
  const waiting = (language: 'pt' | 'en') => errorText(translator(language), 'departure.waiting', { day: '2026-07-22' })
  expect(waiting('pt')).toContain('até 22 jul. 2026')
  expect(waiting('en')).toContain('22 Jul 2026')
})
