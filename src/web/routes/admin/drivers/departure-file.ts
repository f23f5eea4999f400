import { readMovementFile } from '#features/departures/final-accounts/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/departure-file.ts'

/** The paper behind a payment that settles a final account, as it came. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, mediaType, bytes } = await readMovementFile(params.id, params.movement)
    return attachment(name, bytes, mediaType)
  })
