import { readWeek } from '#domain/week.ts'
import { exportWeekSheet } from '#features/statements/exports/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/export-xlsx.ts'

/** The week as an Excel file, with the headings in the language of the address. */
export const loader = shows(async ({ url, params }: Route.LoaderArgs) => {
  const { name, bytes } = await exportWeekSheet(readWeek(params.week), languageOf(url.pathname))
  return attachment(name, bytes, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
})
