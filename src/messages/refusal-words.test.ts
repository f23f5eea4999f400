import { expect, test } from 'vitest'
import { refusalSentence } from './refusal-words.ts'
import { translator } from './translate.ts'

test('a week in a refusal is said as people say weeks, with its days', () => {
  for (const week of ['2026-W23', '2026-06-01']) {
    expect(refusalSentence(translator('pt'), 'week.empty', { week })).toBe(
      'A semana 23 (1–7 jun. 2026) ainda não tem nada para aprovar.',
    )
    expect(refusalSentence(translator('en'), 'week.empty', { week })).toBe(
      'There is nothing to approve in week 23 (1–7 Jun 2026) yet.',
    )
  }
})

test('every day in a refusal is said as people say days, and a code that nobody wrote down is none', () => {
  const params = { day: '2026-06-13', next: '2026-06-15' }
  expect(refusalSentence(translator('pt'), 'payment.day-closed', params)).toBe(
    'No dia 13 jun. 2026 os bancos europeus não fazem transferências. O dia útil bancário seguinte é 15 jun. 2026.',
  )
  expect(refusalSentence(translator('en'), 'payment.day-closed', params)).not.toMatch(/\d{4}-\d{2}/)
  expect(refusalSentence(translator('pt'), 'payment.never-heard', {})).toBeNull()
})

test('a period without an end or a beginning is said in words', () => {
  const said = (period: string) =>
    refusalSentence(translator('pt'), 'assignment.overlaps', { plate: 'AF-37-XA', driver: 'Ana', period })
  expect(said('… – …')).toContain('nesse tempo (desde sempre, sem fim)')
  expect(said('… – 04/06/2026 06:00')).toContain('nesse tempo (até 04/06/2026 06:00)')
  expect(said('01/06/2026 06:00 – …')).toContain('nesse tempo (desde 01/06/2026 06:00)')
  expect(said('01/06/2026 06:00 – 04/06/2026 06:00')).toContain('(01/06/2026 06:00 – 04/06/2026 06:00)')
})

test('a refusal of a hand-over’s photo says which photo it is about', () => {
  expect(refusalSentence(translator('pt'), 'upload.unknown', { side: 'rear' })).toMatch(/^Traseira: O ficheiro/)
})
