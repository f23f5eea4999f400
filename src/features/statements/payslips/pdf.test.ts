import { expect, test } from 'vitest'
import { ZERO, basisPoints, cents } from '#domain/money.ts'
import { settle } from '#domain/settlement.ts'
import type { Adjustment, Cost, DriverWeek } from '#domain/settlement-types.ts'
import type { Terms } from '#domain/terms.ts'
import { readWeek } from '#domain/week.ts'
import { textIn } from '#test/pdf-text.ts'
import { type PayslipDocument, renderPayslip } from './pdf.ts'

const UBER = '20260601-20260608-payments_driver-ROTAS_LUSAS.csv'
const BOLT = 'Ganhos por motorista-2026W23-ROTAS LUSAS FICTÍCIAS.csv'
const TOLLS = 'Movimentos_20260601_20260607.xlsx'

const costs = (kind: Cost['kind'], amounts: readonly number[]): Cost[] =>
  amounts.map((amount, index) => ({ kind, row: `${kind}-${index}`, amount: cents(amount) }))

/** The renter's week of the worked examples: 257.09, with 30.00 of cash kept. */
const WEEK: DriverWeek = {
  week: readWeek('2026-W23'),
  terms: {
    regime: 'rental',
    fee: { mode: 'percent', rate: basisPoints(400), base: 'commissionable' },
    tripVat: 'itemised',
    tollPolicy: 'driver',
    rent: cents(270_00),
    rentByDays: true,
    split: null,
  },
  termsFrom: '2026-01-05',
  earnings: [
    {
      platform: 'uber',
      row: 'uber',
      payment: cents(621_50),
      cashKept: cents(0),
      tips: cents(12_00),
      tollRefunds: cents(9_50),
      expenseRefunds: cents(0),
      platformFee: cents(200_00),
      tripVat: cents(45_28),
      fare: cents(800_00),
    },
    {
      platform: 'bolt',
      row: 'bolt',
      payment: cents(237_20),
      cashKept: cents(30_00),
      tips: cents(5_00),
      tollRefunds: cents(4_20),
      expenseRefunds: cents(0),
      platformFee: cents(62_00),
      tripVat: cents(17_78),
      fare: cents(324_20),
    },
  ],
  costs: [
    ...costs('fuel', [52_10, 58_80, 54_50]),
    ...costs('toll', [2_20, 2_20, 2_20, 2_20, 1_55, 1_55, 1_55, 3_35, 3_35, 1_20]),
  ],
  daysHeld: 7,
  vehicleRent: cents(0),
  carriedBalance: cents(-50_00),
  adjustments: [],
}

const SETTLEMENT = settle(WEEK)
const settledUnder = (terms: Partial<Terms>) => settle({ ...WEEK, terms: { ...WEEK.terms, ...terms } })

const EMPLOYEE: Terms = { ...WEEK.terms, regime: 'employee' }

const IN_DEBT = settle({ ...WEEK, carriedBalance: cents(-463_19) })

const LATE: Adjustment = {
  id: 'L',
  kind: 'late',
  amount: cents(10_00),
  reason: '',
  about: readWeek('2026-W22'),
  changes: [{ code: 'income.uber', from: cents(100_00), to: cents(110_00) }],
  came: [],
  gone: [],
}

const YEAR = {
  before: cents(-20_00),
  earnings: cents(17_450_12),
  costs: cents(-11_402_10),
  adjustments: cents(-100_00),
  outside: cents(270_00),
  paid: cents(5_978_02),
  awaited: cents(150_00),
  open: cents(70_00),
}

function aPayslip(change: Partial<PayslipDocument> = {}): PayslipDocument {
  return {
    language: 'pt',
    company: { name: 'Rotas Lusas Fictícias, Unipessoal Lda', nipc: '900000202', licence: '12345/2024', contact: null },
    driver: { name: 'Bruna Salgueiro Nóbrega', ref: 'D2', nif: '299999998', iban: 'PT50999900000000000010270' },
    terms: WEEK.terms,
    week: WEEK.week,
    version: 1,
    state: 'approved',
    payDay: '2026-06-11',
    settlement: SETTLEMENT,
    owedTo: 'next-week',
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
    yearToDate: YEAR,
    ...change,
  }
}

async function textOf(change: Partial<PayslipDocument> = {}) {
  return textIn(await renderPayslip(aPayslip(change)))
}

