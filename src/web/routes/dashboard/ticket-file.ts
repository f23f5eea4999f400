import { readTicketFile } from '#features/support/tickets/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/ticket-file.ts'

/** A photo or document of one of the reader's tickets, from either side. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes, mediaType } = await readTicketFile(params.ticket, params.file, ownDriver(context))
    return attachment(name, bytes, mediaType)
  })
