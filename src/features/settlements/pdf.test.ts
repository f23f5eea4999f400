import { expect, test } from 'vitest'
import { basisPoints, cents } from '#domain/money.ts'
import type { Line, Settlement } from '#domain/settlement-types.ts'
import { readWeek } from '#domain/week.ts'
import { type PayslipDocument, renderPayslip } from './pdf.ts'

const UBER = '20260601-20260608-payments_driver-ROTAS_LUSAS.csv'
const BOLT = 'Ganhos por motorista-2026W23-ROTAS LUSAS FICTÍCIAS.csv'
const TOLLS = 'Movimentos_20260601_20260607.xlsx'

function line(group: Line['group'], code: Line['code'], amount: number, more: Partial<Line> = {}): Line {
  return { group, code, amount: cents(amount), base: null, rate: null, steps: [], rows: [], ...more }
}

/** The renter's week of the worked examples: 257.09, with 30.00 of cash in hand. */
const LINES: readonly Line[] = [
  line('A', 'income.uber', 621_50),
  line('A', 'income.bolt', 237_20, {
    steps: [{ kind: 'term', term: 'cash-kept', platform: 'bolt', amount: cents(30_00) }],
  }),
  line('B', 'vat.trips', -63_06),
  line('C', 'fee.percent', -31_80, { base: cents(794_94), rate: basisPoints(400) }),
  line('D', 'vehicle.rent', -270_00, {
    steps: [{ kind: 'fraction', term: 'days-held', numerator: 7, denominator: 7, amount: cents(-270_00) }],
  }),
  line('E', 'energy.fuel', -165_40, { rows: ['a', 'b', 'c'] }),
  line('E', 'tolls', -21_35, {
    rows: Array.from({ length: 10 }, (_, index) => `${index}`),
    steps: [{ kind: 'term', term: 'tolls-refunded', platform: null, amount: cents(-13_70) }],
  }),
  line('G', 'balance.carried', -50_00),
]

const SETTLEMENT: Settlement = {
  lines: LINES,
  net: cents(257_09),
  payable: cents(257_09),
  carriedOver: cents(0),
  groups: { earnings: cents(795_64), costs: cents(-488_55), adjustments: cents(-50_00) },
  receiptValue: cents(337_09),
}

const IN_DEBT: Settlement = {
  ...SETTLEMENT,
  net: cents(-156_10),
  payable: cents(0),
  carriedOver: cents(-156_10),
  receiptValue: cents(-156_10),
}

function aPayslip(change: Partial<PayslipDocument> = {}): PayslipDocument {
  return {
    language: 'pt',
    company: { name: 'Rotas Lusas Fictícias, Unipessoal Lda', nipc: '900000202', licence: '12345/2024', contact: null },
    driver: { name: 'Bruna Salgueiro Nóbrega', ref: 'D2', nif: '299999998', iban: 'PT50999900000000000010270' },
    regime: 'rental',
    week: readWeek('2026-W23'),
    version: 1,
    state: 'approved',
    payDay: '2026-06-11',
    settlement: SETTLEMENT,
    sources: [
      [{ file: UBER, line: 3 }],
      [{ file: BOLT, line: 4 }],
      [
        { file: UBER, line: 3 },
        { file: BOLT, line: 4 },
      ],
      [{ file: UBER, line: 3 }],
      [],
      [],
      [23, 5, 4, 3, 9, 8, 9].map((number) => ({ file: TOLLS, line: number })),
      [],
    ],
    issuedAt: Temporal.Instant.from('2026-06-09T08:00:00Z'),
    vehicle: 'Toyota Corolla · ZX-11-TA',
    yearToDate: { earnings: cents(17_450_12), costs: cents(-11_402_10), net: cents(5_948_02) },
    ...change,
  }
}

async function textOf(change: Partial<PayslipDocument> = {}) {
  return textIn(await renderPayslip(aPayslip(change)))
}

