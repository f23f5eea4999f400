import { writeZip } from '#platform/zip-writer.ts'
import type { List } from './lists.ts'

/** A list as cells, and the name and bytes of its file. */
export type Written = { name: string; bytes: Uint8Array }
type Cells = readonly (readonly string[])[]

export function cellsOf({ table }: Pick<List, 'table'>): string[][] {
  return table.split('\n').map((line) => line.split('¦'))
}

export function listOf(list: List, cells: Cells): List {
  return { ...list, table: cells.map((row) => row.join('¦')).join('\n') }
}

const DAY = /^@(\d{4})-(\d{2})-(\d{2})(?: (\d{2}:\d{2}(?::\d{2})?))?$/

/** A cell as text: figures with a point or a comma, days as in Portugal or as in a database. */
function textOf(cell: string, how: { comma: boolean; iso: boolean }): string {
  if (cell.startsWith('#')) return how.comma ? cell.slice(1).replace('.', ',') : cell.slice(1)
  if (!cell.startsWith('@')) return cell
  const [, year, month, day, time] = DAY.exec(cell) ?? []
  if (year === undefined) return cell.slice(1)
  const days = how.iso ? `${year}-${month}-${day}` : `${day}/${month}/${year}`
  return time === undefined ? days : `${days} ${time}`
}

const PLAIN = { comma: false, iso: true }
const PORTUGUESE = { comma: true, iso: false }

function csv(cells: Cells, separator: string, how: { comma: boolean; iso: boolean }, quoteAll = false): string {
  const quoted = (text: string) =>
    quoteAll || text.includes(separator) || /["\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  return cells.map((row) => row.map((cell) => quoted(textOf(cell, how))).join(separator)).join('\n')
}

const utf8 = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) =>
  Uint8Array.from(Buffer.from(text.replaceAll('€', '\u0080').replaceAll('’', '\u0092'), 'latin1'))
const plain = (cells: Cells) => utf8(csv(cells, ',', PLAIN))

const letter = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letter(Math.floor(column / 26) - 1) + letter(column % 26)
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Day number and fraction, as a sheet counts them. */
function serial(cell: string): { value: number; style: number } | null {
  const [, year, month, day, time] = DAY.exec(cell) ?? []
  const clock = (text: string) => {
    const [hours = 0, minutes = 0, seconds = 0] = text.split(':').map(Number)
    return (hours * 3600 + minutes * 60 + seconds) / 86_400
  }
  if (year === undefined) return /^@\d\d:\d\d/.test(cell) ? { value: clock(cell.slice(1)), style: 3 } : null
  const days = Date.UTC(Number(year), Number(month) - 1, Number(day)) / 86_400_000 + 25_569
  return time === undefined ? { value: days, style: 1 } : { value: days + clock(time), style: 2 }
}

/** A workbook of one sheet or several; with real numbers and dates, or with text alone. */
function workbook(sheets: readonly Cells[], isReal: boolean): Uint8Array {
  const cellXml = (cell: string, at: string) => {
    const moment = isReal ? serial(cell) : null
    if (moment) return `<c r="${at}" s="${moment.style}"><v>${moment.value}</v></c>`
    if (isReal && cell.startsWith('#')) return `<c r="${at}"><v>${Number(cell.slice(1))}</v></c>`
    const text = textOf(cell, PORTUGUESE)
    return text === '' ? '' : `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`
  }
  const sheetXml = (cells: Cells) =>
    `<worksheet><sheetData>${cells
      .map((row, line) => {
        const written = row.map((cell, column) => cellXml(cell, `${letter(column)}${line + 1}`))
        return `<row r="${line + 1}">${written.join('')}</row>`
      })
      .join('')}</sheetData></worksheet>`
  const numbers = sheets.map((_, index) => index + 1)
  return writeZip([
    { name: '[Content_Types].xml', data: '<Types/>' },
    {
      name: 'xl/workbook.xml',
      data: `<workbook><sheets>${numbers.map((at) => `<sheet name="Folha${at}" sheetId="${at}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: `<Relationships>${numbers.map((at) => `<Relationship Id="r${at}" Target="worksheets/sheet${at}.xml"/>`).join('')}</Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      data: '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="22"/><xf numFmtId="20"/></cellXfs></styleSheet>',
    },
    ...sheets.map((cells, index) => ({ name: `xl/worksheets/sheet${index + 1}.xml`, data: sheetXml(cells) })),
  ])
}

/** A row with the sum of every column of figures, and a label in the first column that has none. */
function sums(cells: Cells): string[] {
  const [headings = [], ...rows] = cells
  const summed = headings.map((_, column) => {
    const figures = rows.map((row) => row[column] ?? '').filter((cell) => cell !== '' && cell !== '-')
    if (figures.length === 0 || !figures.every((cell) => cell.startsWith('#'))) return ''
    const cents = figures.reduce((sum, cell) => sum + Math.round(Number(cell.slice(1)) * 100), 0)
    return `#${(cents / 100).toFixed(2)}`
  })
  return summed.with(summed.indexOf(''), 'Total')
}

