import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ReadResult } from '#domain/import.ts'
import { completeMapping, DAY_ORDERS, type MappedField, type Mapping, MAPPED_KINDS } from '#domain/mapping.ts'
import { basisPoints, cents, share } from '#domain/money.ts'
import { lisbon, weekAt } from '#domain/week.ts'
import { readCsv } from '#platform/csv.ts'
import { dataRows, headingKey, type Table } from '#platform/table.ts'
import { headersOf, mappedFormat } from './mapped-format.ts'
import { proofsOf } from './proofs.ts'

const AROUND = { name: 'lista.csv', week: null, organisations: new Set<string>() }

/** Reads a list written by hand, with its setup: fields by the index of their column. */
function setupOf(text: string, mapping: Partial<Mapping> & Pick<Mapping, 'columns'>, source = 'Miio') {
  const table = readCsv(text)
  const header = headersOf(table)[0]!
  const format = mappedFormat({
    version: 7,
    source,
    headings: header.keys,
    mapping: {
      kind: 'charging',
      vat: 'included',
      vatRate: null,
      sign: 'positive',
      isRounded: false,
      decimals: null,
      dates: null,
      ...mapping,
    },
  })
  return { table, format }
}

async function read(text: string, mapping: Partial<Mapping> & Pick<Mapping, 'columns'>, source?: string) {
  const { table, format } = setupOf(text, mapping, source)
  return readBy(format, table)
}

async function readBy(format: ReturnType<typeof mappedFormat>, table: Table): Promise<ReadResult> {
  const recognition = format.recognises(table, AROUND.name)
  if (!recognition) throw new Error('the headings are others')
  return await format.read(table, recognition, AROUND)
}

async function taken(...asked: Parameters<typeof read>) {
  const result = await read(...asked)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.file
}

async function problems(...asked: Parameters<typeof read>) {
  const result = await read(...asked)
  return result.ok
    ? []
    : result.problems.map(({ line, column, code, found }) => `${line} ${column}: ${code} «${found}»`)
}

const COLUMNS = { date: 0, card: 1, amount: 2 }
const HEAD = 'Data;Cartão;Custo\n'

/** A movement as it happened; the style decides how it is written. */
const movement = fc.record({
  day: fc.integer({ min: 1, max: 28 }),
  minute: fc.integer({ min: 0, max: 24 * 60 - 1 }),
  amount: fc.integer({ min: -5_000, max: 2_000_000 }).filter((amount) => amount !== 0),
  quantity: fc.integer({ min: 0, max: 900_000 }),
  who: fc.integer({ min: 0, max: 3 }),
  document: fc.integer({ min: 1, max: 9_999 }),
})
type Happened = typeof movement extends fc.Arbitrary<infer One> ? One : never

/** Styles in which a list may be written. */
const styles = fc.record({
  kind: fc.constantFrom(...MAPPED_KINDS.filter((kind) => kind !== 'fuel-card')),
  who: fc.constantFrom('plate', 'card', 'email', 'driver' as const),
  mark: fc.constantFrom('comma', 'point' as const),
  thousands: fc.boolean(),
  dates: fc.constantFrom(...DAY_ORDERS, 'iso' as const),
  time: fc.constantFrom('own column', 'with the day' as const),
  vat: fc.constantFrom('included', 'left-out', 'from-column', 'from-rate' as const),
  sign: fc.constantFrom('positive', 'negative' as const),
  hasDocument: fc.boolean(),
  order: fc.shuffledSubarray(['date', 'time', 'amount', 'vatAmount', 'who', 'quantity', 'document', '', ' '], {
    minLength: 9,
  }),
  cover: fc.integer({ min: 0, max: 3 }),
})
type Style = typeof styles extends fc.Arbitrary<infer One> ? One : never

const WHO = {
  plate: ['ZX-11-TA', 'ZX-22-TB', 'ZX-33-TC', '12-ZX-34'],
  card: ['7077000011', '7077000022', '7077000033', '7077000044'],
  email: ['ana@example.org', 'rui@example.org', 'eva@example.org', 'ivo@example.org'],
  driver: ['1001', '1002', '1003', 'c-44'],
}

const two = (count: number) => String(count).padStart(2, '0')

