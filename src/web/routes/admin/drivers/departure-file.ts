import { readMovementFile } from '#features/departures/final-accounts/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/departure-file.ts'

/** The document behind a payment that settles a final account, as it came. */
export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { name, mediaType, bytes } = await readMovementFile(params.id, params.movement)
  return attachment(name, bytes, mediaType)
})
