import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ImportedRow, ReadFile, ReadResult } from '#domain/import.ts'
import { lisbon } from '#domain/week.ts'
import { readWhole, withRows } from '#test/read-whole.ts'
import { readSheets } from '#platform/sheet.ts'
import { longTable, type Table } from '#platform/table.ts'
import { viaVerdeMovements } from './movements.ts'
import { kindOfService } from './services.ts'

const PUBLIC = 'test/fixtures/public'
const PORTAL = 'Movimentos_20260601_20260607.xlsx'
const STATEMENT = 'extrato_movimentos_900000202_202606.csv'
const expected = JSON.parse(readFileSync(`${PUBLIC}/expected.json`, 'utf8')).sources.viaverde
const roster: Roster = JSON.parse(readFileSync(`${PUBLIC}/roster.json`, 'utf8'))

type Roster = {
  vehicles: { plate: string }[]
  assignments: { driver: string; plate: string; from: string | null; to: string | null }[]
}

async function readBytes(name: string, bytes: Uint8Array): Promise<ReadResult> {
  return (await readWhole({ name, bytes }))[0]!
}

function readText(text: string, name = 'movimentos.csv'): Promise<ReadResult> {
  return readBytes(name, new TextEncoder().encode(text))
}

const readPublic = (name: string) => readBytes(name, readFileSync(`${PUBLIC}/viaverde/${name}`)).then(fileOf)

function fileOf(result: ReadResult): ReadFile {
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.file
}

function problemsOf(result: ReadResult) {
  if (result.ok) throw new Error('the file was read')
  return result.problems
}

/** Reads the headings and records of the portal's public sheet, to make variants of it. */
async function portal(): Promise<string[][]> {
  const [sheet] = await readSheets(readFileSync(`${PUBLIC}/viaverde/${PORTAL}`))
  return sheet!.table.rows.map(({ cells }) => [...cells])
}

function sheetOf(records: readonly (readonly string[])[], numbers: readonly string[] = []): Table {
  const columns = new Set(numbers.map((heading) => records[0]!.indexOf(heading)))
  const rows = records.map((cells, index) => {
    return { line: index + 1, cells, numbers: index === 0 ? new Set<number>() : columns, original: cells.join('\t') }
  })
  return { encoding: 'xlsx', separator: null, openQuote: null, rows }
}

async function readSheet(records: readonly (readonly string[])[], numbers: readonly string[] = [], name = PORTAL) {
  const table = sheetOf(records, numbers)
  const recognition = viaVerdeMovements.recognises(table, name)!
  return withRows(
    await viaVerdeMovements.readLong(longTable(table), recognition, { name, week: null, organisations: new Set() }),
  )
}

/** Keeps only these columns of the records, in this order. */
function withColumns(records: readonly (readonly string[])[], headings: readonly string[]): string[][] {
  const columns = headings.map((heading) => records[0]!.indexOf(heading))
  return records.map((record) => columns.map((column) => record[column] ?? ''))
}

function withCell(records: readonly (readonly string[])[], line: number, heading: string, text: string): string[][] {
  const column = records[0]!.indexOf(heading)
  return records.map((record, at) => record.map((cell, index) => (at === line - 1 && index === column ? text : cell)))
}

const amounts = (rows: readonly ImportedRow[]) =>
  rows.map(({ key, kind, amount, week }) => ({ key, kind, amount, week }))

function driverOf(row: ImportedRow): string | null {
  const plate = row.keys.find(({ kind }) => kind === 'plate')?.value
  const instant = (local: string) => lisbon(Temporal.PlainDateTime.from(local)).epochMilliseconds
  const at = row.at!.epochMilliseconds
  const held = roster.assignments.find(
    ({ plate: theirs, from, to }) =>
      theirs.replaceAll('-', '') === plate && (!from || instant(from) <= at) && (!to || at < instant(to)),
  )
  return held?.driver ?? null
}

