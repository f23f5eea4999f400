import { readMonth } from '#domain/month.ts'
import { Refusal } from '#domain/refusal.ts'
import { exportInvoicesInFull } from '#features/accounting/month-files/queries.server.ts'
import { isRevealGood } from '#features/oversight/reveals/queries.server.ts'
import { revealTicket } from '#features/oversight/reveals/schema.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { requireAdmin, requireUser } from '#web/session.server.ts'
import type { Route } from './+types/invoice-numbers-file.ts'

/** The lines to be invoiced with every NIF in full, for a few minutes, only for the person who gave the reason. */
export const loader = ({ url, params, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context, 'money')
    const month = readMonth(params.month)
    const ticket = revealTicket.safeParse(Object.fromEntries(url.searchParams))
    const { now } = context.get(requestContext)
    if (!ticket.success || !isRevealGood(ticket.data, requireUser(context).uid, month, now))
      throw new Refusal('record.not-found')
    const { name, bytes, type } = await exportInvoicesInFull(month, ticket.data.format, languageOf(url.pathname))
    return attachment(name, bytes, type)
  })