function figure(units: number, places: number, { mark, thousands }: Style): string {
  const digits = String(Math.abs(units)).padStart(places + 1, '0')
  const whole = digits.slice(0, -places)
  const grouped = thousands ? whole.replace(/\B(?=(\d{3})+$)/g, mark === 'comma' ? '.' : ',') : whole
  return `${units < 0 ? '-' : ''}${grouped}${mark === 'comma' ? ',' : '.'}${digits.slice(-places)}`
}

function written(row: Happened, style: Style, places: number): Record<string, string> {
  const clock = `${two(Math.floor(row.minute / 60))}:${two(row.minute % 60)}`
  const [day, month] = [two(row.day), '06']
  const dates = { dmy: `${day}/${month}/2026`, mdy: `${month}/${day}/2026`, iso: `2026-${month}-${day}` }
  const sign = style.sign === 'negative' ? -1 : 1
  const hasOwn = style.time === 'own column'
  return {
    date: hasOwn ? dates[style.dates] : `${dates[style.dates]} ${clock}`,
    time: hasOwn ? clock : '',
    amount: figure(sign * row.amount, 2, style),
    vatAmount: style.vat === 'from-column' ? figure(sign * Math.round(row.amount / 5), 2, style) : '',
    who: WHO[style.who][row.who]!,
    quantity: figure(row.quantity, places, style),
    document: style.hasDocument ? `FT ${row.document}` : '',
  }
}

/** Chooses the columns as a person would. */
function columnsOf(style: Style): Mapping['columns'] {
  const place = (field: string) => style.order.indexOf(field)
  const fields: [MappedField, string][] = [
    ['date', 'date'],
    ['amount', 'amount'],
    ['quantity', 'quantity'],
    [style.who, 'who'],
    ...(style.time === 'own column' ? [['time', 'time'] satisfies [MappedField, string]] : []),
    ...(style.vat === 'from-column' ? [['vatAmount', 'vatAmount'] satisfies [MappedField, string]] : []),
    ...(style.hasDocument ? [['document', 'document'] satisfies [MappedField, string]] : []),
  ]
  return Object.fromEntries(fields.map(([field, column]) => [field, place(column)]))
}

const RATE = basisPoints(2_300)

function costOf(row: Happened, { vat }: Style): number {
  const added = { included: 0, 'left-out': 0, 'from-column': Math.round(row.amount / 5), 'from-rate': 0 }[vat]
  return row.amount + (vat === 'from-rate' ? share(cents(row.amount), RATE) : added)
}

/** Writes a list as text; a damaged line has this text instead of its amount. */
function listOf(rows: readonly Happened[], style: Style, damage?: { line: number; text: string }) {
  const places = style.kind === 'charging' ? 3 : 2
  const cover = Array.from({ length: style.cover }, (_, index) => `Relatório ${index};;`)
  const headings = style.order.map((field, index) => `${field.trim() || 'outra'} ${index}`)
  const lines = rows.map((row, index) => {
    const cells = written(row, style, places)
    if (damage?.line === index) cells['amount'] = damage.text
    return style.order.map((field) => (cells[field] === undefined ? `x${index}` : `"${cells[field]}"`)).join(';')
  })
  const table = readCsv([...cover, headings.join(';'), ...lines].join('\n'))
  return { table, header: headersOf(table)[style.cover]!, headings }
}

/** Makes the mapping, with a person's answers to what the cells leave open. */
function mappingOf({ table, header }: ReturnType<typeof listOf>, style: Style): Mapping {
  const draft = {
    kind: style.kind,
    columns: columnsOf(style),
    vat: style.vat,
    vatRate: style.vat === 'from-rate' ? RATE : null,
    sign: style.sign,
    isRounded: false,
    decimals: style.mark,
    dates: style.dates === 'iso' ? null : style.dates,
  } as const
  const complete = completeMapping(draft, proofsOf(dataRows(table, header), draft))
  if (!complete.ok) throw new Error(JSON.stringify(complete.problems))
  return complete.mapping
}

