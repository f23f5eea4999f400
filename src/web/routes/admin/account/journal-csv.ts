import { readDay } from '#domain/week.ts'
import { journalName, walkJournal } from '#features/ledger/account-files/queries.server.ts'
import { readOn } from '#features/ledger/current-accounts/queries.server.ts'
import { languageOf } from '#messages/language.ts'
import { readStepsFromStandby } from '#web/standby.server.ts'
import { attachment } from '#web/attachment.ts'
import { shows } from '#web/screen.server.ts'
import type { Route } from './+types/journal-csv.ts'

/** Every entry between two days, sent while it is read; by default from the first of the month. */
export const loader = shows(async ({ url, context }: Route.LoaderArgs, { now }) => {
  const language = languageOf(url.pathname)
  const to = readOn(url.searchParams.get('to'), now)
  const from = readDay(url.searchParams.get('from') ?? '') ?? to.with({ day: 1 })
  const pieces = walkJournal(from, to, language, readStepsFromStandby(context))
  return attachment(journalName(from, to, language), pieces, 'text/csv; charset=utf-8')
})
