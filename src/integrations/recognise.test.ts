import { expect, test } from 'vitest'
import { canBeSetUp } from '#domain/import.ts'
import type { Mapping } from '#domain/mapping.ts'
import { readCsv } from '#platform/csv.ts'
import { headTable, longTable } from '#platform/table.ts'
import { readWhole } from '#test/read-whole.ts'
import { FORMATS } from './imports.ts'
import { headersOf, mappedFormat } from './mapped/mapped-format.ts'
import { recognise } from './recognise.ts'

const SESSIONS =
  'DATA (dd/mm/yyyy HH:MM);Nº. CARTÃO;NOME;DESCRIÇÃO;MATRÍCULA;ID CARREGAMENTO;POSTO;ENERGIA;DURAÇÃO;CUSTO;OPC IEC;TOTAL;TOTAL c/ IVA;FATURA'
const LISTS = {
  'PRIO Electric': SESSIONS,
  'PRIO fleet card':
    'POSTO;REDE;DATA;HORA;CARTÃO;DESC. CARTÃO;GRUPO CARTÃO;ESTADO;KMS;LITROS;COMB.;RECIBO;V. UNIT.;VALOR LÍQUIDO;IVA;TOTAL;DATA FATURA;Nº FATURA;CLIENTE',
  'PRIO fleet card with plates': 'POSTO;DATA;HORA;CARTÃO;DESC. CARTÃO;MATRÍCULA;LITROS;COMB.;RECIBO;TOTAL',
  'a short PRIO list': 'DATA;HORA;CARTÃO;COMBUSTÍVEL;LITROS;RECIBO;TOTAL',
  BP: 'Dia Hora;Nº cartão;Km;Posto;Nº de items;Produto;Quantidade;Valor total fornecido (preço do posto);Numeração do Negócio;Tipo de Transação;Estado da Confirmação',
  Repsol: 'CONTA REPSOL;NÚM. CARTÃO;DATA OPERAÇÃO;HORA OPERAÇÃO;ESTABELECIMENTO;PRODUTO;LITROS;VALOR',
  EDP: 'Data e Hora início;Cartão;Energia (kWh);Custo (€);Carregador',
  'Via Verde':
    'Contrato;Nr Equipamento;Matrícula;Tipo de Evento;Data Entrada;Barreira Entrada;Data Saída;Barreira Saída;Operador;Valor Transação',
  Bolt: 'Motorista;Email;Ganhos brutos (total)|€;Ganhos líquidos|€;Pagamento previsto|€;Dinheiro recebido|€;Viagens (total)',
  'Bolt performance': 'Motorista;Viagens terminadas;Tempo online (min)',
  Uber: 'UUID do motorista;Nome próprio do motorista;Pago a si;Pago a si : Os seus rendimentos;Pago a si : Saldo da viagem : Pagamentos : Dinheiro recebido;Pago a si : Os seus rendimentos : Tarifa',
  'Uber transactions': 'transaction UUID;Driver UUID;Trip UUID;Description;vs reporting;Paid to you',
  'Galp-like': 'Data;Hora;Posto;Cartão;Matrícula;Produto;Litros;Preço;Total',
  'Galp-like in other words': 'Data;Hora;Local;Cartão;Viatura;Produto;Litros;Recibo;Total',
  'a workshop': 'Data;Matrícula;Descrição;Quantidade;Valor Unitário;IVA;Total',
  invoices: 'Data;Nº Fatura;Cliente;Descrição;Quantidade;Valor Unitário;Valor Líquido;IVA;Total',
  'Miio-like': 'Data início;Data fim;Cartão;Posto;Cidade;Energia;Duração;Custo',
  'Tesla-like': 'ChargeStartDateTime,SiteLocationName,VIN,QuantityBase,UnitCostBase,VAT,Total Inc. VAT',
  'an EDP-like list': 'Data;Cartão;Matrícula;Energia (kWh);Tempo (min);Custo (€);Local',
  'a bank statement': 'Data Mov.;Data Valor;Descrição;Débito;Crédito;Saldo',
  'a payroll': 'Nome;NIF;Categoria;Vencimento;Subsídio;IRS;Segurança Social;Líquido',
} as const

const DAMAGED = {
  'PRIO without its card': LISTS['a short PRIO list'].replace('CARTÃO;', ''),
  'PRIO Electric without its total': SESSIONS.replace(';TOTAL c/ IVA', ''),
  'Bolt without e-mail': LISTS['Bolt'].replace('Email;', ''),
  'transactions without their moment': LISTS['Uber transactions'].replace('vs reporting;', ''),
}