test('a list taught with any mapping reads back what happened, to the cent, the minute and the watt-hour', async () => {
  const lists = fc.tuple(fc.array(movement, { minLength: 1, maxLength: 20 }), styles)
  await fc.assert(
    fc.asyncProperty(lists, async ([happened, style]) => {
      // A list with refunds only would be taken for a list of costs; a person sees that in the preview.
      const rows = happened.map((row, index) => (index === 0 ? { ...row, amount: Math.abs(row.amount) } : row))
      const list = listOf(rows, style)
      const mapping = mappingOf(list, style)
      const format = mappedFormat({ version: 1, source: 'Miio', headings: list.header.keys, mapping })
      const result = await readBy(format, list.table)
      if (!result.ok) throw new Error(JSON.stringify(result.problems))

      expect(
        result.file.rows.map(({ line, kind, amount, at, week, keys }) => ({ line, kind, amount, at, week, keys })),
      ).toEqual(
        rows.map((row, index) => {
          const at = lisbon(new Temporal.PlainDateTime(2026, 6, row.day, Math.floor(row.minute / 60), row.minute % 60))
          const cost = costOf(row, style)
          return {
            line: index + style.cover + 2,
            kind: style.kind,
            amount: cost === 0 ? 0 : -cost,
            at,
            week: weekAt(at),
            keys: [expect.objectContaining({ value: expect.stringContaining(plainWho(style, row)) })],
          }
        }),
      )
      expect(result.file.totals['total']).toBe(rows.reduce((sum, row) => sum + costOf(row, style), 0))
      expect(new Set(result.file.rows.map(({ key }) => key)).size).toBe(rows.length)
      const measure = { charging: 'watt_hours', fuel: 'centilitres', adblue: 'centilitres' }[style.kind as string]
      if (measure) expect(result.file.totals[measure]).toBe(rows.reduce((sum, { quantity }) => sum + quantity, 0))
    }),
    { numRuns: 400 },
  )
})

function plainWho({ who }: Style, row: Happened): string {
  const name = WHO[who][row.who]!
  return who === 'plate' ? name.replaceAll('-', '') : name
}

test('one cell that is not understood refuses the list with its line and column, and nothing else is said', async () => {
  const damage = fc.constantFrom('', 'abc', '1.2.3', '12,3,4', '5 USD', 'N/A', '12,345678', '--5', '3O,00')
  const lists = fc.tuple(fc.array(movement, { minLength: 3, maxLength: 8 }), styles, damage, fc.nat(2))
  await fc.assert(
    fc.asyncProperty(lists, async ([happened, style, text, line]) => {
      const rows = happened.map((row) => ({ ...row, amount: Math.abs(row.amount) }))
      const mapping = { ...mappingOf(listOf(rows, style), style), decimals: style.mark }
      const list = listOf(rows, style, { line, text })
      const format = mappedFormat({ version: 1, source: 'Miio', headings: list.header.keys, mapping })
      const result = await readBy(format, list.table)
      expect(result).toMatchObject({ ok: false, code: 'rows-unreadable' })
      const column = list.headings[style.order.indexOf('amount')]
      expect(result.ok ? [] : result.problems).toEqual([
        expect.objectContaining({ line: line + style.cover + 2, column, found: text }),
      ])
    }),
    { numRuns: 300 },
  )
})

test('a list is known by its headings, all of them in their order, wherever the cover puts them', () => {
  const { format } = setupOf(HEAD, { columns: COLUMNS })
  const knows = (text: string) => format.recognises(readCsv(text), 'x.csv') !== null
  expect(knows('Relatório;;\n;;\nDATA ; cartão;Custo\n1;2;3')).toBe(true)
  expect(knows('Cartão;Data;Custo\n1;2;3')).toBe(false)
  expect(knows('Data;Cartão\n1;2')).toBe(false)
  expect(knows('Data;Cartão;Custo;IVA\n1;2;3;4')).toBe(false)
})

test('a date that is two days is asked for, one that is a day in one order alone proves it', async () => {
  const both = `${HEAD}05/06/2026 10:00;C1001;4,50\n`
  expect(await problems(both, { columns: COLUMNS })).toEqual(['2 Data: date-unreadable «05/06/2026 10:00»'])
  const day = async (text: string, dates: Mapping['dates'] = null) =>
    (await taken(text, { columns: COLUMNS, dates })).rows.map(({ at }) => at?.toString().slice(0, 10))
  expect(await day(both, 'mdy')).toEqual(['2026-05-06'])
  expect(await day(`${both}13/06/2026 10:00;C1001;4,50`)).toEqual(['2026-06-05', '2026-06-13'])
  expect(await day(`${both}06/13/2026 10:00;C1001;4,50`)).toEqual(['2026-05-06', '2026-06-13'])
  expect(await problems(`${both}06/13/2026 10:00;C1001;4,50`, { columns: COLUMNS, dates: 'dmy' })).toEqual([
    '3 Data: date-unreadable «06/13/2026 10:00»',
  ])
})

