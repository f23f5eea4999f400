import { INK } from '#integrations/pdf/ink.ts'
import { INNER, PAGE, Sheet, type Style } from '#integrations/pdf/sheet.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import type { Assessment } from './schema.ts'
import { partsOf } from './words.ts'

const BOX = { x: PAGE.margin, width: INNER }
const TITLE: Style = { size: 18, weight: 600, colour: INK.strong, tracking: -0.01, lead: 24 }
const HEADING: Style = { size: 11, weight: 600, colour: INK.strong, lead: 16 }
const LABEL: Style = { size: 8.5, weight: 500, colour: INK.strong, lead: 12 }
const TEXT: Style = { size: 9.5, weight: 400, colour: INK.body, lead: 14 }
const FOOT: Style = { size: 8.5, weight: 400, colour: INK.soft, lead: 12 }
const NAMES = 170

/** A version of the assessment on paper, for the company's own records and for whoever supervises it. */
export function renderAssessment({ version, at, facts }: Omit<Assessment, 'by'>, t: Translator): Promise<Uint8Array> {
  const title = t('page.assessment.title')
  const sheet = new Sheet({
    title,
    author: facts.company?.name ?? '',
    language: t.language === 'pt' ? 'pt-PT' : 'en',
    createdAt: Temporal.Instant.from(at),
  })
  sheet.y += sheet.write('H1', title, TITLE, { ...BOX, y: sheet.y })
  const dated = t('page.assessment.dated', { version, day: formatInstant(at, t.language) })
  const by = [facts.company?.name, facts.company?.nipc, dated].filter(Boolean).join(' · ')
  sheet.y += sheet.write('P', by, TEXT, { ...BOX, y: sheet.y })
  for (const { title: part, sentences, rows } of partsOf(facts, t)) {
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
    sheet.decor(() => sheet.ornament(`${dated} · ${page}/${pages}`, FOOT, { ...BOX, y: PAGE.height - 44 })),
  )
}

function writeRow(sheet: Sheet, name: string, said: string): void {
  const width = INNER - NAMES
  sheet.keep(Math.max(sheet.heightOf(said, TEXT, width), sheet.heightOf(name, LABEL, NAMES - 12)) + 8)
  sheet.line({ x: PAGE.margin, y: sheet.y }, { x: PAGE.width - PAGE.margin, y: sheet.y }, INK.hair, 0.5)
  sheet.y += 4
  const heights: number[] = []
  sheet.inside('TR', () => {
    heights.push(sheet.write('TH', name, LABEL, { x: PAGE.margin, width: NAMES - 12, y: sheet.y + 1 }, 'Row'))
    heights.push(sheet.write('TD', said, TEXT, { x: PAGE.margin + NAMES, width, y: sheet.y }))
  })
  sheet.y += Math.max(...heights) + 4
}
