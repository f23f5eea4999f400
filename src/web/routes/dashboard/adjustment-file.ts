import { readAttachment } from '#features/adjustments/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/adjustment-file.ts'

/** The document behind an adjustment of the reader's: a penalty notice, the garage's bill. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes, mediaType } = await readAttachment(ownDriver(context), params.adjustment)
    return attachment(name, bytes, mediaType)
  })
