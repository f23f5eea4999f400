import { listCorrections } from '#features/fleet/corrections/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/corrections-file.ts'
import { CORRECTIONS } from './corrections-asked.tsx'

/** The requests that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { t }) =>
  listFile(CORRECTIONS, await readFileFromStandby(context, (on) => listCorrections(on)), request, t),
)
