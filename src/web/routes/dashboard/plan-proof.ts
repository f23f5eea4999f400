import { readProof, requireOwnPlan } from '#features/plans/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/plan-proof.ts'

/** The document of the reader's own plan: that an advance was paid out, or why a fine or a damage is owed. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    await requireOwnPlan(ownDriver(context), params.plan)
    const { name, bytes, mediaType } = await readProof(params.plan)
    return attachment(name, bytes, mediaType)
  })