test('the public week gives every driver the tolls and the parking of the reference figures', async () => {
  const files = [await readPublic(PORTAL), await readPublic(STATEMENT)]
  const rows = files.flatMap((file) => file.rows)
  const perDriver = (kind: string) => {
    const sums: Record<string, number> = {}
    for (const row of rows.filter((one) => one.kind === kind)) {
      const driver = driverOf(row)
      if (driver) sums[driver] = (sums[driver] ?? 0) - row.amount
    }
    return sums
  }

  expect(perDriver('toll')).toEqual(expected.tolls_per_driver)
  expect(perDriver('parking')).toEqual(expected.parking_per_driver)
  expect(rows.filter((row) => row.kind === 'company-fee').map(({ amount }) => amount)).toEqual([-1749])
  const unknown = rows.filter((row) => row.kind !== 'company-fee' && driverOf(row) === null)
  expect(unknown.map(({ label, amount }) => ({ plate: label, liquid: -amount }))).toEqual(expected.unknown_plate)
  expect(new Set(rows.map(({ week }) => week))).toEqual(new Set(['2026-06-01']))
  expect(new Set(rows.map(({ key }) => key)).size).toBe(35)
})

test('the portal file says what it covers, and the older file whose it is', async () => {
  const [portalFile, statement] = [await readPublic(PORTAL), await readPublic(STATEMENT)]

  expect(portalFile).toMatchObject({ language: 'en', dataRows: 27, headerLine: 1, account: '', warnings: [] })
  expect(portalFile.columns).toHaveLength(22)
  expect(portalFile.period).toEqual({ from: '2026-06-01', to: '2026-06-07' })
  expect(portalFile.company.contracts).toEqual(['900000101'])
  expect(statement).toMatchObject({ language: 'pt', dataRows: 8, separator: ';', headerLine: 6, warnings: [] })
  expect(statement.period).toEqual({ from: '2026-06-01', to: '2026-06-07' })
  expect(statement.company).toMatchObject({
    name: 'ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA',
    contracts: ['900000202'],
  })
})

test('each row knows its car, its place and its exit on the Lisbon clock', async () => {
  const row = (await readPublic(PORTAL)).rows[2]!

  expect(row).toMatchObject({
    line: 4,
    kind: 'toll',
    amount: -35,
    label: 'ZX-66-TF',
    measures: { liquid: 35, value: 35 },
  })
  expect(row.at!.toString()).toBe('2026-06-07T00:02:03Z')
  expect(row.keys).toEqual([
    { kind: 'plate', value: 'ZX66TF' },
    { kind: 'obu', value: '41900000066' },
    { kind: 'iai', value: '36900000066' },
  ])
  expect(row.facts).toMatchObject({ entry: 'Porto Salvo A5', place: 'Carcavelos A5', contract: '900000101' })
  expect(row.original).toContain('Carcavelos A5')
})

test('charged is the liquid value, after discount', async () => {
  const row = (await readPublic(PORTAL)).rows.find(({ line }) => line === 12)!
  expect(row).toMatchObject({ amount: -166, measures: { liquid: 166, value: 185 } })
})

test('the 23-column form, the 18-column form and cut headings say the same as the 22 columns', async () => {
  const records = await portal()
  const [headings, ...data] = records
  const reference = amounts(fileOf(await readSheet(records, ['Value', 'Liquid Value'])).rows)

  const at = headings!.indexOf('Payment Date') + 1
  const with23 = records.map((record, index) => record.toSpliced(at, 0, index === 0 ? 'Invoice' : `FT ${index}`))
  expect(amounts(fileOf(await readSheet(with23, ['Value', 'Liquid Value'])).rows)).toEqual(reference)

  const eighteen = [...headings!.slice(0, 12), 'Is Paid', 'Payment Date', 'Invoice', 'Discount', 'Tax', 'Liquid Value']
  const with18 = [
    eighteen,
    ...withColumns(
      records,
      eighteen.map((one) => (one === 'Is Paid' ? 'Is Payed' : one)),
    ).slice(1),
  ]
  const read18 = fileOf(await readSheet(with18))
  expect(read18.columns).toHaveLength(18)
  expect(amounts(read18.rows)).toEqual(reference)
  expect(read18.warnings).toEqual([])

  const cut = [headings!.map((heading) => heading.slice(0, 10)), ...data]
  const readCut = fileOf(await readSheet(cut))
  expect(readCut.columns).toContain('Liquid Val')
  expect(amounts(readCut.rows)).toEqual(reference)
  expect(readCut.warnings).toEqual([])
})

