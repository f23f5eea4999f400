import { type Kysely, sql } from 'kysely'
import { median } from '#domain/median.ts'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import type { Platform } from '#domain/performance.ts'
import type { ApprovalTime, PlatformReview, ReviewState } from './schema.ts'

type Row = PlatformReview & { paper: string }

/** The last review by each platform for these documents. */
export async function listPlatformReviews(papers: readonly string[], on: Kysely<DB> = db): Promise<Row[]> {
  if (papers.length === 0) return []
  const rows = await on
    .selectFrom('paper_standings')
    .distinctOn(['paper_id', 'provider'])
    .select(['id', 'paper_id', 'provider', 'state', sql<string>`on_day::text`.as('on_day'), 'words'])
    .where('paper_id', '=', sql<string>`any(${[...papers]}::uuid[])`)
    .where('taken_back_at', 'is', null)
    .orderBy('paper_id')
    .orderBy('provider', 'desc')
    .orderBy('paper_standings.on_day', 'desc')
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ id, paper_id, provider, state, on_day, words }) => ({
    id: String(id),
    paper: paper_id,
    provider: provider as Platform,
    state: state as ReviewState,
    onDay: on_day,
    words,
  }))
}

/** Documents that count here and whose last review was a refusal: how many, since when, and the one that waits longest. */
export const refusedPapers = {
  ask: () => sql`(
    with last as (
      select distinct on (paper_id, provider) paper_id, state, on_day from paper_standings
      where taken_back_at is null
      order by paper_id, provider, on_day desc, id desc
    )
    select count(*) over ()::int as count, on_day::text as since, paper_id::text as paper
    from last join papers on papers.id = last.paper_id and papers.state = 'accepted'
    where last.state = 'refused'
    order by on_day, paper_id
    limit 1)`,
  read: (row: { count: number; since: string; paper: string } | null) => row,
}

/**
 * Days that each platform took to accept documents of a kind: from the day on which somebody saw one sent to the first
 * day on which somebody saw it accepted. One that nobody saw sent, or that is not accepted yet, does not count.
 */
export async function listApprovalTimes(on: Kysely<DB> = db): Promise<ApprovalTime[]> {
  const { rows } = await sql<{ platform: Platform; pt: string; en: string; days: number }>`
    select sent.provider as platform, kind.name_pt as pt, kind.name_en as en, min(done.on_day) - sent.on_day as days
    from (select paper_id, provider, min(on_day) as on_day from paper_standings
      where state = 'sent' and taken_back_at is null group by 1, 2) sent
    join paper_standings done on done.paper_id = sent.paper_id and done.provider = sent.provider and done.state = 'accepted'
      and done.taken_back_at is null and done.on_day >= sent.on_day
    join papers on papers.id = sent.paper_id
    join paper_kinds kind on kind.code = papers.kind
    group by sent.paper_id, sent.provider, sent.on_day, kind.name_pt, kind.name_en`.execute(on)
  const groups = Map.groupBy(rows, ({ platform, pt }) => `${platform} ${pt}`)
  return [...groups.values()]
    .flatMap((same) => {
      const [first] = same
      if (!first) return []
      const { platform, pt, en } = first
      return [{ platform, kind: { pt, en }, count: same.length, days: median(same.map(({ days }) => days)) }]
    })
    .toSorted((a, b) => a.kind.pt.localeCompare(b.kind.pt, 'pt') || b.platform.localeCompare(a.platform))
}
