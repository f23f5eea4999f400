import { Refusal } from '#domain/refusal.ts'
import { readRecordId } from '#domain/record-id.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { type PlatformReviewInput, platformReviewRecord } from './schema.ts'

/**
 * Records what a person saw on a platform about a document: sent, accepted or refused. Refuses `record.not-found` for a
 * document that does not count, or is the operator's own.
 */
export async function notePlatformReview(change: Change, paperId: string, input: PlatformReviewInput): Promise<void> {
  const paper = await change.tx
    .selectFrom('papers')
    .select(['id', 'driver_id', 'vehicle_id'])
    .where('id', '=', readRecordId(paperId))
    .where('state', '=', 'accepted')
    .where((eb) => eb.or([eb('driver_id', 'is not', null), eb('vehicle_id', 'is not', null)]))
    .executeTakeFirst()
  if (!paper) throw new Refusal('record.not-found')
  await change.tx
    .insertInto('paper_standings')
    .values({
      ...platformReviewRecord.columns(input),
      paper_id: paper.id,
      said_at: change.now.toString(),
      said_by: change.actor.uid,
    })
    .execute()
  change.note({ subject: subjectOf(paper), after: { ...platformReviewRecord.only(input) } })
}

/** Takes back such a record; the one before it counts again. Refuses `record.not-found`. */
export async function takeBackPlatformReview(change: Change, paperId: string, id: string): Promise<void> {
  const paper = await change.tx
    .selectFrom('papers')
    .select(['driver_id', 'vehicle_id'])
    .where('id', '=', readRecordId(paperId))
    .executeTakeFirst()
  const removed = await change.tx
    .updateTable('paper_standings')
    .set({ taken_back_at: change.now.toString(), taken_back_by: change.actor.uid })
    .where('id', '=', Number(id))
    .where('paper_id', '=', readRecordId(paperId))
    .where('taken_back_at', 'is', null)
    .returning(['provider', 'state'])
    .executeTakeFirst()
  if (!removed || !paper) throw new Refusal('record.not-found')
  change.note({ subject: subjectOf(paper), before: removed, after: null })
}

/** The subject in the log: the document's driver or car. */
function subjectOf({ driver_id, vehicle_id }: { driver_id: string | null; vehicle_id: string | null }): string {
  return driver_id === null ? `vehicle:${vehicle_id}` : `driver:${driver_id}`
}
