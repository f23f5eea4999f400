import fc from 'fast-check'
import { expect, test } from 'vitest'
import { nameFit } from './bank-names.ts'

const fit = (text: string, name: string, party: string | null = null) => nameFit({ text, party }, name)

test.each([
  ['TRF. P/ CONCEICAO AGUA PECA', 'Conceição Água Peça', 'whole'],
  ['TRF. P/ EDVALDO JESUS PINGO SANTANA', "Edvaldo de Jesus Pingo Sant'Ana", 'whole'],
  ['TRF MB WAY DE GUALTER NORAS', 'Gualter Noras', 'whole'],
  ['TRF P/ HELDER PRATES 00123', 'Helder Prates', 'whole'],
  ['TRF. P/ CONCEICAO AGUA P', 'Conceição Água Peça', 'cut'],
  ['TRF IMEDIATA EDVALDO', "Edvaldo de Jesus Pingo Sant'Ana", 'cut'],
  ['TRF. P/ OFICINA PECA E FILHOS LDA', 'Conceição Água Peça', 'part'],
  ['TRF. P/ OFICINA CONCEICAO AGUA PECA LDA', 'Conceição Água Peça', 'part'],
  ['TRF P/ JOAO SILVA SANTOS', 'João Silva', 'part'],
  ['COMPRA 12 TALHO FARHAN', 'Farhan', 'part'],
  ['DD VIA VERDE PORTUGAL', 'João Silva', null],
])('%s is of %s: %s', (text, name, expected) => {
  expect(fit(text, name)).toBe(expected)
})

test('a name that is given apart from the text says who it is', () => {
  expect(fit('Acerto semana', 'Helder Prates', 'Helder Prates')).toBe('whole')
  expect(fit('TRF P/ HELDER PRATES', 'Helder Prates', 'Oficina Exemplo Lda')).toBe('part')
})

test('a name with another word on either side is never whole, whichever the words', () => {
  const word = fc.stringMatching(/^[a-z]{4,9}$/).map((text) => `q${text}`)
  fc.assert(
    fc.property(fc.uniqueArray(word, { minLength: 4, maxLength: 4 }), ([a, b, c, d]) => {
      expect(fit(`TRF P/ ${a} ${b}`, `${a} ${b}`)).toBe('whole')
      expect(fit(`TRF P/ ${c} ${a} ${b}`, `${a} ${b}`)).toBe('part')
      expect(fit(`TRF P/ ${a} ${b} ${d}`, `${a} ${b}`)).toBe('part')
    }),
  )
})
