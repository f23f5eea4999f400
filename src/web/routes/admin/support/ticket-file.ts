import { readTicketFile } from '#features/support/tickets/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/ticket-file.ts'

/** A photo or paper of a ticket. */
export const loader = paper(({ params }: Route.LoaderArgs) => readTicketFile(params.id, params.file, null))
