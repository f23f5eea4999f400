import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ByteSource } from './bytes.ts'
import { openCsv, readCsv } from './csv.ts'
import { columnOf, findHeader, headingKey, wholeTable } from './table.ts'
import { openText } from './text.ts'

const cells = (text: string): (readonly string[])[] => readCsv(text).rows.map((row) => row.cells)

test.each<[string, string]>([
  ['a;b;c\n1,5;2,5;3\n', ';'],
  ['a,b,c\n1.5,"2;5;;;;;",3\n', ','],
  ['a\tb\tc\n1,5\t2,5\t3,5\n', '\t'],
  ['a;b;c\n1,2;3,4;5,6\n', ';'],
  ['Extrato\nCliente;Rotas, Lusas, Lda\n\na;b;c;d\n1,2;3,4;5,6;7,8\n', ';'],
  ['só uma coluna\n1\n', ','],
])('the separator of %j is %j', (text, separator) => {
  expect(readCsv(text).separator).toBe(separator)
})

test('lines are those of the file, also below quoted line ends and blank lines', () => {
  const { rows } = readCsv('a,b\r\n"1\r\nx",2\r\n\r\n3,4\r\n')
  expect(rows.map(({ line }) => line)).toEqual([1, 2, 5])
  expect(rows[1]).toMatchObject({ cells: ['1\nx', '2'], original: '"1\nx",2' })
})

test('cells lose the spaces at their ends, no-break ones too, and nothing else', () => {
  expect(cells('a,b\n\u00a0 x  y\u00a0,"  z ""q"" "\n')[1]).toEqual(['x  y', 'z "q"'])
})

test.each([
  '"a,b,c"\n"1,""x, y"",3"\n',
  '"a,b,c";;\n"1,""x, y"",3";;\n',
  '"""a"",""b"",""c"""\n"""1"",""x, y"",""3"""\n',
  'a,b,c\n"1,""x, y"",3"\n',
  'a,b,c;;\n1,"x, y",3;;\n',
])('lines that were put in quotes are unwrapped: %j', (text) => {
  expect(cells(text)).toEqual([
    ['a', 'b', 'c'],
    ['1', 'x, y', '3'],
  ])
})

test.each<[string, number | null]>([
  ['a,b\n1,"2\n3,4\n', 2],
  ['a,b\n1,2\n"3"x,4\n', 3],
  ['a,b\n1,2"3"\n', null],
])('a quote that does not close in %j is told with its line', (text, line) => {
  expect(readCsv(text).openQuote).toBe(line)
})

test('whatever is written with quotes is read back, whole and in its line', () => {
  const cell = fc.string({ unit: fc.constantFrom(...'ab;,\t"\n €'), maxLength: 6 }).map((text) => text.trim())
  const row = fc.tuple(fc.constantFrom('x', 'yy'), cell, cell)
  fc.assert(
    fc.property(fc.array(row, { minLength: 1 }), fc.constantFrom(';', ',', '\t'), (rows, separator) => {
      const all = [['um', 'dois', 'três'], ...rows]
      const text = all.map((line) => line.map((part) => `"${part.replaceAll('"', '""')}"`).join(separator)).join('\n')
      expect(cells(text)).toEqual(all)
    }),
  )
})

/** Makes a text that comes in pieces of `size` letters. */
const inPieces = (text: string, size: number) => ({
  encoding: 'utf-8' as const,
  pieces: async function* () {
    for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size)
  },
})

test('a text that comes in pieces is the table it is in one', async () => {
  const part = fc.constantFrom(...'ab1', ';', ';', ',', '"', '\n', '\n', '\r\n', '\r', '""', '\ufeff', '\ufffd', ';;\n')
  const texts = fc.oneof(
    fc.string({ unit: part, maxLength: 40 }),
    fc.string({ unit: part, maxLength: 40 }).map((text) => `sep=;\r\n${text}`),
    fc
      .array(fc.string({ unit: fc.constantFrom(...'ab,'), maxLength: 6 }))
      .map((lines) => lines.map((line) => `"${line}"`).join('\n')),
    fc
      .array(fc.string({ unit: fc.constantFrom(...'ab,'), maxLength: 6 }))
      .map((lines) => lines.map((line) => `${line};;`).join('\r\n')),
  )
  await fc.assert(
    fc.asyncProperty(texts, fc.integer({ min: 1, max: 9 }), async (text, size) => {
      const whole = readCsv(text)
      const long = await openCsv(inPieces(text, size))
      expect(await wholeTable(long)).toEqual(whole)
      expect(long.head).toEqual(whole.rows.slice(0, 40))
    }),
    { numRuns: 3_000 },
  )
})

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)

test.each<[string, Uint8Array, string]>([
  ['UTF-8', utf8('ação €'), 'utf-8'],
  ['UTF-8 with a mark', utf8('\ufeffação €'), 'utf-8'],
  ['windows-1252', Uint8Array.of(0x61, 0xe7, 0xe3, 0x6f, 0x20, 0x80), 'windows-1252'],
  ['Macintosh', Uint8Array.of(0x61, 0x8d, 0x8b, 0x6f, 0x20, 0xdb), 'macintosh'],
  ['UTF-16', Uint8Array.from([0xff, 0xfe, ...Buffer.from('ação €', 'utf16le')]), 'utf-8'],
  ['UTF-8 twice', utf8('aÃ§Ã£o â‚¬'), 'utf-8'],
  ['UTF-8 twice with a mark', utf8('ï»¿aÃ§Ã£o â‚¬'), 'utf-8'],
])('%s is decoded, wherever it is cut', async (_, bytes, encoding) => {
  for (const size of [1, 2, 3, 100]) {
    expect(await decoded(bytes, size)).toEqual({ text: 'ação €', encoding })
  }
})

async function decoded(bytes: Uint8Array, size: number) {
  const source: ByteSource = {
    size: bytes.length,
    pieces: async function* () {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
    },
  }
  const { encoding, pieces } = await openText(source)
  let text = ''
  for await (const piece of pieces()) text += piece
  return { text, encoding }
}

test('a windows-1252 text with a Ž inside a word stays as it is', async () => {
  const bytes = Buffer.from('DRA\u008eEN, Concei\u00e7\u00e3o', 'latin1')
  expect(await decoded(bytes, 1)).toEqual({ text: 'DRAŽEN, Conceição', encoding: 'windows-1252' })
})

test('words that only look encoded twice stay as they are', async () => {
  expect((await decoded(utf8('IRMÃ “Conceição”'), 5)).text).toBe('IRMÃ “Conceição”')
})

test('lines with lost letters are known', async () => {
  expect((await openCsv(inPieces('a;b\nGon\ufffdalo;1\nx;2', 4))).damagedLines).toEqual([2])
})

test('headings are found below cover lines and compared without case, spaces and composition', () => {
  const table = readCsv('Extrato\n\nCartão ; Data\n1;2\n')
  const header = findHeader(table, (keys) => keys.has('cartão'))!
  expect(header).toMatchObject({ index: 1, line: 3, columns: ['Cartão', 'Data'] })
  expect(columnOf(header, 'dia', 'data')).toBe(1)
  expect(headingKey('Pago a si :  Os seus\u00a0rendimentos')).toBe(headingKey('PAGO A SI:os seus rendimentos'))
  expect(headingKey('Time online (days : hours: minutes )')).toBe('time online (days:hours:minutes)')
})
