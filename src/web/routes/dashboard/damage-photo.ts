import { readDamagePhoto } from '#features/fleet/damages/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/damage-photo.ts'

/** The photo of damage whose cost was proposed to the reader. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes, mediaType } = await readDamagePhoto(params.damage, ownDriver(context))
    return attachment(name, bytes, mediaType)
  })