test('an amount that may be a thousand or a fraction is not read until the mark is known', async () => {
  const text = `${HEAD}2026-06-02;C1001;1.234\n`
  expect(await problems(text, { columns: COLUMNS })).toEqual(['2 Custo: amount-unreadable «1.234»'])
  expect((await taken(text, { columns: COLUMNS, decimals: 'comma' })).totals).toEqual({ total: 123_400 })
  expect(await problems(text, { columns: COLUMNS, decimals: 'point' })).toEqual(['2 Custo: amount-unreadable «1.234»'])
  expect((await taken(text, { columns: COLUMNS, decimals: 'point', isRounded: true })).totals).toEqual({ total: 123 })
  expect(await problems(`${text}2026-06-02;C1001;1.5\n2026-06-02;C1001;1,5\n`, { columns: COLUMNS })).not.toEqual([])
})

test('a moment with its own distance from UTC is that moment; a day alone is noon, and is told', async () => {
  const { rows, warnings } = await taken(
    `${HEAD}2026-06-02T22:30:00Z;C1001;1,00\n2026-06-03 00:30:00+02:00;C1001;1,00\n2026-06-02;C1001;1,00\n`,
    { columns: COLUMNS },
  )
  expect(rows.map(({ at }) => at?.toString())).toEqual([
    '2026-06-02T22:30:00Z',
    '2026-06-02T22:30:00Z',
    '2026-06-02T11:00:00Z',
  ])
  expect(warnings).toEqual([{ code: 'time-missing', params: { rows: 1, line: 4 } }])
})

test('the same movement in two lists of a source has one key, in lists of two sources never', async () => {
  const first = await taken('Data;Cartão;Custo;Doc\n2026-06-02 10:00:07;C1001;1,00;\n2026-06-02;C1001;5,00;FT 9\n', {
    columns: { ...COLUMNS, document: 3 },
  })
  const second = await taken('Doc;Valor;Dia;Hora;Cartão\nFT 9;5.00;03/06/2026;;C1001\n;1.00;02/06/2026;10:00;C1001\n', {
    columns: { document: 0, amount: 1, date: 2, time: 3, card: 4 },
    dates: 'dmy',
  })
  expect(second.rows.map(({ key }) => key).toSorted()).toEqual(first.rows.map(({ key }) => key).toSorted())
  const other = await taken(`${HEAD}2026-06-02 10:00;C1001;1,00\n`, { columns: COLUMNS }, 'Galp')
  expect(first.rows.map(({ key }) => key)).not.toContain(other.rows[0]?.key)
})

test('a card is known by its number, but a short one only within its source', async () => {
  const { rows } = await taken(
    `${HEAD}2026-06-02;C1001;1,00\n2026-06-02;MII-0012-3456;1,00\n2026-06-02;0000000012;1,00\n`,
    {
      columns: COLUMNS,
    },
  )
  expect(rows.map(({ keys }) => keys[0]?.value)).toEqual(['MIIOC1001', 'MII00123456', 'MIIO0000000012'])
})

test('a card that a spreadsheet spoilt is no matter where the plate stands beside it, and is told', async () => {
  const list = (plate: string) => `Data;Cartão;Custo;Matrícula\n2026-06-02 10:00;7,082E+15;1,00;${plate}\n`
  const columns = { ...COLUMNS, plate: 3 }
  const file = await taken(list('ZX-11-TA'), { columns })
  expect(file.rows.map(({ keys }) => keys)).toEqual([[{ kind: 'plate', value: 'ZX11TA' }]])
  expect(file.warnings).toEqual([{ code: 'card-unreadable', params: { rows: 1, line: 2 } }])
  expect(await problems(list(''), { columns })).toEqual(['2 Cartão: id-unreadable «7,082E+15»'])
})

