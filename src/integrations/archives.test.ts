import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { xlsxOf, zipOf } from '#test/archives.ts'
import { readWhole } from '#test/read-whole.ts'
import { wholeTable } from '#platform/table.ts'
import { readFile } from './read-file.ts'

const UBER = '20260601-20260608-payments_driver-ROTAS_LUSAS_FICTICIAS_UNIPESSOAL_LDA.csv'
const uberText = readFileSync(new URL(`../../test/fixtures/public/uber/${UBER}`, import.meta.url), 'utf8')
const mega = 1_000_000
const zeros = (size: number): Uint8Array => new Uint8Array(size)
/** Text that packs at about 190:1, so that no ratio limit catches it. */
const slow = (size: number): Uint8Array =>
  Buffer.concat([randomBytes(size / 190), zeros(size - Math.floor(size / 190))])
const cell = (reference: string, inside = '<v>1</v>', type = ''): string => `<c r="${reference}" ${type}>${inside}</c>`
const sheet = (data: string): Uint8Array => xlsxOf({ sheets: { Folha1: data } })

async function codesOf(name: string, bytes: Uint8Array): Promise<string[]> {
  const results = await readWhole({ name, bytes })
  return results.map((result) => (result.ok ? 'taken' : result.code))
}

test.each<[string, () => Uint8Array, string]>([
  ['an entry that unpacks to 60 MB', () => zipOf([{ name: 'a.csv', data: zeros(60 * mega) }]), 'archive-unsafe'],
  ['an entry that packs a thousand to one', () => zipOf([{ name: 'a.csv', data: zeros(40 * mega) }]), 'archive-unsafe'],
  [
    'six hundred entries',
    () => zipOf(Array.from({ length: 600 }, (_, at) => ({ name: `${at}.csv`, data: 'a' }))),
    'archive-unsafe',
  ],
  [
    'two hundred files and one',
    () => zipOf(Array.from({ length: 201 }, (_, at) => ({ name: `${at}.csv`, data: 'a' }))),
    'archive-many',
  ],
  [
    'three entries of 45 MB',
    () => zipOf(['a', 'b', 'c'].map((name) => ({ name, data: slow(45 * mega) }))),
    'archive-unsafe',
  ],
  [
    'an entry larger than it says',
    () => zipOf([{ name: 'a.csv', data: zeros(20 * mega), declaredSize: 1_000 }]),
    'archive-unsafe',
  ],
  [
    'entries that share their bytes',
    () =>
      zipOf(
        Array.from({ length: 100 }, (_, at) => ({ name: `${at}.csv`, data: randomBytes(9_000), sharesData: at > 0 })),
      ),
    'archive-unsafe',
  ],
  ['an entry outside its folder', () => zipOf([{ name: '../../etc/passwd', data: 'a' }]), 'archive-unsafe'],
  ['a name with a NUL', () => zipOf([{ name: 'a\0.csv', data: 'a' }]), 'archive-unsafe'],
  ['a name that is turned', () => zipOf([{ name: 'a\u202evsc.exe', data: 'a' }]), 'archive-unsafe'],
  [
    'an archive in an archive',
    () => zipOf([{ name: 'a.zip', data: zipOf([{ name: 'a.csv', data: 'a' }]) }]),
    'archive-nested',
  ],
  ['a locked entry', () => zipOf([{ name: 'a.csv', data: 'a', encrypted: true }]), 'encrypted'],
  ['half an archive', () => zipOf([{ name: 'a.csv', data: uberText }]).subarray(0, 200), 'damaged'],
  ['a file of 11 MB', () => Buffer.concat([zipOf([{ name: 'a.csv', data: 'a' }]), zeros(11 * mega)]), 'too-large'],
  [
    'a workbook with a DOCTYPE of entities',
    () =>
      zipOf([
        { name: 'xl/workbook.xml', data: '<!DOCTYPE a [<!ENTITY b "bbbb"><!ENTITY c "&b;&b;&b;">]><a>&c;</a>' },
        { name: 'xl/_rels/workbook.xml.rels', data: '<!DOCTYPE a><a/>' },
      ]),
    'archive-unsafe',
  ],
  ['a cell in column one million', () => sheet(`<row r="1">${cell('BDWGN1')}</row>`), 'damaged'],
  ['a cell in column five thousand', () => sheet(`<row r="1">${cell('GJH1')}</row>`), 'row-too-wide'],
  [
    'two hundred thousand rows and one',
    () => sheet(Array.from({ length: 200_001 }, (_, at) => `<row r="${at}"/>`).join('')),
    'too-many-rows',
  ],
  ['rows of one far cell', () => sheet(farCells(7_000)), 'unknown-format'],
  [
    'rows of one far cell below known headings',
    () =>
      sheet(
        `<row>${HEADINGS.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>${farCells(7_000)}`,
      ),
    'too-many-cells',
  ],
  [
    'a long text used over and over',
    () =>
      xlsxOf({
        sheets: {
          A: Array.from({ length: 1_300 }, (_, at) => `<row r="${at}">${cell('A1', '<v>0</v>', 't="s"')}</row>`).join(
            '',
          ),
        },
        sharedStrings: [`<t>${'a'.repeat(32_000)}</t>`],
      }),
    'too-many-cells',
  ],
  [
    'a cell of a million letters',
    () =>
      sheet(
        `<row r="1">${cell('A1', `<is><t>${randomBytes(500_000).toString('hex')}</t></is>`, 't="inlineStr"')}</row>`,
      ),
    'archive-unsafe',
  ],
  [
    'a hundred thousand elements in each other',
    () => sheet(`${'<a>'.repeat(100_000)}${'</a>'.repeat(100_000)}`),
    'archive-unsafe',
  ],
])('%s is refused, and its bytes are taken up once', async (_, make, code) => {
  const bytes = make()
  let read = 0
  const results = await readFile({ name: 'a.zip', bytes }, { onBytes: (size) => (read += size) })
  expect(results.map((result) => (result.ok ? 'taken' : result.code))).toEqual([code])
  // Measured in bytes, not in time: a look at the beginning and the file itself.
  expect(read).toBeLessThanOrEqual(2 * bytes.length + 4_096)
})