test('kilometres of which one reading is what location devices say are told so on paper too', async () => {
  const span = {
    plate: 'ZX11TA',
    from: '2026-06-01T00:00:00Z',
    to: '2026-06-08T00:00:00Z',
    first: 40_000,
    last: 41_800,
  }
  const paper = (readings: (typeof span & { isEstimate?: true })[]) => {
    const terms: Terms = { ...WEEK.terms, kilometres: { included: 1_700, rate: cents(10) } }
    const settlement = settle({ ...WEEK, terms, kilometres: 1_800, readings })
    return textOf({ settlement, sources: settlement.lines.map(() => []) })
  }
  const said = 'Uma destas leituras vem dos aparelhos de localização.'
  const words = async (readings: Parameters<typeof paper>[0]) =>
    (await paper(readings)).join(' ').replaceAll(/\s+/g, ' ')
  expect(await words([{ ...span, isEstimate: true }])).toContain(said)
  const read = await words([span])
  expect(read).toContain('1.800 km na semana, 1.700 incluídos')
  expect(read).not.toContain(said)
})

test('every line has its label, how it came about and its amount; the groups sum to what is paid', async () => {
  const text = await textOf()
  const column = [
    ['Ganhos', '', '795,64 €'],
    ['Uber', 'pago pela plataforma, com gorjetas e reembolsos', '621,50 €'],
    ['Bolt', 'pago pela plataforma, já sem os 30,00 € que recebeu em dinheiro', '237,20 €'],
    ['IVA das viagens', 'está no preço da viagem; o operador deve-o ao Estado', '−63,06 €'],
    ['Custos', '', '−488,55 €'],
    ['Taxa de gestão', '4 % de 794,94 €', '−31,80 €'],
    ['Aluguer da viatura', '7 de 7 dias', '−270,00 €'],
    ['Combustível', '3 abastecimentos', '−165,40 €'],
    ['Portagens', '10 passagens; as plataformas já reembolsaram 13,70 €, incluídos nos ganhos', '−21,35 €'],
    ['Acertos', '', '−50,00 €'],
    ['De outras semanas', 'dívida em aberto, cobrada uma só vez', '−50,00 €'],
    ['Líquido a receber', '', '257,09 €'],
    [
      'Valor do seu recibo verde, sem IVA nem retenção',
      'São os ganhos menos os custos. Mais 30,00 € que recebeu em dinheiro.',
      '337,09 €',
    ],
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
      'Acumulado das semanas de 2026',
      'Pago 5.978,02 €',
      'Este documento não serve de fatura.',
      'Página 1 de 1',
    ]),
  )
})

test('the bank account shows its ends only', async () => {
  const text = await textOf()
  expect(text).toContain('PT50 •••• … 0270')
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
  expect(text).toContain('Líquido a receber|0,00 €|Fica a dever 156,10 €; passa para a semana seguinte|')
  expect(text).toContain('Aprovado · sem transferência esta semana')
  expect(text).toContain('Saldo da semana|−156,10 €|Líquido a receber|0,00 €|Passa para a semana seguinte|−156,10 €|')
})

test('a debt of who has left goes into the final account, and the paper says so', async () => {
  const text = (await textOf({ settlement: IN_DEBT, owedTo: 'final-account' })).join('|')
  expect(text).toContain('Líquido a receber|0,00 €|Fica a dever 156,10 €; entra na conta final|')
  expect(text).toContain('Entra na conta final|−156,10 €|')
  expect(text).not.toContain('semana seguinte')
})

test('an employee has no receipt to issue', async () => {
  expect((await textOf({ terms: EMPLOYEE })).join('|')).not.toContain('recibo verde')
})

test('a week whose value is below zero asks for no receipt and says what becomes of it', async () => {
  // 337,09 with a rent of 700,00 instead of 270,00.
  const text = (await textOf({ settlement: settledUnder({ rent: cents(700_00) }) })).join('|')
  expect(text).toContain('Não passe recibo desta semana. O próximo recibo fica 92,91 € mais baixo.|0,00 €')
})

test('what earlier weeks could not invoice comes off, and the paper names the week', async () => {
  const receiptCarried = [{ week: readWeek('2026-W21'), amount: cents(-270_00) }]
  const settlement = settle({ ...WEEK, receiptCarried })
  const text = (await textOf({ settlement })).join('|')
  expect(text).toContain('que recebeu em dinheiro. Menos 270,00 € da semana 21.|67,09 €')
})

