import { sql } from 'kysely'
import { inTransaction, type Tx } from '#db/client.server.ts'
import { order } from '#db/queue.server.ts'
import { PERIODS } from '#domain/kept-data.ts'
import { ZONE } from '#domain/week.ts'
import { forgetFile } from '#features/files/jobs.ts'
import { noteForgotten } from '#features/system/restores/jobs.ts'

/**
 * Days for which an application is kept: one that was never sent, or is decided; and a decided one whose applicant allowed
 * it to be kept for another place.
 */
const [KEPT, KEPT_WHERE_ALLOWED] = [PERIODS.candidates.days, PERIODS.allowed.days]

/**
 * Deletes applications whose time is over, with their documents; only counts of their outcomes remain. One that made a
 * driver belongs to the driver's record, and stays.
 */
export async function purgeApplications(now: Temporal.Instant): Promise<number> {
  const before = (days: number) => now.subtract({ hours: 24 * days })
  return inTransaction(async (tx) => {
    const removed = await tx
      .selectFrom('applications')
      .leftJoin('application_consents', (join) =>
        join.onRef('application_id', '=', 'applications.id').on('text', '=', 'keep'),
      )
      .select('applications.id')
      .where(({ and, eb, or }) =>
        or([
          and([eb('state', '=', 'started'), eb('changed_at', '<', before(KEPT))]),
          and([
            eb('state', 'in', ['rejected', 'withdrawn']),
            or([
              eb('changed_at', '<', before(KEPT_WHERE_ALLOWED)),
              and([eb('text', 'is', null), eb('changed_at', '<', before(KEPT))]),
            ]),
          ]),
        ]),
      )
      // Of two passes at the same moment, one leaves alone what the other deletes and counts.
      .forUpdate('applications')
      .skipLocked()
      .execute()
    if (removed.length === 0) return 0
    const ids = removed.map(({ id }) => id)
    await forgetApplications(tx, ids, now)
    return ids.length
  })
}

/**
 * Deletes these applications with their documents, whatever their state; counts of decided ones remain, and a restored
 * copy brings none back.
 */
export async function forgetApplications(tx: Tx, ids: readonly string[], now: Temporal.Instant): Promise<void> {
  const documents = await tx
    .deleteFrom('application_documents')
    .where('application_id', 'in', ids)
    .returning('file_sha256 as sha256')
    .execute()
  for (const document of documents) await order(tx, forgetFile, document)
  await tally(tx, ids)
  await tx.deleteFrom('applications').where('id', 'in', ids).execute()
  for (const id of ids) await order(tx, noteForgotten, { at: now.toString(), table: 'applications', id })
}

/** Adds decided applications to the counts that outlive them; one that was never sent is not counted. */
async function tally(tx: Tx, ids: readonly string[]): Promise<void> {
  await sql`
    insert into application_tallies as known (month, source, state, cause, count, talked)
    select date_trunc('month', sent_at at time zone ${ZONE})::date, source, state, coalesce(cause, ''), count(*),
      count(*) filter (where exists (
        select from application_notes n where n.application_id = applications.id and n.state in ('talking', 'checking')))
    from applications where id = any(${ids}) and sent_at is not null
    group by 1, 2, 3, 4
    on conflict (month, source, state, cause)
      do update set count = known.count + excluded.count, talked = known.talked + excluded.talked`.execute(tx)
}
