import fc from 'fast-check'
import { expect, test } from 'vitest'
import { xlsxOf } from '#test/archives.ts'
import { LIST_FIELDS } from '#domain/driver-list.ts'
import { translator } from '#messages/translate.ts'
import { writeSheet } from '#platform/sheet-writer.ts'
import { DRIVER_COLUMNS } from './driver-columns.ts'
import { readDriverList } from './driver-list.ts'
import { listText } from './list-table.ts'

async function textOf(bytes: Uint8Array): Promise<string> {
  const found = await listText(bytes, DRIVER_COLUMNS)
  return found?.is === 'text' ? found.text : ''
}

const codes = (text: string) =>
  readDriverList(text).problems.map(({ line, column, code, found }) => [line, column, code, found])

test('a list is understood by its headings, in any order, with any separator, below a title', () => {
  const pasted =
    'Nome\tN.º Contribuinte\tTelemóvel\tE-mail\tRegime\tMatrícula\tIBAN\nRui Valadas\t501964843\t912 345 678\trui@example.org\tLocatário\tzx-11-ta\tPT50 0002 0123 1234 5678 9015 4'
  const expected = [
    {
      line: 2,
      name: 'Rui Valadas',
      nif: '501964843',
      iban: 'PT50000201231234567890154',
      holder: null,
      email: 'rui@example.org',
      phone: '+351912345678',
      regime: 'rental',
      plate: 'ZX11TA',
    },
  ]
  expect(readDriverList(pasted)).toEqual({ rows: expected, problems: [], unused: [], unnamed: [], sums: [] })
  const csv = 'Frota de 2026\r\n\r\nIBAN;Motorista;Notas\r\nPT50 0002 0123 1234 5678 9015 4;Rui Valadas;bom\r\n'
  expect(readDriverList(csv)).toMatchObject({
    rows: [{ line: 4, name: 'Rui Valadas', iban: 'PT50000201231234567890154', nif: null }],
    problems: [],
    unused: ['Notas'],
  })
})

test('a cell that is not understood is named with its line and heading, all of them at once', () => {
  const text = 'Nome;IBAN;E-mail;Regime;Matrícula\nAna;PT50123;ana@;sócio;?\n;;;;ZX11TA'
  expect(codes(text)).toEqual([
    [2, 'E-mail', 'email-invalid', 'ana@'],
    [2, 'IBAN', 'iban-invalid', 'PT50123'],
    [2, 'Regime', 'regime-unknown', 'sócio'],
    [2, 'Matrícula', 'plate-impossible', '?'],
    [3, 'Nome', 'name-missing', expect.any(String)],
  ])
})

test('what a spreadsheet did to numbers is undone, and asked for where digits are lost', () => {
  const text = 'Nome;NIF;Telemóvel;Modalidade\nAna;501964843,00;912345678.0;Aluguer\nRui;2,51234E+08;9.1234E+08;'
  expect(readDriverList(text).rows[0]).toMatchObject({ nif: '501964843', phone: '+351912345678', regime: 'rental' })
  expect(codes(text)).toEqual([
    [3, 'NIF', 'number-shortened', '2,51234E+08'],
    [3, 'Telemóvel', 'number-shortened', '9.1234E+08'],
  ])
})

test('a row in which a spreadsheet summed the phones too is nobody; whoever is called so and has a phone is somebody', () => {
  const list = 'Nome\tNIF\tTelemóvel\nAna\t501964843\t351912345678\nRui\t501442600\t351912345679\n'
  // As LibreOffice writes =SUM(…) of both columns.
  expect(readDriverList(`${list}Total\t1003407443\t703824691357`)).toMatchObject({ rows: [{}, {}], sums: [4] })
  expect(readDriverList(`${list}Total\t\t912345670`).rows.map(({ name }) => name)).toEqual(['Ana', 'Rui', 'Total'])
})

