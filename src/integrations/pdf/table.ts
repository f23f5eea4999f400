import { INK } from './ink.ts'
import { INNER, PAGE, Sheet, type Style } from './sheet.ts'

export type PaperColumn = { head: string; isNumber: boolean }

/** The rows under this one belong together: their name in the first cell, and what they come to. */
export type PaperGroup = { group: readonly string[] }

/** A table on paper: what it is of, its rows as words, and the last row of totals where it has one. */
export type PaperTable = {
  language: string
  createdAt: Temporal.Instant
  author: string
  title: string
  /** What the table was asked for, and when; several sentences each in a paragraph of its own. */
  about: string | readonly string[]
  columns: readonly PaperColumn[]
  rows: readonly (readonly string[] | PaperGroup)[]
  total: readonly string[] | null
  foot: (page: number, pages: number) => string
}

const GAP = 12
const PAD = 5
/** Before a group, and before the sum of all of them. */
const GROUP_GAP = 10
const TITLE: Style = { size: 18, weight: 600, colour: INK.strong, lead: 24 }
const ABOUT: Style = { size: 9, weight: 400, colour: INK.soft, lead: 13 }
const HEAD: Style = { size: 8, weight: 500, colour: INK.soft, lead: 11 }
const CELL: Style = { size: 8.5, weight: 400, colour: INK.body, lead: 12, figures: true }
const SUM: Style = { ...CELL, weight: 600, colour: INK.strong }
const FOOT: Style = { size: 8, weight: 400, colour: INK.soft }

/** No column is wider than this, so that a long text leaves the others their line. */
const WIDEST = 220
/** Of the room of a paper that stands, as much as columns may need at least: beyond it the paper lies on its side. */
const FULL = 0.92

/**
 * Draws a table as a tagged PDF, its head again on every page, and the name of a group where it goes on. Words are broken between words alone:
 * a table whose longest ones have no room on paper that stands is drawn on paper that lies.
 */
