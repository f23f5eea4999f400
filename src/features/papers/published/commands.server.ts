import type { OwnDriverId } from '#domain/access.ts'
import { readRecordId } from '#domain/record-id.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { writeNotices } from '#features/mail/inbox/commands.server.ts'
import { getPaper } from '#features/papers/queries.server.ts'

/**
 * Shows a document of the operator to every driver and asks each to read it; later drivers find it too. Refuses
 * `record.not-found` for any other document, `paper.answered` for one that does not count or is published already, and
 * `paper.file-missing` without a file to read.
 */
export async function publishPaper(change: Change, id: string): Promise<void> {
  const { holder, kind, kindName, fileName } = await getPaper(id, change.now, change.tx)
  if (holder !== 'company') throw new Refusal('record.not-found')
  if (fileName === null) throw new Refusal('paper.file-missing')
  const published = await change.tx
    .updateTable('papers')
    .set({ published_at: change.now.toString() })
    .where('id', '=', readRecordId(id))
    .where('state', '=', 'accepted')
    .where('published_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (!published) throw new Refusal('paper.answered')
  const drivers = await change.tx
    .selectFrom('drivers')
    .select('id')
    .where('is_gone', '=', false)
    .where('status', '<>', 'inactive')
    .execute()
  await writeNotices(
    change,
    drivers.map((driver) => driver.id),
    { kind: 'paper', event: 'published', paper: kind, ...kindName, day: '', reason: '' },
  )
  change.note({ subject: 'company', after: { paper: kind, state: 'published' } })
}

/**
 * Hides a published document from drivers; who had read it stays recorded. Refuses `paper.answered` for one that is not
 * published.
 */
export async function withdrawPublication(change: Change, id: string): Promise<void> {
  const { kind } = await getPaper(id, change.now, change.tx)
  const hidden = await change.tx
    .updateTable('papers')
    .set({ published_at: null })
    .where('id', '=', readRecordId(id))
    .where('published_at', 'is not', null)
    .returning('id')
    .executeTakeFirst()
  if (!hidden) throw new Refusal('paper.answered')
  change.note({ subject: 'company', before: { paper: kind, state: 'published' } })
}

/** Records that a driver has read a published document; a second time changes nothing. Refuses `record.not-found`. */
export async function confirmReading(change: Change, driver: OwnDriverId, id: string): Promise<void> {
  const paper = await change.tx
    .selectFrom('papers')
    .select(['id', 'kind'])
    .where('id', '=', readRecordId(id))
    .where('published_at', 'is not', null)
    .where('state', '=', 'accepted')
    .executeTakeFirst()
  if (!paper) throw new Refusal('record.not-found')
  const read = await change.tx
    .insertInto('paper_readings')
    .values({ paper_id: paper.id, driver_id: driver, read_at: change.now.toString() })
    .onConflict((conflict) => conflict.doNothing())
    .returning('paper_id')
    .executeTakeFirst()
  if (read) change.note({ subject: `driver:${driver}`, after: { paper: paper.kind, state: 'read' } })
}
