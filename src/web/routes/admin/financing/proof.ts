import { readProof } from '#features/plans/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/proof.ts'

/** The document of a plan, as it came: that an advance was paid out, or why the rest is owed. */
export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { name, bytes, mediaType } = await readProof(params.id)
  return attachment(name, bytes, mediaType)
})
