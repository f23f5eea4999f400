import { readFileFromStandby } from '#web/standby.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { CONTRACTS } from './contract-list.tsx'
import { listedContracts } from './listed.server.ts'

/** The contracts that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) =>
  listFile(CONTRACTS, await readFileFromStandby(context, (on) => listedContracts(now, on)), request, t),
)
