import { SaxesParser } from 'saxes'
import {
  HEAD_ROWS,
  lastFilled,
  type LongTable,
  longTable,
  TABLE_LIMITS,
  type Table,
  TableRefused,
  type TableRow,
  requireFitsMemory,
} from './table.ts'
import { ArchiveRefused, openZip, type Archive } from './zip.ts'

/**
 * Limits of the parts of a workbook, besides those of every table. Excel itself allows 32,767 letters in a cell.
 * `blanks` are empty cells that exist only because a later cell has a position: a few thousand bytes can ask for
 * millions of them.
 */
const SHEET_LIMITS = { blanks: 2_000_000, cellText: 32_767, text: 40_000_000, depth: 64 } as const

export type Sheet = { name: string; hidden: boolean; table: Table }

/**
 * Reads the sheets of an XLSX file, in the order of its tabs. Numbers keep the exact text of the file; cells under a
 * date format become `2026-06-01`, `2026-06-01 07:05:30` or `07:05:30`; a formula without a stored value becomes `=…`,
 * so that it is not taken for an empty cell. Throws `ArchiveRefused` for a file that is encrypted, damaged or a bomb,
 * `TableRefused` for a sheet that is larger than any report.
 */
export async function readSheets(bytes: Uint8Array): Promise<Sheet[]> {
  const { sheets, ...book } = await openBook(bytes)
  const spent = nothingSpent()
  return await Array.fromAsync(sheets, async ({ name, hidden, path }) => {
    const rows: TableRow[] = []
    for await (const batch of walkSheet(bytes, path, book, spent)) {
      rows.push(...batch)
      requireFitsMemory(spent, rows.at(-1)!.line)
    }
    return { name, hidden, table: { ...SHEET, rows } }
  })
}

/** A sheet of any length: its leading rows, and the rest a batch at a time. */
export type LongSheet = { name: string; hidden: boolean; table: LongTable }

/** Most rows and cells of a workbook that stay in memory. A larger sheet is unpacked and read again each time. */
const MAX_HELD = { rows: 5_000, cells: 150_000 } as const

/** Opens sheets without holding long ones in memory: of a long sheet only the leading rows are read here. */
export async function openSheets(bytes: Uint8Array): Promise<LongSheet[]> {
  const { sheets, ...book } = await openBook(bytes)
  const room: { rows: number; cells: number } = { ...MAX_HELD }
  return await Array.fromAsync(sheets, async ({ name, hidden, path }) => {
    const walk = () => walkSheet(bytes, path, book, nothingSpent())
    const rows: TableRow[] = []
    let cells = 0
    for await (const batch of walk()) {
      rows.push(...batch)
      for (const row of batch) cells += row.cells.length
      if (rows.length > HEAD_ROWS && (rows.length > room.rows || cells > room.cells))
        return { name, hidden, table: { ...SHEET, head: rows.slice(0, HEAD_ROWS), damagedLines: [], walk } }
    }
    room.rows -= rows.length
    room.cells -= cells
    return { name, hidden, table: longTable({ ...SHEET, rows }) }
  })
}

const SHEET = { encoding: 'xlsx', separator: null, openQuote: null } as const

type SheetPlace = { name: string; hidden: boolean; path: string }

/** Reads the parts that all sheets share, and where each sheet lies. */
async function openBook(bytes: Uint8Array): Promise<Book & { sheets: SheetPlace[] }> {
  const archive = await openZip(bytes)
  try {
    const links = await workbookLinks(archive)
    const { sheets, from1904 } = await readWorkbook(archive)
    const shared = await sharedStrings(archive)
    const formats = await cellFormats(archive)
    const places = sheets.flatMap(({ name, hidden, relation }) => {
      const path = links.get(relation)
      return path && /worksheets\//.test(path) ? [{ name, hidden, path }] : []
    })
    if (places.length === 0) throw new ArchiveRefused('damaged', 'no sheets')
    return { sheets: places, from1904, shared, formats }
  } finally {
    archive.close()
  }
}

