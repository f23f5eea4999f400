import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import type { Route } from './+types/tasks-file.ts'
import { TASKS } from './task-list.tsx'
import { taskRows } from './waiting.server.ts'

/** The tasks that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { t, now }) =>
  listFile(TASKS, await taskRows(requireUser(context).uid, now), request, t),
)
