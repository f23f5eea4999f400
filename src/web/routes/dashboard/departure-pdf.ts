import { drawFinalAccount } from '#features/departures/final-papers/queries.server.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { ownDriver } from '#web/session.server.ts'
import type { Route } from './+types/departure-pdf.ts'

/** The final account of the reader on paper. */
export const loader = ({ context }: Route.LoaderArgs) =>
  show(async () => {
    const { name, bytes } = await drawFinalAccount(ownDriver(context), context.get(requestContext).now, 'driver')
    return attachment(name, bytes, 'application/pdf', 'inline')
  })
