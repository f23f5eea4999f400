import { openRunFile } from '#features/runs/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/run-file.ts'

/** The file that long work made, as long as it is stored. */
export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const file = await openRunFile(params.id)
  return attachment(file.name, file, 'application/zip')
})
