import { listMovements, withNames } from '#features/bank/matches/queries.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { MOVEMENTS } from './movements.tsx'

/** The movements that the page shows, as a file. */
export const loader = paper(async ({ request }: Route.LoaderArgs, { t }) =>
  listFile(MOVEMENTS, await listMovements().then(withNames), request, t),
)
