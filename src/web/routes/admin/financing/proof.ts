import { readProof } from '#features/plans/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/proof.ts'

/** The paper that says an advance was paid out, as it came. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, bytes, mediaType } = await readProof(params.id)
    return attachment(name, bytes, mediaType)
  })
