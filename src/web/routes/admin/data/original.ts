import { readOriginal } from '#features/imports/originals/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/original.ts'

/** The file as it came, byte by byte. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, mediaType, bytes } = await readOriginal(Number(params.id))
    return attachment(name.replace(/^.*[/\\]/, ''), bytes, mediaType)
  })
