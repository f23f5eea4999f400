import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { readRecordId } from '#domain/record-id.ts'
import type { PublishedPaper, Readers } from './schema.ts'

/** The documents that the operator published, unread ones first, with when this driver read each. */
export async function listPublished(driver: OwnDriverId, on: Kysely<DB> = db): Promise<PublishedPaper[]> {
  const rows = await on
    .selectFrom('papers')
    .innerJoin('paper_kinds', 'paper_kinds.code', 'papers.kind')
    .leftJoin('paper_readings', (join) =>
      join.onRef('paper_id', '=', 'papers.id').on('paper_readings.driver_id', '=', driver),
    )
    .select(['papers.id', 'name_pt', 'name_en', 'expires_on', 'published_at', 'read_at'])
    .where('published_at', 'is not', null)
    .where('state', '=', 'accepted')
    .orderBy('read_at', (order) => order.asc().nullsFirst())
    .orderBy('papers.ordinal')
    .execute()
  return rows.map(({ id, name_pt: pt, name_en: en, expires_on: expiresOn, published_at, read_at }) => ({
    id,
    expiresOn,
    kindName: { pt, en },
    publishedAt: published_at?.toString() ?? '',
    readAt: read_at?.toString() ?? null,
  }))
}

/** The most drivers listed by name. */
const MAX_NAMED = 50

/** Which drivers at work have read a published document, and which have not. */
export async function readersOf(id: string, on: Kysely<DB> = db): Promise<Readers> {
  const { rows } = await sql<{ id: string; name: string; read: boolean }>`
    select drivers.id, name, paper_id is not null as read
    from drivers left join paper_readings on driver_id = drivers.id and paper_id = ${readRecordId(id)}
    where not is_gone and status <> 'inactive' order by name, ref`.execute(on)
  const unread = rows.filter(({ read }) => !read)
  return {
    count: rows.length - unread.length,
    of: rows.length,
    unread: unread.slice(0, MAX_NAMED).map((driver) => ({ id: driver.id, name: driver.name })),
  }
}