export function drawTable(table: PaperTable): Promise<Uint8Array> {
  const { title, about, columns, rows, total } = table
  const facts = { title, author: table.author, language: table.language, createdAt: table.createdAt }
  const upright = new Sheet(facts)
  const asked = askedBy(upright, table)
  const room = INNER - GAP * (columns.length - 1)
  const isWide = sumOf(asked.map(({ least }) => least)) > room * FULL
  const sheet = isWide ? new Sheet({ ...facts, isWide }) : upright
  const widths = shared(asked, sheet.inner - GAP * (columns.length - 1))
  const lefts = widths.map((_, at) => PAGE.margin + sumOf(widths.slice(0, at)) + at * GAP)
  sheet.y += sheet.write('H1', title, TITLE, { x: PAGE.margin, y: sheet.y, width: sheet.inner })
  for (const words of [about].flat())
    sheet.y += sheet.write('P', words, ABOUT, { x: PAGE.margin, y: sheet.y, width: sheet.inner })
  sheet.y += 14

  const boxOf = (at: number, width = widths[at] ?? sheet.inner) => ({
    x: lefts[at] ?? PAGE.margin,
    y: sheet.y,
    width,
    align: columns[at]?.isNumber ? ('right' as const) : ('left' as const),
  })
  const rule = (colour: string, thickness: number) =>
    sheet.line({ x: PAGE.margin, y: sheet.y }, { x: sheet.width - PAGE.margin, y: sheet.y }, colour, thickness)
  /** What stands in the first cell of a sum goes on over the cells that say nothing. */
  const firstOfSum = (cells: readonly string[]) => {
    const end = cells.findIndex((cell, at) => at > 0 && cell !== '')
    return (end === -1 ? sheet.width - PAGE.margin : (lefts[end] ?? 0) - GAP) - PAGE.margin
  }
  const widthIn = (cells: readonly string[], style: Style, at: number) =>
    style === SUM && at === 0 ? firstOfSum(cells) : (widths[at] ?? sheet.inner)
  const heightOf = (cells: readonly string[], style: Style) =>
    Math.max(...cells.map((cell, at) => sheet.heightOf(cell, style, widthIn(cells, style, at)))) + 2 * PAD
  const write = (cells: readonly string[], style: Style) => {
    const height = heightOf(cells, style)
    sheet.y += PAD
    sheet.inside('TR', () => {
      for (const [at, cell] of cells.entries()) {
        const scope = style === HEAD ? 'Column' : style === SUM && at === 0 ? 'Row' : undefined
        sheet.write(scope ? 'TH' : 'TD', cell, style, boxOf(at, widthIn(cells, style, at)), scope)
      }
    })
    sheet.y += height - PAD
  }
  const head = () => {
    write(
      columns.map((column) => column.head),
      HEAD,
    )
    rule(INK.line, 0.8)
  }
  /** Room for what comes next, or another page with the head, and with the name of the group that goes on. */
  const keep = (height: number, goesOn: readonly string[] | null) => {
    const before = sheet.pages
    sheet.keep(height)
    if (sheet.pages === before) return
    head()
    if (goesOn) named(goesOn)
  }
  const named = (cells: readonly string[]) => {
    write(cells, SUM)
    rule(INK.line, 0.8)
  }

  sheet.inside('Table', () => {
    head()
    let group: readonly string[] | null = null
    for (const [at, row] of rows.entries()) {
      if ('group' in row) {
        const next = rows[at + 1]
        const first = next && !('group' in next) ? heightOf(next, CELL) : 0
        group = row.group
        keep(heightOf(group, SUM) + GROUP_GAP + first, null)
        sheet.y += GROUP_GAP
        named(group)
        continue
      }
      keep(heightOf(row, CELL), group)
      write(row, CELL)
      rule(INK.hair, 0.5)
    }
    if (total) {
      keep(heightOf(total, SUM) + (group ? GROUP_GAP : 0), null)
      if (group) {
        sheet.y += GROUP_GAP
        rule(INK.line, 0.8)
      }
      write(total, SUM)
    }
  })
  return sheet.close((page, pages) => {
    sheet.decor(() =>
      sheet.ornament(table.foot(page, pages), FOOT, { x: PAGE.margin, y: sheet.height - 40, width: sheet.inner }),
    )
  })
}

/** What a column needs for its longest word, and what for all that stands in it; of figures nothing is broken. */
type Room = { least: number; most: number; isNumber: boolean }

function askedBy(sheet: Sheet, { columns, rows, total }: PaperTable): Room[] {
  const all = [...rows.map((row) => ('group' in row ? ['', ...row.group.slice(1)] : row)), ...(total ? [total] : [])]
  const longest = (texts: readonly string[], style: Style) =>
    Math.max(0, ...texts.flatMap((text) => text.split(' ').map((word) => sheet.widthOf(word, style))))
  return columns.map(({ head, isNumber }, at) => {
    const cells = all.map((row) => row[at] ?? '')
    const written = Math.max(...cells.map((cell) => sheet.widthOf(cell, SUM)), 0) + 1
    const least = Math.max(longest([head], HEAD), isNumber ? written : longest(cells, SUM)) + 1
    const most = Math.max(least, Math.min(WIDEST, Math.max(sheet.widthOf(head, HEAD) + 1, written)))
    return { least: Math.min(least, WIDEST), most, isNumber }
  })
}

/**
 * The room of a paper among its columns: each what its longest word needs, what remains by what they ask for beyond it, and what is left then
 * to words alone.
 */
function shared(asked: readonly Room[], room: number): number[] {
  const least = sumOf(asked.map((one) => one.least))
  const most = sumOf(asked.map((one) => one.most))
  if (least > room) return asked.map((one) => (one.least * room) / least)
  if (most >= room) {
    const part = most === least ? 0 : (room - least) / (most - least)
    return asked.map((one) => one.least + (one.most - one.least) * part)
  }
  const words = sumOf(asked.map(({ most: width, isNumber }) => (isNumber ? 0 : width)))
  return asked.map(({ most: width, isNumber }) =>
    isNumber || words === 0 ? width : width + ((room - most) * width) / words,
  )
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0)
}
