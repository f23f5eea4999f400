import { Refusal } from '#domain/refusal.ts'
import { carListTemplate } from '#features/roster/car-lists/queries.server.ts'
import { LIST_TYPES, attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/list-template.ts'

/** An empty list of cars, with the headings that are understood. */
export const loader = shows(async ({ params }: Route.LoaderArgs, { t }) => {
  const { format } = params
  if (format !== 'csv' && format !== 'xlsx') throw new Refusal('record.not-found')
  const bytes = await carListTemplate(format, t.language)
  return attachment(`${t('page.carList.templateName')}.${format}`, bytes, LIST_TYPES[format])
})
