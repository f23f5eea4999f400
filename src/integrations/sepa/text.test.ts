import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODE_POINT } from '#test/code-points.ts'
import { isSepaId, sepaText } from './text.ts'

test.each([
  ['Rotas Lusas Fictícias, Unipessoal Lda', 'Rotas Lusas Ficticias, Unipessoal Lda'],
  ["Cássio D'Ávelar Conceição", "Cassio D'Avelar Conceicao"],
  ['Sal & Mar', 'Sal + Mar'],
  ['100 € @ sede_norte', '100 E (at) sede-norte'],
  ['1.º esq. nº 3', '1.o esq. no 3'],
  ['D’Orey – filhos', "D'Orey - filhos"],
  ['Straße Øst Æble Łódź', 'Strasse Ost AEble Lodz'],
  ['a//b', 'a/b'],
  ['/início e fim/', 'inicio e fim'],
  ['<b>"Rui"</b>', 'b Rui /b'],
  ['tab\tlinha\r\nfim', 'tab linha fim'],
  ['محمد', 'NOTPROVIDED'],
  ['', 'NOTPROVIDED'],
  ['///', 'NOTPROVIDED'],
])('%s is sent as %s', (text, sent) => {
  expect(sepaText(text, 70)).toBe(sent)
})

test('a text is cut to its length, and what the cut leaves at the end is trimmed', () => {
  expect(sepaText('a'.repeat(36), 35)).toBe('a'.repeat(35))
  expect(sepaText(`${'a'.repeat(34)}/${'b'.repeat(5)}`, 35)).toBe('a'.repeat(34))
})

test('whatever comes in, only the characters of the manual go out, and going twice changes nothing', () => {
  fc.assert(
    fc.property(fc.string({ unit: CODE_POINT, maxLength: 200 }), fc.constantFrom(35, 70, 140), (text, longest) => {
      const sent = sepaText(text, longest)
      expect(sent).toMatch(/^[a-zA-Z0-9 /\-?:().,'+]+$/)
      expect(sent).not.toMatch(/^\/|\/$|\/\/|^ | $/)
      expect(sent.length).toBeLessThanOrEqual(longest)
      expect(sepaText(sent, longest)).toBe(sent)
    }),
  )
})

test('an identifier stands as it is or is none', () => {
  expect(['2026W23-D1', '', 'ação', 'a//b', ' a', 'x'.repeat(35), 'x'.repeat(36)].map(isSepaId)).toEqual([
    true,
    false,
    false,
    false,
    false,
    true,
    false,
  ])
})
