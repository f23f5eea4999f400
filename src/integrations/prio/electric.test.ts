import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImportedRow, ReadFile, ReadResult } from '#domain/import.ts'
import { lisbon } from '#domain/week.ts'
import { readWhole } from '#test/read-whole.ts'
import { prioElectric } from './electric.ts'
import { clockOfFile, orderOfStarts, startOf } from './session-start.ts'

const PUBLIC = 'test/fixtures/public'
const NAME = 'prio_electric_20260601_20260607.csv'
const expected = JSON.parse(readFileSync(`${PUBLIC}/expected.json`, 'utf8')).sources.prio_electric
const roster: Roster = JSON.parse(readFileSync(`${PUBLIC}/roster.json`, 'utf8'))

type Roster = {
  vehicles: { plate: string; prio_electric_card: string | null }[]
  assignments: { driver: string; plate: string; from: string | null; to: string | null }[]
}

const lines = readFileSync(`${PUBLIC}/prio/${NAME}`, 'utf8')
  .trimEnd()
  .split(/\r?\n/)
  .map((line) => line.split(','))

async function readCsv(records: readonly (readonly string[])[], name = NAME): Promise<ReadResult> {
  const text = records.map((cells) => cells.join(',')).join('\n')
  return (await readWhole({ name, bytes: new TextEncoder().encode(text) }))[0]!
}

async function readSheet(records: readonly (readonly string[])[]): Promise<ReadResult> {
  const rows = records.map((cells, index) => {
    return { line: index + 1, cells, numbers: new Set<number>(), original: cells.join('\t') }
  })
  const table = { encoding: 'xlsx', separator: null, openQuote: null, rows } as const
  return await prioElectric.read(table, prioElectric.recognises(table, '')!, {
    name: 'lista.xlsx',
    week: null,
    organisations: new Set(),
  })
}

function fileOf(result: ReadResult): ReadFile {
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.file
}

function problemsOf(result: ReadResult) {
  if (result.ok) throw new Error('the file was read')
  return result.problems
}

function withCell(
  line: number,
  heading: string,
  text: string,
  records: readonly (readonly string[])[] = lines,
): string[][] {
  const column = records[0]!.indexOf(heading)
  return records.map((cells, at) => cells.map((cell, index) => (at === line - 1 && index === column ? text : cell)))
}

/** Writes the same sessions as PRIO's Excel list has them: Portuguese headings on the fourth row, commas, no seconds. */
function excelList(): string[][] {
  const headings =
    'DATA (dd/mm/yyyy HH:MM)|Nº. CARTÃO|NOME|DESCRIÇÃO|MATRÍCULA|ID CARREGAMENTO|POSTO|ENERGIA|DURAÇÃO|CUSTO|OPC IEC|TOTAL|TOTAL c/ IVA|FATURA'
  const value = (cells: readonly string[], heading: string) => cells[lines[0]!.indexOf(heading)]!
  const comma = (figure: string) => figure.replace('.', ',')
  const sessions = lines.slice(1).map((cells) => {
    const [, month, day, year, hour, minute, half] = /^(\d+)\/(\d+)\/(\d+) (\d+):(\d+):\d+ (AM|PM)$/.exec(
      value(cells, 'StartDate'),
    )!
    const hours = (Number(hour) % 12) + (half === 'PM' ? 12 : 0)
    return [
      `${day!.padStart(2, '0')}/${month!.padStart(2, '0')}/${year} ${String(hours).padStart(2, '0')}:${minute}`,
      value(cells, 'CardCode'),
      value(cells, 'MobileCard'),
      '',
      '',
      value(cells, 'IdUsage'),
      value(cells, 'IdChargingStation'),
      comma(value(cells, 'Energy')),
      comma(value(cells, 'TotalDuration')),
      '',
      comma(value(cells, 'IEC')),
      comma(value(cells, 'ChargingTotalValue')),
      comma(value(cells, 'TotalValueWithTaxes')),
      'FT 2026/1',
    ]
  })
  return [
    ['PRIO Electric'],
    ['Cliente: ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA'],
    ['Período: 01/06/2026 a 07/06/2026'],
    headings.split('|'),
    ...sessions,
  ]
}

