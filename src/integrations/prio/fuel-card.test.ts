import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImportedRow, ReadFile, ReadResult } from '#domain/import.ts'
import { lisbon, readWeek, type Week } from '#domain/week.ts'
import { readWhole } from '#test/read-whole.ts'
import { readSheets } from '#platform/sheet.ts'
import { prioFuelCard } from './fuel-card.ts'
import { kindOfProduct } from './products.ts'

const PUBLIC = 'test/fixtures/public'
const NAME = 'Transacoes_Frota_20260601_20260607.xlsx'
const expected = JSON.parse(readFileSync(`${PUBLIC}/expected.json`, 'utf8')).sources.prio_fuel
const roster: Roster = JSON.parse(readFileSync(`${PUBLIC}/roster.json`, 'utf8'))

type Roster = {
  vehicles: { plate: string; prio_fuel_card: string | null }[]
  assignments: { driver: string; plate: string; from: string | null; to: string | null }[]
}

const bytes = readFileSync(`${PUBLIC}/prio/${NAME}`)

async function readPublic(): Promise<ReadFile> {
  return fileOf((await readWhole({ name: NAME, bytes }))[0]!)
}

async function readText(text: string, name = 'transacoes.csv', week?: Week): Promise<ReadResult> {
  return (await readWhole({ name, bytes: new TextEncoder().encode(text) }, week ? { week } : {}))[0]!
}

function fileOf(result: ReadResult): ReadFile {
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.file
}

function problemsOf(result: ReadResult) {
  if (result.ok) throw new Error('the file was read')
  return result.problems
}

/** Reads the cover lines, headings (the fourth line) and records of the public sheet, to make variants of it. */
async function records(): Promise<string[][]> {
  const [sheet] = await readSheets(bytes)
  return sheet!.table.rows.map(({ cells }) => [...cells])
}

async function readSheet(lines: readonly (readonly string[])[], numbers: readonly string[] = [], name = NAME) {
  const headings = lines.find((cells) => cells.includes('TOTAL'))!
  const columns = new Set(numbers.map((heading) => headings.indexOf(heading)))
  const rows = lines.map((cells, index) => {
    const isData = index > lines.indexOf(headings)
    return { line: index + 1, cells, numbers: isData ? columns : new Set<number>(), original: cells.join('\t') }
  })
  const table = { encoding: 'xlsx', separator: null, openQuote: null, rows } as const
  return await prioFuelCard.read(table, prioFuelCard.recognises(table, name)!, {
    name,
    week: null,
    organisations: new Set(),
  })
}

function withCell(lines: readonly (readonly string[])[], line: number, heading: string, text: string): string[][] {
  const column = lines[3]!.indexOf(heading)
  return lines.map((cells, at) => cells.map((cell, index) => (at === line - 1 && index === column ? text : cell)))
}

const amounts = (rows: readonly ImportedRow[]) =>
  rows.map(({ key, kind, amount, week, at }) => ({ key, kind, amount, week, at: at!.toString() }))

function driverOf(row: ImportedRow): string | null {
  const card = row.keys.find(({ kind }) => kind === 'fuel-card')?.value
  const plate = roster.vehicles.find(({ prio_fuel_card }) => prio_fuel_card === card)?.plate
  const instant = (local: string) => lisbon(Temporal.PlainDateTime.from(local)).epochMilliseconds
  const at = row.at!.epochMilliseconds
  const held = roster.assignments.find(
    (one) => one.plate === plate && (!one.from || instant(one.from) <= at) && (!one.to || at < instant(one.to)),
  )
  return held?.driver ?? null
}

function sumBy(
  rows: readonly ImportedRow[],
  name: (row: ImportedRow) => string | null,
  figure: (row: ImportedRow) => number,
) {
  const sums: Record<string, number> = {}
  for (const row of rows) sums[name(row) ?? 'nobody'] = (sums[name(row) ?? 'nobody'] ?? 0) + figure(row)
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0))
}

test('the public week gives every driver the fuel of the reference figures', async () => {
  const { rows, totals, dataRows } = await readPublic()

  expect(sumBy(rows, driverOf, (row) => -row.amount)).toEqual(expected.per_driver)
  expect(sumBy(rows, driverOf, (row) => row.measures.centilitres ?? 0)).toEqual(expected.centilitres_per_driver)
  expect(
    sumBy(
      rows,
      (row) => row.facts.product!,
      (row) => -row.amount,
    ),
  ).toEqual(expected.by_product)
  expect(totals.total).toBe(expected.total)
  expect(dataRows).toBe(13)
})

test('the file says its days and whose it is, above headings on the fourth row', async () => {
  const file = await readPublic()
  expect(file).toMatchObject({ headerLine: 4, encoding: 'xlsx', account: '', warnings: [] })
  expect(file.columns).toHaveLength(19)
  expect(file.period).toEqual({ from: '2026-06-01', to: '2026-06-07' })
  expect(file.company).toEqual({ name: 'ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA', organisation: null, contracts: [] })
})

