import { expect, test } from 'vitest'
import type { ReadFile, ReadResult } from '#domain/import.ts'
import { readWhole } from '#test/read-whole.ts'

const PORTUGUESE = [
  'Cliente: Rotas Lusas Fictícias, Lda',
  'Período: 01/06/2026 a 07/06/2026',
  'CONTA REPSOL;NÚM. CARTÃO;DATA OPERAÇÃO;HORA OPERAÇÃO;ESTABELECIMENTO;PRODUTO;LITROS;VALOR',
  '900000001;7078 0000 0000 0011;02/06/2026;08:15;E.S. MASSAMÁ;GASÓLEO;38,120;59,05 €',
  '900000001;7078 0000 0000 0011;04/06/2026;19:40;E.S. QUELUZ;ADBLUE;10,000;12,50 €',
  '900000001;7078 0000 0000 0029;05/06/2026;23:59;E.S. OEIRAS;LOJA;;3,20 €',
]
const SPANISH = [
  'num_tarjeta,fec_oper,hor_oper,imp_total,num_litros,des_produ,nom_estab',
  '7078000000000011,2026-06-02,08:15,59.05,38.12,GASOLEO,E.S. MASSAMA',
]
const WITHOUT_HOURS = ['NÚM. CARTÃO;DATA OPERAÇÃO;LITROS;VALOR', '7078 0000 0000 0011;27/03/2026;18,270 l;40,00 €']

async function read(lines: readonly string[]): Promise<ReadResult> {
  return (await readWhole({ name: 'operacoes.csv', bytes: new TextEncoder().encode(lines.join('\n')) }))[0]!
}

function fileOf(result: ReadResult): ReadFile {
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.file
}

test('the Portuguese list: headings below cover lines, cards in groups of four, euro signs', async () => {
  const file = fileOf(await read(PORTUGUESE))
  expect([file.source, file.kind, file.headerLine, file.company.name]).toEqual([
    'repsol',
    'fuel_card',
    3,
    'Rotas Lusas Fictícias, Lda',
  ])
  expect(file.rows.map(({ kind, amount, keys }) => [kind, amount, keys[0]!.value])).toEqual([
    ['fuel', -5905, '7078000000000011'],
    ['adblue', -1250, '7078000000000011'],
    ['company-fee', -320, '7078000000000029'],
  ])
  expect(file.period).toEqual({ from: '2026-06-01', to: '2026-06-07' })
  expect(file.totals).toEqual({ total: 7475, centilitres: 3812 })
  expect(file.warnings).toMatchObject([{ code: 'service-unknown', params: { service: 'LOJA', amount: 320, line: 6 } }])
})

test('the Spanish export of the same sale has the same key', async () => {
  const [portuguese, spanish] = await Promise.all([read(PORTUGUESE), read(SPANISH)])
  expect(fileOf(spanish).rows).toMatchObject([{ kind: 'fuel', amount: -5905, measures: { centilitres: 3812 } }])
  expect(fileOf(spanish).rows[0]!.key).toBe(fileOf(portuguese).rows[0]!.key)
})

test('without an hour it counts at noon in Lisbon, and says so; without a product, litres are fuel', async () => {
  const file = fileOf(await read(WITHOUT_HOURS))
  expect(file.rows).toMatchObject([{ kind: 'fuel', amount: -4000, measures: { centilitres: 1827 } }])
  expect(file.rows[0]!.at!.toString()).toBe('2026-03-27T12:00:00Z')
  expect(file.warnings.map(({ code }) => code)).toEqual(['time-missing'])
})

test('what is not understood is refused by line and column', async () => {
  const bad = await read(PORTUGUESE.map((line) => line.replace('59,05 €', '59;05')))
  expect(bad.ok ? null : bad.problems.map(({ line, code }) => [line, code])).toContainEqual([4, 'row-too-long'])
  const missing = await read(['NÚM. CARTÃO;DATA OPERAÇÃO;LITROS', '7078000000000011;27/03/2026;18,27'])
  expect(missing).toMatchObject({ ok: false, code: 'columns-missing', params: { columns: 'VALOR' } })
})
