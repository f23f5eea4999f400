import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { SiteMarks, Site } from './schema.ts'

/** The sites that renewed their row within half a minute, by place. */
export async function runningSites(on: Kysely<DB> = db): Promise<Site[]> {
  const rows = await on
    .selectFrom('sites')
    .selectAll()
    .where('renewed_at', '>', sql<Temporal.Instant>`now() - interval '30 seconds'`)
    .orderBy('place')
    .execute()
  return rows.map(({ place, id, started_at: startedAt, renewed_at: renewedAt, sees }) => ({
    place,
    id,
    startedAt: startedAt.toString(),
    renewedAt: renewedAt.toString(),
    // The column is only ever written from this type.
    marks: sees as unknown as SiteMarks,
  }))
}
