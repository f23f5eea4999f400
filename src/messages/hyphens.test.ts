import { expect, test } from 'vitest'
import { withJoinedHyphens } from './hyphens.ts'

const J = '\u2060'

test('no line ends on the hyphen of a clitic or of e-mail; other hyphens part as they did', () => {
  const words = {
    a: 'Abra o ficheiro e envie-o aqui',
    b: ['Um e-mail novo'],
    c: { one: 'segunda-feira', other: 'vê-las e usá-lo' },
  }
  expect(withJoinedHyphens(words)).toEqual({
    a: `Abra o ficheiro e envie-${J}o aqui`,
    b: [`Um e-${J}mail novo`],
    c: { one: 'segunda-feira', other: `vê-${J}las e usá-${J}lo` },
  })
})

test('a label of one word, a plate and a compound stay as they are written', () => {
  for (const text of ['E-mail', 'a viatura ZX-16-TF', 'o pós-venda', 'um recém-nascido'])
    expect(withJoinedHyphens(text)).toBe(text)
})
