import { readFinePaper } from '#features/fleet/fines/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/fine-notice.ts'

/** The notification of a fine that was reported to the reader. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes, mediaType } = await readFinePaper(params.fine, 'notice', ownDriver(context))
    return attachment(name, bytes, mediaType)
  })
