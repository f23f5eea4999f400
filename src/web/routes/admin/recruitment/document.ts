import { readDocument } from '#features/recruitment/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/document.ts'

/** A paper of an application, as it came. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, mediaType, bytes } = await readDocument(params.id, params.document)
    return attachment(name, bytes, mediaType)
  })