test('every line has its label, how it came about and its amount; the groups sum to what is paid', async () => {
  const text = await textOf()
  const column = [
    ['Ganhos', '', '795,64 €'],
    ['Uber', 'pago pela plataforma, com gorjetas e reembolsos', '621,50 €'],
    ['Bolt', 'pago pela plataforma, sem 30,00 € já recebidos em mão', '237,20 €'],
    ['IVA das viagens', 'contido no preço, entregue ao Estado pelo operador', '−63,06 €'],
    ['Custos', '', '−488,55 €'],
    ['Taxa de gestão', '4 % de 794,94 €', '−31,80 €'],
    ['Aluguer da viatura', '7 de 7 dias', '−270,00 €'],
    ['Combustível', '3 abastecimentos', '−165,40 €'],
    ['Portagens', '10 passagens; 13,70 € já reembolsados nos ganhos', '−21,35 €'],
    ['Acertos', '', '−50,00 €'],
    ['Saldo transitado', 'dívida de semanas anteriores', '−50,00 €'],
    ['A receber', '', '257,09 €'],
    ['Valor do recibo a emitir', 'ganhos e custos, mais 30,00 € recebidos em mão', '337,09 €'],
  ]
  expect(text.join('|')).toContain(column.flat().filter(Boolean).join('|'))
})

test('it says whose it is, of which week, its state and when it is paid', async () => {
  expect(await textOf()).toEqual(
    expect.arrayContaining([
      'Rotas Lusas Fictícias, Unipessoal Lda',
      'NIPC 900000202',
      'Licença TVDE 12345/2024',
      'Extrato semanal',
      'Semana 23 · 1–7 jun. 2026',
      'Bruna Salgueiro Nóbrega',
      '299999998',
      'Toyota Corolla · ZX-11-TA',
      '1, emitida em 9 jun. 2026',
      'Aprovado · transferência prevista para 11 jun. 2026',
      'Acumulado de 2026',
      'Líquido 5.948,02 €',
      'Este documento não serve de fatura.',
      'Página 1 de 1',
    ]),
  )
})

test('the bank account shows its ends only', async () => {
  const text = await textOf()
  expect(text).toContain('PT50 •••• 0270')
  expect(text.join('|')).not.toContain('99990000')
})

test('files and lines stand below, amounts from the same lines together', async () => {
  const text = (await textOf()).join('|')
  expect(text).toContain(`${UBER}|Uber, IVA das viagens, Taxa de gestão: linha 3|`)
  expect(text).toContain(`${BOLT}|Bolt, IVA das viagens: linha 4|`)
  expect(text).toContain(`${TOLLS}|Portagens: linhas 3–5, 8, 9, 23|`)
})

test('a week in debt pays nothing and says that the debt goes on', async () => {
  const text = (await textOf({ settlement: IN_DEBT })).join('|')
  expect(text).toContain('A receber|0,00 €|−156,10 € · fica a dever, passa para a semana seguinte|')
  expect(text).toContain('Aprovado · sem transferência esta semana')
  expect(text).toContain('Saldo da semana|−156,10 €|A receber|0,00 €|Passa para a semana seguinte|−156,10 €|')
  expect(text).not.toContain('recibo')
})

test('an employee has no receipt to issue', async () => {
  expect((await textOf({ regime: 'employee' })).join('|')).not.toContain('recibo')
})

test('paid, it says so; a draft says that it may change', async () => {
  expect((await textOf({ state: 'paid' })).join('|')).toContain('Valor pago|257,09 €|Pago · em 11 jun. 2026')
  const draft = (await textOf({ state: 'draft', issuedAt: null })).join('|')
  expect(draft).toContain('Rascunho · valores provisórios')
  expect(draft).toContain('Versão|1|')
})

test('in English the words and the amounts are English', async () => {
  const text = (await textOf({ language: 'en' })).join('|')
  expect(text).toContain(
    'Weekly statement|Week 23 · 1–7 Jun 2026|To receive|€257.09|Approved · transfer planned for 11 Jun 2026',
  )
  expect(text).toContain('Management fee|4% of €794.94|−€31.80')
  expect(text).toContain('This document is not an invoice.')
  expect(text).toContain('Page 1 of 1')
})

test('the percentage regime names the pot and the share of the driver', async () => {
  const split = line('C', 'fee.split', -337_47, {
    steps: [
      { kind: 'subtotal', term: 'pot', amount: cents(674_94) },
      { kind: 'rate', term: 'driver-share', rate: basisPoints(5_000), amount: cents(337_47) },
    ],
  })
  const text = await textOf({ settlement: { ...SETTLEMENT, lines: [split] }, sources: [] })
  expect(text.join('|')).toContain('Parte do operador|674,94 € a repartir, 50 % para o motorista|−337,47 €')
})

