import { readMovementPaper } from '#features/plans/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/movement-file.ts'

/** The paper behind what happened to a plan outside the statements: why a deposit was used. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, mediaType, bytes } = await readMovementPaper(params.id, params.movement)
    return attachment(name, bytes, mediaType)
  })
