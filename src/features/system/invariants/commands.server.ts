import { sql } from 'kysely'
import { inTransaction } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { tellOffice } from '#features/mail/commands.server.ts'
import { log } from '#platform/log.ts'
import { noteProof } from '#platform/metrics.ts'
import { examineBooks } from './queries.server.ts'

/**
 * Hours for which the office is not mailed about the same again: the books are proved at each start and after each
 * import.
 */
const SILENT_HOURS = 24

/**
 * Proves the books; when an invariant is broken, the log says which, and the office is mailed. Answers how many are
 * broken.
 */
export async function reportBrokenInvariants(now: Temporal.Instant): Promise<number> {
  const broken = (await examineBooks()).filter((finding) => finding.broken > 0)
  noteProof(broken.length)
  if (broken.length === 0) return 0
  log.error({ broken }, 'the books do not hold')
  await inTransaction(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtext('books-broken'), 0)`.execute(tx)
    const sent = await tx
      .selectFrom('mail_outbox')
      .select('id')
      .where('template', '=', 'books-broken')
      .where(sql<number>`(params ->> 'count')::int`, '=', broken.length)
      .where('created_at', '>', moment(now.subtract({ hours: SILENT_HOURS })))
      .limit(1)
      .executeTakeFirst()
    if (sent) return
    const params = { count: broken.length, link: '/admin/account' }
    await tellOffice({ tx, now }, { template: 'books-broken', params })
  })
  return broken.length
}
