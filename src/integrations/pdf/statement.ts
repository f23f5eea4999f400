import { INK } from './ink.ts'
import { drawLogo, drawRoad, drawWheel } from './marks.ts'
import { INNER, PAGE, Sheet, type Style } from './sheet.ts'

export type StatementRow = { label: string; note: string | null; amount: string }

/** A statement in words, ready to be drawn: every text is final, every amount written out. */
export type Statement = {
  /** BCP 47 tag. */
  language: string
  /** Moment stored in the file: the same statement drawn again gives the same bytes. */
  createdAt: Temporal.Instant
  /** Issuer of the statement. `logo`: a PNG in place of the wheel. */
  issuer: { name: string; details: readonly string[]; logo?: Uint8Array | null }
  kind: string
  period: string
  headline: { label: string; amount: string; debt: string | null; state: string; note: string | null }
  facts: readonly { label: string; value: string }[]
  /** Days of a week, drawn as its road; empty for a document without a week. */
  days: readonly string[]
  groups: readonly { label: string; amount: string; rows: readonly StatementRow[] }[]
  /** Sum at the end; `null` for a document with nothing to add up. */
  total: { label: string; amount: string } | null
  /** Rows under the double rule: what follows from the total. */
  after: readonly StatementRow[]
  totals: { label: string; figures: readonly { label: string; amount: string }[] } | null
  sources: { label: string; files: readonly { name: string; text: string }[] } | null
  closing: readonly string[]
  foot: { text: string; page: (page: number, pages: number) => string }
}

const { margin } = PAGE
const FULL = { x: margin, width: INNER }
const AMOUNT = { x: margin + INNER - 110, width: 110, align: 'right' } as const
const LABEL = { x: margin, width: 136 }
const NOTE = { x: margin + 146, width: INNER - 146 - 90 }
const WIDE = { x: margin, width: INNER - 120 }
const FACTS = { x: margin + 300, width: INNER - 300 }

const TITLE: Style = { size: 20, weight: 600, colour: INK.strong, tracking: -0.02, lead: 25 }
const HERO: Style = { size: 36, weight: 600, colour: INK.strong, tracking: -0.02, figures: true, lead: 42 }
const GROUP: Style = { size: 11, weight: 600, colour: INK.strong, figures: true, lead: 16 }
const ROW: Style = { size: 9.5, weight: 400, colour: INK.strong, figures: true, lead: 13.5 }
const TOTAL: Style = { size: 13, weight: 600, colour: INK.strong, figures: true, lead: 18 }
const TEXT: Style = { size: 9.5, weight: 400, colour: INK.body, lead: 13.5 }
const STRONG: Style = { ...TEXT, weight: 500, colour: INK.strong }
const SMALL = { size: 8, weight: 400, colour: INK.soft, lead: 11 } satisfies Style
const HEADING: Style = { ...SMALL, weight: 600, colour: INK.strong }
const PRINT = { size: 7.5, weight: 400, colour: INK.soft, lead: 10.5 } satisfies Style

/** Draws a statement on A4: head, the amount paid, the groups in one column of amounts, and where the figures come from. */
export function drawStatement(statement: Statement): Promise<Uint8Array> {
  return drawStatements([statement])
}

/** Several statements in one file, each from the top of a page and with its own foot; the file has the name of the first. */
export function drawStatements(statements: readonly [Statement, ...Statement[]]): Promise<Uint8Array> {
  const [{ language, createdAt, kind, period, issuer }] = statements
  const sheet = new Sheet({ title: `${kind} · ${period}`, author: issuer.name, language, createdAt })
  const lastPages = statements.map((statement, place) => {
    if (place > 0) sheet.turnPage()
    drawOne(sheet, statement)
    return sheet.pages
  })
  return sheet.close((page, pages) => {
    const { foot } = statements[lastPages.findIndex((last) => page <= last)] ?? statements[0]
    drawFoot(sheet, foot.text, foot.page(page, pages))
  })
}

function drawOne(sheet: Sheet, statement: Statement) {
  drawHead(sheet, statement)
  if (statement.days.length > 0) {
    drawRoad(sheet, sheet.y, statement.days)
    sheet.y += 24
  }
  const { total } = statement
  if (total)
    sheet.inside('Table', () => {
      for (const group of statement.groups) drawGroup(sheet, group)
      drawTotal(sheet, total, heightBelow(sheet, statement))
      for (const row of statement.after) drawRow(sheet, row, STRONG)
    })
  if (statement.totals) drawTotals(sheet, statement.totals)
  drawClosing(sheet, statement.closing)
  // The sources come last: a page of its own for the two closing sentences would be almost empty.
  if (statement.sources) drawSources(sheet, statement.sources)
}

