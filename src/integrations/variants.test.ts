import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { FileProblem, ReadFile } from '#domain/import.ts'
import { readWeek } from '#domain/week.ts'
import { readWhole, type WholeResult } from '#test/read-whole.ts'

const PUBLIC = new URL('../../test/fixtures/public/', import.meta.url)
const UBER = '20260601-20260608-payments_driver-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'
const ACTIVITY = '20260601-20260608-driver_activity-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'
const ORDERS = '20260607-20260608-payments_order-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'
const BOLT = 'Ganhos por motorista-2026W23-ROTAS LUSAS FICTÍCIAS, UNIPESSOAL LDA.csv'

const text = (folder: string, name: string): string =>
  readFileSync(new URL(encodeURI(`${folder}/${name}`), PUBLIC), 'utf8')
const uberText = text('uber', UBER)
const activityText = text('uber', ACTIVITY)
const ordersText = text('uber', ORDERS)
const boltText = text('bolt', BOLT)

async function read(name: string, content: string | Uint8Array, week?: string): Promise<WholeResult> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const [result] = await readWhole({ name, bytes }, week ? { week: readWeek(week) } : {})
  return result!
}

async function taken(name: string, content: string | Uint8Array, week?: string): Promise<ReadFile> {
  const result = await read(name, content, week)
  if (!result.ok) throw new Error(JSON.stringify(result))
  return result.file
}

async function refusal(name: string, content: string | Uint8Array, week?: string) {
  const result = await read(name, content, week)
  if (result.ok) throw new Error('the file was taken')
  return result
}

/** Reduces a file to what it says about money, without the style in which it is written. */
function said(file: ReadFile) {
  const rows = file.rows.map(({ kind, key, amount, measures }) => ({ kind, key, amount, measures }))
  return rows.toSorted((a, b) => a.key.localeCompare(b.key))
}

// A simple parser is enough for Uber's file, which quotes nothing and has no separator inside a cell.
const cellsOf = (csv: string): string[][] =>
  csv
    .trimEnd()
    .split('\n')
    .map((line) => line.split(','))
