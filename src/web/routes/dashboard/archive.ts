import { exportDriverArchive } from '#features/statements/archives/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/archive.ts'

/** All the reader's statements and accounts in one file, to keep. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const { now } = context.get(requestContext)
    const { name, bytes } = await exportDriverArchive(ownDriver(context), now, languageOf(url.pathname))
    return attachment(name, bytes, 'application/zip')
  })
