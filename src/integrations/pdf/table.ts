import { setImmediate as othersTurn } from 'node:timers/promises'
import { INK } from './ink.ts'
import { INNER, PAGE, Sheet, type Style } from './sheet.ts'

export type PaperColumn = { head: string; isNumber: boolean }

/** A heading for the rows below it: the name of the group in the first cell, and its sums. */
export type PaperGroup = { group: readonly string[] }

/** A table as a document: its title, its rows as words, and a last row of totals if it has one. */
export type PaperTable = {
  language: string
  createdAt: Temporal.Instant
  author: string
  title: string
  /** Description of the query, and its time; each of several sentences becomes a paragraph. */
  about: string | readonly string[]
  columns: readonly PaperColumn[]
  rows: readonly (readonly string[] | PaperGroup)[]
  total: readonly string[] | null
  foot: (page: number, pages: number) => string
}

const GAP = 12
const PAD = 5
/** Gap before a group, and before the sum of all of them. */
const GROUP_GAP = 10
const TITLE: Style = { size: 18, weight: 600, colour: INK.strong, lead: 24 }
const ABOUT: Style = { size: 9, weight: 400, colour: INK.soft, lead: 13 }
const HEAD: Style = { size: 8, weight: 500, colour: INK.soft, lead: 11 }
const CELL: Style = { size: 8.5, weight: 400, colour: INK.body, lead: 12, figures: true }
const SUM: Style = { ...CELL, weight: 600, colour: INK.strong }
const FOOT: Style = { size: 8, weight: 400, colour: INK.soft }

/** Widest column, so that a long text leaves room for the others. */
const WIDEST = 220
/** Rows measured before other work gets its turn: some twenty milliseconds. */
const ROWS_IN_A_TURN = 50
/** Share of the portrait width that columns may need at least: beyond it the page is turned to landscape. */
const FULL = 0.92

/**
 * Draws a table as a tagged PDF, with its head again on every page, and the name of a group where it goes on. Lines
 * break only between words: a table whose longest words do not fit on portrait pages is drawn in landscape. A list of
 * thousands of rows takes seconds: after each page other work gets its turn.
 */
export async function drawTable(table: PaperTable): Promise<Uint8Array> {
  const { title, about, columns } = table
  const facts = {
    title,
    author: table.author,
    language: table.language,
    createdAt: table.createdAt,
    isOfTheMoment: true,
  }
  const upright = new Sheet(facts)
  const needs = await widthsNeeded(upright, table)
  const room = INNER - GAP * (columns.length - 1)
  const isWide = sumOf(needs.map(({ least }) => least)) > room * FULL
  const sheet = isWide ? new Sheet({ ...facts, isWide }) : upright
  const widths = shareRoom(needs, sheet.inner - GAP * (columns.length - 1))
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
  /** The first cell of a sum extends over the empty cells after it. */
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
  const heads = columns.map((column) => column.head)
  const pages = await pagedLines(linesOf(table, heightOf), {
    first: sheet.y + heightOf(heads, HEAD),
    next: PAGE.margin + heightOf(heads, HEAD),
    bottom: sheet.bottom,
  })

  await sheet.insideInTurns('Table', async () => {
    for (const [at, lines] of pages.entries()) {
      if (at > 0) sheet.turnPage()
      write(heads, HEAD)
      rule(INK.line, 0.8)
      for (const { cells, style, above, isSum } of lines) {
        sheet.y += above
        if (isSum && above > 0) rule(INK.line, 0.8)
        write(cells, style)
        if (!isSum) rule(style === SUM ? INK.line : INK.hair, style === SUM ? 0.8 : 0.5)
      }
      sheet.decor(() =>
        sheet.ornament(table.foot(at + 1, pages.length), FOOT, {
          x: PAGE.margin,
          y: sheet.height - 40,
          width: sheet.inner,
        }),
      )
      await othersTurn()
    }
  })
  return sheet.close()
}

/**
 * A line of the table: a row, the name of a group or, with `isSum`, the last one; with the gap above it, its height,
 * and the height of what must stay on its page.
 */
