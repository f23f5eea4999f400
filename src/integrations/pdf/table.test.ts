import { expect, test } from 'vitest'
import { textIn } from '#test/pdf-text.ts'
import { type PaperTable, drawTable } from './table.ts'

const TABLE: PaperTable = {
  language: 'pt-PT',
  createdAt: Temporal.Instant.from('2026-06-01T09:00:00Z'),
  author: 'Via, Lda',
  title: 'Motoristas',
  about: '13 linhas',
  columns: ['Motorista', 'Ref.', 'Regime', 'Viatura', 'Pode conduzir', 'Plataformas', 'IBAN'].map((head) => ({
    head,
    isNumber: false,
  })),
  rows: [
    [
      'Bruno Sequeira',
      'M11',
      'Afiliado (viatura própria)',
      'ZX-44-BS',
      'Não: certificado de motorista',
      'Uber, Bolt',
      'Pronto',
    ],
    [
      'Fátima Rebelo',
      'M7',
      'Locatário (viatura da frota)',
      'ZX-72-FR',
      'Não: associação da viatura própria no IMT',
      'Bolt',
      'Pronto',
    ],
  ],
  total: null,
  foot: (page, pages) => `página ${page} de ${pages}`,
}
const sizeOf = (bytes: Uint8Array) =>
  /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(new TextDecoder('latin1').decode(bytes))!.slice(1)

test('words are broken between words alone: no plate, reference or head goes on in another line', async () => {
  const words = textIn(await drawTable(TABLE)).flatMap((piece) => piece.split(' '))
  for (const word of ['ZX-44-BS', 'ZX-72-FR', 'M11', 'Pronto', 'Plataformas', 'certificado', 'associação'])
    expect(words).toContain(word)
})

test('paper stands while each word has room, and lies on its side where it has none', async () => {
  expect(sizeOf(await drawTable(TABLE))).toEqual(['595.28', '841.89'])
  const heads = Array.from({ length: 11 }, (_, at) => ({ head: `Coluna ${at}`, isNumber: at > 0 }))
  const rows = [['Harpreet Singh', ...Array<string>(10).fill('−12.345,67 €')]]
  const wide = await drawTable({ ...TABLE, columns: heads, rows })
  expect(sizeOf(wide)).toEqual(['841.89', '595.28'])
  expect(textIn(wide).filter((piece) => piece === '−12.345,67 €')).toHaveLength(10)
})

test('a group is named with what it comes to, and again on the page on which it goes on', async () => {
  const columns = [
    { head: 'Motorista', isNumber: false },
    { head: 'Valor', isNumber: true },
  ]
  const many = Array.from({ length: 60 }, (_, at) => [`Multa ${at}`, '10,00 €'])
  const rows = [
    { group: ['Rui Valadas · 60', '600,00 €'] },
    ...many,
    { group: ['Ana Dias · 1', '7,00 €'] },
    ['Multa', '7,00 €'],
  ]
  const said = textIn(await drawTable({ ...TABLE, columns, rows, total: ['Total · 61', '607,00 €'] }))
  const count = (word: string) => said.filter((piece) => piece === word).length
  expect(['Rui Valadas · 60', '600,00 €', 'Ana Dias · 1', 'Total · 61', '607,00 €', 'Valor'].map(count)).toEqual([
    3, 3, 1, 1, 1, 3,
  ])
})

test('of a long list each page says which of how many it is, and others have their turn after it', async () => {
  const rows = Array.from({ length: 400 }, (_, at) => [`Multa ${at}`, '10,00 €'])
  const columns = [
    { head: 'Multa', isNumber: false },
    { head: 'Valor', isNumber: true },
  ]
  const drawn = new AbortController()
  let turns = 0
  const others = () => {
    turns += 1
    if (!drawn.signal.aborted) setImmediate(others)
  }
  setImmediate(others)
  const foot = (page: number, pages: number) => `${page} de ${pages}`
  const said = textIn(await drawTable({ ...TABLE, columns, rows, total: null, foot }))
  drawn.abort()
  const feet = said.filter((piece) => / de /.test(piece))
  expect(feet).toEqual(Array.from({ length: 13 }, (_, at) => `${at + 1} de 13`))
  expect(turns).toBeGreaterThan(feet.length)
})