function driverOf(row: ImportedRow): string | null {
  const card = row.keys.find(({ kind }) => kind === 'electric-card')?.value
  const plate = roster.vehicles.find(({ prio_electric_card }) => prio_electric_card === card)?.plate
  const instant = (local: string) => lisbon(Temporal.PlainDateTime.from(local)).epochMilliseconds
  const at = row.at!.epochMilliseconds
  const held = roster.assignments.find(
    (one) => one.plate === plate && (!one.from || instant(one.from) <= at) && (!one.to || at < instant(one.to)),
  )
  return held?.driver ?? null
}

function sumPerDriver(rows: readonly ImportedRow[], figure: (row: ImportedRow) => number) {
  const sums: Record<string, number> = {}
  for (const row of rows) {
    const driver = driverOf(row)
    if (driver) sums[driver] = (sums[driver] ?? 0) + figure(row)
  }
  return sums
}

const amounts = (rows: readonly ImportedRow[]) =>
  rows.map(({ key, kind, amount, week }) => ({ key, kind, amount, week }))

test('the public week gives every driver the charging of the reference figures', async () => {
  const { rows, dataRows } = fileOf(await readCsv(lines))
  const charging = rows.filter(({ kind }) => kind === 'charging')
  const company = rows.filter(({ kind }) => kind === 'company-charging')

  expect(sumPerDriver(charging, (row) => -row.amount)).toEqual(expected.per_driver)
  expect(sumPerDriver(charging, (row) => row.measures.watt_hours!)).toEqual(expected.watt_hours_per_driver)
  expect(charging.reduce((sum, row) => sum - row.amount, 0)).toBe(expected.total)
  expect(company.map((row) => ({ card: row.keys[0]!.value, total: -row.amount }))).toEqual(expected.company_card)
  expect({ dataRows, charging: charging.length, company: company.length }).toEqual({
    dataRows: 12,
    charging: 11,
    company: 1,
  })
  expect(new Set(rows.map(({ week }) => week))).toEqual(new Set(['2026-06-01']))
})

test('a row knows its card, its car, its session and when it began and ended', async () => {
  const file = fileOf(await readCsv(lines))
  expect(file).toMatchObject({ language: 'en', encoding: 'utf-8', separator: ',', headerLine: 1, warnings: [] })
  expect(file.columns).toHaveLength(25)
  expect(file.period).toEqual({ from: '2026-06-01', to: '2026-06-07' })
  expect(file.rows[1]).toMatchObject({
    line: 3,
    kind: 'charging',
    key: 'BNV-90004-01-1780836679',
    amount: -1950,
    label: 'Eletro2',
    measures: { total: 1950, watt_hours: 31744 },
    keys: [
      { kind: 'electric-card', value: 'PTPRIO9900000000000022' },
      { kind: 'plate', value: 'ZX22TB' },
    ],
    facts: { station: 'BNV-90004', energy: '31.744', duration: '101.07', ended: '2026-06-07T15:32:23' },
  })
  expect(file.rows[1]!.at!.toString()).toBe('2026-06-07T12:51:19Z')
})

test('a session plugged in on Sunday night counts in that week although it ends on Monday', async () => {
  const row = fileOf(await readCsv(lines)).rows[0]!
  expect(row).toMatchObject({ week: '2026-06-01', facts: { ended: '2026-06-08T00:11:30' } })
})

