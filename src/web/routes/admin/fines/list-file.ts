import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { FINES } from './fine-list.tsx'
import { listedFines } from './listed.server.ts'

/** The fines that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) =>
  listFile(FINES, await readFileFromStandby(context, (on) => listedFines(now, on)), request, t),
)