test('a row knows its card, the plate on it, the sale and the receipt', async () => {
  const row = (await readPublic()).rows[0]!
  expect(row).toMatchObject({
    line: 5,
    kind: 'fuel',
    key: '600123400|GASOLEO SIMPLES|5905',
    amount: -5905,
    label: 'ZX-11-TA',
    measures: { total: 5905, centilitres: 3812 },
    facts: { station: 'PRIO SACAVEM', product: 'GASOLEO SIMPLES', km: '79545', receipt: '600123400' },
  })
  expect(row.at!.toString()).toBe('2026-06-01T20:15:00Z')
  expect(row.keys).toEqual([
    { kind: 'fuel-card', value: '7082000000000011' },
    { kind: 'plate', value: 'ZX11TA' },
  ])
})

test('columns in any order, and under their other names, say the same', async () => {
  const lines = await records()
  const reference = amounts((await readPublic()).rows)
  const other: Record<string, string> = {
    KMS: "KM'S",
    'COMB.': 'COMBUSTÍVEL',
    'V. UNIT.': 'VAL. UNIT.',
    'Nº FATURA': 'N.º FATURA',
  }
  const turned = lines.slice(3).map((cells) => cells.toReversed())
  const renamed = [turned[0]!.map((heading) => other[heading] ?? heading), ...turned.slice(1)]

  const file = fileOf(await readSheet(renamed))
  expect(amounts(file.rows)).toEqual(reference)
  expect(file.warnings).toEqual([])
})

test('a CSV with decimal commas, euro signs and US dates says the same as the sheet', async () => {
  const lines = (await records()).slice(3)
  const reference = amounts((await readPublic()).rows)
  const total = lines[0]!.indexOf('TOTAL')
  const csv = (day: (year: string, month: string, day: string) => string) =>
    lines
      .map((cells) =>
        cells
          .map((cell) =>
            cell.replace(/^(\d{4})-(\d{2})-(\d{2})$/, (_, y: string, m: string, d: string) => day(y, m, d)),
          )
          .map((cell) => cell.replace(/^(\d+)\.(\d{1,3})$/, '$1,$2'))
          .map((cell, column) => (column === total && cells !== lines[0] ? `${cell}\u00a0€` : cell))
          .join(';'),
      )
      .join('\r\n')
  const american = csv((y, m, d) => `${m}/${d}/${y}`)

  // Neither the sales (1–7 June) nor the invoice date (8 June) shows which number is the month: the name does.
  expect(amounts(fileOf(await readText(american, 'Transacoes_20260601_20260607.csv')).rows)).toEqual(reference)
  expect(amounts(fileOf(await readText(american, 'frota.csv', readWeek('2026-W23'))).rows)).toEqual(reference)
  const european = csv((y, m, d) => `${d}/${m}/${y}`)
  expect(amounts(fileOf(await readText(european, 'Transacoes_20260601_20260607.csv')).rows)).toEqual(reference)
  expect(amounts(fileOf(await readText(`Período: 01/06/2026 a 07/06/2026\r\n${european}`)).rows)).toEqual(reference)
  expect(problemsOf(await readText(american))).toMatchObject([
    { line: 2, column: 'DATA', code: 'date-unreadable', found: '06/01/2026' },
  ])
})

const HEAD = 'DATA;HORA;CARTÃO;COMBUSTÍVEL;LITROS;RECIBO;TOTAL;DATA FATURA'

test('any date with a part above 12, also the invoice’s, settles day and month for the whole file', async () => {
  const line = (date: string, invoiced: string) =>
    `${date};21:15;7082000000000011;GASOLEO SIMPLES;10,00;1;15,49;${invoiced}`
  const first = async (date: string, invoiced: string) =>
    fileOf(await readText(`${HEAD}\n${line(date, invoiced)}`))
      .rows[0]!.at!.toString()
      .slice(0, 10)

  expect(await first('06/07/2026', '06/15/2026')).toBe('2026-06-07')
  expect(await first('06/07/2026', '15/07/2026')).toBe('2026-07-06')
  expect(await first('06/06/2026', '')).toBe('2026-06-06')
})

test('a day number and a fraction of a day are the same moment as a date and a time', async () => {
  const lines = await records()
  const numeric = withCell(withCell(lines, 5, 'DATA', '46174'), 5, 'HORA', '0.8854166666666666')
  const dated = withCell(withCell(lines, 5, 'DATA', '2026-06-01 00:00:00'), 5, 'HORA', '1899-12-31 21:15:00')
  const reference = amounts((await readPublic()).rows)

  expect(amounts(fileOf(await readSheet(numeric)).rows)).toEqual(reference)
  expect(amounts(fileOf(await readSheet(dated)).rows)).toEqual(reference)
})