function found(headings: string, formats = FORMATS) {
  const head = headTable(longTable(readCsv(`${headings}\n`)))
  const known = recognise(head, 'lista.csv', formats, [])
  return known && `${known.format.source} ${known.format.kind} − ${known.recognition.missing.join(', ')}`
}

test.each([
  ['PRIO Electric', 'prio electric − '],
  ['PRIO fleet card', 'prio fuel_card − '],
  ['PRIO fleet card with plates', 'prio fuel_card − '],
  ['a short PRIO list', 'prio fuel_card − '],
  ['BP', 'bp fuel_card − '],
  ['Repsol', 'repsol fuel_card − '],
  ['EDP', 'edp electric − '],
  ['Via Verde', 'viaverde movements − '],
  ['Bolt', 'bolt earnings − '],
  ['Uber', 'uber payments_driver − '],
  ['Uber transactions', 'uber payments_order − '],
  ['Galp-like', null],
  ['Galp-like in other words', null],
  ['a workshop', null],
  ['invoices', null],
  ['Tesla-like', null],
  ['a bank statement', null],
  ['a payroll', null],
  ['Miio-like', 'prio electric − ID CARREGAMENTO, TOTAL c/ IVA'],
] as const)('%s: by its headings alone it is %s', (list, report) => {
  expect(found(LISTS[list])).toBe(report)
})

test('what is missing is named by the likeliest source', () => {
  expect(Object.values(DAMAGED).map((headings) => found(headings))).toEqual([
    'prio fuel_card − CARTÃO',
    'prio electric − TOTAL c/ IVA',
    'bolt earnings − Email',
    'uber payments_order − vs reporting',
  ])
})

test('the order in which formats are listed decides nothing', () => {
  const turned = FORMATS.toReversed()
  for (const headings of [...Object.values(LISTS), ...Object.values(DAMAGED)]) {
    expect(found(headings, turned)).toBe(found(headings))
  }
})

const bytes = (text: string) => new TextEncoder().encode(text)

test.each([
  'Galp-like',
  'a workshop',
  'invoices',
  'Miio-like',
  'Tesla-like',
  'an EDP-like list',
  'a bank statement',
] as const)('%s is refused, and can be taught', async (list) => {
  const [result] = await readWhole({ name: 'lista.csv', bytes: bytes(`${LISTS[list]}\n`) })
  if (!result || result.ok) throw new Error('the list was taken')
  expect(canBeSetUp(result)).toBe(true)
})

test('a refusal names the headings, not the lines of a cover above them', async () => {
  const cover = 'Frota Exemplo, 2026\n\nPeríodo;1 a 7 de junho\n'
  const [result] = await readWhole({ name: 'lista.csv', bytes: bytes(`${cover}Data;Cartão;Litros;Valor\n1;2;3;4\n`) })
  expect(result).toMatchObject({ code: 'unknown-format', params: { headings: 'Data, Cartão, Litros, Valor' } })
})

test('what is no table cannot be taught', () => {
  expect(canBeSetUp({ code: 'unknown-format', params: { headings: '' } })).toBe(false)
  expect(canBeSetUp({ code: 'unknown-format', params: { found: 'xml' } })).toBe(false)
  expect(canBeSetUp({ code: 'pdf', params: {} })).toBe(false)
})

const MAPPING: Mapping = {
  kind: 'charging',
  columns: { date: 0, card: 2, amount: 7 },
  vat: 'included',
  vatRate: null,
  sign: 'positive',
  isRounded: false,
  decimals: null,
  dates: null,
}

test('a list the operator taught is read although it is like one of ours, and never instead of one of ours', async () => {
  const line = '15/06/2026 10:00;15/06/2026 10:40;PT00000011;P1;Lisboa;12,5;40;4,20'
  const formatsWithList = (headings: string) => [
    mappedFormat({
      version: 1,
      source: 'Miio',
      headings: headersOf(readCsv(headings))[0]!.keys,
      mapping: MAPPING,
    }),
  ]
  const text = `${LISTS['Miio-like']}\n${line}\n`
  const read = async (content: string, headings: string) => {
    const [result] = await readWhole(
      { name: 'lista.csv', bytes: bytes(content) },
      { formats: formatsWithList(headings) },
    )
    return result!.ok ? [result!.file.source, result!.file.totals['total']] : [result!.code]
  }
  expect(await read(text, LISTS['Miio-like'])).toEqual(['other', 420])
  expect(await read(text, LISTS['a workshop'])).toEqual(['columns-missing'])
  const edp = `${LISTS['EDP']}\n01/06/2026 02:10;EDP0000000011;18,40;5,91;LSB-90500\n`
  expect(await read(edp, LISTS['EDP'])).toEqual(['edp', 591])
})
