import { listApplications } from '#features/recruitment/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { CANDIDATES } from './candidates.tsx'

/** The applications that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { t }) =>
  listFile(CANDIDATES, await readFileFromStandby(context, (on) => listApplications(on)), request, t),
)
