import { readWeek } from '#domain/week.ts'
import { exportWeekCsv } from '#features/statements/exports/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/export-csv.ts'

/** The week as CSV, with the headings in the language of the address. */
export const loader = ({ url, params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, bytes } = await exportWeekCsv(readWeek(params.week), languageOf(url.pathname))
    return attachment(name, bytes, 'text/csv; charset=utf-8')
  })
