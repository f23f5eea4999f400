import { readInspectionPhoto } from '#features/fleet/inspections/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/inspection-photo.ts'

/** A photo of an inspection in which the reader took or gave back a car. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes, mediaType } = await readInspectionPhoto(params.inspection, params.side, ownDriver(context))
    return attachment(name, bytes, mediaType)
  })
