import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { xlsxOf } from '#test/archives.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { PaperKind } from '#domain/paper.ts'
import { listText, readListTable } from '#integrations/lists/list-table.ts'
import { writeSheet } from '#platform/sheet-writer.ts'
import { carColumns, columnsToRead } from './columns.ts'
import { readCars } from './reading.ts'

const kind = (code: string, pt: string, hasExpiry: boolean): PaperKind => ({
  code,
  holder: 'car',
  name: { pt, en: pt },
  appliesTo: [],
  hasExpiry,
  validMonths: null,
  needed: { drive: true, assign: true, pay: false },
  fromDriver: false,
  isSensitive: false,
  isUsed: true,
  atRoadside: false,
  namesApplication: false,
  firstAfterMonths: null,
})
const COLUMNS = columnsToRead(
  carColumns([kind('car-insurance', 'Seguro da viatura para TVDE', true), kind('sticker', 'Dístico TVDE', false)]),
)
const TODAY = Temporal.PlainDate.from('2026-06-08')
const read = (text: string) => readCars(readListTable(text, COLUMNS), TODAY)
async function readFile(name: string) {
  const bytes = readFileSync(new URL(`../../../../test/fixtures/spreadsheets/${name}`, import.meta.url))
  const found = await listText(bytes, COLUMNS)
  return read(found?.is === 'text' ? found.text : '')
}

const CARS = [
  {
    line: 3,
    plate: 'AA22BB',
    record: { make: 'Toyota', model: 'Corolla', year: 2021, energy: 'hybrid', rent: 180_50 },
    title: 'leasing',
    firstRegisteredOn: '2021-03-15',
    papers: new Map([['car-insurance', { until: '2027-06-30', number: null }]]),
  },
  {
    line: 4,
    plate: '1234CD',
    record: { make: 'Renault', model: 'Mégane', year: 2019, energy: 'diesel', rent: 1_180_00 },
    title: 'renting',
    firstRegisteredOn: '2019-11-02',
    papers: new Map([['car-insurance', { until: '2026-12-01', number: null }]]),
  },
  {
    line: 5,
    plate: '56EF78',
    record: { make: 'Tesla', model: 'Model 3 "LR"', year: 2023, energy: 'electric' },
    title: 'own',
    firstRegisteredOn: '2023-07-09',
    papers: new Map([['car-insurance', { until: '2027-01-31', number: null }]]),
  },
]

test.each(['cars-libreoffice.xlsx', 'cars-gnumeric.xlsx'])('%s, as the program wrote it, is the list', async (name) => {
  expect(await readFile(name)).toMatchObject({ cars: CARS, problems: [], sums: [6], unused: [], unnamed: [] })
})

test.each([
  ['cars-month-first.xlsx', 4, 'Data da 1.ª matrícula', '2019-02-11'],
  ['cars-libreoffice-1252.csv', 3, 'Data da 1.ª matrícula', '03/15/2021'],
])('%s, whose dates have the month first, is no list', async (name, line, column, found) => {
  expect(await readFile(name)).toMatchObject({ cars: [], problems: [{ line, column, code: 'date-turned', found }] })
})

test('days that are all the first of a month are days; all the same other day of three months may be turned', () => {
  const list = (day: string) =>
    `Matrícula\tMarca\tSeguro até\nZX-11-TA\tOpel\t2027-01-${day}\nZX-12-TA\tOpel\t2027-03-${day}\nZX-13-TA\tOpel\t2027-06-${day}`
  expect(read(list('01'))).toMatchObject({
    problems: [],
    cars: ['2027-01-01', '2027-03-01', '2027-06-01'].map((until) => ({
      papers: new Map([['car-insurance', { until, number: null }]]),
    })),
  })
  expect(read(list('07'))).toMatchObject({ cars: [], problems: [{ code: 'date-turned', found: '2027-01-07' }] })
})

test('a row of merged headings above is no row of headings, and headings in two rows are named', () => {
  const two = 'Viatura\t\t\tValidades\t\nMatrícula\tMarca\tVIN\tSeguro até\t\nZX-11-TA\tOpel\tW0L\t30/06/2027\t'
  expect(read(two)).toMatchObject({ cars: [{ line: 3, plate: 'ZX11TA' }], problems: [], unused: ['VIN'] })
  // The headings of the last columns stand one row lower, as merged cells have them.
  const split = 'Matrícula\tMarca\tValidades\t\n\t\tSeguro\tIPO\nZX-11-TA\tOpel\t30/06/2027\t31/01/2027'
  expect(read(split)).toMatchObject({
    problems: [{ line: 2, column: 'Matrícula', code: 'plate-missing' }],
    unused: ['Validades'],
    unnamed: ['D'],
  })
})

test('a name of a paper alone is not the day of its end', () => {
  const { unused, cars } = read('Matrícula;Seguro;Inspeção\nZX-11-TA;Fidelidade;03/04/2026')
  expect([unused, cars[0]!.papers.size]).toEqual([['Seguro', 'Inspeção'], 0])
})