test('the Excel list of the same sessions has the same keys, amounts and weeks', async () => {
  const csv = fileOf(await readCsv(lines))
  const list = fileOf(await readSheet(excelList()))

  expect(list).toMatchObject({ language: 'pt', headerLine: 4, warnings: [] })
  expect(list.company.name).toBe('ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA')
  expect(list.period).toEqual(csv.period)
  expect(amounts(list.rows)).toEqual(amounts(csv.rows))
  expect(list.rows.map(({ measures }) => measures)).toEqual(csv.rows.map(({ measures }) => measures))
  expect(list.rows[0]!.at!.toString()).toBe(csv.rows[0]!.at!.toString())
})

test('an amount with a comma is never a hundred times itself', async () => {
  const row = fileOf(await readSheet(excelList())).rows[0]!
  expect(row.amount).toBe(-1114)
})

test('a total line is checked, not imported', async () => {
  const total = (figure: string) => ['TOTAL', ...Array.from({ length: 11 }, () => ''), figure, '']
  expect(fileOf(await readSheet([...excelList(), total('130,73')])).dataRows).toBe(12)
  expect(problemsOf(await readSheet([...excelList().slice(0, -1), total('130,73')]))).toMatchObject([
    { line: 16, column: 'TOTAL c/ IVA', code: 'sum-differs', found: '130,73', expected: '122.48' },
  ])
})

test('a session listed twice is one; with two totals it is refused', async () => {
  const file = fileOf(await readCsv([...lines, lines[1]!]))
  expect(file.rows.flatMap(({ line, repeats }) => (repeats === undefined ? [] : [[line, repeats]]))).toEqual([[14, 2]])
  expect(new Set(file.rows.map(({ key }) => key)).size).toBe(13)
  expect(file.totals).toEqual(fileOf(await readCsv(lines)).totals)
  expect(file.warnings).toEqual([{ code: 'printed-twice', params: { count: 1, pairs: '14 2' } }])

  const other = [...lines[1]!.slice(0, -1), '11.20']
  expect(problemsOf(await readCsv([...lines, other]))).toMatchObject([
    { line: 14, column: 'IdUsage', code: 'key-repeated' },
  ])
})

test('a total that is not its net value with VAT is pointed out, a cent is not', async () => {
  const warnings = async (total: string) => fileOf(await readCsv(withCell(2, 'TotalValueWithTaxes', total))).warnings
  expect(await warnings('11.15')).toEqual([])
  expect(await warnings('11.16')).toEqual([{ code: 'rounding-difference', params: { rows: 1, line: 2 } }])
})

test('unreadable cells refuse the file and are all listed', async () => {
  let records = withCell(2, 'TotalValueWithTaxes', '1x')
  records = withCell(3, 'StartDate', '6/31/2026 1:00:00 PM', records)
  records = withCell(4, 'IdUsage', '', records)
  records = withCell(5, 'CardCode', '9.9E+15', records)

  expect(problemsOf(await readCsv(records))).toEqual([
    { line: 2, column: 'TotalValueWithTaxes', code: 'amount-unreadable', found: '1x', expected: '11,14 | 11.14' },
    {
      line: 3,
      column: 'StartDate',
      code: 'date-unreadable',
      found: '6/31/2026 1:00:00 PM',
      expected: '6/30/2026 11:21:36 PM',
    },
    { line: 4, column: 'IdUsage', code: 'value-missing', found: '', expected: 'LSB-00000-01-1780870896' },
    { line: 5, column: 'CardCode', code: 'id-unreadable', found: '9.9E+15', expected: 'PTPRIO0000000000000000' },
  ])
})

test('a file without a needed column is refused with its name', async () => {
  const column = lines[0]!.indexOf('TotalValueWithTaxes')
  const without = lines.map((cells) => cells.filter((_, at) => at !== column))
  expect(await readCsv(without)).toMatchObject({ code: 'columns-missing', params: { columns: 'TotalValueWithTaxes' } })
})

test('half a file is refused where it was cut', async () => {
  const cut = [...lines.slice(0, 5), lines[5]!.slice(0, 9)]
  expect(problemsOf(await readCsv(cut))).toMatchObject([{ line: 6, code: 'row-too-short', found: '9', expected: '25' }])
})