test('a row of sums is nobody, and is named; whoever is called so and has a number of their own is somebody', () => {
  const { rows, sums, problems } = readDriverList(
    'Nome;NIF;Renda\nAna;501964843;200\nTotal;1;200\nTotais:;;200\nSoma;501964843;',
  )
  expect([rows.map(({ name }) => name), sums]).toEqual([
    ['Ana', 'Soma'],
    [3, 4],
  ])
  expect(problems).toMatchObject([{ line: 5, code: 'person-twice' }])
})

test('a list without headings, with one twice, or with nothing below them is refused as a whole', () => {
  expect(codes('Rui Valadas;PT50000201231234567890154')).toMatchObject([[null, '', 'no-headings', expect.any(String)]])
  expect(codes('Nome;Motorista\nRui;Rui')).toEqual([[1, 'Motorista', 'column-twice', 'Motorista']])
  expect(codes('Nome;IBAN')).toEqual([[null, '', 'nothing', '']])
  expect(codes('')).toMatchObject([[null, '', 'no-headings', '']])
})

test('nobody and no car stands in a list twice; a phone at home may be of two whose NIFs differ', () => {
  const text =
    'Nome;NIF;Telemóvel;E-mail;Matrícula\nAna;501964843;912345678;a@example.org;ZX11TA\nRui;;+351 912 345 678;A@example.org;ZX-11-TA'
  expect(codes(text)).toEqual([
    [3, 'E-mail', 'person-twice', '2'],
    [3, 'Telemóvel', 'person-twice', '2'],
    [3, 'Matrícula', 'plate-twice', '2'],
  ])
  expect(codes('Nome;NIF;Telemóvel\nAna;501964843;912345678\nRui;500000000;912345678')).toEqual([])
})

test('a spreadsheet says the same as what is copied from it, on the same lines', async () => {
  const bytes = await writeSheet('Motoristas', [
    ['Nome', 'IBAN'],
    ['Ana "Nita" Sá', 'PT50000201231234567890154'],
    [null, null],
    ['Rui', null],
  ])
  const text = await textOf(bytes)
  expect(readDriverList(text).rows.map(({ line, name }) => [line, name])).toEqual([
    [2, 'Ana "Nita" Sá'],
    [4, 'Rui'],
  ])
  expect(await listText(Buffer.from('%PDF-1.7 …'), DRIVER_COLUMNS)).toBeNull()
})

test('a list behind a cover is found on its own sheet', async () => {
  const row = (...cells: readonly string[]) =>
    `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
  const list = row('Nome', 'IBAN') + row('Rui', '')
  const text = await textOf(xlsxOf({ sheets: { Capa: row('Frota de junho'), Lista: list } }))
  expect(readDriverList(text).rows.map(({ name }) => name)).toEqual(['Rui'])
})

test.each([
  ['pt', ';'],
  ['en', ','],
] as const)('the template of the office is understood, every heading of it: %s', (language, separator) => {
  const t = translator(language)
  const headings = LIST_FIELDS.map((field) => t(`page.driverList.headings.${field}`))
  const { rows, problems, unused } = readDriverList(`${headings.join(separator)}\r\nRui Valadas${separator.repeat(7)}`)
  expect([rows.map(({ name }) => name), problems, unused]).toEqual([['Rui Valadas'], [], []])
})

test('whatever is pasted: a line is understood or named, never both dropped and silent', () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'PT50000201231234567890154', '501964843', 'Rui', 'x@y.pt', 'ZX11TA'),
    fc.string({ maxLength: 12 }),
  )
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 8 }), (lines) => {
      const clean = lines.map((cells) => cells.map((one) => one.replaceAll(/[\t\r\n"]/g, '')).join('\t'))
      const filled = clean.filter((line) => line.trim() !== '')
      const { rows, problems } = readDriverList(['Nome\tIBAN\tE-mail', ...clean].join('\n'))
      if (problems.some(({ line }) => line === null || line === 1)) return
      expect(rows).toHaveLength(filled.length)
      for (const row of rows) {
        const isNamed = problems.some(({ line }) => line === row.line)
        expect(isNamed || LIST_FIELDS.some((field) => row[field] !== null)).toBe(true)
      }
    }),
  )
})
