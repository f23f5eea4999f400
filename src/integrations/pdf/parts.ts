import { INK } from './ink.ts'
import { INNER, PAGE, Sheet, type Style } from './sheet.ts'

/** A part of a document: sentences, or names with a text for each. */
export type Part = {
  title: string
  sentences: readonly string[]
  rows: readonly (readonly [name: string, value: string])[]
}

type Paper = {
  title: string
  author: string
  language: 'pt' | 'en'
  createdAt: Temporal.Instant
  /** Text under the title, and at the foot of each page. */
  under: string
  foot: string
  parts: readonly Part[]
}

const BOX = { x: PAGE.margin, width: INNER }
const TITLE: Style = { size: 18, weight: 600, colour: INK.strong, tracking: -0.01, lead: 24 }
const HEADING: Style = { size: 11, weight: 600, colour: INK.strong, lead: 16 }
const LABEL: Style = { size: 8.5, weight: 500, colour: INK.strong, lead: 12 }
const TEXT: Style = { size: 9.5, weight: 400, colour: INK.body, lead: 14 }
const FOOT: Style = { size: 8.5, weight: 400, colour: INK.soft, lead: 12 }
const NAMES = 170

/** Draws a document of parts, for the company's own records and for inspectors. */
export function drawParts({ title, author, language, createdAt, under, foot, parts }: Paper): Promise<Uint8Array> {
  const sheet = new Sheet({ title, author, language: language === 'pt' ? 'pt-PT' : 'en', createdAt })
  sheet.y += sheet.write('H1', title, TITLE, { ...BOX, y: sheet.y })
  sheet.y += sheet.write('P', under, TEXT, { ...BOX, y: sheet.y })
  for (const { title: part, sentences, rows } of parts) {
    sheet.keep(60)
    sheet.y += 14
    sheet.y += sheet.write('H2', part, HEADING, { ...BOX, y: sheet.y }) + 2
    for (const sentence of sentences) {
      sheet.keep(sheet.heightOf(sentence, TEXT, INNER) + 2)
      sheet.y += sheet.write('P', sentence, TEXT, { ...BOX, y: sheet.y }) + 2
    }
    if (rows.length > 0) sheet.inside('Table', () => rows.forEach(([name, said]) => writeRow(sheet, name, said)))
  }
  return sheet.close((page, pages) =>
    sheet.decor(() => sheet.ornament(`${foot} · ${page}/${pages}`, FOOT, { ...BOX, y: PAGE.height - 44 })),
  )
}

function writeRow(sheet: Sheet, name: string, value: string): void {
  const width = INNER - NAMES
  sheet.keep(Math.max(sheet.heightOf(value, TEXT, width), sheet.heightOf(name, LABEL, NAMES - 12)) + 8)
  sheet.line({ x: PAGE.margin, y: sheet.y }, { x: PAGE.width - PAGE.margin, y: sheet.y }, INK.hair, 0.5)
  sheet.y += 4
  const heights: number[] = []
  sheet.inside('TR', () => {
    heights.push(sheet.write('TH', name, LABEL, { x: PAGE.margin, width: NAMES - 12, y: sheet.y + 1 }, 'Row'))
    heights.push(sheet.write('TD', value, TEXT, { x: PAGE.margin + NAMES, width, y: sheet.y }))
  })
  sheet.y += Math.max(...heights) + 4
}
