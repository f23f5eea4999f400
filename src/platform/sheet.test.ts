import { expect, test } from 'vitest'
import { openSheets, readSheets } from './sheet.ts'
import { xlsxOf, zipOf, type Workbook } from '#test/archives.ts'

async function rowsOf(sheet: string, book: Partial<Workbook> = {}) {
  const [first] = await readSheets(xlsxOf({ sheets: { Folha1: sheet }, ...book }))
  return first!.table.rows
}

async function cellsOf(sheet: string, book: Partial<Workbook> = {}) {
  return (await rowsOf(sheet, book)).map(({ cells }) => cells)
}

test('texts may be shared, inline, in parts, or the result of a formula', async () => {
  const sheet = `<row r="1"><c r="A1" t="s"><v>1</v></c><c r="B1" t="inlineStr"><is><t>den</t><t>tro</t></is></c>
    <c r="C1" t="str"><f>A1</f><v>soma</v></c><c r="D1" t="s"><v>0</v></c></row>`
  const sharedStrings = ['<t>a_x000A_b</t>', '<r><t>Portu</t></r><r><t>gal &amp; Cª</t></r><rPh><t>ふ</t></rPh>']
  expect(await cellsOf(sheet, { sharedStrings })).toEqual([['Portugal & Cª', 'dentro', 'soma', 'a\nb']])
})

test('numbers keep the text of the file and are known as numbers', async () => {
  const [row] = await rowsOf(
    '<row r="1"><c r="A1"><v>59.050000000000004</v></c><c r="B1" t="b"><v>1</v></c><c r="C1" t="inlineStr"><is><t>2.15</t></is></c></row>',
  )
  expect(row!.cells).toEqual(['59.050000000000004', 'TRUE', '2.15'])
  expect([...row!.numbers]).toEqual([0])
})

test('cells, rows and their numbers may be left out', async () => {
  const rows = await rowsOf(
    '<row r="3"><c r="C3"><v>1</v></c></row><row r="5"/><row><c><v>2</v></c><c r="D6"><v>3</v></c></row>',
  )
  expect(rows.map(({ line, cells }) => [line, cells])).toEqual([
    [3, ['', '', '1']],
    [6, ['2', '', '', '3']],
  ])
})

test.each<[string, number | string, string, string]>([
  ['a day', 14, '46174', '2026-06-01'],
  ['a day with a time in it', 14, '46174.5', '2026-06-01 12:00:00'],
  ['a moment', 22, '46180.99650462963', '2026-06-07 23:54:58'],
  ['a moment at midnight', 'dd/mm/yyyy hh:mm', '46174', '2026-06-01 00:00:00'],
  ['a time', 20, '0.8854166666666666', '21:15:00'],
  ['a time of our own format', '[$-816]h:mm;@', '0.5', '12:00:00'],
  ['a day of our own format', '[$-816]d" de "mmmm" de "yyyy', '46174', '2026-06-01'],
  ['euros', '#,##0.00\\ "€"', '46174.5', '46174.5'],
  ['euros that are red when negative', '0.00;[Red]-0.00', '12.5', '12.5'],
  ['a share', 10, '0.25', '0.25'],
])('%s under its format', async (_, format, value, text) => {
  expect(await cellsOf(`<row r="1"><c r="A1" s="1"><v>${value}</v></c></row>`, { formats: [0, format] })).toEqual([
    [text],
  ])
})

test('workbooks that count from 1904 have the same days', async () => {
  const sheet = '<row r="1"><c r="A1" s="0"><v>44712</v></c></row>'
  expect(await cellsOf(sheet, { formats: [14], from1904: true })).toEqual([['2026-06-01']])
})

test('a formula without a stored value is not an empty cell', async () => {
  expect(await cellsOf('<row r="1"><c r="A1"><f>SUM(B1:B9)</f></c><c r="B1"/></row>')).toEqual([['=SUM(B1:B9)']])
})

test('sheets come in the order of their tabs, hidden ones known', async () => {
  const row = '<row r="1"><c><v>1</v></c></row>'
  const sheets = await readSheets(xlsxOf({ sheets: { '.Listas': row, Movimentos: row } }))
  expect(sheets.map(({ name, hidden }) => [name, hidden])).toEqual([
    ['.Listas', true],
    ['Movimentos', false],
  ])
})

test.each<[string, Partial<Workbook>]>([
  ['a text that is not there', { sheets: { A: '<row r="1"><c t="s"><v>7</v></c></row>' } }],
  ['XML that does not close', { sheets: { A: '<row r="1"><c>' } }],
  ['a cell that is nowhere', { sheets: { A: '<row r="1"><c r="1A"><v>1</v></c></row>' } }],
])('%s is damage', async (_, book) => {
  await expect(readSheets(xlsxOf({ sheets: {}, ...book }))).rejects.toMatchObject({ problem: 'damaged' })
})

test('a workbook without sheets, and a file that is none, are damage', async () => {
  await expect(readSheets(xlsxOf({ sheets: {} }))).rejects.toMatchObject({ problem: 'damaged' })
  await expect(readSheets(zipOf([{ name: 'xl/other.xml', data: '<a/>' }]))).rejects.toMatchObject({
    problem: 'damaged',
  })
})

test('a long sheet is walked as often as it is wanted, to the same rows as when it is held; of a short one nothing is read again', async () => {
  const rows = Array.from(
    { length: 12_000 },
    (_, at) => `<row><c t="inlineStr"><is><t>x</t></is></c><c><v>${at}</v></c></row>`,
  )
  const bytes = xlsxOf({ sheets: { Curta: '<row><c><v>1</v></c></row>', Longa: rows.join('') } })
  const [, held] = await readSheets(bytes)
  const [short, long] = await openSheets(bytes)
  expect(short!.table.head.map(({ cells }) => cells)).toEqual([['1']])
  expect(long!.table.head).toEqual(held!.table.rows.slice(0, 40))
  for (const _ of [1, 2]) expect((await Array.fromAsync(long!.table.walk())).flat()).toEqual(held!.table.rows)
  const batches = await Array.fromAsync(long!.table.walk())
  expect(Math.max(...batches.map(({ length }) => length))).toBeLessThan(6_000)
})

test('what is wrong far below the head of a long sheet is told to whoever walks it, and the head is read', async () => {
  const rows = Array.from({ length: 8_000 }, (_, at) => `<row><c><v>${at}</v></c></row>`)
  const bytes = xlsxOf({ sheets: { A: `${rows.join('')}<row><c r="ZZZ1"><v>1</v></c></row>` } })
  const [sheet] = await openSheets(bytes)
  expect(sheet!.table.head.length).toBe(40)
  await expect(Array.fromAsync(sheet!.table.walk())).rejects.toMatchObject({ problem: 'row-too-wide' })
})
