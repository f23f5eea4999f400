import { eventsForSheet } from '#features/audit/queries.server.ts'
import { readAuditFilter } from '#features/audit/schema.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { sheetFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/audit-xlsx.ts'

/** The first events that the search finds, as XLSX; the CSV has all of them. */
export const loader = paper(async ({ url, context }: Route.LoaderArgs, { t }) => {
  const { filter } = readAuditFilter(url.searchParams)
  return sheetFile(t('page.audit.title'), await readFileFromStandby(context, (on) => eventsForSheet(filter, t, on)))
})
