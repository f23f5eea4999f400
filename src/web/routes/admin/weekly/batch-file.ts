import { readNumber } from '#domain/record-id.ts'
import { readBatchFile } from '#features/payments/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/batch-file.ts'

/** The bank file of a batch, byte for byte as it was made. It has every IBAN in full, so it is for readers who may pay. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context, 'money')
    const { name, bytes } = await readBatchFile(readNumber(params.id))
    return attachment(name, bytes, 'application/xml')
  })
