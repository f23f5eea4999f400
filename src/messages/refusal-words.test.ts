import { expect, test } from 'vitest'
import { refusalSentence } from './refusal-words.ts'
import { translator } from './translate.ts'

test('every day in a refusal is said as people say days, and a code that nobody wrote down is none', () => {
  const params = { day: '2026-06-13', next: '2026-06-15' }
  expect(refusalSentence(translator('pt'), 'payment.day-closed', params)).toBe(
    'No dia 13 jun. 2026 os bancos europeus não fazem transferências. O dia útil bancário seguinte é 15 jun. 2026.',
  )
  expect(refusalSentence(translator('en'), 'payment.day-closed', params)).not.toMatch(/\d{4}-\d{2}/)
  expect(refusalSentence(translator('pt'), 'payment.never-heard', {})).toBeNull()
})