test.each([
  [undefined, 'Sem retenção: dispensa do art. 101.º-B, n.º 1, a), do CIRS.'],
  ['not-subject', 'Sem retenção: art. 101.º, n.º 1, do CIRS.'],
  ['non-resident', 'Sem retenção: não residente sem estabelecimento.'],
] as const)('why nothing is withheld stands beside the receipt: %s', async (unwithheld, words) => {
  const receipt = { vat: 'exempt' as const, withholding: basisPoints(0), carried: true }
  const terms = { ...WEEK.terms, receipt: unwithheld ? { ...receipt, unwithheld } : receipt }
  expect((await textOf({ terms, settlement: settle({ ...WEEK, terms }) })).join(' ')).toContain(words)
  const withheld = { ...WEEK.terms, receipt: { ...receipt, withholding: basisPoints(11_50) } }
  expect((await textOf({ terms: withheld })).join(' ')).not.toContain('Sem retenção')
})

test('rent that the operator invoices apart is told with its VAT and is not in the receipt', async () => {
  const terms = { ...WEEK.terms, receiptBase: 'rent-apart' as const }
  const text = (await textOf({ terms, settlement: settle({ ...WEEK, terms }) })).join('|')
  expect(text).toContain('sem descontar a viatura. Mais 30,00 € que recebeu em dinheiro.|607,09 €')
  expect(text).toContain('O operador fatura-lhe à parte|219,51 € mais 50,49 € de IVA.')
  expect(text).toContain('|270,00 €')
})

test('a statement of before this was carried says what it said, and nothing of a week below zero', async () => {
  const asItWas = (settlement: typeof SETTLEMENT) => ({ ...settlement, receiptCarried: null })
  const negative = await textOf({ settlement: asItWas(settledUnder({ rent: cents(700_00) })) })
  expect(negative.join('|')).not.toContain('recibo verde, sem IVA')
  const late = await textOf({ settlement: asItWas(settle({ ...WEEK, adjustments: [LATE] })) })
  expect(late.join(' ')).toContain('A correção de semanas anteriores não está neste valor.')
})

test('an employee is paid tips and adjustments, besides the salary', async () => {
  const text = (
    await textOf({ terms: EMPLOYEE, settlement: settledUnder({ regime: 'employee', companyKeeps: true }) })
  ).join('|')
  // Tips of 17,00, less 30,00 of cash kept and 50,00 owed from before: nothing to pay.
  expect(text).toContain(
    'Líquido a receber, além do salário|0,00 €|Fica a dever 63,00 €; passa para a semana seguinte|',
  )
})

test('what corrects an earlier week is in the value to invoice, and the paper says so', async () => {
  const settlement = settle({ ...WEEK, adjustments: [LATE] })
  expect(settlement.receiptValue).toBe(347_09)
  expect((await textOf({ settlement })).join(' ')).toContain('Inclui a correção de semanas anteriores.')
})

test('the figures of the year are what was earned, kept and paid, and what of it is open', async () => {
  const text = (await textOf()).join('|')
  expect(text).toContain(
    'Do ano anterior −20,00 €|Ganhos 17.450,12 €|Custos −11.402,10 €|Acertos −100,00 €|Outros movimentos 270,00 €|Pago 5.978,02 €|Por pagar 150,00 €|Por receber 70,00 €',
  )
  const even = {
    before: ZERO,
    earnings: cents(900_00),
    costs: cents(-300_00),
    adjustments: ZERO,
    paid: cents(600_00),
    outside: ZERO,
    awaited: ZERO,
    open: ZERO,
  }
  expect((await textOf({ yearToDate: even })).join('|')).toContain('Ganhos 900,00 €|Custos −300,00 €|Pago 600,00 €')
})

test('a fine among the costs stays out of the receipt, and the paper says so', async () => {
  const fine = { id: 'F', kind: 'fine', amount: cents(-60_00), reason: 'Estacionamento', about: null } as const
  const settlement = settle({ ...WEEK, adjustments: [{ ...fine, changes: [], came: [], gone: [] }] })
  const text = (await textOf({ settlement })).join('|')
  expect(text).toContain(
    'São os ganhos menos os custos, sem descontar multas e danos. Mais 30,00 € que recebeu em dinheiro.|337,09 €',
  )
})