function drawHead(sheet: Sheet, { issuer, kind, period, headline, facts }: Statement) {
  const top = margin - 10
  if (issuer.logo) drawLogo(sheet, issuer.logo, { x: margin, y: top, width: 75, height: 30 })
  else drawWheel(sheet, margin, top, 30)
  const name: Style = { size: 12, weight: 600, colour: INK.strong, lead: 15 }
  const box = issuer.logo ? { x: margin + 87, width: 201 } : { x: margin + 42, width: 246 }
  const nameHeight = sheet.heightOf(issuer.name, name, box.width)
  sheet.write('P', issuer.name, name, { ...box, y: top + Math.max(0, (30 - nameHeight) / 2) })
  let detailsEnd = top
  for (const detail of issuer.details) detailsEnd += sheet.write('P', detail, SMALL, { ...FACTS, y: detailsEnd })

  const start = Math.max(top + Math.max(30, nameHeight), detailsEnd) + 14
  sheet.y = start
  sheet.y += sheet.write('H1', kind, TITLE, { x: margin, width: 288, y: sheet.y })
  sheet.y += sheet.write('P', period, { ...TEXT, size: 11, lead: 16 }, { x: margin, width: 288, y: sheet.y }) + 16
  drawHeadline(sheet, headline)

  let factsEnd = start + 5
  for (const { label, value } of facts) {
    const heights = [
      sheet.write('P', label, { ...SMALL, lead: 13.5 }, { x: FACTS.x, width: 46, y: factsEnd + 0.5 }),
      sheet.write('P', value, { ...ROW, weight: 500 }, { x: FACTS.x + 50, width: FACTS.width - 50, y: factsEnd }),
    ]
    factsEnd += Math.max(...heights) + 4
  }
  sheet.y = Math.max(sheet.y, factsEnd) + 12
}

function drawHeadline(sheet: Sheet, { label, amount, debt, state, note }: Statement['headline']) {
  const box = { x: margin, width: 288 }
  sheet.y += sheet.write('P', label, TEXT, { ...box, y: sheet.y })
  sheet.y += sheet.write('P', amount, HERO, { ...box, x: margin - 2, y: sheet.y })
  if (debt) sheet.y += sheet.write('P', debt, { ...STRONG, colour: INK.debt, figures: true }, { ...box, y: sheet.y })
  sheet.y += 4
  const dot = { x: margin + 3, y: sheet.y + 6.8 }
  sheet.decor((doc) => doc.circle(dot.x, dot.y, 2.8).fill(INK.strong))
  sheet.y += sheet.write('P', note ? `${state} · ${note}` : state, STRONG, { x: margin + 12, width: 276, y: sheet.y })
}

function drawGroup(sheet: Sheet, { label, amount, rows }: Statement['groups'][number]) {
  const [first] = rows
  sheet.keep(34 + (first ? rowHeight(sheet, first, ROW) : 0))
  const y = sheet.y + 6
  sheet.inside('TR', () => {
    sheet.write('TH', label, GROUP, { ...WIDE, y }, 'Row')
    sheet.write('TD', '', GROUP, { ...NOTE, y })
    sheet.write('TD', amount, GROUP, { ...AMOUNT, y })
  })
  sheet.y = y + 20
  sheet.line({ x: margin, y: sheet.y }, { x: margin + INNER, y: sheet.y }, INK.soft, 0.6)
  for (const [index, row] of rows.entries()) {
    if (index > 0) sheet.line({ x: margin, y: sheet.y }, { x: margin + INNER, y: sheet.y }, INK.hair, 0.5)
    drawRow(sheet, row, ROW)
  }
  sheet.y += 5
}

function rowHeight(sheet: Sheet, { label, note }: StatementRow, style: Style): number {
  const noteHeight = note ? sheet.heightOf(note, SMALL, NOTE.width) + 2 : 0
  return Math.max(sheet.heightOf(label, style, LABEL.width), noteHeight) + 7
}

function drawRow(sheet: Sheet, row: StatementRow, style: Style) {
  const height = rowHeight(sheet, row, style)
  sheet.keep(height)
  const y = sheet.y + 3.5
  sheet.inside('TR', () => {
    sheet.write('TH', row.label, style, { ...LABEL, y }, 'Row')
    sheet.write('TD', row.note ?? '', SMALL, { ...NOTE, y: y + 1.8 })
    sheet.write('TD', row.amount, { ...style, figures: true }, { ...AMOUNT, y })
  })
  sheet.y += height
}