test('a plain archive is read file by file, each under its own name', async () => {
  const bytes = zipOf([
    { name: 'uber/', data: '' },
    { name: `uber/${UBER}`, data: uberText },
    { name: '__MACOSX/x', data: 'a' },
    { name: 'uber/.DS_Store', data: 'a' },
    { name: 'leia-me.txt', data: 'Olá' },
    { name: 'vazio.csv', data: '' },
  ])
  const results = await readWhole({ name: 'semana.zip', bytes })
  expect(results.map((result) => [result.member?.name, result.ok ? 'taken' : result.code])).toEqual([
    [`uber/${UBER}`, 'taken'],
    ['leia-me.txt', 'unknown-format'],
    ['vazio.csv', 'empty'],
  ])
})

const rowsOf = (csv: string): string =>
  csv
    .trimEnd()
    .split('\n')
    .map(
      (line, at) =>
        `<row r="${at + 4}">${line
          .split(',')
          .map((text) =>
            /^-?\d+\.\d+$/.test(text)
              ? `<c><v>${Number(text) + 1e-13}</v></c>`
              : `<c t="inlineStr"><is><t>${text}</t></is></c>`,
          )
          .join('')}</row>`,
    )
    .join('')

test('the weekly file of Uber saved as a workbook says the same, noise and cover sheet apart', async () => {
  const bytes = xlsxOf({
    sheets: { Capa: '<row r="1"><c t="inlineStr"><is><t>Semana 23</t></is></c></row>', Dados: rowsOf(uberText) },
  })
  const [result] = await readWhole({ name: UBER.replace('.csv', '.xlsx'), bytes })
  const [plain] = await readWhole({ name: UBER, bytes: new TextEncoder().encode(uberText) })
  if (!result?.ok || !plain?.ok) throw new Error(JSON.stringify(result))
  expect(result.file).toMatchObject({ encoding: 'xlsx', separator: null, headerLine: 4 })
  expect(result.file.totals).toEqual(plain.file.totals)
  expect(result.file.rows[0]!.line).toBe(5)
})

test('a workbook with two reports is refused with the names of both', async () => {
  const data = rowsOf(uberText)
  const [result] = await readWhole({ name: UBER, bytes: xlsxOf({ sheets: { A: data, B: data, '.C': data } }) })
  expect(result).toMatchObject({ ok: false, code: 'several-sheets', params: { sheets: 'A, B' } })
})

const compound = (stream: string): Uint8Array =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), zeros(600), Buffer.from(stream, 'utf16le')])

