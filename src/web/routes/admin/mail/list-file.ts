import { listMail } from '#features/mail/queries.server.ts'
import { listFile } from '#web/list-file.server.ts'
import { readListRequest } from '#web/parts/list.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { outboxSearch } from './outbox-search.server.ts'
import { OUTBOX } from './outbox.tsx'

/** The messages that the page shows, every page of them, as a file. */
export const loader = paper(async ({ request }: Route.LoaderArgs, { t }) => {
  const { search } = await outboxSearch(readListRequest(OUTBOX, new URL(request.url)), t)
  return listFile(OUTBOX, await listMail(search), request, t)
})
