import { readWeek } from '#domain/week.ts'
import { exportWeekSheet } from '#features/statements/exports/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/export-xlsx.ts'

/** The week as an Excel file, with the headings in the language of the address. */
export const loader = ({ url, params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, bytes } = await exportWeekSheet(readWeek(params.week), languageOf(url.pathname))
    return attachment(name, bytes, 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  })
