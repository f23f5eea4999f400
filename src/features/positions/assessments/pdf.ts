import { drawParts } from '#integrations/pdf/parts.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatInstant } from '#messages/dates.ts'
import type { Assessment } from './schema.ts'
import { partsOf } from './words.ts'

/** Draws a version of the assessment as a PDF, for the company's records and for supervisors. */
export function renderAssessment({ version, at, facts }: Omit<Assessment, 'by'>, t: Translator): Promise<Uint8Array> {
  const dated = t('page.assessment.dated', { version, day: formatInstant(at, t.language) })
  return drawParts({
    title: t('page.assessment.title'),
    author: facts.company?.name ?? '',
    language: t.language,
    createdAt: Temporal.Instant.from(at),
    under: [facts.company?.name, facts.company?.nipc, dated].filter(Boolean).join(' · '),
    foot: dated,
    parts: partsOf(facts, t),
  })
}
