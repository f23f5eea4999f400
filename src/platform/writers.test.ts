import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CODE_POINT } from '#test/code-points.ts'
import { readCsv } from './csv.ts'
import { type WrittenCell, decimal, writeCsv } from './csv-writer.ts'
import { readSheets } from './sheet.ts'
import { writeSheet } from './sheet-writer.ts'
import { membersOf, openZip } from './zip.ts'
import { writeZip, zipPieces } from './zip-writer.ts'

const HEAD = ['ref', 'nome', 'valor', 'dia']
const ROWS: WrittenCell[][] = [
  HEAD,
  ['D1', 'Ana "Nita" Sá, filha', { cents: 123_456 }, { day: '2026-06-11' }],
  ['D2', 'Zé\nda Horta', { cents: -5 }, null],
  ['Total', null, { cents: 123_451 }, null],
]
const FORMULAS = ['=1+1', '+351 912', '-2+3', '@SUM(A1)', '\t=1', '=HYPERLINK("http://x","y")']

const text = (bytes: Uint8Array) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
const body = (bytes: Uint8Array) => text(bytes).replace('\uFEFF', '')

test('a written CSV begins with the mark Excel looks for, has CRLF and reads back cell by cell', () => {
  const written = writeCsv(ROWS, 'commas')
  expect([...written.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  expect(text(written)).toContain('"Ana ""Nita"" Sá, filha",1234.56,2026-06-11\r\n')
  expect(readCsv(body(written)).rows.map(({ cells }) => cells)).toEqual([
    HEAD,
    ['D1', 'Ana "Nita" Sá, filha', '1234.56', '2026-06-11'],
    ['D2', 'Zé\nda Horta', '-0.05', ''],
    ['Total', '', '1234.51', ''],
  ])
})

test('for Excel in Portuguese there are semicolons, a decimal comma and the day first', () => {
  const row: WrittenCell[] = [{ day: '2026-06-11' }, 'a;b', { cents: -123_456 }, 'a,b']
  expect(body(writeCsv([row], 'semicolons'))).toBe('11/06/2026;"a;b";-1234,56;a,b\r\n')
})

test('words that people typed are written whole, whatever is in them', () => {
  const typed = fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 400 })
  const words = fc.oneof(
    typed,
    fc.constantFrom('Ver <a href="https://x.example">o ticket</a>; 3 × "pneu", pago', 'á\r\nb'),
  )
  fc.assert(
    fc.property(words, (reason) => {
      fc.pre(!/^[\t\r\n\0]|[=+\-@＝＋－＠]/.test(reason) && reason.isWellFormed() && !reason.includes('\uFEFF'))
      expect(body(writeCsv([[reason, 'fim']], 'commas'))).toBe(
        `${/[",\r\n\uFEFF]|^ | $/.test(reason) ? `"${reason.replaceAll('"', '""')}"` : reason},fim\r\n`,
      )
    }),
  )
})