/** 2026-06-07 22:21:36 UTC, 23:21:36 in Lisbon. */
const SUMMER = 1_780_870_896
const began = (text: string, id: string, order: 'dmy' | 'mdy' = 'mdy', clock: 'lisbon' | 'utc' = 'lisbon') =>
  startOf({ text, id }, order, clock)?.toString()

test('the second in the id settles on which clock the start is written', () => {
  const id = `LSB-90846-01-${SUMMER}`
  expect(began('6/7/2026 11:21:36 PM', id)).toBe('2026-06-07T22:21:36Z')
  expect(began('6/7/2026 10:21:36 PM', id)).toBe('2026-06-07T22:21:36Z')
  expect(began('07/06/2026 23:21', id, 'dmy')).toBe('2026-06-07T22:21:36Z')
})

test('an id that ends in another number settles nothing', () => {
  expect(began('6/7/2026 11:21:36 PM', 'LSB-90846-01-1234567890')).toBe('2026-06-07T22:21:36Z')
  expect(began('6/7/2026 11:21:36 PM', 'PTEDP6391626976724958648-ccc45')).toBe('2026-06-07T22:21:36Z')
})

test('sessions without a second in their id follow the clock the others prove', () => {
  const other = { text: '6/5/2026 4:22:47 PM', id: 'PTEDP6391626976724958648-ccc45' }
  const utc = { text: '6/7/2026 10:21:36 PM', id: `LSB-90846-01-${SUMMER}` }
  const winter = { text: '1/7/2026 10:21:36 PM', id: `LSB-90846-01-${Date.UTC(2026, 0, 7, 22, 21, 36) / 1000}` }

  expect(clockOfFile([other, utc], 'mdy')).toBe('utc')
  expect(clockOfFile([other, winter], 'mdy')).toBe('lisbon')
  expect(began(other.text, other.id, 'mdy', 'utc')).toBe('2026-06-05T16:22:47Z')
  expect(began(other.text, other.id, 'mdy', 'lisbon')).toBe('2026-06-05T15:22:47Z')
})

test('the hour that comes twice in October is told apart by the id', () => {
  const id = (utcHour: number) => `LSB-90846-01-${Date.UTC(2026, 9, 25, utcHour, 30, 0) / 1000}`
  expect(began('10/25/2026 1:30:00 AM', id(0))).toBe('2026-10-25T00:30:00Z')
  expect(began('10/25/2026 1:30:00 AM', id(1))).toBe('2026-10-25T01:30:00Z')
})

test('day and month follow AM and PM, then the ids, then the file’s days, then its headings', () => {
  const starts = (text: string, id = 'PTEDP1-c') => [{ text, id }]
  const july = { from: Temporal.PlainDate.from('2026-07-06'), to: Temporal.PlainDate.from('2026-07-12') }

  expect(orderOfStarts(starts('6/7/2026 11:21:36 PM'), july, 'dmy')).toBe('mdy')
  expect(orderOfStarts(starts('07/06/2026 23:21', `X-1-${SUMMER}`), null, 'mdy')).toBe('dmy')
  expect(orderOfStarts(starts('06/07/2026 23:21'), july, 'mdy')).toBe('dmy')
  expect(orderOfStarts(starts('06/07/2026 23:21'), null, 'dmy')).toBe('dmy')
  expect(orderOfStarts([...starts('13/07/2026 23:21'), ...starts('07/13/2026 23:21')], null, 'dmy')).toBe(null)
})

test('the order of the rows changes neither keys nor amounts', async () => {
  const sorted = (rows: readonly ImportedRow[]) => amounts(rows).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const reference = sorted(fileOf(await readCsv(lines)).rows)
  const [headings, ...sessions] = lines

  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(sessions, { minLength: sessions.length }), async (shuffled) => {
      expect(sorted(fileOf(await readCsv([headings!, ...shuffled])).rows)).toEqual(reference)
    }),
    { numRuns: 50 },
  )
})