const boltCells = (csv: string): string[][] => csv.split('\n').map((line) => line.slice(1, -1).split('","'))
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`
const joined = (rows: string[][], separator = ','): string => rows.map((row) => row.join(separator)).join('\n') + '\n'
const allQuoted = (rows: string[][], separator = ','): string =>
  joined(
    rows.map((row) => row.map(quoted)),
    separator,
  )
const withComma = (rows: string[][]): string[][] =>
  rows.map((row) => row.map((cell) => (/^-?\d+\.\d+$/.test(cell) ? cell.replace('.', ',') : cell)))
const without = (rows: string[][], heading: string): string[][] => {
  const at = rows[0]!.indexOf(heading)
  expect(at).toBeGreaterThanOrEqual(0)
  return rows.map((row) => row.filter((_, column) => column !== at))
}
const shuffled = (rows: string[][]): string[][] => rows.map((row) => [...row.slice(7), ...row.slice(0, 7).toReversed()])
const inBytes = (content: string): Uint8Array => {
  const special = new Map([['€', 0x80]])
  return Uint8Array.from([...content].map((letter) => special.get(letter) ?? letter.codePointAt(0)!))
}
const twice = (content: string): Uint8Array =>
  new TextEncoder().encode(
    [...new TextEncoder().encode(content)]
      .map((byte) => new TextDecoder('windows-1252').decode(Uint8Array.of(byte)))
      .join(''),
  )
const utf16 = (content: string): Uint8Array =>
  Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(content, 'utf16le')])

const uber = cellsOf(uberText)
const bolt = boltCells(boltText)

test.each<[string, string | Uint8Array]>([
  ['with a byte order mark', `\ufeff${uberText}`],
  ['with Windows line ends', uberText.replaceAll('\n', '\r\n')],
  ['with old Mac line ends', uberText.replaceAll('\n', '\r')],
  ['with every cell in quotes', allQuoted(uber)],
  ['with every line in quotes', uber.map((row) => quoted(row.map(quoted).join(','))).join('\n')],
  ['with every line in quotes, unquoted inside', uber.map((row) => quoted(row.join(','))).join('\r\n')],
  [
    'with every line in quotes and ;; at its end',
    uber.map((row) => `${quoted(row.map(quoted).join(','))};;`).join('\n'),
  ],
  ['with ;; at the end of every line', uber.map((row) => `${row.join(',')};;`).join('\n')],
  ['with tabs', joined(uber, '\t')],
  ['with semicolons and decimal commas', joined(withComma(uber), ';')],
  ['in windows-1252 with semicolons and decimal commas', inBytes(joined(withComma(uber), ';'))],
  ['in UTF-16 with tabs', utf16(joined(withComma(uber), '\t'))],
  ['encoded twice', twice(uberText)],
  ['encoded twice with a mark', twice(`\ufeff${uberText}`)],
  ['with its columns in another order', joined(shuffled(uber))],
  ['below cover lines', `Relatório\nGerado em,2026-06-09\n\n${uberText}`],
  ['below a line that names the separator', `sep=;\r\n${joined(withComma(uber), ';')}`],
  ['with blank lines', uberText.replaceAll('\n', '\n\n')],
  ['with decomposed accents', uberText.normalize('NFD')],
  [
    'in capitals and with spaces in its headings',
    joined([uber[0]!.map((cell) => ` ${cell.toUpperCase().replaceAll(':', ' :  ')} `), ...uber.slice(1)]),
  ],
  ['without the branch of the fare', joined(without(uber, 'Pago a si : Os seus rendimentos : Tarifa'))],
  ['without a column nobody has a value in', joined(without(uber, 'Pago a si : Os seus rendimentos : Impostos'))],
])('a weekly file of Uber %s says the same', async (_, content) => {
  expect(said(await taken(UBER, content))).toEqual(said(await taken(UBER, uberText)))
})

test.each<[string, string | Uint8Array]>([
  ['with a byte order mark', `\ufeff${boltText}`],
  ['with every line in quotes', boltText.split('\n').map(quoted).join('\n')],
  ['without quotes', joined(bolt.map((row) => row.map((cell) => (cell.includes(',') ? quoted(cell) : cell))))],
  [
    'with semicolons, decimal commas and the sign of the euro',
    allQuoted(
      withComma(bolt).map((row) => row.map((cell) => (/^\d+,\d\d$/.test(cell) ? `${cell}\u00a0€` : cell))),
      ';',
    ),
  ],
  ['in windows-1252', inBytes(allQuoted(withComma(bolt), ';'))],
  ['encoded twice', twice(boltText)],
  ['with - for zero', boltText.replaceAll('"0.00"', '"-"')],
  ['with nothing for zero', boltText.replaceAll('"0.00"', '""')],
  ['with its columns in another order', allQuoted(shuffled(bolt))],
  ['with a phone the spreadsheet spoilt', boltText.replaceAll('+351990000101', '3,5199E+11')],
])('a file of Bolt %s says the same', async (_, content) => {
  expect(said(await taken(BOLT, content))).toEqual(said(await taken(BOLT, boltText)))
})

const PAID_TO_YOU: Record<string, string> = {
  'UUID do motorista': 'Driver UUID',
  'Nome próprio do motorista': 'Driver first name',
  'Apelido do motorista': 'Driver surname',
  'Pago a si': 'Paid to you',
  'Os seus rendimentos': 'Your earnings',
  'Saldo da viagem': 'Trip balance',
  Pagamentos: 'Payouts',
  'Dinheiro recebido': 'Cash Collected',
  Tarifa: 'Fare',
  Impostos: 'Taxes',
  'Imposto sobre a tarifa': 'Tax on fare',
  'Taxa de serviço': 'Service fee',
  'Outros rendimentos': 'Other earnings',
  'Aumento de rendimentos': 'Earnings boost',
  Gratificação: 'Tip',
  Reembolsos: 'Refunds',
  Portagem: 'Toll',
  'Transferido para uma conta bancária': 'Transferred To Bank Account',
}

test('the English file of Uber says the same as the Portuguese one', async () => {
  const headings = uber[0]!.map((heading) =>
    heading
      .split(/( ?: ?)/)
      .map((part) => PAID_TO_YOU[part] ?? part)
      .join(''),
  )
  const file = await taken(UBER, joined([headings, ...uber.slice(1)]))
  expect(file.language).toBe('en')
  expect(said(file)).toEqual(said(await taken(UBER, uberText)))
})

test('the newer tree of Uber adds its branches up', async () => {
  const content = joined([
    [
      'Driver UUID',
      'Driver first name',
      'Driver last name',
      'Total earnings',
      'Total earnings:Net fare',
      'Total earnings:Tip',
      'Refunds & Expenses',
      'Refunds & Expenses:Refunds:Toll',
      'Payouts',
      'Payouts:Cash collected',
      'Payouts:Transferred To Bank Account',
      'Paid to third parties',
    ],
    [
      '51dbed65-348c-466c-ade0-38c901b9df35',
      'Ana',
      'Faria',
      '100.00',
      '95.00',
      '5.00',
      '3.20',
      '3.20',
      '-20.00',
      '-20.00',
      '',
      '-1.00',
    ],
    ['18293786-c43a-4c7b-af23-058368f4d037', 'ROTAS', 'LUSAS', '', '', '', '', '', '-500.00', '', '-500.00', ''],
  ])
  const file = await taken(UBER, content)
  expect(file.rows.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['earning', 8_220],
    ['organisation', 0],
  ])
  expect(file.totals).toMatchObject({
    paid: 8_220,
    earnings: 10_000,
    fare: 9_500,
    tips: 500,
    cash_collected: -2_000,
    toll_refund: 320,
  })
  expect(file.warnings).toContainEqual({ code: 'value-assumed', params: { measure: 'paid' } })
})

const BOLT_ENGLISH = [
  'Driver',
  'Email',
  "Driver's Phone",
  'Gross earnings (total)|€',
  'Net earnings|€',
  'Projected payout|€',
  'Collected cash|€',
  'Rider tips|€',
  'Finished rides',
  'Online time (min)',
]

test('the English file of Bolt needs six columns, and counts trips and minutes when it has them', async () => {
  const content = allQuoted([
    BOLT_ENGLISH,
    [
      'Ana Faria',
      'Ana.Faria@Example.org',
      '+351990000201',
      '120.00',
      '90.00',
      '70.00',
      '20.00',
      '3.00',
      '31',
      '1204.5',
    ],
  ])
  const file = await taken('Earnings per driver-1 Jun 2026-7 Jun 2026-ROTAS LUSAS.csv', content)
  expect(file).toMatchObject({ language: 'en', period: { from: '2026-06-01', to: '2026-06-07' } })
  expect(file.rows[0]).toMatchObject({ amount: 7_000, key: 'ana.faria@example.org', week: '2026-06-01' })
  expect(file.rows[0]!.keys).toEqual([
    { kind: 'email', value: 'ana.faria@example.org' },
    { kind: 'phone', value: '990000201' },
  ])
  expect(file.rows[0]!.measures).toMatchObject({ gross: 12_000, commission: 0, trips: 31, online_minutes: 1_205 })
})

test.each(['2026W23', '2026-06-01 - 2026-06-07', '01/06/2026 - 07/06/2026', '1 jun 2026-8 jun 2026'])(
  'the older file of Bolt says its week in the rows: %s',
  async (period) => {
    const content = allQuoted(bolt.map((row, at) => [...row, at === 0 ? 'Período' : period]))
    expect((await taken('bolt.csv', content)).period).toEqual({ from: '2026-06-01', to: '2026-06-07' })
    expect(await refusal(BOLT.replace('W23', 'W24'), content)).toMatchObject({ code: 'name-contradicts-content' })
  },
)

test('a new column of Uber is told and refuses nothing', async () => {
  const rows = uber.map((row, at) => [...row, at === 0 ? 'Pago a si:Saldo da viagem:Despesas:Lavagem' : ''])
  expect((await taken(UBER, joined(rows))).warnings).toEqual([
    { code: 'unknown-columns', params: { columns: 'Pago a si:Saldo da viagem:Despesas:Lavagem' } },
  ])
  const inKnown = uber.map((row, at) => [...row, at === 0 ? 'Pago a si:Os seus rendimentos:Tarifa:Novidade' : ''])
  expect((await taken(UBER, joined(inKnown))).warnings).toEqual([])
})

test('a missing optional column of Uber is zero, and what no longer adds up is told', async () => {
  const file = await taken(UBER, joined(without(uber, 'Pago a si:Os seus rendimentos:Gratificação')))
  expect(file.totals).toMatchObject({ tips: 0, paid: 244_561 })
  expect(file.warnings.map(({ code }) => code)).toEqual(['sum-unexplained'])
})

test('the tax on the fare is no measure of a file without its column', async () => {
  const file = await taken(UBER, joined(without(uber, 'Pago a si:Os seus rendimentos:Tarifa:Imposto sobre a tarifa')))
  expect(file.rows.some((row) => 'fare_tax' in row.measures)).toBe(false)
  expect(file.totals).toMatchObject({ fare: 321_641, paid: 244_561 })
})

test('a missing optional column of Bolt is zero', async () => {
  const file = await taken(BOLT, allQuoted(without(bolt, 'Portagens|€')))
  expect(file.totals.tolls).toBe(0)
  expect('booking' in file.rows[0]!.measures).toBe(true)
  expect('booking' in (await taken(BOLT, allQuoted(without(bolt, 'Taxas de reserva|€')))).rows[0]!.measures).toBe(false)
})

const row3 = uber[1]!
const spoilt = (column: number, cell: string): string => joined([uber[0]!, row3.with(column, cell), ...uber.slice(2)])
const boltSpoilt = (heading: string, cell: string): string =>
  allQuoted(bolt.map((row, at) => (at === 3 ? row.with(bolt[0]!.indexOf(heading), cell) : row)))

test.each<[string, string, string, Partial<FileProblem>]>([
  [
    'a word for an amount',
    UBER,
    spoilt(3, 'setecentos'),
    { line: 2, column: 'Pago a si', code: 'amount-unreadable', found: 'setecentos' },
  ],
  ['N/A, which is not zero', UBER, spoilt(3, 'N/A'), { line: 2, code: 'amount-unreadable', found: 'N/A' }],
  ['three decimals', UBER, spoilt(3, '733.675'), { line: 2, code: 'amount-unreadable', found: '733.675' }],
  [
    'a decimal comma among points',
    UBER,
    spoilt(3, '"733,67"'),
    { line: 2, column: 'Pago a si', code: 'decimal-styles-mixed', found: '733,67' },
  ],
  [
    'an amount that its parts do not add up to',
    UBER,
    spoilt(3, '733.70'),
    { line: 2, column: 'Pago a si', code: 'sum-differs', found: '733.70', expected: '733.67' },
  ],
  ['no UUID', UBER, spoilt(0, ''), { line: 2, column: 'UUID do motorista', code: 'value-missing' }],
  ['half a UUID', UBER, spoilt(0, '51dbed65-348c'), { line: 2, code: 'id-unreadable', found: '51dbed65-348c' }],
  ['the same driver twice', UBER, spoilt(0, uber[2]![0]!), { line: 3, code: 'key-repeated' }],
  ['a record cut short', UBER, uberText.trimEnd().slice(0, -40), { line: 9, code: 'row-too-short' }],
  ['text beyond the last heading', UBER, uberText.replace(/\n$/, ',,,9.99\n'), { line: 9, code: 'row-too-long' }],
  ['a quote that never closes', UBER, spoilt(1, '"Cássio'), { line: 2, code: 'quote-open' }],
  [
    'a column twice with different figures',
    UBER,
    joined(uber.map((row, at) => [...row, at === 0 ? 'Pago a si' : '1.00'])),
    { line: 1, column: 'Pago a si', code: 'column-repeated' },
  ],
  [
    'hours that are none',
    ACTIVITY,
    activityText.replace('02:04:17', '02:25:17'),
    { line: 2, code: 'count-unreadable', found: '02:25:17' },
  ],
  ['half a trip', ACTIVITY, activityText.replace(',92,', ',9.5,'), { line: 2, code: 'count-unreadable', found: '9.5' }],
  [
    'a transaction without a time',
    ORDERS,
    ordersText.replace('2026-06-07 06:46:08', ''),
    { line: 2, column: 'vs reporting', code: 'date-unreadable' },
  ],
  [
    'a net that is not gross less fees',
    BOLT,
    boltSpoilt('Ganhos líquidos|€', '503.76'),
    { line: 4, column: 'Ganhos líquidos|€', code: 'sum-differs', expected: '502.75' },
  ],
  [
    'a payout that is not net less cash',
    BOLT,
    boltSpoilt('Pagamento previsto|€', '502.76'),
    { line: 4, column: 'Pagamento previsto|€', code: 'sum-differs', expected: '461.66' },
  ],
  [
    'an amount with two signs',
    BOLT,
    boltSpoilt('Portagens|€', '8.6.5'),
    { line: 4, column: 'Portagens|€', code: 'amount-unreadable' },
  ],
])('%s refuses the file with its line', async (_, name, content, problem) => {
  const { code, problems, params } = await refusal(name, content)
  expect(code).toBe('rows-unreadable')
  expect(problems[0]).toMatchObject(problem)
  expect(params.count).toBe(problems.length)
})

test.each([
  ['Pago a si', joined(without(uber, 'Pago a si')), UBER],
  ['Pago a si : Os seus rendimentos', joined(without(uber, 'Pago a si : Os seus rendimentos')), UBER],
  [
    'Pago a si : Saldo da viagem : Pagamentos : Dinheiro recebido',
    joined(without(uber, 'Pago a si : Saldo da viagem : Pagamentos : Dinheiro recebido')),
    UBER,
  ],
  ['UUID do motorista', joined(without(uber, 'UUID do motorista')), UBER],
  ['Viagens concluídas', joined(without(cellsOf(activityText), 'Viagens concluídas')), ACTIVITY],
  ['vs reporting', joined(without(cellsOf(ordersText), 'vs reporting')), ORDERS],
  ['Email', allQuoted(without(bolt, 'Email')), BOLT],
  ['Motorista', allQuoted(without(bolt, 'Motorista')), BOLT],
  ['Ganhos brutos (total)|€', allQuoted(without(bolt, 'Ganhos brutos (total)|€')), BOLT],
  ['Ganhos líquidos|€', allQuoted(without(bolt, 'Ganhos líquidos|€')), BOLT],
  ['Pagamento previsto|€', allQuoted(without(bolt, 'Pagamento previsto|€')), BOLT],
  ['Dinheiro recebido|€', allQuoted(without(bolt, 'Dinheiro recebido|€')), BOLT],
])('a file without the column %s is refused with its name', async (column, content, name) => {
  expect(await refusal(name, content)).toMatchObject({ code: 'columns-missing', params: { columns: column } })
})

test.each<[string, string, string | Uint8Array, string]>([
  ['nothing', UBER, '', 'empty'],
  ['blank lines', UBER, '\n \n', 'empty'],
  ['headings alone', UBER, `${uberText.split('\n')[0]}\n`, 'empty'],
  ['headings of Bolt alone', BOLT, boltText.split('\n')[0]!, 'empty'],
  ['prose', 'notas.csv', 'Olá, bom dia\nAté logo\n', 'unknown-format'],
  ['JSON', 'roster.json', '{"a": 1}', 'unknown-format'],
  ['a page of the portal', 'login.csv', '<!DOCTYPE html><html></html>', 'unknown-format'],
  ['a table of HTML called .xls', 'frota.xls', '<html><table></table></html>', 'old-excel'],
  ['a PDF', UBER, '%PDF-1.7\n', 'pdf'],
  ['a photograph', 'foto.csv', Uint8Array.of(0xff, 0xd8, 0xff, 0xe0), 'picture'],
  ['activity under the name of payments', UBER, activityText, 'name-contradicts-content'],
  ['payments under the name of activity', ACTIVITY, uberText, 'name-contradicts-content'],
  ['Bolt under a name of Uber', UBER, boltText, 'name-contradicts-content'],
  ['Uber under a name of Bolt', BOLT, uberText, 'name-contradicts-content'],
  ['Uber without a period', 'uber.csv', uberText, 'period-missing'],
  ['Bolt without a period', 'bolt.csv', boltText, 'period-missing'],
  ['a fortnight of Uber', UBER.replace('0608', '0615'), uberText, 'period-not-a-week'],
  [
    'seven days that start on a Tuesday',
    UBER.replace('0601', '0602').replace('0608', '0608'),
    uberText,
    'period-not-a-week',
  ],
  ['seven weeks of Bolt', 'Ganhos por motorista-1 jun 2026-19 jul 2026-ROTAS LUSAS.csv', boltText, 'period-not-a-week'],
])('%s is refused', async (_, name, content, code) => {
  expect((await refusal(name, content)).code).toBe(code)
})

test('the whole organisation’s report is refused with the one to export instead', async () => {
  const rows = uber.map((row, at) => [at === 0 ? 'Organization UUID' : '18293786-c43a-4c7b-af23-058368f4d037', ...row])
  expect(await refusal(UBER.replace('payments_driver', 'payments_organization'), joined(rows))).toMatchObject({
    code: 'kind-not-supported',
    params: { report: 'payments_organization', instead: 'payments_driver' },
  })
})

test.each([
  ['the day after its last', '20260601-20260608'],
  ['its last day', '20260601-20260607'],
])('a name of Uber may end with %s', async (_, days) => {
  const file = await taken(UBER.replace('20260601-20260608', days), uberText)
  expect(file.period).toEqual({ from: '2026-06-01', to: '2026-06-07' })
})

test('a file without a period belongs to the week the person works on', async () => {
  expect((await taken('uber (1).csv', uberText, '2026-W23')).rows[0]!.week).toBe('2026-06-01')
  expect((await taken('bolt.txt', boltText, '2026-W23')).rows[0]!.week).toBe('2026-06-01')
})

test('transactions have Lisbon times, an offset of their own, and Uber’s week that turns at four', async () => {
  const [heading, first, ...others] = ordersText.split('\n')
  const at = async (moment: string) => {
    const content = [heading, first!.replace('2026-06-07 06:46:08', moment), ...others].join('\n')
    const { at: instant, week } = (await taken(ORDERS, content)).rows[0]!
    return [String(instant), week]
  }
  expect(await at('2026-06-07 06:46:08')).toEqual(['2026-06-07T05:46:08Z', '2026-06-01'])
  expect(await at('2026-06-07 06:46:08 +0530 IST')).toEqual(['2026-06-07T01:16:08Z', '2026-06-01'])
  expect(await at('2026-06-07 06:46:08 +0100 WEST')).toEqual(['2026-06-07T05:46:08Z', '2026-06-01'])
  expect(await at('2026-06-08 03:59:59')).toEqual(['2026-06-08T02:59:59Z', '2026-06-01'])
  expect(await at('2026-06-08 04:00:00')).toEqual(['2026-06-08T03:00:00Z', '2026-06-08'])
})

test('a transaction that comes twice is counted once and told; one that changed refuses the file', async () => {
  const lines = ordersText.trimEnd().split('\n')
  const file = await taken(ORDERS, [...lines, lines[1]].join('\n'))
  expect([file.dataRows, file.rows.length]).toEqual([32, 31])
  expect(file.warnings).toEqual([{ code: 'rows-repeated', params: { count: 1, lines: '33' } }])
  const changed = await refusal(ORDERS, [...lines, lines[1]!.replace('9.62', '9.63')].join('\n'))
  expect(changed.problems[0]).toMatchObject({ line: 33, code: 'key-repeated' })
})

test('a bank wire among the transactions is not a driver’s money', async () => {
  const wire =
    'aaaaaaaa-348c-466c-ade0-38c901b9df35,00000000-0000-0000-0000-000000000000,,,,so.payout,,,2026-06-07 10:00:00,-99.00,0.0,0.0,0.0,0,0.0,0.0,0.0,0.0,0.0,0.0,0.0,-99.00'
  const file = await taken(ORDERS, `${ordersText.trimEnd()}\n${wire}\n`)
  expect(file.rows.at(-1)).toMatchObject({
    kind: 'organisation',
    amount: 0,
    measures: { paid: -9_900, bank_transfer: -9_900 },
  })
  expect(file.totals.paid).toBe((await taken(ORDERS, ordersText)).totals.paid)
})

test('letters that were lost before the file came are told, the money is read', async () => {
  const file = await taken(UBER, uberText.replace('Gonçalo', 'Gon\ufffdalo'))
  expect(file.warnings).toEqual([{ code: 'text-damaged', params: { lines: '3' } }])
})

test('a week of zeros is taken with a warning', async () => {
  const zero = allQuoted(
    bolt.map((row, at) => (at === 0 ? row : row.map((cell) => (/^\d+\.\d\d$/.test(cell) ? '0.00' : cell)))),
  )
  expect((await taken(BOLT, zero)).warnings).toEqual([{ code: 'total-zero', params: {} }])
})

test('a compressed file is the file', async () => {
  const [result] = await readWhole({ name: `${UBER}.gz`, bytes: gzipSync(uberText) })
  expect(result).toMatchObject({ ok: true, member: { name: UBER } })
})