test.each<[string, Uint8Array, string]>([
  ['an old workbook', compound('Workbook'), 'old-excel'],
  ['a locked workbook', compound('EncryptedPackage'), 'encrypted'],
  ['an old document', compound('WordDocument'), 'word-document'],
  ['a document', zipOf([{ name: 'word/document.xml', data: '<a/>' }]), 'word-document'],
  ['a binary workbook', zipOf([{ name: 'xl/workbook.bin', data: 'a' }]), 'old-excel'],
  [
    'an open document',
    zipOf([
      { name: 'mimetype', data: 'application/vnd.oasis' },
      { name: 'content.xml', data: '<a/>' },
    ]),
    'unknown-format',
  ],
  ['a sheet of Numbers', zipOf([{ name: 'Index/Document.iwa', data: 'a' }]), 'unknown-format'],
  ['an empty workbook', sheet('<row r="1"><c/></row>'), 'empty'],
  ['a workbook of something else', sheet('<row r="1"><c><v>1</v></c></row>'), 'unknown-format'],
  ['a photograph of an iPhone', Buffer.concat([zeros(4), Buffer.from('ftypheic')]), 'picture'],
  ['a picture of the web', Buffer.from('RIFF\0\0\0\0WEBP'), 'picture'],
  [
    'a workbook as XML',
    Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'),
    'old-excel',
  ],
  ['bytes of a program', Buffer.from('\x7fELF\0\0'), 'unknown-format'],
])('%s is refused, whatever its name', async (_, bytes, code) => {
  expect(await codesOf(UBER, bytes)).toEqual([code])
})

test.each<[string, () => Uint8Array, object]>([
  [
    'a line without an end',
    () => Buffer.alloc(3 * mega, ';'),
    { code: 'line-too-long', params: { line: 1, most: 100_000 } },
  ],
  [
    'a long line far down, in UTF-16',
    () =>
      Buffer.concat([
        Buffer.from([0xff, 0xfe]),
        Buffer.from(`${'a;b\r\n'.repeat(40)}${'x'.repeat(200_000)}`, 'utf16le'),
      ]),
    { code: 'line-too-long', params: { line: 41, most: 100_000 } },
  ],
  [
    'a thousand columns and one',
    () => Buffer.from(`a;b\n${';'.repeat(1_000)}a\n`),
    { code: 'row-too-wide', params: { line: 2, most: 1_000 } },
  ],
  [
    'quotes that never close, line after line',
    () => Buffer.alloc(3 * mega, '"x;\n'),
    { code: 'rows-unreadable', problems: [expect.objectContaining({ line: 1, code: 'quote-open' })] },
  ],
  ['nothing but NUL', () => zeros(mega), { code: 'unknown-format', params: { found: 'binary' } }],
])('%s is refused where it stands', async (_, make, refusal) => {
  expect(await readFile({ name: 'a.csv', bytes: make() })).toMatchObject([refusal])
})

test('empty cells up to the end of a sheet, as a spreadsheet writes them, are no matter', async () => {
  const wide = uberText.replaceAll(/\r?\n/g, `${','.repeat(16_000)}\n`)
  const [plain, formatted] = await Promise.all(
    [uberText, wide].map((text) => readWhole({ name: UBER, bytes: Buffer.from(text) })),
  )
  const amountsOf = (results: typeof plain) =>
    results?.flatMap((one) => (one.ok ? one.file.rows.map(({ key, amount }) => [key, amount]) : [one.code]))
  expect(amountsOf(formatted)).toEqual(amountsOf(plain))
})

/** Makes a table of `batches` of a thousand rows, each of `cells` cells. */
const tableOf = (batches: number, cells: number) => ({
  encoding: 'utf-8' as const,
  separator: ';',
  openQuote: null,
  head: [],
  damagedLines: [],
  walk: async function* () {
    for (let at = 0; at < batches; at++)
      yield Array.from({ length: 1_000 }, (_, row) => ({
        line: at * 1_000 + row + 2,
        cells: Array.from({ length: cells }, () => 'a'),
        numbers: new Set<number>(),
        original: 'a',
      }))
  },
})

test('a list that is held as a whole ends at two hundred thousand rows, and at a million cells', async () => {
  await expect(wholeTable(tableOf(201, 1))).rejects.toMatchObject({ problem: 'too-many-rows', line: 200_002 })
  await expect(wholeTable(tableOf(11, 100))).rejects.toMatchObject({ problem: 'too-many-cells', line: 10_002 })
})

const HEADINGS = ['Matrícula', 'Data Saída', 'Barreira Saída', 'Operador', 'Valor']

function farCells(rows: number): string {
  return Array.from({ length: rows }, () => `<row>${cell('ALL1', `<v>${Math.random()}</v>`)}</row>`).join('')
}
