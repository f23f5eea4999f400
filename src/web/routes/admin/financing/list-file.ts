import { listPlans } from '#features/plans/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { PLANS } from './agreed.tsx'

/** The plans that the page shows, as a file for the accountant too. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) =>
  listFile(PLANS, await readFileFromStandby(context, (on) => listPlans(now, on)), request, t),
)
