import { openRunFile } from '#features/runs/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/run-file.ts'

/** What long work made, while it is kept. */
export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const file = await openRunFile(params.id)
  return attachment(file.name, file, 'application/zip')
})
