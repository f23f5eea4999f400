import { readWeek } from '#domain/week.ts'
import { exportWeekCsv } from '#features/statements/exports/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/export-csv.ts'

/** The week as CSV, with the headings in the language of the address. */
export const loader = shows(async ({ url, params }: Route.LoaderArgs) => {
  const { name, bytes } = await exportWeekCsv(readWeek(params.week), languageOf(url.pathname))
  return attachment(name, bytes, 'text/csv; charset=utf-8')
})
