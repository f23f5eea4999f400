import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ReadFile, ReadResult } from '#domain/import.ts'
import { readWhole } from '#test/read-whole.ts'

const PUBLIC = 'test/fixtures/public'
const expected = JSON.parse(readFileSync(`${PUBLIC}/expected.json`, 'utf8')).extras['extras/bp_transacoes.csv']
const original = readFileSync(`${PUBLIC}/extras/bp_transacoes.csv`, 'utf8').trimEnd()

async function read(text: string): Promise<ReadResult> {
  return (await readWhole({ name: 'bp_transacoes.csv', bytes: new TextEncoder().encode(text) }))[0]!
}

function fileOf(result: ReadResult): ReadFile {
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.file
}

async function problemsOf(text: string) {
  const result = await read(text)
  return result.ok ? [] : result.problems.map(({ line, column, code }) => ({ line, column, code }))
}

test('the published file: three confirmed sales, to the cent, by card', async () => {
  const file = fileOf(await read(original))
  const sales = file.rows.filter(({ kind }) => kind !== 'reference')
  const perCard = Object.groupBy(sales, ({ keys }) => keys[0]!.value)
  const sum = (rows: typeof sales) => rows.reduce((total, { amount }) => total - amount, 0)

  expect([file.source, file.kind, file.dataRows]).toEqual(['bp', 'fuel_card', expected.data_rows])
  expect(sales).toHaveLength(expected.confirmed_transactions)
  expect(Object.fromEntries(Object.entries(perCard).map(([card, rows]) => [card, sum(rows!)]))).toEqual(
    expected.total_per_card,
  )
  expect([sum(sales), file.totals['total']]).toEqual([expected.total, expected.total])
  expect(file.period).toEqual({ from: '2026-06-02', to: '2026-06-06' })
})

test('a further product of a sale and a sale that was refused are kept, add nothing, and are pointed out', async () => {
  const file = fileOf(await read(original))
  expect(file.rows.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['fuel', -5261],
    ['fuel', -4402],
    ['reference', 0],
    ['fuel', -3458],
    ['reference', 0],
  ])
  expect(file.warnings.map(({ code, params }) => [code, params['line']])).toEqual([
    ['items-together', 4],
    ['not-confirmed', 6],
  ])
})

test('encoded twice, wrapped into one column, or saved by Excel with semicolons, it is the same file', async () => {
  const { rows } = fileOf(await read(original))
  const keys = rows.map(({ key, amount }) => [key, amount])
  const twice = String.fromCharCode(...new TextEncoder().encode(original))
  const wrapped = original
    .split('\n')
    .map((line) => `"${line.replaceAll('"', '""')}"`)
    .join('\n')
  const semicolons = original.replace(/"([^"]*)"|,/g, (_, quoted: string | undefined) => quoted ?? ';')

  for (const text of [twice, wrapped, semicolons, `\ufeff${original}`]) {
    expect(fileOf(await read(text)).rows.map(({ key, amount }) => [key, amount])).toEqual(keys)
  }
})

test('a sale that is confirmed later has another key than while it waited', async () => {
  const later = original.replace(
    '"0,00","0,00",990001004,Venda,Cancelada',
    '"10,00","17,00",990001004,Venda,Confirmada',
  )
  const [before, after] = await Promise.all([read(original), read(later)])
  const keys = new Set(fileOf(before).rows.map(({ key }) => key))
  expect(fileOf(after).rows.filter(({ key }) => !keys.has(key))).toMatchObject([{ kind: 'fuel', amount: -1700 }])
})

test('what is not understood is refused by line and column', async () => {
  const total = 'Valor total fornecido (preço do posto)'
  expect(await problemsOf(original.replace('"52,61"', 'abc'))).toEqual([
    { line: 2, column: total, code: 'amount-unreadable' },
  ])
  expect(await problemsOf(original.replace('"52,61"', '-'))).toEqual([
    { line: 2, column: total, code: 'value-missing' },
  ])
  expect(await problemsOf(original.replace('7077000000000000123', '7.077E+18'))).toEqual([
    { line: 2, column: 'Nº cartão', code: 'id-unreadable' },
  ])
  expect(await problemsOf(original.replace('"52,61",990001001,Venda', '"52,61",990001001,Devolução'))).toEqual([
    { line: 2, column: total, code: 'amount-unreadable' },
  ])
  expect(await problemsOf(original.replace('02/06/2026 07:44', '31/06/2026 07:44'))).toEqual([
    { line: 2, column: 'Dia Hora', code: 'date-unreadable' },
  ])
  expect(await problemsOf(original.replace('Estado da Confirmação', 'Outra'))).toEqual([
    { line: 1, column: 'Estado da Confirmação', code: 'column-missing' },
  ])
})
