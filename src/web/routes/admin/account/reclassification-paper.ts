import { readReclassificationPaper } from '#features/weeks/reclassifications/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/reclassification-paper.ts'

/** The document behind an amount that was reclassified, as it came. */
export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { name, mediaType, bytes } = await readReclassificationPaper(params.id)
  return attachment(name, bytes, mediaType)
})
