import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { APPLICATION_SOURCES, type ApplicationSource } from '#domain/application.ts'
import { ZONE } from '#domain/week.ts'
import type { ConversionReport, Funnel } from './schema.ts'

/** Outcomes of the applications of `source`, or of all, sent in the months from `from` to the one of `to`. */
export async function conversionReport(
  { from, to, source }: { from: Temporal.PlainDate; to: Temporal.PlainDate; source: ApplicationSource | null },
  on: Kysely<DB> = db,
): Promise<ConversionReport> {
  const [sent, forgotten] = await Promise.all([listJourneys(from, on), listForgotten(from, on)])
  const isMeant = (application: { source: string }) => source === null || application.source === source
  const [ways, tallies] = [sent.filter(isMeant), forgotten.filter(isMeant)]
  const funnel = (holds: (application: { source: string; month: string }) => boolean) =>
    funnelOf(ways.filter(holds), tallies.filter(holds))
  const count = (to.year - from.year) * 12 + to.month - from.month + 1
  const months = Array.from({ length: count }, (_, at) => from.with({ day: 1 }).add({ months: at }).toString())
  return {
    months: months.map((month) => ({ month, ...funnel((application) => application.month === month) })),
    sources: APPLICATION_SOURCES.map((applicationSource) => ({
      source: applicationSource,
      ...funnel((way) => way.source === applicationSource),
    })).filter(({ counts }) => counts.received > 0),
    all: funnel(() => true),
  }
}

type Journey = {
  source: string
  month: string
  /** Days since it was sent; `null` for a step that was not reached. */
  talked: number | null
  approved: number | null
  drove: number | null
}

/**
 * The steps of each application that is still kept. One approved without an earlier conversation counts as talked with on
 * that day; one whose driver has a statement with earnings counts as driving from its Monday on.
 */
async function listJourneys(from: Temporal.PlainDate, on: Kysely<DB>): Promise<Journey[]> {
  const { rows } = await sql<Journey>`
    select a.source, date_trunc('month', a.sent_at at time zone ${ZONE})::date::text as month,
      floor(extract(epoch from least(talk.at, case when a.state = 'approved' then a.decided_at end) - a.sent_at) / 86400)::int as talked,
      case when a.state = 'approved' then floor(extract(epoch from a.decided_at - a.sent_at) / 86400)::int end as approved,
      case when a.state = 'approved' and first.week is not null
        then greatest(first.week - (a.sent_at at time zone ${ZONE})::date, 0) end as drove
    from applications a
    left join lateral (
      select min(n.at) as at from application_notes n
      where n.application_id = a.id and n.state in ('talking', 'checking')) talk on true
    left join lateral (
      select min(s.week) as week from settlements s
      where s.driver_id = a.driver_id and s.state <> 'void' and s.earnings_cents > 0
        and s.week + 6 >= (a.decided_at at time zone ${ZONE})::date) first on true
    where a.state <> 'started' and a.sent_at >= ${from.toString()}::date`.execute(on)
  return rows
}

async function listForgotten(from: Temporal.PlainDate, on: Kysely<DB>) {
  const { rows } = await sql<{ source: string; month: string; count: number; talked: number }>`
    select source, month::text, sum(count)::int as count, sum(talked)::int as talked from application_tallies
    where month >= ${from.with({ day: 1 }).toString()}::date group by 1, 2`.execute(on)
  return rows
}

function funnelOf(journeys: readonly Journey[], tallies: readonly { count: number; talked: number }[]): Funnel {
  const tallied = (of: 'count' | 'talked') => tallies.reduce((sum, tally) => sum + tally[of], 0)
  const reached = (step: 'talked' | 'approved' | 'drove') => journeys.flatMap((way) => way[step] ?? [])
  return {
    counts: {
      received: journeys.length + tallied('count'),
      talked: reached('talked').length + tallied('talked'),
      approved: reached('approved').length,
      drove: reached('drove').length,
    },
    days: {
      talked: median(reached('talked')),
      approved: median(reached('approved')),
      drove: median(reached('drove')),
    },
  }
}

/** The median in whole days; of an even number, the mean of the middle two. */
function median(days: readonly number[]): number | null {
  const ordered = days.toSorted((a, b) => a - b)
  const [low, high] = [ordered[Math.floor((ordered.length - 1) / 2)], ordered[Math.floor(ordered.length / 2)]]
  return low === undefined || high === undefined ? null : Math.round((low + high) / 2)
}
