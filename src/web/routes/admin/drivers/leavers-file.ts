import { listLeavers } from '#features/departures/final-accounts/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/leavers-file.ts'
import { GONE } from './gone.tsx'

/** The drivers who left, as the page shows them, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) =>
  listFile(GONE, await readFileFromStandby(context, (on) => listLeavers(now, on)), request, t),
)