test('a date that has its time needs no other column', async () => {
  const text = 'DATA;CARTÃO;COMBUSTÍVEL;LITROS;RECIBO;TOTAL\n2026-06-01 21:15;7082000000000011;GASOLEO;10,00;1;15,49'
  expect(fileOf(await readText(text)).rows[0]!.at!.toString()).toBe('2026-06-01T20:15:00Z')
})

test.each([
  ['7082000000000011.0', '7082000000000011'],
  ['7082 0000 0000 0011', '7082000000000011'],
  ['7.082000000000011E15', '7082000000000011'],
])('card %s is %s', async (found, card) => {
  const file = fileOf(await readSheet(withCell(await records(), 5, 'CARTÃO', found)))
  expect(file.rows[0]!.keys[0]).toEqual({ kind: 'fuel-card', value: card })
})

test.each(['7,082E+15', '7.082E+15', '7.08200000000001E+15'])(
  'card %s has lost digits: the plate beside it names the car, and without one it is refused',
  async (found) => {
    const lost = withCell(await records(), 5, 'CARTÃO', found)
    const file = fileOf(await readSheet(lost))
    expect(file.rows[0]).toMatchObject({ amount: -5905, keys: [{ kind: 'plate', value: 'ZX11TA' }] })
    expect(file.rows[0]!.key).toBe((await readPublic()).rows[0]!.key)
    expect(file.warnings).toEqual([{ code: 'card-unreadable', params: { rows: 1, line: 5 } }])
    expect(problemsOf(await readSheet(withCell(lost, 5, 'DESC. CARTÃO', 'SUPLENTE')))).toEqual([
      { line: 5, column: 'CARTÃO', code: 'id-unreadable', found, expected: '7082000000000011' },
    ])
  },
)

test('the description of a card is a plate only when it looks like one', async () => {
  const keysWith = async (text: string) =>
    fileOf(await readSheet(withCell(await records(), 5, 'DESC. CARTÃO', text))).rows[0]!.keys.map(({ value }) => value)

  expect(await keysWith('22 ab 33')).toEqual(['7082000000000011', '22AB33'])
  expect(await keysWith('SUPLENTE')).toEqual(['7082000000000011'])
  expect(await keysWith('123456')).toEqual(['7082000000000011'])
})

test('an item printed twice is one; items of one receipt that differ in anything are two', async () => {
  const lines = await records()
  const washes = async (last: readonly string[]) => {
    const file = fileOf(await readSheet([...lines, last]))
    const own = file.rows.filter(({ key }) => key.startsWith('600123409'))
    return [own.map(({ key, repeats }) => [key, repeats ?? null]), file.totals['total']]
  }
  const [first, second] = ['600123409|LAVAGEM|800', '600123409|LAVAGEM|800#2']

  expect(await washes(lines[13]!)).toEqual([
    [
      [first, null],
      [second, 14],
    ],
    expected.total,
  ])
  const later = lines[13]!.map((cell, column) => (lines[3]![column] === 'HORA' ? '23:58' : cell))
  expect(await washes(later)).toEqual([
    [
      [first, null],
      [second, null],
    ],
    expected.total + 800,
  ])
})

test('without a receipt, card, minute and total tell purchases apart', async () => {
  const row = fileOf(await readSheet(withCell(await records(), 5, 'RECIBO', ''))).rows[0]!
  expect(row.key).toBe('7082000000000011|2026-06-01T21:15|5905')
})

test('one purchase has the same key whether its receipt came as text or as a number', async () => {
  const lines = withCell(await records(), 5, 'RECIBO', '600123400.0')
  expect(fileOf(await readSheet(lines, ['TOTAL'])).rows[0]!.key).toBe('600123400|GASOLEO SIMPLES|5905')
})

test('the noise of a sheet’s binary numbers is no amount', async () => {
  const lines = withCell(await records(), 5, 'TOTAL', '59.050000000000004')
  expect(fileOf(await readSheet(lines, ['TOTAL'])).rows[0]!.amount).toBe(-5905)
})

test('blank rows count for nothing, and a total line is checked, not imported', async () => {
  const lines = await records()
  const total = (figure: string) =>
    lines[3]!.map((heading) => (heading === 'POSTO' ? 'TOTAL' : heading === 'TOTAL' ? figure : ''))

  expect(fileOf(await readSheet([...lines, total('579.29')])).dataRows).toBe(13)
  expect(
    fileOf(await readSheet([...lines.slice(0, 6), total('108.96'), ...lines.slice(6), total('579.29')])).dataRows,
  ).toBe(13)
  expect(
    fileOf(await readSheet([...lines.slice(0, 6), total('108.96'), ...lines.slice(6), total('470.33')])).dataRows,
  ).toBe(13)
  expect(problemsOf(await readSheet([...lines.slice(0, -1), total('579.29')]))).toEqual([
    { line: 17, column: 'TOTAL', code: 'sum-differs', found: '579.29', expected: '544.35' },
  ])
})