test('what is printed twice counts once; a line that differs in any column, known or not, is another', async () => {
  const list = (...notes: string[]) =>
    taken(`Data;Cartão;Custo;Nota\n${notes.map((note) => `2026-06-02 10:00;C1001;1,00;${note}\n`).join('')}`, {
      columns: COLUMNS,
    })
  const twice = await list('óleo', 'óleo')
  expect(twice.rows.map(({ repeats }) => repeats)).toEqual([undefined, 2])
  expect([twice.totals['total'], twice.warnings]).toEqual([
    100,
    [{ code: 'printed-twice', params: { count: 1, pairs: '3 2' } }],
  ])
  const others = await list('óleo', 'travões')
  expect(new Set(others.rows.map(({ key }) => key)).size).toBe(2)
  expect([others.totals['total'], others.warnings]).toEqual([200, []])
})

test('a line that sums is checked and left out; a sum that is another refuses the list', async () => {
  const lines = `${HEAD}2026-06-02 10:00;C1001;1,00\n2026-06-02 11:00;C1001;2,50\n`
  expect((await taken(`${lines}Total;;3,50\n`, { columns: COLUMNS })).rows).toHaveLength(2)
  expect(await problems(`${lines}TOTAL;;4,50\n`, { columns: COLUMNS })).toEqual(['4 Custo: sum-differs «4,50»'])
  expect((await taken(`${lines};;3,50\n`, { columns: COLUMNS })).rows).toHaveLength(2)
  expect(await problems(`${lines};;4,50\n`, { columns: COLUMNS })).toEqual(['4 Custo: sum-differs «4,50»'])
  expect(await problems(`${lines};C1001;3,50\n`, { columns: COLUMNS })).toEqual(['4 Data: value-missing «»'])
})

test('each line of a fuel card is what its product says; what is none of ours stays with the company and is told', async () => {
  const { rows, warnings } = await taken(
    'Data;Matrícula;Produto;Litros;Valor\n2026-06-02 08:00;ZX-11-TA;Gasóleo simples;40,00 L;60,00\n' +
      '2026-06-02 08:01;ZX-11-TA;AdBlue;5,00;7,50\n2026-06-02 08:02;ZX-11-TA;Lavagem;;9,00\n2026-06-02 08:03;ZX-11-TA;Café;;1,20\n',
    { kind: 'fuel-card', columns: { date: 0, plate: 1, description: 2, quantity: 3, amount: 4 } },
  )
  expect(rows.map(({ kind }) => kind)).toEqual(['fuel', 'adblue', 'wash', 'company-fee'])
  expect(rows[0]?.measures).toEqual({ total: 6_000, centilitres: 4_000 })
  expect(warnings).toEqual([{ code: 'service-unknown', params: { service: 'Café', amount: 120, rows: 1, line: 5 } }])
})

test('a card a spreadsheet has rounded, an address that is none, and a line that names nobody are refused', async () => {
  const columns = { date: 0, card: 1, amount: 2, email: 3 }
  expect(
    await problems('Data;Cartão;Custo;E-mail\n2026-06-02;7,07E+18;1,00;\n2026-06-02;;1,00;ana\n2026-06-02;;1,00;\n', {
      columns,
    }),
  ).toEqual(['2 Cartão: id-unreadable «7,07E+18»', '3 E-mail: id-unreadable «ana»', '4 E-mail: value-missing «»'])
})

test('headings that come twice are told apart by their place', () => {
  const header = headersOf(readCsv('Valor;Valor;Data\n1;2;3'))[0]!
  expect(header.keys).toEqual(['valor', 'valor', headingKey('Data')])
})

test('costs of one sign prove it, also where no figure can be read yet; costs of both signs prove nothing', () => {
  const signOf = (...amounts: string[]) => {
    const table = readCsv(['Data;Valor', ...amounts.map((amount) => `2026-06-01;${amount}`)].join('\n'))
    return proofsOf(dataRows(table, headersOf(table)[0]!), { columns: { date: 0, amount: 1 } }).sign
  }
  expect(signOf('1.234', '0,00', '5')).toBe('positive')
  expect(signOf('-1.234', '−5 €', '€ -2')).toBe('negative')
  expect(signOf('1.234', '-2')).toBe('ambiguous')
  expect(signOf('0,00')).toBe('ambiguous')
})
