import { listMovements, withNames } from '#features/bank/matches/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { MOVEMENTS } from './movements.tsx'

/** The movements that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { t }) =>
  listFile(
    MOVEMENTS,
    await readFileFromStandby(context, (on) => listMovements(on).then((rows) => withNames(rows, on))),
    request,
    t,
  ),
)