const withName = (name: string, ending: string) => name.replace(/\.csv$/, ending)
const spread = (heading: string) => ` ${heading.replace(' ', ' \n ')}  `
const inCapitals = ([headings = [], ...rows]: Cells): Cells => [headings.map((one) => one.toUpperCase()), ...rows]

/** Changes that Excel, portals and people make to a file, none of which changes its meaning. */
export const WAYS: Readonly<Record<string, (list: List) => Written>> = {
  'as it comes': (list) => ({ name: list.file, bytes: plain(cellsOf(list)) }),
  'saved by Excel in Portugal': (list) => ({ name: list.file, bytes: latin(csv(cellsOf(list), ';', PORTUGUESE)) }),
  'as a workbook with numbers and dates': (list) => ({
    name: withName(list.file, '.xlsx'),
    bytes: workbook([cellsOf(list)], true),
  }),
  'as a workbook of text': (list) => ({
    name: withName(list.file, '.xlsx'),
    bytes: workbook([cellsOf(list)], false),
  }),
  'on the second sheet': (list) => ({
    name: withName(list.file, '.xlsx'),
    bytes: workbook([[['Notas'], ['ver', 'folha 2']], cellsOf(list)], true),
  }),
  'with blank columns': (list) => ({
    name: list.file,
    bytes: plain(cellsOf(list).map((row) => ['', ...row.slice(0, 2), '', ...row.slice(2)])),
  }),
  'with its columns in another order': (list) => ({
    name: list.file,
    bytes: plain(cellsOf(list).map((row) => [...row.slice(3).toReversed(), ...row.slice(0, 3)])),
  }),
  'with spaces and line breaks in its headings': (list) => {
    const [headings = [], ...rows] = cellsOf(list)
    return { name: list.file, bytes: plain([headings.map(spread), ...rows]) }
  },
  'with its headings in capitals': (list) => ({ name: list.file, bytes: plain(inCapitals(cellsOf(list))) }),
  'in UTF-16 with tabs': (list) => ({
    name: list.file,
    bytes: Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(csv(cellsOf(list), '\t', PORTUGUESE), 'utf16le')]),
  }),
  'below title rows': (list) => ({
    name: list.file,
    bytes: utf8(`Relatório\nGerado em;22/06/2026\n\n${csv(cellsOf(list), ';', PORTUGUESE)}`),
  }),
  'below a line that names the separator': (list) => ({
    name: list.file,
    bytes: utf8(`sep=;\r\n${csv(cellsOf(list), ';', PORTUGUESE).replaceAll('\n', '\r\n')}`),
  }),
  'with a byte order mark and Windows line ends': (list) => ({
    name: list.file,
    bytes: utf8(`\ufeff${csv(cellsOf(list), ',', PLAIN, true).replaceAll('\n', '\r\n')}\r\n`),
  }),
  'in an archive': (list) => ({
    name: 'ficheiros.zip',
    bytes: writeZip([{ name: list.file, data: plain(cellsOf(list)) }]),
  }),
  'with every line in quotes': (list) => ({
    name: list.file,
    bytes: utf8(
      csv(cellsOf(list), ',', PLAIN, true)
        .split('\n')
        .map((line) => `"${line.replaceAll('"', '""')}"`)
        .join('\n'),
    ),
  }),
  'with a line of sums at its foot': (list) => {
    const cells = cellsOf(list)
    return { name: list.file, bytes: utf8(csv([...cells, sums(cells)], ';', PORTUGUESE)) }
  },
  'with its headings again at its foot': (list) => {
    const cells = cellsOf(list)
    return { name: list.file, bytes: plain([...cells, cells[0]!]) }
  },
  'with blank lines at its foot': (list) => {
    const cells = cellsOf(list)
    const blank = cells[0]!.map(() => '')
    return { name: list.file, bytes: utf8(`${csv([...cells, blank, blank], ';', PORTUGUESE)}\n\n`) }
  },
  'with a column of notes filled down below it': (list) => {
    const [headings = [], ...rows] = cellsOf(list)
    const blank = headings.map(() => '')
    const cells = [[...headings, 'Notas'], ...[...rows, blank, blank].map((row) => [...row, 'visto'])]
    return { name: list.file, bytes: plain(cells) }
  },
}

/** Prints each row of a file twice. */
export function doubled(list: List): List {
  const [headings = [], ...rows] = cellsOf(list)
  return listOf(list, [headings, ...rows.flatMap((row) => [row, row])])
}
