import { listTickets } from '#features/support/tickets/queries.server.ts'
import { readFileFromStandby } from '#web/standby.server.ts'
import { userContext } from '#web/context.ts'
import { listFile } from '#web/list-file.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/list-file.ts'
import { TICKETS, listedFor } from './tickets-listed.tsx'

/** The tickets that the page shows, as a file. */
export const loader = paper(async ({ request, context }: Route.LoaderArgs, { now, t }) => {
  const tickets = await readFileFromStandby(context, (on) => listTickets(now, on))
  return listFile(TICKETS, listedFor(tickets, context.get(userContext)?.uid), request, t)
})
