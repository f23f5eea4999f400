import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/accidents-file.ts'
import { ACCIDENTS } from './accident-list.tsx'
import { listedAccidents } from './listed.server.ts'

/** The accidents that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) =>
  listFile(ACCIDENTS, await readFileFromStandby(context, (on) => listedAccidents(now, on)), request, t),
)
