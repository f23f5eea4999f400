import { readOwnPaperFile } from '#features/papers/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/document-file.ts'

/** A paper of the reader's, of the reader's present car, or one that every driver reads. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { now } = context.get(requestContext)
    const { name, bytes, mediaType } = await readOwnPaperFile(params.paper, ownDriver(context), now)
    return attachment(name, bytes, mediaType)
  })
