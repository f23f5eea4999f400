import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ReadFile, ReadResult } from '#domain/import.ts'
import { readWeek } from '#domain/week.ts'
import { readWhole } from '#test/read-whole.ts'

const PUBLIC = 'test/fixtures/public'
const expected = JSON.parse(readFileSync(`${PUBLIC}/expected.json`, 'utf8')).extras['extras/edp_carregamentos.csv']
const original = readFileSync(`${PUBLIC}/extras/edp_carregamentos.csv`, 'utf8').trimEnd()

async function read(text: string): Promise<ReadResult> {
  return (await readWhole({ name: 'edp_carregamentos.csv', bytes: new TextEncoder().encode(text) }))[0]!
}

function fileOf(result: ReadResult): ReadFile {
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.file
}

async function problemsOf(text: string) {
  const result = await read(text)
  return result.ok ? [] : result.problems.map(({ line, column, code }) => ({ line, column, code }))
}

test('the published file: five sessions, to the cent, in the week they began', async () => {
  const file = fileOf(await read(original))
  expect([file.source, file.kind, file.separator, file.dataRows]).toEqual(['edp', 'electric', ';', expected.data_rows])
  expect(file.totals).toEqual({ total: expected.total, watt_hours: 106_690 })
  expect(new Set(file.rows.map(({ week }) => week))).toEqual(new Set(['2026-06-01']))
  expect(file.rows[0]).toMatchObject({
    kind: 'charging',
    amount: -591,
    keys: [{ kind: 'electric-card', value: 'EDP0000000011' }],
    facts: { station: 'LSB-90500', energy: '18,40' },
  })
  expect(file.rows[0]!.at!.toString()).toBe('2026-06-01T01:10:00Z')
  expect(file.warnings).toEqual([])
})

test('the same session in two exports has the same key; two equal ones in a minute are two', async () => {
  const lines = original.split('\n')
  const [whole, part, double] = await Promise.all([
    read(original),
    read([lines[0], lines[3]].join('\n')),
    read([...lines, lines[3]].join('\n')),
  ])
  expect(fileOf(whole).rows.map(({ key }) => key)).toContain(fileOf(part).rows[0]!.key)
  expect(new Set(fileOf(double).rows.map(({ key }) => key)).size).toBe(6)
})

test('dates have the day first, whatever week the office works on', async () => {
  const january = original.replaceAll('/06/2026', '/01/2026')
  const bytes = new TextEncoder().encode(january)
  const [result] = await readWhole({ name: 'edp.csv', bytes }, { week: readWeek('2026-W23') })
  expect(fileOf(result!).period).toEqual({ from: '2026-01-01', to: '2026-01-07' })
})

test('a sum below the sessions is checked and not imported', async () => {
  expect(fileOf(await read(`${original}\n;Total;106,69;35,89;`)).rows).toHaveLength(5)
  expect(await problemsOf(`${original}\n;Total;106,69;45,89;`)).toEqual([
    { line: 7, column: 'Custo (€)', code: 'sum-differs' },
  ])
})

test('what is not understood is refused by line and column', async () => {
  expect(await problemsOf(original.replace('5,91', 'grátis'))).toEqual([
    { line: 2, column: 'Custo (€)', code: 'amount-unreadable' },
  ])
  expect(await problemsOf(original.replace('01/06/2026 02:10', '01/06/2026'))).toEqual([
    { line: 2, column: 'Data e Hora início', code: 'date-unreadable' },
  ])
  expect(await problemsOf(original.replace(';EDP0000000022;9,77', ';;9,77'))).toEqual([
    { line: 4, column: 'Cartão', code: 'value-missing' },
  ])
  expect(await problemsOf(original.replace('9,88', '9.88'))).toContainEqual({
    line: 3,
    column: 'Custo (€)',
    code: 'decimal-styles-mixed',
  })
})
