import { readWeek } from '#domain/week.ts'
import { isWeekFrozen } from '#features/settlements/queries.server.ts'
import { exportWeekSheet } from '#features/statements/exports/queries.server.ts'
import type { Reader } from '#features/system/standby/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/export-xlsx.ts'

/** The week as an Excel file, with the headings in the language of the address. */
export const loader = shows(async ({ url, params, context }: Route.LoaderArgs) => {
  const week = readWeek(params.week)
  const draw = (on?: Reader) => exportWeekSheet(week, languageOf(url.pathname), 'masked', on)
  // Until the whole week is approved, people decide by this file: read the primary.
  const { name, bytes } = (await isWeekFrozen(week)) ? await readFileFromStandby(context, draw) : await draw()
  return attachment(name, bytes, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
})
