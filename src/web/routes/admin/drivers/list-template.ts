import { LIST_FIELDS } from '#domain/driver-list.ts'
import { Refusal } from '#domain/refusal.ts'
import { listTemplate } from '#features/roster/spreadsheets/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { LIST_TYPES, attachment } from '#web/attachment.ts'
import { translatorFor } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/list-template.ts'

/** An empty list of drivers, with the headings that are understood. */
export const loader = shows(async ({ params, url }: Route.LoaderArgs) => {
  const { format } = params
  if (format !== 'csv' && format !== 'xlsx') throw new Refusal('record.not-found')
  const language = languageOf(url.pathname)
  const t = translatorFor(language)
  const headings = LIST_FIELDS.map((field) => t(`page.driverList.headings.${field}`))
  const bytes = await listTemplate(format, headings, language)
  return attachment(`${t('page.driverList.templateName')}.${format}`, bytes, LIST_TYPES[format])
})
