import { readReceiptFile } from '#features/payments/green-receipts/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { ownStatement } from '#web/own-statement.server.ts'
import type { Route } from './+types/receipt-file.ts'

/** The receipt that the reader sent for a statement. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    const { driver } = await ownStatement(context, params.week)
    const { name, bytes, mediaType } = await readReceiptFile(params.receipt, driver)
    return attachment(name, bytes, mediaType)
  })
