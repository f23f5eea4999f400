import { listDisputes } from '#features/statements/disputes/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/disputes-file.ts'
import { CONTESTED } from './contested.tsx'

/** The contested lines that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) =>
  listFile(CONTESTED, await readFileFromStandby(context, (on) => listDisputes(now, on)), request, t),
)