test('two sheets with lists are not chosen between; a cover and a hidden sheet are none', async () => {
  const row = (...cells: readonly string[]) =>
    `<row>${cells.map((cell) => `<c t="inlineStr"><is><t>${cell}</t></is></c>`).join('')}</row>`
  const list = row('Matrícula', 'Marca') + row('ZX-11-TA', 'Opel')
  expect(await listText(xlsxOf({ sheets: { Ativas: list, Vendidas: list } }), COLUMNS)).toEqual({
    is: 'several',
    sheets: ['Ativas', 'Vendidas'],
  })
  const one = await listText(xlsxOf({ sheets: { Capa: row('Frota'), Lista: list, '.velha': list } }), COLUMNS)
  expect(one).toEqual({ is: 'text', text: 'Matrícula\tMarca\nZX-11-TA\tOpel' })
})

test('a number that a sheet keeps with noise is the one that it shows; one with parts of a cent is refused', async () => {
  const row = (plate: string, rent: string) =>
    `<row><c t="inlineStr"><is><t>${plate}</t></is></c><c><v>${rent}</v></c></row>`
  const head = '<row><c t="inlineStr"><is><t>Matrícula</t></is></c><c t="inlineStr"><is><t>Renda</t></is></c></row>'
  const sheet = head + row('ZX-11-TA', '180.10000000000002') + row('AA-22-BB', '1.8E2') + row('CC-33-DD', '246.6666666')
  const found = await listText(xlsxOf({ sheets: { A: sheet } }), COLUMNS)
  const { cars, problems } = read(found?.is === 'text' ? found.text : '')
  expect(cars.map(({ record }) => record.rent)).toEqual([180_10, 180_00, undefined])
  expect(problems).toMatchObject([{ line: 4, column: 'Renda', code: 'field.money', found: '246.6666666' }])
})

const PLATES = fc.oneof(
  fc.stringMatching(/^[A-Z]{2}\d{4}$/),
  fc.stringMatching(/^\d{4}[A-Z]{2}$/),
  fc.stringMatching(/^\d{2}[A-Z]{2}\d{2}$/),
  fc.stringMatching(/^[A-Z]{2}\d{2}[A-Z]{2}$/),
)

test('a plate of any Portuguese series is the same however it is written', () => {
  fc.assert(
    fc.property(PLATES, fc.constantFrom('-', ' ', '.', '', '–', '\u00A0'), fc.boolean(), (plate, mark, isLower) => {
      const written = showPlate(plate).replaceAll('-', mark)
      const text = `Matrícula;Marca\n${isLower ? written.toLowerCase() : written};Opel`
      // Six digits in a row with a mark that makes a day of them are none of these series.
      expect(read(text)).toMatchObject({ cars: [{ plate }], problems: [] })
    }),
  )
})

test('what a list writes is read again, from a sheet and from text: every value, or its line is named', async () => {
  const word = fc.stringMatching(/^[A-Za-zÀ-ú0-9 ".-]{0,20}$/).map((text) => text.trim())
  const car = fc.record({
    plate: PLATES,
    make: word,
    model: word,
    year: fc.integer({ min: 1990, max: 2030 }),
    rent: fc.nat(99_999),
  })
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(car, { selector: ({ plate }) => plate, minLength: 1, maxLength: 6 }),
      async (cars) => {
        const rows = cars.map(({ plate, make, model, year, rent }) => [
          showPlate(plate),
          make,
          model,
          String(year),
          { cents: rent },
        ])
        const found = await listText(
          await writeSheet('A', [['Matrícula', 'Marca', 'Modelo', 'Ano', 'Renda'], ...rows]),
          COLUMNS,
        )
        const { cars: again, problems } = read(found?.is === 'text' ? found.text : '')
        const named = new Set(problems.map(({ line }) => line))
        for (const [at, { plate, make, model, year, rent }] of cars.entries()) {
          if (named.has(at + 2)) continue
          const said = Object.fromEntries(Object.entries({ make, model }).filter(([, text]) => text !== ''))
          expect(again[at]).toMatchObject({ plate, record: { ...said, year, rent } })
        }
      },
    ),
    { numRuns: 60 },
  )
})

test('whatever is pasted: a line is understood, named, or said to be a sum', () => {
  const cell = fc.oneof(
    fc.constantFrom('', 'ZX11TA', 'Opel', '2021', '180', 'Total', '30/06/2027'),
    fc.string({ maxLength: 10 }),
  )
  fc.assert(
    fc.property(fc.array(fc.array(cell, { minLength: 4, maxLength: 4 }), { minLength: 1, maxLength: 8 }), (lines) => {
      const clean = lines.map((cells) => cells.map((one) => one.replaceAll(/[\t\r\n"]/g, '')).join('\t'))
      const filled = clean.filter((line) => line.trim() !== '')
      const { cars, problems, sums } = read(['Matrícula\tMarca\tAno\tRenda', ...clean].join('\n'))
      if (problems.some(({ line }) => line === null || line === 1)) return
      expect(cars.length + sums.length).toBe(filled.length)
      for (const { line, plate } of cars)
        expect(plate !== '' || problems.some((problem) => problem.line === line)).toBe(true)
    }),
  )
})
