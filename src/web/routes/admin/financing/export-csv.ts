import { exportPlans } from '#features/plans/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/export-csv.ts'

/** Every plan and request as CSV, with the headings in the language of the address. */
export const loader = shows(async ({ url }: Route.LoaderArgs, { now }) => {
  const { name, bytes } = await exportPlans(languageOf(url.pathname), now)
  return attachment(name, bytes, 'text/csv; charset=utf-8')
})