test('many lines flow to more pages, whole rows at a time, and every page counts them', async () => {
  const lines = LINES.flatMap((each) => [each, each, each, each, each, each])
  const text = await textOf({ settlement: { ...SETTLEMENT, lines }, sources: [] })
  expect(text.filter((each) => each === '−165,40 €')).toHaveLength(6)
  expect(text.filter((each) => each.startsWith('Página '))).toEqual(['Página 1 de 2', 'Página 2 de 2'])
})

test('long names wrap and letters of other scripts are drawn', async () => {
  const name = 'Łukasz Жижић Wolfeschlegelsteinhausenbergerdorffwelchevoralternwarengewissenhaftschafers'
  const text = await textOf({ driver: { name, ref: 'D9', nif: null, iban: null } })
  expect(text.join('').replaceAll(/\s/g, '')).toContain(name.replaceAll(' ', ''))
})

test('the file is tagged, has a language, a title shown as such, and no word of what it is not', async () => {
  for (const language of ['pt', 'en'] as const) {
    const file = Buffer.from(await renderPayslip(aPayslip({ language }))).toString()
    expect(file).toMatch(/^%PDF-1\.7/)
    expect(file).toContain('/MarkInfo')
    expect(file).toContain('/StructTreeRoot')
    expect(file).toContain(`/Lang (${language === 'pt' ? 'pt-PT' : 'en-GB'})`)
    expect(file).toContain('/DisplayDocTitle true')
    for (const tag of ['Document', 'H1', 'H2', 'Table', 'TR', 'TH', 'TD', 'P']) expect(file).toContain(`/S /${tag}\n`)
    expect(file).toContain(language === 'pt' ? 'Extrato semanal · ' : 'Weekly statement · ')
    expect(file).not.toMatch(/ATCUD|Bruna/)
  }
})

test('the same statement is the same file, byte for byte, and another one is not', async () => {
  const [first, second, other] = await Promise.all(
    [aPayslip(), aPayslip(), aPayslip({ version: 2 })].map(renderPayslip),
  )
  expect(Buffer.compare(first!, second!)).toBe(0)
  expect(Buffer.compare(first!, other!)).not.toBe(0)
})

/** The texts of a file of ours in the order they are read, one per piece of marked content: glyphs back to letters by each font's own map. */
function textIn(pdf: Uint8Array): string[] {
  const file = Buffer.from(pdf).toString('latin1')
  const objects = new Map([...file.matchAll(/^(\d+) 0 obj\n([\s\S]*?)\nendobj$/gm)].map(([, id, body]) => [id!, body!]))
  const streamOf = (id: string) => {
    const body = objects.get(id)!
    return body.slice(body.indexOf('stream\n') + 7, body.lastIndexOf('\nendstream'))
  }
  const reference = (body: string, name: string) => new RegExp(`/${name} (\\d+) 0 R`).exec(body)![1]!
  const glyphs = new Map<string, string[]>()
  const pages: string[] = []
  for (const body of objects.values()) {
    if (!/\/Type \/Page\n/.test(body)) continue
    const resources = objects.get(reference(body, 'Resources'))!
    for (const [, font, id] of resources.matchAll(/\/(F\d+) (\d+) 0 R/g)) {
      const map = streamOf(reference(objects.get(id!)!, 'ToUnicode'))
      const rows = [...map.slice(map.indexOf('beginbfrange')).matchAll(/\[([^\]]*)\]/g)].map(([, row]) => row!)
      const letters = rows.flatMap((row) => [...row.matchAll(/<([^>]*)>/g)].map(([, hex]) => lettersOf(hex!)))
      glyphs.set(font!, letters)
    }
    pages.push(streamOf(reference(body, 'Contents')))
  }
  return pages
    .flatMap((content) => content.split(' BDC\n').flatMap((marked) => piecesOf(marked, glyphs)))
    .filter(Boolean)
}

/** `0066 0066` is one glyph for two letters. */
function lettersOf(hex: string): string {
  return String.fromCharCode(...(hex.match(/[0-9a-f]{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)))
}

function piecesOf(marked: string, glyphs: Map<string, string[]>): string[] {
  const tokens = marked.split('EMC')[0]!.matchAll(/\/(F\d+) [\d.]+ Tf|<([0-9a-f]+)>/g)
  let font: string[] = []
  let text = ''
  for (const [, name, hex] of tokens) {
    if (name) font = glyphs.get(name)!
    else text += (hex!.match(/.{4}/g) ?? []).map((glyph) => font[Number.parseInt(glyph, 16)]).join('')
  }
  return [text.replaceAll('\u00a0', ' ').trim()]
}
