import { expect, test } from 'vitest'
import { textIn } from '#test/pdf-text.ts'
import { type Statement, drawStatement } from './statement.ts'

const PAPER: Statement = {
  language: 'pt-PT',
  createdAt: Temporal.Instant.from('2026-07-22T09:00:00Z'),
  issuer: { name: 'Rotas Lusas Fictícias', details: [] },
  kind: 'Conta final',
  period: 'Último dia: 7 jun. 2026',
  headline: { label: 'A pagar', amount: '60,00 €', debt: null, state: 'Em dívida', note: null },
  facts: [],
  days: [],
  groups: [],
  total: { label: 'Total', amount: '60,00 €' },
  after: [],
  totals: null,
  sources: null,
  closing: [
    'Semanas ainda sem extrato',
    'IBAN da empresa',
    'Indique D2',
    'Não serve de fatura.',
    'Diga-o ao escritório.',
  ],
  foot: { text: 'D2', page: (page, pages) => `Página ${page} de ${pages}` },
}

/** Draws a document of `count` rows: answers its number of pages, and whether its total is on the last one. */
async function withRows(count: number): Promise<[pages: number, isTotalOnLast: boolean]> {
  const rows = Array.from({ length: count }, (_, row) => ({ label: `Linha ${row}`, note: null, amount: '1,00 €' }))
  const texts = textIn(await drawStatement({ ...PAPER, groups: [{ label: 'Conta', amount: '1,00 €', rows }] }))
  const feet = texts.filter((text) => text.startsWith('Página'))
  const lastPage = texts.slice(feet.length === 1 ? 0 : texts.indexOf(feet.at(-2)!) + 1)
  return [feet.length, lastPage.includes('Total')]
}

test('however many rows there are, the closing words stand on the page of the total', async () => {
  const papers: [number, boolean][] = []
  for (let count = 12; count <= 24; count++) papers.push(await withRows(count))
  expect(papers.map(([, isTotalOnLast]) => isTotalOnLast)).not.toContain(false)
  expect([papers.at(0)![0], papers.at(-1)![0]]).toEqual([1, 2])
})

test('however many rows there are, no page has the closing words alone, and a few sources stay together', async () => {
  const files = Array.from({ length: 4 }, (_, file) => ({ name: `ficheiro-${file}.csv`, text: `linha ${file}` }))
  const totals = { label: 'Acumulado', figures: [{ label: 'Ganhos', amount: '1,00 €' }] }
  const paper = { ...PAPER, totals, sources: { label: 'De onde vêm os valores', files } }
  for (let count = 6; count <= 24; count++) {
    const rows = Array.from({ length: count }, (_, row) => ({ label: `Linha ${row}`, note: null, amount: '1,00 €' }))
    const texts = textIn(await drawStatement({ ...paper, groups: [{ label: 'Conta', amount: '1,00 €', rows }] }))
    const pageOf = (word: string) =>
      texts.slice(0, texts.indexOf(word)).filter((one) => one.startsWith('Página')).length
    expect([count, pageOf('Diga-o ao escritório.')]).toEqual([count, pageOf('Total')])
    expect([count, pageOf('ficheiro-3.csv')]).toEqual([count, pageOf('De onde vêm os valores')])
  }
})
