import { listMail } from '#features/mail/queries.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { asked } from '#web/parts/list.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { OUTBOX, searchOf } from './outbox.tsx'

/** The messages that the page shows, every page of them, as a file. */
export const loader = paper(async ({ request }: Route.LoaderArgs, { t }) =>
  listFile(OUTBOX, await listMail(searchOf(asked(OUTBOX, new URL(request.url)))), request, t),
)
