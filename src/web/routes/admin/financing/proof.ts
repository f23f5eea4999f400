import { readProof } from '#features/plans/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/proof.ts'

/** The paper of a plan, as it came: that an advance was paid out, or why the rest is owed. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, bytes, mediaType } = await readProof(params.id)
    return attachment(name, bytes, mediaType)
  })
