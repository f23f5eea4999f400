import { readAttachment } from '#features/adjustments/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/adjustment-file.ts'

/** The paper behind an adjustment, as it came. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, mediaType, bytes } = await readAttachment(params.id, params.adjustment)
    return attachment(name, bytes, mediaType)
  })
