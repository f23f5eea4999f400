import { readMovementPaper, requireOwnPlan } from '#features/plans/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/plan-movement-file.ts'

/** The document behind a movement of the reader's own plan outside the statements, as why a deposit was used. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    await requireOwnPlan(ownDriver(context), params.plan)
    const { name, bytes, mediaType } = await readMovementPaper(params.plan, params.movement)
    return attachment(name, bytes, mediaType)
  })
