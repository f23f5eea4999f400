import { expect, test } from 'vitest'
import { companyLetters, isSameCompany, lackingFacts } from './company.ts'

test('the letters and digits of a name count, without case, accents and punctuation', () => {
  expect(companyLetters(' Viação & Ânimo 24, Unipessoal-Lda. ')).toBe('viacaoanimo24unipessoallda')
})

test.each([
  ['Rotas Lusas, Lda', 'ROTAS LUSAS LDA.', true],
  ['Viação Norte', 'viacao norte', true],
  ['Alfa', 'alfa', true],
  ['Rotas Lusas Lda', 'Rotas Lusas Lda Unipessoal', true],
  ['Rotas Lusas Transportes, Lda', 'Rotas Lusas Tr', true],
  ['Rotas Lusas Transportes, Lda', 'Rotas Lusas T', false],
  ['Rotas Lusas', 'Rotas Lusas Lda', false],
  ['Rotas Lusas Lda', 'Rotas Lusas', false],
  ['Lusas Transportes', 'Rotas Lusas Transportes', false],
  ['Rotas Lusas Lda', 'Rumos Lusos Lda', false],
  ['', '', false],
  ['…', '—', false],
  ['', 'Rotas Lusas Lda', false],
  ['Rotas Lusas Lda', '', false],
])('"%s" and "%s" name one company: %s', (ours, theirs, same) => {
  expect(isSameCompany(ours, theirs)).toBe(same)
})

test('what a new operator has still to say ends with the account; what cannot be right is not said', () => {
  const whole = {
    name: 'Rotas Lusas',
    nipc: '500000000',
    licence: '1/2020',
    phone: '210000000',
    email: null,
    iban: 'PT50',
  }
  const valid = { nipc: true, iban: true }
  expect(lackingFacts(whole, valid)).toEqual([])
  expect(lackingFacts({ ...whole, phone: null, iban: null }, valid)).toEqual(['contact', 'iban'])
  expect(lackingFacts(whole, { nipc: false, iban: false })).toEqual(['nipc', 'iban'])
})