/** Computes the height of what must stay on the page of the total: all that comes after it, but the sources. */
function heightBelow(sheet: Sheet, { after, totals, closing }: Statement): number {
  const below = closingHeight(sheet, closing) + (totals ? totalsHeight(totals) : 0)
  return after.reduce((total, row) => total + rowHeight(sheet, row, STRONG), below)
}

function drawTotal(sheet: Sheet, { label, amount }: NonNullable<Statement['total']>, below: number) {
  sheet.keep(44 + below)
  const rule = (y: number, thickness: number) =>
    sheet.line({ x: margin, y }, { x: margin + INNER, y }, INK.strong, thickness)
  rule(sheet.y, 0.8)
  sheet.inside('TR', () => {
    sheet.write('TH', label, TOTAL, { ...WIDE, y: sheet.y + 6 }, 'Row')
    sheet.write('TD', '', TOTAL, { ...NOTE, y: sheet.y + 6 })
    sheet.write('TD', amount, TOTAL, { ...AMOUNT, y: sheet.y + 6 })
  })
  rule(sheet.y + 30, 0.8)
  rule(sheet.y + 32.6, 0.8)
  sheet.y += 38
}

/** Number of amounts that fit beside each other, with the longest words and amounts of a year. */
const ABREAST = 4

const rowsOf = ({ figures }: NonNullable<Statement['totals']>) => Math.ceil(figures.length / ABREAST)

function totalsHeight(totals: NonNullable<Statement['totals']>): number {
  return 4 + SMALL.lead + PRINT.lead * rowsOf(totals) + 2
}

function drawTotals(sheet: Sheet, totals: NonNullable<Statement['totals']>) {
  const { label, figures } = totals
  const rows = rowsOf(totals)
  const width = INNER / ABREAST
  sheet.keep(totalsHeight(totals))
  sheet.y += 4
  sheet.inside('Sect', () => {
    sheet.y += sheet.write('H2', label, HEADING, { ...FULL, y: sheet.y })
    for (const [index, figure] of figures.entries()) {
      const x = margin + (index % ABREAST) * width
      const y = sheet.y + Math.floor(index / ABREAST) * PRINT.lead
      sheet.write('P', `${figure.label} ${figure.amount}`, { ...PRINT, figures: true }, { x, width, y })
    }
  })
  sheet.y += PRINT.lead * rows + 2
}

/** The most that sources may ask to stay together, in points: a longer list begins where it is and goes on. */
const TOGETHER = 240

function drawSources(sheet: Sheet, { label, files }: NonNullable<Statement['sources']>) {
  const heightOf = ({ name, text }: (typeof files)[number]) =>
    sheet.heightOf(name, PRINT, INNER) + sheet.heightOf(text, PRINT, INNER) + 3
  const whole = files.reduce((total, file) => total + heightOf(file), 8 + sheet.heightOf(label, HEADING, INNER))
  sheet.keep(whole <= TOGETHER ? whole : 40)
  sheet.y += 6
  sheet.inside('Sect', () => {
    sheet.y += sheet.write('H2', label, HEADING, { ...FULL, y: sheet.y }) + 2
    for (const file of files) {
      const { name, text } = file
      sheet.keep(heightOf(file))
      sheet.y += sheet.write('P', name, { ...PRINT, weight: 500, colour: INK.body }, { ...FULL, y: sheet.y })
      sheet.y += sheet.write('P', text, { ...PRINT, figures: true }, { ...FULL, y: sheet.y }) + 3
    }
  })
}

function closingHeight(sheet: Sheet, [, ...rest]: readonly string[]): number {
  return rest.reduce((total, text) => total + sheet.heightOf(text, SMALL, INNER), 18)
}

function drawClosing(sheet: Sheet, closing: readonly string[]) {
  if (closing.length === 0) return
  const [first = '', ...rest] = closing
  sheet.keep(closingHeight(sheet, closing))
  sheet.y += 6
  sheet.y += sheet.write('P', first, HEADING, { ...FULL, y: sheet.y })
  for (const text of rest) sheet.y += sheet.write('P', text, SMALL, { ...FULL, y: sheet.y })
}

function drawFoot(sheet: Sheet, text: string, page: string) {
  const y = PAGE.height - 44
  sheet.line({ x: margin, y: y - 8 }, { x: margin + INNER, y: y - 8 }, INK.hair, 0.5)
  sheet.decor(() => sheet.ornament(text, PRINT, { x: margin, y, width: INNER - 90 }))
  sheet.decor(() => sheet.ornament(page, PRINT, { x: margin + INNER - 80, y, width: 80, align: 'right' }))
}
