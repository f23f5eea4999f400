import { readDocument } from '#features/recruitment/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/document.ts'

/** A document of an application, as it came, for readers who decide on it (`places.ts`). */
export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { name, mediaType, bytes } = await readDocument(params.id, params.document)
  return attachment(name, bytes, mediaType)
})