test('without cash in hand the receipt is earnings less costs', async () => {
  const earnings = WEEK.earnings.map((earning) => ({ ...earning, cashKept: cents(0) }))
  const text = (await textOf({ settlement: settle({ ...WEEK, earnings }) })).join('|')
  expect(text).toContain('Valor do seu recibo verde, sem IVA nem retenção|São os ganhos menos os custos.|')
  expect(text).toContain('Bolt|pago pela plataforma, com gorjetas e reembolsos|237,20 €')
})

test('paid, it says so; a draft says that it may change', async () => {
  expect((await textOf({ state: 'paid' })).join('|')).toContain('Líquido pago|257,09 €|Pago · em 11 jun. 2026')
  const draft = (await textOf({ state: 'draft', issuedAt: null })).join('|')
  expect(draft).toContain('Rascunho · valores provisórios')
  expect(draft).toContain('Versão|1|')
})

test('in English the words and the amounts are English', async () => {
  const text = (await textOf({ language: 'en' })).join('|')
  expect(text).toContain(
    'Weekly statement|Week 23 · 1–7 Jun 2026|Net to receive|€257.09|Approved · transfer due on 11 Jun 2026',
  )
  expect(text).toContain('Management fee|4% of €794.94|−€31.80')
  expect(text).toContain('This document is not an invoice (recibo verde).')
  expect(text).toContain('Page 1 of 1')
})

test.each<[string, Partial<Terms>]>([
  [
    'Parte do operador|674,94 € a repartir, 50 % para o motorista|−337,47 €',
    { regime: 'percentage', split: { driverShare: basisPoints(5_000), energyCap: cents(120_00) } },
  ],
  ['Taxa de gestão|valor fixo por semana|−25,00 €', { fee: { mode: 'fixed', amount: cents(25_00), always: false } }],
  ['IVA das viagens|6 % de 858,70 €|−51,52 €', { tripVat: 'legacy' }],
  ['Aluguer da viatura|semana completa|−270,00 €', { rentByDays: false }],
  ['Portagens|pagas pelo operador; desconta-se o reembolso já nos ganhos|−13,70 €', { tollPolicy: 'operator' }],
])('other terms are explained as they work: %s', async (row, terms) => {
  expect((await textOf({ settlement: settledUnder(terms) })).join('|')).toContain(row)
})

test('a refund larger than the passages is what comes off when the driver bears the difference', async () => {
  const terms = { ...WEEK.terms, tollPolicy: 'difference' as const }
  const text = (await textOf({ settlement: settle({ ...WEEK, terms, costs: costs('toll', [1_00]) }) })).join('|')
  expect(text).toContain('Portagens|o reembolso já nos ganhos foi maior do que as portagens|−13,70 €')
})

test('tolls of which nobody knows whether a passenger was aboard stay with the company, and only the refund comes off', async () => {
  const terms = { ...WEEK.terms, tollPolicy: 'off-trip' as const }
  const passages = costs('toll', [31_00]).map((cost) => ({ ...cost, offTrip: false, tripUnknown: true as const }))
  const text = (await textOf({ settlement: settle({ ...WEEK, terms, costs: passages }) })).join('|')
  const words = 'sem as horas das viagens, as portagens ficam na empresa; desconta-se o reembolso já nos ganhos'
  expect(text.replaceAll(/\s/g, ' ')).toContain(`Portagens|${words}|−13,70 €`)
})

test.each<[string, Partial<Terms>]>([
  ['6 %', {}],
  ['5,5 %', { transportVat: basisPoints(550) }],
])('VAT that a file does not itemise says at which rate it was worked out: %s', async (rate, terms) => {
  const earnings = WEEK.earnings.map((earning) => ({ ...earning, tripVat: null }))
  const settlement = settle({ ...WEEK, terms: { ...WEEK.terms, ...terms }, earnings })
  const words = `está na tarifa, a ${rate}; o operador deve-o ao Estado`
  expect((await textOf({ settlement })).join('|')).toContain(`IVA das viagens|${words}|`)
})

test('many lines flow to more pages, whole rows at a time, and every page counts them', async () => {
  const lines = SETTLEMENT.lines.flatMap((each) => [each, each, each, each, each, each])
  const text = await textOf({ settlement: { ...SETTLEMENT, lines }, sources: [] })
  expect(text.filter((each) => each === '−165,40 €')).toHaveLength(6)
  expect(text.filter((each) => each.startsWith('Página '))).toEqual(['Página 1 de 3', 'Página 2 de 3', 'Página 3 de 3'])
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
    expect(file).toContain('/Author')
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