test('the portal list as CSV, with either decimal sign and either separator, says the same as the sheet', async () => {
  const records = await portal()
  const reference = amounts((await readPublic(PORTAL)).rows)
  const comma = records.map((record) => record.join(',')).join('\r\n')
  const portuguese = records
    .map((record) => record.map((cell) => cell.replace(/^(\d+)\.(\d+)$/, '$1,$2')).join(';'))
    .join('\r\n')

  expect(amounts(fileOf(await readText(comma)).rows)).toEqual(reference)
  expect(amounts(fileOf(await readText(portuguese)).rows)).toEqual(reference)
})

test('the older file saved as windows-1252 says the same as with UTF-8', async () => {
  const text = readFileSync(`${PUBLIC}/viaverde/${STATEMENT}`, 'utf8').replace(/^\ufeff/, '')
  const file = fileOf(await readBytes('extrato.csv', Buffer.from(text, 'latin1')))

  expect(file.encoding).toBe('windows-1252')
  expect(file.company.name).toBe('ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA')
  expect(file.rows).toEqual((await readPublic(STATEMENT)).rows)
})

test('the shortest form has only plate, exit, place, operator and value, and is a list of tolls', async () => {
  const text =
    'Matrícula;Data Saída;Barreira Saída;Operador;Valor\nzx 33 tc;07/06/2026 19:39;Ponte 25 de Abril;Lusoponte;2,15 €\n'
  const [row, ...others] = fileOf(await readText(text)).rows

  expect(others).toEqual([])
  expect(row).toMatchObject({ kind: 'toll', amount: -215, key: 'ZX33TC|2026-06-07T19:39|PONTE 25 DE ABRIL|215' })
  expect(row!.keys).toEqual([{ kind: 'plate', value: 'ZX33TC' }])
})

test('one passage has the same key in the portal list and in the older file', async () => {
  const statement = await readPublic(STATEMENT)
  const [headings, example] = await portal()
  const record = [
    'ZX33TC',
    '',
    '',
    '5',
    'Autoestradas',
    '1',
    'Portagens',
    '',
    '2026-06-07 19:39:00',
    '',
    'PONTE  25 de abril',
    '2.15',
  ]
  const same = [headings!, example!.map((cell, at) => record[at] ?? (headings![at] === 'Liquid Value' ? '2.15' : cell))]

  expect(fileOf(await readSheet(same)).rows[0]!.key).toBe(statement.rows.at(-1)!.key)
})

test('paid or not, and when, does not change what a movement is', async () => {
  const records = await portal()
  const later = records.map((record, at) =>
    at === 0 ? record : record.with(12, 'FALSE').with(13, '').with(21, '2026-06-20 01:00:00'),
  )
  expect(amounts(fileOf(await readSheet(later)).rows)).toEqual(amounts(fileOf(await readSheet(records)).rows))
})

test('two passages of one gantry in the same minute are both real, whatever their order in the file', async () => {
  const head = 'Matrícula;Data Saída;Barreira Saída;Operador;Valor'
  const line = (second: string) => `ZX-33-TC;07/06/2026 19:39:${second};Ponte;Lusoponte;2,15`
  const key = 'ZX33TC|2026-06-07T19:39|PONTE|215'
  const keyAndSecond = async (...seconds: string[]) => {
    const file = fileOf(await readText([head, ...seconds.map(line)].join('\n')))
    return Object.fromEntries(file.rows.map((row) => [row.key, row.at!.toString().slice(17, 19)]))
  }

  expect(await keyAndSecond('05', '41')).toEqual({ [key]: '05', [`${key}#2`]: '41' })
  expect(await keyAndSecond('41', '05')).toEqual({ [key]: '05', [`${key}#2`]: '41' })
  expect(await keyAndSecond('05', '05')).toEqual({ [key]: '05', [`${key}#2`]: '05' })
})

