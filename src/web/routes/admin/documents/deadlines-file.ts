import { listDeadlines } from '#features/papers/deadlines/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/deadlines-file.ts'
import { DEADLINES } from './deadlines-list.tsx'

/** The deadlines that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) =>
  listFile(DEADLINES, await readFileFromStandby(context, (on) => listDeadlines(now, on)), request, t),
)
