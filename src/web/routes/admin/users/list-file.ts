import { listAccounts } from '#features/accounts/queries.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { ACCOUNTS } from './accounts.tsx'

/** The accounts that the page shows, as a file. */
export const loader = paper(async ({ request }: Route.LoaderArgs, { t }) =>
  listFile(ACCOUNTS, await listAccounts(), request, t),
)
