import { exportEvents } from '#features/audit/queries.server.ts'
import { readAuditFilter } from '#features/audit/schema.ts'
import { languageOf } from '#messages/language.ts'
import { show } from '#web/answer.server.ts'
import { speak } from '#web/i18n.tsx'
import { requireAdmin } from '#web/session.server.ts'
import type { Route } from './+types/audit-csv.ts'

/** All that the search finds, as CSV, sent while it is read. */
export const loader = ({ url, context }: Route.LoaderArgs) =>
  show(async () => {
    requireAdmin(context)
    const language = languageOf(url.pathname)
    const { filter } = readAuditFilter(url.searchParams)
    return new Response(sentWhileRead(exportEvents(filter, language)), {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${speak(language)('page.audit.fileName')}"`,
        'cache-control': 'private, no-store',
      },
    })
  })

/** A reader who goes away half-way ends the reading, and nothing else. */
function sentWhileRead(parts: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    pull: async (stream) => {
      const { value, done } = await parts.next()
      if (done) stream.close()
      else stream.enqueue(value)
    },
    cancel: async () => void (await parts.return(null)),
  })
}