test('a passage across Sunday midnight belongs to the week of its exit', async () => {
  const file = fileOf(
    await readText(
      `Contrato;Matrícula;Data Entrada;Barreira Entrada;Data Saída;Barreira Saída;Valor Transação
1;ZX-33-TC;07/06/2026 23:50:00;A;08/06/2026 00:00:00;B;1,00
1;ZX-33-TC;07/06/2026 23:50:00;A;07/06/2026 23:59:59;B;1,00
1;ZX-33-TC;07/06/2026 23:50:00;A;;;1,00`,
    ),
  )
  expect(file.rows.map(({ week }) => week)).toEqual(['2026-06-08', '2026-06-01', '2026-06-01'])
  expect(file.period).toEqual({ from: '2026-06-07', to: '2026-06-08' })
})

test('times are those of Lisbon on both sides of the clock change', async () => {
  const line = (time: string) => `ZX-33-TC;${time};Ponte;Lusoponte;2,15`
  const times = ['29/03/2026 00:59:59', '29/03/2026 02:00:00', '25/10/2026 23:59:59', '26/10/2026 00:00:00']
  const file = fileOf(
    await readText(['Matrícula;Data Saída;Barreira Saída;Operador;Valor', ...times.map(line)].join('\n')),
  )

  expect(file.rows.map((row) => row.at!.toString())).toEqual([
    '2026-03-29T00:59:59Z',
    '2026-03-29T01:00:00Z',
    '2026-10-25T23:59:59Z',
    '2026-10-26T00:00:00Z',
  ])
  expect(file.rows.map(({ week }) => week)).toEqual(['2026-03-23', '2026-03-23', '2026-10-19', '2026-10-26'])
})

test('a single gantry without entry is charged at its exit', async () => {
  const records = withCell(withCell(await portal(), 2, 'Entry Date', ''), 2, 'Entry Point', '')
  expect(fileOf(await readSheet(records)).rows[0]!.facts).not.toHaveProperty('entry')
})

test('an exit that a sheet kept as a day number is the same moment', async () => {
  const records = withCell(await portal(), 2, 'Exit Date', '46180.99442129629')
  expect(fileOf(await readSheet(records)).rows[0]!.at!.toString()).toBe('2026-06-07T22:51:58Z')
})

test.each(['', 'N/A', '-'])('a liquid value of "%s" leaves the value before discount, and says so', async (text) => {
  const file = fileOf(await readSheet(withCell(await portal(), 12, 'Liquid Value', text)))

  expect(file.rows.find(({ line }) => line === 12)!.amount).toBe(-185)
  expect(file.warnings).toEqual([{ code: 'value-assumed', params: { rows: 1, line: 12 } }])
})

test('a value of N/A beside a liquid value is no loss', async () => {
  const file = fileOf(await readSheet(withCell(await portal(), 12, 'Value', 'N/A')))
  expect(file.rows.find(({ line }) => line === 12)).toMatchObject({ amount: -166, measures: { liquid: 166 } })
  expect(file.warnings).toEqual([])
})

test('a portal list without the liquid column charges the value and says so', async () => {
  const records = await portal()
  const file = fileOf(
    await readSheet(
      withColumns(
        records,
        records[0]!.filter((heading) => heading !== 'Liquid Value'),
      ),
    ),
  )
  expect(file.totals.liquid).toBe(7574)
  expect(file.warnings).toEqual([{ code: 'value-assumed', params: { rows: 27, line: 2 } }])
})

test('a movement without any value is refused', async () => {
  const records = withCell(withCell(await portal(), 12, 'Liquid Value', 'N/A'), 12, 'Value', 'N/A')
  expect(problemsOf(await readSheet(records))).toMatchObject([
    { line: 12, column: 'Liquid Value', code: 'value-missing', found: 'N/A' },
  ])
})