type Attributes = Readonly<Record<string, string>>
type XmlHandler = {
  open?: (name: string, attributes: Attributes) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

async function readXml(archive: Archive, path: string, handler: XmlHandler): Promise<void> {
  for await (const _ of walkXml(archive, path, handler));
}

/** Reads one XML part as it is unpacked, and pauses after each piece. Element names come without their prefix. A DOCTYPE is refused. */
async function* walkXml(archive: Archive, path: string, handler: XmlHandler): AsyncGenerator<void> {
  const parser = new SaxesParser({ xmlns: false, position: false })
  const decoder = new TextDecoder('utf-8', { fatal: true })
  parser.on('error', (error) => {
    throw new ArchiveRefused('damaged', error.message)
  })
  parser.on('doctype', () => {
    throw new ArchiveRefused('unsafe', 'DOCTYPE')
  })
  let depth = 0
  parser.on('opentag', (tag) => {
    depth += 1
    if (depth > SHEET_LIMITS.depth) throw new ArchiveRefused('unsafe', 'elements too deep')
    handler.open?.(localName(tag.name), tag.attributes)
  })
  parser.on('text', (text) => handler.text?.(text))
  parser.on('cdata', (text) => handler.text?.(text))
  parser.on('closetag', (tag) => {
    depth -= 1
    handler.close?.(localName(tag.name))
  })
  try {
    for await (const piece of archive.read(path)) {
      parser.write(decoder.decode(piece, { stream: true }))
      yield
    }
    parser.write(decoder.decode())
    parser.close()
  } catch (error) {
    if (error instanceof TypeError) throw new ArchiveRefused('damaged', `${path} is not UTF-8`)
    throw error
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

function partNamed(archive: Archive, path: string): string | undefined {
  return archive.names.find((name) => name.toLowerCase() === path.toLowerCase())
}

async function workbookLinks(archive: Archive): Promise<Map<string, string>> {
  const links = new Map<string, string>()
  const part = partNamed(archive, 'xl/_rels/workbook.xml.rels')
  if (!part) return links
  await readXml(archive, part, {
    open: (name, { Id, Target }) => {
      if (name !== 'Relationship' || !Id || !Target) return
      const path = Target.startsWith('/') ? Target.slice(1) : `xl/${Target.replace(/^\.\//, '')}`
      const found = partNamed(archive, path)
      if (found) links.set(Id, found)
    },
  })
  return links
}

type Workbook = { sheets: { name: string; hidden: boolean; relation: string }[]; from1904: boolean }

async function readWorkbook(archive: Archive): Promise<Workbook> {
  const book: Workbook = { sheets: [], from1904: false }
  const part = partNamed(archive, 'xl/workbook.xml')
  if (!part) throw new ArchiveRefused('damaged', 'no workbook')
  await readXml(archive, part, {
    open: (name, attributes) => {
      if (name === 'workbookPr') book.from1904 = /^(1|true)$/.test(attributes.date1904 ?? '')
      if (name !== 'sheet') return
      const relation = Object.entries(attributes).find(([key]) => key.endsWith(':id'))?.[1] ?? ''
      const hidden = /hidden/i.test(attributes.state ?? '')
      book.sheets.push({ name: attributes.name ?? '', hidden, relation })
    },
  })
  return book
}

async function sharedStrings(archive: Archive): Promise<string[]> {
  const strings: string[] = []
  const part = partNamed(archive, 'xl/sharedStrings.xml')
  if (!part) return strings
  const text = richText()
  let size = 0
  await readXml(archive, part, {
    ...text.handler,
    close: (name) => {
      text.handler.close(name)
      if (name !== 'si') return
      const string = text.take()
      size += string.length + 1
      if (size > SHEET_LIMITS.text) throw new ArchiveRefused('unsafe', 'too much text')
      strings.push(string)
    },
  })
  return strings
}

/** Collects the `t` elements of a string, without the reading aids of East Asian text (`rPh`). */
function richText() {
  let parts = ''
  let inText = false
  let readingAidDepth = 0
  return {
    handler: {
      open: (name: string) => {
        if (name === 'rPh') readingAidDepth += 1
        inText = name === 't' && readingAidDepth === 0
      },
      text: (text: string) => {
        if (inText) parts += text
        if (parts.length > SHEET_LIMITS.cellText) throw new ArchiveRefused('unsafe', 'a cell is too long')
      },
      close: (name: string) => {
        if (name === 'rPh') readingAidDepth -= 1
        inText = false
      },
    },
    take: () => {
      const whole = parts.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
      parts = ''
      return whole
    },
  }
}

/** The meaning of a number under a cell format. */
type NumberMeaning = 'number' | 'day' | 'time' | 'moment'

async function cellFormats(archive: Archive): Promise<NumberMeaning[]> {
  const part = partNamed(archive, 'xl/styles.xml')
  if (!part) return []
  const codes = new Map<string, string>()
  const formats: NumberMeaning[] = []
  let inCells = false
  await readXml(archive, part, {
    open: (name, attributes) => {
      if (name === 'numFmt') codes.set(attributes.numFmtId ?? '', attributes.formatCode ?? '')
      if (name === 'cellXfs') inCells = true
      if (name === 'xf' && inCells) formats.push(meaningOf(attributes.numFmtId ?? '0', codes))
    },
    close: (name) => {
      if (name === 'cellXfs') inCells = false
    },
  })
  return formats
}

function meaningOf(id: string, codes: ReadonlyMap<string, string>): NumberMeaning {
  const code = codes.get(id)
  if (code !== undefined) return meaningOfCode(code)
  const number = Number(id)
  if (number === 22) return 'moment'
  if ((number >= 14 && number <= 17) || (number >= 27 && number <= 31) || (number >= 50 && number <= 58)) return 'day'
  if ((number >= 18 && number <= 21) || (number >= 32 && number <= 36) || (number >= 45 && number <= 47)) return 'time'
  return 'number'
}

function meaningOfCode(code: string): NumberMeaning {
  const positive = code.split(';')[0]!.replace(/"[^"]*"|\\.|_.|\*./g, '')
  const elapsed = /\[(h+|m+|s+)\]/i.test(positive)
  const bare = positive.replace(/\[[^\]]*\]/g, '').replace(/AM\/PM|A\/P/gi, 'h')
  const time = elapsed || /[hs]/i.test(bare)
  const day = /[yd]/i.test(bare) || (!time && /m/i.test(bare))
  if (/general/i.test(bare) || /[0#?]/.test(bare.replace(/\.0+/, ''))) return 'number'
  if (day) return time ? 'moment' : 'day'
  return time ? 'time' : 'number'
}

type Book = {
  shared: readonly string[]
  formats: readonly NumberMeaning[]
  from1904: boolean
}

/** Rows, cells, empty cells and letters read so far. */
type Spent = { rows: number; cells: number; blanks: number; text: number }

const nothingSpent = (): Spent => ({ rows: 0, cells: 0, blanks: 0, text: 0 })

/** Answers the rows of a sheet, as many at a time as one piece of the file holds. */
async function* walkSheet(
  bytes: Uint8Array,
  path: string,
  book: Book,
  spent: Spent,
): AsyncGenerator<readonly TableRow[]> {
  let rows: TableRow[] = []
  const text = richText()
  let line = 0
  let row: { cells: string[]; numbers: number[] } = { cells: [], numbers: [] }
  const numbersOf = columnSets()
  let cell: { column: number; type: string; style: number } = { column: -1, type: 'n', style: 0 }
  let reading: 'v' | 'f' | null = null
  let value = ''
  let formula: string | null = null

  const handler: XmlHandler = {
    open: (name, attributes) => {
      text.handler.open(name)
      reading = name === 'v' || name === 'f' ? name : null
      if (name === 'row') {
        line = attributes.r ? Number(attributes.r) : line + 1
        spent.rows += 1
        if (spent.rows > TABLE_LIMITS.rows) throw new TableRefused('too-many-rows', line, TABLE_LIMITS.rows)
        row = { cells: [], numbers: [] }
        cell = { ...cell, column: -1 }
      }
      if (name === 'c') {
        const column = attributes.r ? columnNumber(attributes.r) : cell.column + 1
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0) }
        value = ''
        formula = null
      }
      if (name === 'f') formula = ''
    },
    text: (piece) => {
      text.handler.text(piece)
      if (reading === 'v') value += piece
      if (reading === 'f') formula = (formula ?? '') + piece
      if (value.length > SHEET_LIMITS.cellText) throw new ArchiveRefused('unsafe', 'a cell is too long')
    },
    close: (name) => {
      text.handler.close(name)
      reading = null
      if (name === 'c') {
        const inline = text.take()
        const valueOrFormula = value === '' && inline === '' && formula !== null ? `=${formula}` : value
        const content = cellText(cell, cell.type === 'inlineStr' ? inline : valueOrFormula, book).trim()
        if (content === '') return
        if (cell.column >= TABLE_LIMITS.columns) throw new TableRefused('row-too-wide', line, TABLE_LIMITS.columns)
        spent.cells += 1
        spent.blanks += Math.max(0, cell.column - row.cells.length)
        spent.text += content.length
        const { cells, blanks, text: letters } = spent
        if (cells > TABLE_LIMITS.cells || blanks > SHEET_LIMITS.blanks || letters > SHEET_LIMITS.text)
          throw new TableRefused('too-many-cells', line, TABLE_LIMITS.cells)
        while (row.cells.length < cell.column) row.cells.push('')
        row.cells[cell.column] = content
        if (cell.type === 'n' && content === value.trim()) row.numbers.push(cell.column)
      }
      if (name === 'row' && lastFilled(row.cells) >= 0) {
        // Copy the array to its length: one that grew keeps room for half as much again.
        rows.push({ line, cells: row.cells.slice(), numbers: numbersOf(row.numbers), original: row.cells.join('\t') })
      }
    },
  }
  const archive = await openZip(bytes)
  try {
    for await (const _ of walkXml(archive, path, handler)) {
      if (rows.length === 0) continue
      yield rows
      rows = []
    }
    if (rows.length > 0) yield rows
  } finally {
    archive.close()
  }
}

/** Shares equal sets of columns: most rows of a sheet have their numbers in the same few columns. */
function columnSets(): (columns: readonly number[]) => ReadonlySet<number> {
  const known = new Map<string, ReadonlySet<number>>()
  return (columns) => {
    const key = columns.join()
    const set = known.get(key) ?? new Set(columns)
    if (known.size < 1_000) known.set(key, set)
    return set
  }
}

/** Reads the column of a cell reference, from 0: `C7` is column 2. */
function columnNumber(reference: string): number {
  const letters = /^\$?([A-Z]{1,3})\$?\d*$/i.exec(reference)?.[1]
  if (!letters) throw new ArchiveRefused('damaged', `cell ${reference}`)
  let number = 0
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64
  return number - 1
}

function cellText(cell: { type: string; style: number }, value: string, book: Book): string {
  if (cell.type === 's') {
    if (value === '' || value.startsWith('=')) return value
    const shared = book.shared[Number(value)]
    if (shared === undefined) throw new ArchiveRefused('damaged', `shared text ${value}`)
    return shared
  }
  if (cell.type === 'b') return value === '1' ? 'TRUE' : value === '0' ? 'FALSE' : value
  if (cell.type === 'd') return value.replace('T', ' ').replace(/(\.\d+)?Z?$/, '')
  if (cell.type !== 'n' || !/^[-+]?[\d.]+(e[-+]?\d+)?$/i.test(value.trim())) return value
  const meaning = book.formats[cell.style] ?? 'number'
  return meaning === 'number' ? value : momentText(value.trim(), meaning, book.from1904)
}

/**
 * Writes a day number of a sheet as text, to the second; a number that is no day stays as it is. Day 60 of the 1900
 * calendar never existed; no file of ours is that old.
 */
function momentText(value: string, meaning: 'day' | 'time' | 'moment', from1904: boolean): string {
  const serial = Number(value)
  if (!Number.isFinite(serial) || serial < 0 || serial > 2_958_465) return value
  const seconds = Math.round(serial * 86_400)
  const days = Math.floor(seconds / 86_400)
  const time = new Temporal.PlainTime().add({ seconds: seconds - days * 86_400 }).toString()
  if (meaning === 'time' && days === 0) return time
  const start = new Temporal.PlainDate(from1904 ? 1904 : 1899, from1904 ? 1 : 12, from1904 ? 1 : 30)
  const day = start.add({ days }).toString()
  return meaning === 'day' && time === '00:00:00' ? day : `${day} ${time}`
}
