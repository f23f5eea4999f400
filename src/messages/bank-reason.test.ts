import { expect, test } from 'vitest'
import { RETURN_ADVICE } from '#domain/bank-statement.ts'
import { bankReason } from './bank-reason.ts'
import { translator } from './translate.ts'

test('a code of a bank stands behind its words, and what is no code that is known stands as it came', () => {
  const [pt, en] = [translator('pt'), translator('en')]
  expect(bankReason('AC04', pt)).toBe('a conta foi encerrada (AC04)')
  expect(bankReason('AC04', en)).toBe('the account is closed (AC04)')
  for (const text of ['ZZ99', 'RJCT', 'AC04 conta encerrada', 'conta bloqueada', 'advice'])
    expect(bankReason(text, pt)).toBe(text)
})

test('every code of which there is something to advise has words', () => {
  for (const code of Object.keys(RETURN_ADVICE)) expect(bankReason(code, translator('pt'))).toMatch(`(${code})`)
})
