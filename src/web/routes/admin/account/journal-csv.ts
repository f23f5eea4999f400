import { readDay } from '#domain/week.ts'
import { journalName, walkJournal } from '#features/ledger/account-files/queries.server.ts'
import { readOn } from '#features/ledger/current-accounts/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { attachment } from '#web/attachment.ts'
import { requestContext } from '#web/context.ts'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/journal-csv.ts'

/** Every entry between two days, sent while it is read; without a first day, from the first of the month. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const language = languageOf(url.pathname)
    const to = readOn(url.searchParams.get('to'), context.get(requestContext).now)
    const from = readDay(url.searchParams.get('from') ?? '') ?? to.with({ day: 1 })
    return attachment(journalName(from, to, language), walkJournal(from, to, language), 'text/csv; charset=utf-8')
  })