test('words that would run as a formula get an apostrophe in a CSV; amounts below zero stay numbers', () => {
  const cells = FORMULAS.map((formula) => body(writeCsv([[formula, { cents: -100 }]], 'commas')))
  for (const [index, line] of cells.entries()) {
    expect(line.replace(/^"/, '').startsWith(`'${FORMULAS[index]![0]}`)).toBe(true)
    expect(line).toMatch(/,-1\.00\r\n$/)
  }
})

test('no word of a CSV begins a formula, whatever separator it is opened with', () => {
  const piece = fc.constantFrom(
    '=1+1',
    '+1',
    '-1',
    '@A1',
    '＝1',
    ';',
    ',',
    '|',
    '\t',
    '\r\n',
    '\n',
    '"',
    ' ',
    "'",
    'Ana',
  )
  const words = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(''))
  fc.assert(
    fc.property(
      fc.array(words, { minLength: 1, maxLength: 4 }),
      fc.constantFrom('semicolons', 'commas'),
      (row, manner) => {
        const written = body(writeCsv([row], manner))
        const begun = written.split(/[;,|\t\r\n]/).map((one) => one.replace(/^["\s]+/, ''))
        expect(begun.filter((one) => /^[=+\-@＝]/.test(one))).toEqual([])
        expect(written.replaceAll(/['"]/g, '')).toContain(row[0]!.replaceAll(/['"]/g, ''))
      },
    ),
    { numRuns: 1_000 },
  )
})

test('a cell of nothing but tabs, breaks and quotes is walked once, however long', () => {
  // If the pattern started anew at each letter, one of these texts alone would take longer than a test may.
  for (const letter of ['\t', '\n', '\t ', ';\t"'])
    expect(body(writeCsv([[`${letter.repeat(400_000)}x`]], 'commas'))).toMatch(/x"?\r\n$/)
})

test('in a sheet the same words are text and nothing is a formula', async () => {
  const written = await writeSheet('Semana 23', [['nome'], ...FORMULAS.map((formula) => [formula])])
  const [sheet] = await readSheets(written)
  expect(sheet!.table.rows.map(({ cells }) => cells[0])).toEqual(['nome', ...FORMULAS.map((one) => one.trim())])
  const part = (await Array.fromAsync(membersOf(written))).find(({ name }) => name.endsWith('sheet1.xml'))
  expect(text(part!.bytes)).not.toContain('<f')
})

test('a written sheet reads back: exact amounts, dates, words, and headings that stay', async () => {
  const written = await writeSheet('Semana 23 & <24>', ROWS)
  const [sheet, ...others] = await readSheets(written)
  expect(others).toEqual([])
  expect(sheet!.name).toBe('Semana 23 & <24>')
  expect(sheet!.table.rows.map(({ cells }) => cells)).toEqual([
    HEAD,
    ['D1', 'Ana "Nita" Sá, filha', '1234.56', '2026-06-11'],
    ['D2', 'Zé\nda Horta', '-0.05'],
    ['Total', '', '1234.51'],
  ])
  const part = (await Array.fromAsync(membersOf(written))).find(({ name }) => name.endsWith('sheet1.xml'))
  expect(text(part!.bytes)).toContain('state="frozen"')
})

test('a column is as wide as its longest words, and no heading or long reason makes it a page', async () => {
  const written = await writeSheet('x', [
    ['ref', 'uma coluna com um título mesmo muito comprido', 'porquê'],
    ['D1', 'Ana', `Decidido: ${'fatura-se com IVA, '.repeat(5)}`],
    ['D2', { cents: 100 }, null],
  ])
  const part = (await Array.fromAsync(membersOf(written))).find(({ name }) => name.endsWith('sheet1.xml'))
  expect([...text(part!.bytes).matchAll(/<col [^>]*width="(\d+)"/g)].map(([, width]) => width)).toEqual([
    '12',
    '26',
    '48',
  ])
})

test('letters no XML may hold do not make a sheet that will not open', async () => {
  const [sheet] = await readSheets(await writeSheet('x', [['a\u0001b\uD800c']]))
  expect(sheet!.table.rows[0]!.cells[0]).toBe('a\uFFFDb\uFFFDc')
})

test('an amount in cents is written in euros without losing one', () => {
  fc.assert(
    fc.property(fc.integer({ min: -100_000_000_000, max: 100_000_000_000 }), (cents) => {
      const written = decimal(cents)
      expect(written).toMatch(/^-?\d+\.\d\d$/)
      expect(Number(written.replace('.', ''))).toBe(cents === 0 ? 0 : cents)
    }),
  )
})

test('a written archive opens with every file under its name, the same bytes each time', async () => {
  const files = [
    { name: 'extrato-D1.pdf', data: new Uint8Array([0, 1, 2, 255]) },
    { name: 'pasta/São João.txt', data: 'olá '.repeat(1000) },
    { name: 'vazio.txt', data: '' },
  ]
  const written = writeZip(files)
  expect(writeZip(files)).toEqual(written)
  const archive = await openZip(written)
  expect(archive.names).toEqual(files.map(({ name }) => name))
  archive.close()
  const opened = await Array.fromAsync(membersOf(written))
  expect(opened.map(({ bytes }) => Buffer.from(bytes))).toEqual(files.map(({ data }) => Buffer.from(data)))
})

test('an archive written piece by piece is the one written at once', async () => {
  const files = [
    { name: 'extratos/Ana.pdf', data: '%PDF-1.7 '.repeat(999) },
    { name: 'vazio.txt', data: '' },
  ]
  async function* coming() {
    yield* files
  }
  const pieces = await Array.fromAsync(zipPieces(coming()))
  expect(Buffer.concat(pieces).equals(writeZip(files))).toBe(true)
})

test('while a long sheet is written others have their turn', async () => {
  const written = new AbortController()
  let turns = 0
  const others = () => {
    turns += 1
    if (!written.signal.aborted) setImmediate(others)
  }
  setImmediate(others)
  const bytes = await writeSheet('x', [['n'], ...Array.from({ length: 5_000 }, (_, at) => [String(at)])])
  written.abort()
  expect(turns).toBeGreaterThanOrEqual(10)
  const [sheet] = await readSheets(bytes)
  expect(sheet!.table.rows.map(({ cells }) => cells[0])).toEqual([
    'n',
    ...Array.from({ length: 5_000 }, (_, at) => String(at)),
  ])
})
