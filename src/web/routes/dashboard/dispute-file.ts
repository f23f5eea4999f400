import { readDisputeFile } from '#features/statements/disputes/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/dispute-file.ts'

/** What the reader sent with a contested line. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes, mediaType } = await readDisputeFile(params.dispute, ownDriver(context))
    return attachment(name, bytes, mediaType)
  })
