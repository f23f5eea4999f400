import { readNumber } from '#domain/record-id.ts'
import { readOriginal } from '#features/imports/originals/queries.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/original.ts'

/** The file as it came, byte for byte. */
export const loader = shows(async ({ params }: Route.LoaderArgs) => {
  const { name, mediaType, bytes } = await readOriginal(readNumber(params.id))
  return attachment(name.replace(/^.*[/\\]/, ''), bytes, mediaType)
})
