import { readAttachment } from '#features/adjustments/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/adjustment-file.ts'

/** The document behind an adjustment, as it came. */
export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { name, mediaType, bytes } = await readAttachment(params.id, params.adjustment)
  return attachment(name, bytes, mediaType)
})
