import { drawDepositStatement } from '#features/departures/final-papers/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/deposit-pdf.ts'

/** The deposits of a driver on paper. */
export const loader = ({ params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const { name, bytes } = await drawDepositStatement(params.id, context.get(requestContext).now)
    return attachment(name, bytes, 'application/pdf', 'inline')
  })
