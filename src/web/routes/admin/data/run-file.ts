import { openRunFile } from '#features/runs/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/run-file.ts'

/** What long work made, while it is kept. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const file = await openRunFile(params.id)
    return attachment(file.name, file, 'application/zip')
  })