test('a refund is a credit', async () => {
  const file = fileOf(await readSheet(withCell(await portal(), 12, 'Liquid Value', '-1.66')))
  expect(file.rows.find(({ line }) => line === 12)!.amount).toBe(166)
})

test('unreadable cells refuse the file and are listed with line, column, what was found and what was expected', async () => {
  const records = withCell(withCell(await portal(), 5, 'Liquid Value', '3.2.5'), 9, 'Exit Date', 'ontem')
  const result = await readSheet(records)

  expect(result).toMatchObject({ ok: false, code: 'rows-unreadable', params: { count: 2 } })
  expect(problemsOf(result)).toEqual([
    { line: 5, column: 'Liquid Value', code: 'amount-unreadable', found: '3.2.5', expected: '1.15 | 1,15' },
    { line: 9, column: 'Exit Date', code: 'date-unreadable', found: 'ontem', expected: '07/06/2026 23:51' },
  ])
})

test('both decimal signs in one column are refused', async () => {
  const records = withCell(await portal(), 5, 'Liquid Value', '3,25')
  expect(problemsOf(await readSheet(records))[0]).toMatchObject({
    line: 5,
    column: 'Liquid Value',
    code: 'decimal-styles-mixed',
  })
})

test('a file without a needed column is refused with the name of the column', async () => {
  const records = await portal()
  const without = (...gone: string[]) => {
    const kept = records[0]!.filter((heading) => !gone.includes(heading))
    return readText(
      withColumns(records, kept)
        .map((record) => record.join(';'))
        .join('\n'),
    )
  }

  expect(await without('License Plate')).toMatchObject({
    code: 'columns-missing',
    params: { columns: 'License Plate' },
  })
  expect(await without('Exit Date')).toMatchObject({ code: 'columns-missing', params: { columns: 'Exit Date' } })
  expect(await without('Value', 'Liquid Value')).toMatchObject({ params: { columns: 'Liquid Value' } })
  expect(await readText('Matrícula;Data Saída;Barreira Saída;Operador\nZX;01/06/2026;A;B')).toMatchObject({
    params: { columns: 'Valor Transação' },
  })
})

test('half a file is refused where it was cut', async () => {
  const whole = readFileSync(`${PUBLIC}/viaverde/${STATEMENT}`)
  const result = await readBytes(STATEMENT, whole.subarray(0, whole.indexOf(Buffer.from('Porto Salvo'))))
  expect(problemsOf(result)).toMatchObject([{ line: 13, code: 'row-too-short', found: '6', expected: '10' }])
})

test('a comma that splits an amount is refused', async () => {
  const text = 'License Plate,Exit Date,Exit Point,Value,Liquid Value\nZX-11-TA,2026-06-01 07:41:09,Ponte,2,15,2,15'
  expect(problemsOf(await readText(text))).toMatchObject([{ line: 2, code: 'row-too-long', found: '7', expected: '5' }])
})

test('a total line is checked, not imported', async () => {
  const text = readFileSync(`${PUBLIC}/viaverde/${STATEMENT}`, 'utf8').trimEnd()
  const file = fileOf(await readText(`${text}\r\nTotal;;;;;;;;;16,10\r\n`))
  expect(file.dataRows).toBe(8)

  expect(problemsOf(await readText(`${text}\r\nTotal;;;;;;;;;18,25\r\n`))).toEqual([
    { line: 15, column: 'Valor Transação', code: 'sum-differs', found: '18,25', expected: '16.10' },
  ])
})

