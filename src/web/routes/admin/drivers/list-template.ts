import { LIST_FIELDS } from '#domain/driver-list.ts'
import { Refusal } from '#domain/refusal.ts'
import { listTemplate } from '#features/roster/driver-lists/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { attachment } from '#web/attachment.ts'
import { translatorFor } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/list-template.ts'

const TYPES = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** An empty list of drivers, with the headings that are understood. */
export const loader = shows(async ({ params, url }: Route.LoaderArgs) => {
  const { format } = params
  if (format !== 'csv' && format !== 'xlsx') throw new Refusal('record.not-found')
  const language = languageOf(url.pathname)
  const t = translatorFor(language)
  const headings = LIST_FIELDS.map((field) => t(`page.driverList.headings.${field}`))
  const bytes = await listTemplate(format, headings, language)
  return attachment(`${t('page.driverList.templateName')}.${format}`, bytes, TYPES[format])
})
