import { expect, test } from 'vitest'
import { companyLetters, isSameCompany } from './company.ts'

test('of a name its letters and digits count, without case, accents and punctuation', () => {
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