test('day and month of a portal CSV follow any date that reads one way, else the days of the name, else nobody guesses', async () => {
  const csv = (...dates: string[]) =>
    [
      'License Plate,Exit Date,Exit Point,Value,Liquid Value',
      ...dates.map((date) => `ZX-11-TA,${date},Ponte,2.15,2.15`),
    ].join('\n')
  const firstDay = async (text: string, name?: string) =>
    fileOf(await readText(text, name))
      .rows[0]!.at!.toString()
      .slice(0, 10)

  expect(await firstDay(csv('06/07/2026 10:00', '06/13/2026 10:00'))).toBe('2026-06-07')
  expect(await firstDay(csv('06/07/2026 10:00', '13/07/2026 10:00'))).toBe('2026-07-06')
  expect(await firstDay(csv('06/07/2026 10:00'), 'Movimentos_20260601_20260607.csv')).toBe('2026-06-07')
  expect(await firstDay(csv('06/07/2026 10:00'), 'Movimentos_20260706_20260713.csv')).toBe('2026-07-06')
  expect(problemsOf(await readText(csv('06/07/2026 10:00')))).toMatchObject([
    { line: 2, column: 'Exit Date', code: 'date-unreadable', found: '06/07/2026 10:00' },
  ])
})

test('the older file is day before month, and a date that cannot be is refused', async () => {
  const text = 'Matrícula;Data Saída;Barreira Saída;Operador;Valor\nZX-33-TC;06/13/2026 10:00;Ponte;Lusoponte;2,15'
  expect(problemsOf(await readText(text))).toMatchObject([{ line: 2, column: 'Data Saída', code: 'date-unreadable' }])
})

test('a file over several weeks keeps each row in its own', async () => {
  const records = withCell(await portal(), 2, 'Exit Date', '2026-06-08 00:10:00')
  const file = fileOf(await readSheet(records))
  expect(file.rows[0]!.week).toBe('2026-06-08')
  expect(file.period).toEqual({ from: '2026-06-01', to: '2026-06-07' })
})

test('a service nobody here knows is the company’s, and asked about', async () => {
  const records = withCell(
    withCell(await portal(), 5, 'Market Description', 'Drive-Thru'),
    5,
    'Service Description',
    'Restauração',
  )
  const file = fileOf(await readSheet(records))

  expect(file.rows.find(({ line }) => line === 5)!.kind).toBe('company-fee')
  expect(file.warnings).toEqual([
    { code: 'service-unknown', params: { service: 'Restauração · Drive-Thru', amount: 325, rows: 1, line: 5 } },
  ])
})

test.each([
  ['Autoestradas', 'Portagens', 'toll'],
  ['', 'Portagem', 'toll'],
  ['Travessias fluviais', '', 'toll'],
  ['Parques de Estacionamento', 'Estacionamento', 'parking'],
  ['', 'PARQUES', 'parking'],
  ['Modalidades e Acessórios', 'Anuidade Via Verde Mobilidade Anual', 'company-fee'],
  ['', 'Identificador', 'company-fee'],
  ['Carregamentos elétricos', '', 'charging'],
  ['Lavagem automóvel', '', 'wash'],
  ['Inspeções', '', null],
  ['', '', 'toll'],
] as const)('service "%s" of market "%s" is %s', (service, market, kind) => {
  expect(kindOfService({ service: '', market: '', descriptions: [service, market], exitPoint: '' })).toBe(kind)
})

test.each([
  ['-1', '41', 'company-fee'],
  ['5', '1', 'toll'],
  ['7', '12', null],
] as const)('without words, service %s of market %s is %s', (service, market, kind) => {
  expect(kindOfService({ service, market, descriptions: ['', ''], exitPoint: '' })).toBe(kind)
})

test('the order of the rows changes neither keys nor amounts', async () => {
  const [headings, ...records] = await portal()
  const twins = [...records, records[0]!, records[3]!.with(8, '2026-06-06 21:10:31')]
  const sorted = (rows: readonly ImportedRow[]) => amounts(rows).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  const reference = sorted(fileOf(await readSheet([headings!, ...twins])).rows)
  expect(new Set(reference.map(({ key }) => key)).size).toBe(29)

  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(twins, { minLength: twins.length }), async (shuffled) => {
      expect(sorted(fileOf(await readSheet([headings!, ...shuffled])).rows)).toEqual(reference)
    }),
    { numRuns: 50 },
  )
})
