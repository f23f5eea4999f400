import { Refusal } from '#domain/refusal.ts'
import { requireFiles } from '#features/files/queries.server.ts'
import { exportPerson, findPerson, isTicketValid } from '#features/oversight/personal-data/queries.server.ts'
import { exportTicket } from '#features/oversight/personal-data/schema.ts'
import { walkDriverPapers } from '#features/statements/archives/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { ownDriver, requireUser } from '#web/session.server.ts'
import type { Route } from './+types/personal-data-file.ts'

/** All data stored about the reader, for a few minutes after they asked for it. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    const driver = ownDriver(context)
    const ticket = exportTicket.safeParse(Object.fromEntries(url.searchParams))
    const { now } = context.get(requestContext)
    if (!ticket.success || !isTicketValid(ticket.data, requireUser(context).uid, driver, now))
      throw new Refusal('record.not-found')
    await requireFiles()
    const language = languageOf(url.pathname)
    const papers = walkDriverPapers(driver, now, language)
    const { name, bytes } = exportPerson(await findPerson(driver), { now, language, papers })
    return attachment(name, bytes, 'application/zip')
  })
