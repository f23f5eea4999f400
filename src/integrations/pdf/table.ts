import { INK } from './ink.ts'
import { INNER, PAGE, Sheet, type Style } from './sheet.ts'

export type PaperColumn = { head: string; isNumber: boolean }

/** A table on paper: what it is of, its rows as words, and the last row of totals where it has one. */
export type PaperTable = {
  language: string
  createdAt: Temporal.Instant
  author: string
  title: string
  /** What it was asked for, and when; several sentences each in a paragraph of its own. */
  about: string | readonly string[]
  columns: readonly PaperColumn[]
  rows: readonly (readonly string[])[]
  total: readonly string[] | null
  foot: (page: number, pages: number) => string
}

const GAP = 12
const PAD = 5
const TITLE: Style = { size: 18, weight: 600, colour: INK.strong, lead: 24 }
const ABOUT: Style = { size: 9, weight: 400, colour: INK.soft, lead: 13 }
const HEAD: Style = { size: 8, weight: 500, colour: INK.soft, lead: 11 }
const CELL: Style = { size: 8.5, weight: 400, colour: INK.body, lead: 12, figures: true }
const SUM: Style = { ...CELL, weight: 600, colour: INK.strong }
const FOOT: Style = { size: 8, weight: 400, colour: INK.soft }

/** No column is wider than this part of the others' room, so that a long text leaves the amounts their line. */
const WIDEST = 220

/** Draws a table as a tagged PDF, its head again on every page. */
export function drawTable(table: PaperTable): Promise<Uint8Array> {
  const { title, about, columns, rows, total } = table
  const sheet = new Sheet({ title, author: table.author, language: table.language, createdAt: table.createdAt })
  const widths = widthsOf(sheet, table)
  const lefts = widths.map((_, at) => PAGE.margin + widths.slice(0, at).reduce((sum, width) => sum + width + GAP, 0))
  sheet.y += sheet.write('H1', title, TITLE, { x: PAGE.margin, y: sheet.y, width: INNER })
  for (const words of [about].flat())
    sheet.y += sheet.write('P', words, ABOUT, { x: PAGE.margin, y: sheet.y, width: INNER })
  sheet.y += 14

  const boxOf = (at: number) => ({
    x: lefts[at] ?? PAGE.margin,
    y: sheet.y,
    width: widths[at] ?? INNER,
    align: columns[at]?.isNumber ? ('right' as const) : ('left' as const),
  })
  const rule = (colour: string, thickness: number) =>
    sheet.line({ x: PAGE.margin, y: sheet.y }, { x: PAGE.width - PAGE.margin, y: sheet.y }, colour, thickness)
  const heightOf = (cells: readonly string[], style: Style) =>
    Math.max(...cells.map((cell, at) => sheet.heightOf(cell, style, widths[at] ?? INNER)))
  const write = (cells: readonly string[], style: Style, tag: 'TH' | 'TD') => {
    const height = heightOf(cells, style)
    sheet.y += PAD
    sheet.inside('TR', () => {
      for (const [at, cell] of cells.entries())
        sheet.write(tag, cell, style, boxOf(at), tag === 'TH' ? 'Column' : undefined)
    })
    sheet.y += height + PAD
  }
  const head = () => {
    write(
      columns.map((column) => column.head),
      HEAD,
      'TH',
    )
    rule(INK.line, 0.8)
  }

  sheet.inside('Table', () => {
    head()
    for (const row of rows) {
      const before = sheet.pages
      sheet.keep(heightOf(row, CELL) + 2 * PAD)
      if (sheet.pages > before) head()
      write(row, CELL, 'TD')
      rule(INK.hair, 0.5)
    }
    if (total) {
      sheet.keep(heightOf(total, SUM) + 2 * PAD)
      write(total, SUM, 'TD')
    }
  })
  return sheet.close((page, pages) => {
    sheet.decor(() =>
      sheet.ornament(table.foot(page, pages), FOOT, { x: PAGE.margin, y: PAGE.height - 40, width: INNER }),
    )
  })
}

/**
 * Each column as wide as its longest cell asks, and all of them made smaller alike where that is too much for the paper. Of many columns of
 * figures the heads take several lines.
 */
function widthsOf(sheet: Sheet, { columns, rows, total }: PaperTable): number[] {
  const room = INNER - GAP * (columns.length - 1)
  const all = [...rows, ...(total ? [total] : [])]
  const asked = (headOf: (head: string) => number) =>
    columns.map(({ head }, at) =>
      Math.min(WIDEST, Math.max(headOf(head), ...all.map((cells) => sheet.widthOf(cells[at] ?? '', SUM))) + 1),
    )
  const sumOf = (widths: readonly number[], isCounted: (at: number) => boolean) =>
    widths.reduce((sum, width, at) => (isCounted(at) ? sum + width : sum), 0)
  const isNumber = (at: number) => columns[at]?.isNumber === true
  const whole = asked((head) => sheet.widthOf(head, HEAD))
  // Figures may take what leaves words a third of the paper.
  const widths =
    sumOf(whole, isNumber) < (room * 2) / 3
      ? whole
      : asked((head) => Math.max(...head.split(' ').map((word) => sheet.widthOf(word, HEAD))))
  const numbers = sumOf(widths, isNumber)
  // Amounts keep their line; what remains goes to words by what they ask for.
  const factor =
    (room - numbers) /
    Math.max(
      1,
      sumOf(widths, (at) => !isNumber(at)),
    )
  return widths.map((width, at) => (isNumber(at) ? width : width * factor))
}
