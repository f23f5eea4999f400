import { listAlerts } from '#features/positions/alerts/queries.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/alerts-file.ts'
import { ALERTS } from './alerts-listed.tsx'

/** The alerts that the page shows, as a file. */
export const loader = paper(async ({ request }: Route.LoaderArgs, { t }) =>
  listFile(ALERTS, await listAlerts(), request, t),
)