test('every unreadable cell is listed, and the file refused', async () => {
  let lines = withCell(await records(), 5, 'TOTAL', 'cinquenta')
  lines = withCell(lines, 6, 'HORA', '25:10')
  lines = withCell(lines, 7, 'TOTAL', '')
  lines = withCell(lines, 8, 'LITROS', 'muitos')

  expect(problemsOf(await readSheet(lines))).toEqual([
    { line: 5, column: 'TOTAL', code: 'amount-unreadable', found: 'cinquenta', expected: '59,05 | 59.05' },
    { line: 6, column: 'HORA', code: 'date-unreadable', found: '25:10', expected: '21:15' },
    { line: 7, column: 'TOTAL', code: 'value-missing', found: '', expected: '59,05 | 59.05' },
    { line: 8, column: 'LITROS', code: 'count-unreadable', found: 'muitos', expected: '38,12 | 38.12' },
  ])
})

test('half a file is refused where it was cut', async () => {
  const csv = (await records()).map((cells) => cells.join(';')).join('\r\n')
  const cut = csv.slice(0, csv.indexOf('PRIO SINTRA'))
  expect(problemsOf(await readText(cut))).toMatchObject([{ line: 12, code: 'row-too-short', expected: '19' }])
})

test('a file without a needed column is refused with the names of all that are missing', async () => {
  const lines = (await records()).slice(3)
  const gone = new Set(['CARTÃO', 'HORA', 'TOTAL'].map((heading) => lines[0]!.indexOf(heading)))
  const without = lines.map((cells) => cells.filter((_, column) => !gone.has(column)).join(';')).join('\n')
  expect(await readText(without)).toMatchObject({ code: 'columns-missing', params: { columns: 'HORA, CARTÃO, TOTAL' } })
})

test('a sale on Sunday night is the week’s, one at midnight the next one’s', async () => {
  const file = fileOf(
    await readText(
      `DATA;HORA;CARTÃO;COMBUSTÍVEL;LITROS;RECIBO;TOTAL
2026-06-07;23:59;7082000000000011;GASOLEO;10,00;1;15,49
2026-06-08;00:00;7082000000000011;GASOLEO;10,00;2;15,49`,
    ),
  )
  expect(file.rows.map(({ week }) => week)).toEqual(['2026-06-01', '2026-06-08'])
})

test('what is no fuel, AdBlue or wash stays with the company and is asked about', async () => {
  const file = fileOf(await readSheet(withCell(await records(), 14, 'COMB.', 'LOJA')))
  expect(file.rows[9]).toMatchObject({ kind: 'company-fee', amount: -800 })
  expect(file.warnings).toEqual([
    { code: 'service-unknown', params: { service: 'LOJA', amount: 800, rows: 1, line: 14 } },
  ])
})

test('a total that is not its value with VAT is pointed out', async () => {
  const file = fileOf(await readSheet(withCell(await records(), 5, 'VALOR LÍQUIDO', '40.00')))
  expect(file.warnings).toEqual([{ code: 'rounding-difference', params: { rows: 1, line: 5 } }])
})

test('the state of a card is told when it is not the usual one', async () => {
  const file = fileOf(await readSheet(withCell(await records(), 5, 'ESTADO', 'BLOQUEADO')))
  expect(file.rows[0]!.facts.state).toBe('BLOQUEADO')
  expect(file.rows[1]!.facts).not.toHaveProperty('state')
})

test.each([
  ['GASOLEO SIMPLES', 'fuel'],
  ['GASÓLEO TOP', 'fuel'],
  ['GASOLINA 95', 'fuel'],
  ['TOP DIESEL', 'fuel'],
  ['GPL AUTO', 'fuel'],
  ['AD BLUE', 'adblue'],
  ['AdBlue granel', 'adblue'],
  ['LAVAGEM PREMIUM', 'wash'],
  ['OLEO MOTOR DIESEL', null],
  ['LOJA', null],
] as const)('%s is %s', (product, kind) => {
  expect(kindOfProduct(product)).toBe(kind)
})

test('the order of the rows changes neither keys nor amounts', async () => {
  const lines = await records()
  const sorted = (rows: readonly ImportedRow[]) => amounts(rows).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const data = [...lines.slice(4), lines[13]!]
  const reference = sorted(fileOf(await readSheet([...lines.slice(0, 4), ...data])).rows)

  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(data, { minLength: data.length }), async (shuffled) => {
      expect(sorted(fileOf(await readSheet([...lines.slice(0, 4), ...shuffled])).rows)).toEqual(reference)
    }),
    { numRuns: 50 },
  )
})
