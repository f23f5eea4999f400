import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { wholePlates } from './whole-plates.tsx'

const drawn = (words: Parameters<typeof wholePlates>[0]) => renderToStaticMarkup(<p>{wholePlates(words)}</p>)
const wholes = (html: string) => [...html.matchAll(/<span[^>]*>([^<]*)<\/span>/g)].map(([, plate]) => plate)

test('a plate in a sentence is kept on one line, and the sentence reads as it was written', () => {
  const words = 'Troca: ZX-58-MP por 12-AB-34, e de novo ZX-58-MP.'
  expect(wholes(drawn(words))).toEqual(['ZX-58-MP', '12-AB-34', 'ZX-58-MP'])
  expect(drawn(words).replaceAll(/<[^>]+>/g, '')).toBe(words)
})

test('no pronoun, no day of the week and no mail is broken at its hyphen', () => {
  const words = 'Depois envie-o aqui: a ZX-58-MP vê-la na quinta-feira por e-mail, não a cor-de-laranja.'
  expect(wholes(drawn(words))).toEqual(['envie-o', 'ZX-58-MP', 'vê-la', 'quinta-feira', 'e-mail'])
  expect(drawn(words).replaceAll(/<[^>]+>/g, '')).toBe(words)
})

test('what only looks like a plate, and what is no text, stays as it is', () => {
  for (const words of ['n.º 12-11-26', '1000-000 Lisboa', 'AZX-58-MPT', '0-ZX-58-MP-1'])
    expect(drawn(words)).toBe(`<p>${words}</p>`)
  expect(drawn(['Viatura ', 'ZX-58-MP', <b key="b">AA-00-AA</b>])).toContain('<b>AA-00-AA</b>')
  expect(drawn(null)).toBe('<p></p>')
})
