import { Refusal } from '#domain/refusal.ts'
import { readRecordId } from '#domain/record-id.ts'
import type { Change } from '#features/audit/commands.server.ts'
import { type PlatformReviewInput, platformReviewRecord } from './schema.ts'

/** Somebody saw what a platform did with a paper: sent, accepted or refused. Refuses `record.not-found` for a paper that does not count, or is the operator's own. */
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

/** A word on a paper counts no more; the one before it does again. Refuses `record.not-found`. */
export async function takeBackPlatformReview(change: Change, paperId: string, id: string): Promise<void> {
  const paper = await change.tx
    .selectFrom('papers')
    .select(['driver_id', 'vehicle_id'])
    .where('id', '=', readRecordId(paperId))
    .executeTakeFirst()
  const taken = await change.tx
    .updateTable('paper_standings')
    .set({ taken_back_at: change.now.toString(), taken_back_by: change.actor.uid })
    .where('id', '=', Number(id))
    .where('paper_id', '=', readRecordId(paperId))
    .where('taken_back_at', 'is', null)
    .returning(['provider', 'state'])
    .executeTakeFirst()
  if (!taken || !paper) throw new Refusal('record.not-found')
  change.note({ subject: subjectOf(paper), before: taken, after: null })
}

/** The subject of the log: whose paper it is. */
function subjectOf({ driver_id, vehicle_id }: { driver_id: string | null; vehicle_id: string | null }): string {
  return driver_id === null ? `vehicle:${vehicle_id}` : `driver:${driver_id}`
}
