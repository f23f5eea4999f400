import { readReclassificationPaper } from '#features/weeks/reclassifications/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/reclassification-paper.ts'

/** The paper behind what was put on another account, as it came. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, mediaType, bytes } = await readReclassificationPaper(params.id)
    return attachment(name, bytes, mediaType)
  })
