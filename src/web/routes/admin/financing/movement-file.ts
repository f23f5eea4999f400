import { readMovementPaper } from '#features/plans/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/movement-file.ts'

/** The document behind a movement of a plan outside the statements, as why a deposit was used. */
export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { name, mediaType, bytes } = await readMovementPaper(params.id, params.movement)
  return attachment(name, bytes, mediaType)
})
