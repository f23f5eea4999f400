import { readReceiptFile } from '#features/payments/green-receipts/queries.server.ts'
import { paper } from '#web/screen.server.ts'
import type { Route } from './+types/green-receipt-file.ts'

/** The receipt as the driver sent it. */
export const loader = paper(({ params }: Route.LoaderArgs) => readReceiptFile(params.id, null))