type Line = {
  cells: readonly string[]
  style: Style
  above: number
  height: number
  together: number
  isSum: boolean
  /** Group that continues where a page begins with this line. */
  group: Line | null
}

function* linesOf(
  { rows, total }: PaperTable,
  heightOf: (cells: readonly string[], style: Style) => number,
): Generator<Line> {
  const line = (cells: readonly string[], style: Style, more: Partial<Line> = {}): Line => {
    const height = heightOf(cells, style)
    return { cells, style, above: 0, height, together: 0, isSum: false, group: null, ...more }
  }
  let group: Line | null = null
  for (const [at, row] of rows.entries()) {
    if ('group' in row) {
      const next = rows[at + 1]
      group = line(row.group, SUM)
      yield { ...group, above: GROUP_GAP, together: next && !('group' in next) ? heightOf(next, CELL) : 0 }
    } else yield line(row, CELL, { group })
  }
  if (total) yield line(total, SUM, { above: group ? GROUP_GAP : 0, isSum: true })
}

/** Splits the lines into pages: `first` and `next` are where pages begin, and how far down they go, in points. */
async function pagedLines(
  lines: Iterable<Line>,
  { first, next, bottom }: { first: number; next: number; bottom: number },
): Promise<Line[][]> {
  let page: Line[] = []
  const pages = [page]
  let y = first
  for (const line of lines) {
    if (y + line.above + line.height + line.together > bottom) {
      await othersTurn()
      page = line.group ? [line.group] : []
      pages.push(page)
      y = next + (line.group?.height ?? 0)
    }
    page.push(line)
    y += line.above + line.height
  }
  return pages
}

/** Width that a column needs for its longest word, and for its longest cell; figures are never broken. */
type Room = { least: number; most: number; isNumber: boolean }

async function widthsNeeded(sheet: Sheet, { columns, rows, total }: PaperTable): Promise<Room[]> {
  const longest = (text: string, style: Style) => Math.max(...text.split(' ').map((word) => sheet.widthOf(word, style)))
  const found = columns.map(() => ({ written: 0, longest: 0 }))
  const allRows = total ? [...rows, total] : rows
  for (const [number, row] of allRows.entries()) {
    if (number % ROWS_IN_A_TURN === 0) await othersTurn()
    const cells = 'group' in row ? ['', ...row.group.slice(1)] : row
    for (const [at, column] of found.entries()) {
      const cell = cells[at] ?? ''
      column.written = Math.max(column.written, sheet.widthOf(cell, SUM))
      // Figures are not broken, so no longest word is looked for.
      if (!columns[at]?.isNumber) column.longest = Math.max(column.longest, longest(cell, SUM))
    }
  }
  return columns.map(({ head, isNumber }, at) => {
    const written = (found[at]?.written ?? 0) + 1
    const least = Math.max(longest(head, HEAD), isNumber ? written : (found[at]?.longest ?? 0)) + 1
    const most = Math.max(least, Math.min(WIDEST, Math.max(sheet.widthOf(head, HEAD) + 1, written)))
    return { least: Math.min(least, WIDEST), most, isNumber }
  })
}

/**
 * Shares the width of a page among columns: each gets what its longest word needs, then the rest by what they would
 * need beyond it; what is left after that goes to columns of words only.
 */
function shareRoom(columns: readonly Room[], room: number): number[] {
  const least = sumOf(columns.map((column) => column.least))
  const most = sumOf(columns.map((column) => column.most))
  if (least > room) return columns.map((column) => (column.least * room) / least)
  if (most >= room) {
    const part = most === least ? 0 : (room - least) / (most - least)
    return columns.map((column) => column.least + (column.most - column.least) * part)
  }
  const words = sumOf(columns.map(({ most: width, isNumber }) => (isNumber ? 0 : width)))
  return columns.map(({ most: width, isNumber }) =>
    isNumber || words === 0 ? width : width + ((room - most) * width) / words,
  )
}

function sumOf(widths: readonly number[]): number {
  return widths.reduce((sum, width) => sum + width, 0)
}
