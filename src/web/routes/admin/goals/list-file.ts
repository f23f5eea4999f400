import { listGoalViews } from '#features/adjustments/goals/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { GOALS } from './promised.tsx'

/** The goals that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) =>
  listFile(GOALS, await readFileFromStandby(context, (on) => listGoalViews(now, on)), request, t),
)
