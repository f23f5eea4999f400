import { findCompany } from '#features/company/queries.server.ts'
import { drawParts } from '#integrations/pdf/parts.ts'
import type { Translator } from '#messages/catalogue.ts'
import { formatDayShort } from '#messages/dates.ts'
import { ZONE } from '#domain/week.ts'
import { listActivities } from '../personal-data/queries.server.ts'
import type { TellingRecords } from '../personal-data/schema.ts'
import { type ProcessingFacts, type ShownRecord, partsOf, shownRecord } from './words.ts'

/** The record of processing, by the present register and database. */
export async function readProcessing(records: TellingRecords): Promise<ProcessingFacts> {
  const [company, activities] = await Promise.all([findCompany(), listActivities(records)])
  return { company: company && { name: company.name, nipc: company.nipc }, activities }
}

/** The record as its page shows it, in the reader's language. */
export async function showProcessing(records: TellingRecords, t: Translator): Promise<ShownRecord> {
  return shownRecord(await readProcessing(records), t)
}

/** The record as a PDF, in the reader's language. */
export async function drawProcessing(records: TellingRecords, now: Temporal.Instant, t: Translator) {
  const facts = await readProcessing(records)
  const day = now.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const title = t('page.privacy.record.title')
  const dated = t('page.privacy.record.dated', { day: formatDayShort(day, t.language) })
  const bytes = await drawParts({
    title,
    author: facts.company?.name ?? '',
    language: t.language,
    createdAt: now,
    under: [facts.company?.name, facts.company?.nipc, dated].filter(Boolean).join(' · '),
    foot: dated,
    parts: partsOf(facts, t),
  })
  return { name: `${title} ${day}.pdf`, bytes, mediaType: 'application/pdf' }
}
