import { sql } from 'kysely'
import type { Change } from '#features/audit/commands.server.ts'
import { readFacts } from './queries.server.ts'

/** Stores today's assessment as the next version; answers its number. */
export async function saveAssessment(change: Change): Promise<number> {
  const { tx, now, actor } = change
  const facts = await readFacts(now, tx)
  // Of two at the same moment, the second waits and becomes the next version.
  await sql`select pg_advisory_xact_lock(hashtextextended('position_assessments', 0))`.execute(tx)
  const { version } = await tx
    .insertInto('position_assessments')
    .values({
      version: sql<number>`(select coalesce(max(version), 0) + 1 from position_assessments)`,
      made_at: now.toString(),
      made_by: actor.uid,
      facts: JSON.stringify(facts),
    })
    .returning('version')
    .executeTakeFirstOrThrow()
  change.note({ subject: 'positions', after: { assessment: version } })
  return version
}
