import { exportEvents } from '#features/audit/queries.server.ts'
import { readAuditFilter } from '#features/audit/schema.ts'
import { languageOf } from '#messages/language.ts'
import { readStepsFromStandby } from '#web/standby.server.ts'
import { attachment } from '#web/attachment.ts'
import { translatorFor } from '#web/i18n.tsx'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/audit-csv.ts'

/** Everything that the search finds, as CSV, sent while it is read. */
export const loader = shows(async ({ url, context }: Route.LoaderArgs) => {
  const language = languageOf(url.pathname)
  const { filter } = readAuditFilter(url.searchParams)
  const name = translatorFor(language)('page.audit.fileName')
  return attachment(name, exportEvents(filter, language, readStepsFromStandby(context)), 'text/csv; charset=utf-8')
})
