import { readPaperFile } from '#features/papers/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/document-file.ts'

/** A paper of the reader's own. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes, mediaType } = await readPaperFile(params.paper, ownDriver(context))
    return attachment(name, bytes, mediaType)
  })
