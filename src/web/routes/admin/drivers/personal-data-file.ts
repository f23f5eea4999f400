import type { OwnDriverId } from '#domain/access.ts'
import { hasPower } from '#domain/access.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import { requireFiles } from '#features/files/queries.server.ts'
import { exportPerson, findPerson, isTicketValid } from '#features/oversight/personal-data/queries.server.ts'
import { exportTicket } from '#features/oversight/personal-data/schema.ts'
import { walkDriverPapers } from '#features/statements/archives/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import { requireUser } from '#web/session.server.ts'
import type { Route } from './+types/personal-data-file.ts'

/** All data stored about a driver, for a few minutes, only for the person of the office who gave the reason. */
export const loader = shows(async ({ url, params, context }: Route.LoaderArgs, { now }) => {
  const id = readRecordId(params.id)
  const reader = requireUser(context)
  const ticket = exportTicket.safeParse(Object.fromEntries(url.searchParams))
  if (!ticket.success || !isTicketValid(ticket.data, reader.uid, id, now)) throw new Refusal('record.not-found')
  await requireFiles()
  const language = languageOf(url.pathname)
  const papers = walkDriverPapers(id as OwnDriverId, now, language)
  const ibans = hasPower(reader, 'money')
  const { name, bytes } = exportPerson(await findPerson(id), { now, language, ibans, papers })
  return attachment(name, bytes, 'application/zip')
})
