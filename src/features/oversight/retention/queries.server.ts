import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { PERIODS } from '#domain/kept-data.ts'
import { DELETED_PERIODS, type Sweep, type DeletedPeriod } from './schema.ts'

/** Every swept period: when the last pass was, how much it deleted, what is kept, and when the next goes. */
export async function listSweeps(): Promise<Sweep[]> {
  const { rows: runs } = await sql<{ period: DeletedPeriod; at: Temporal.Instant; last: number; gone: number }>`
    select distinct on (period) period, ran_at as at, gone as last,
      (sum(gone) over (partition by period))::int as gone
    from retention_runs order by period, ran_at desc`.execute(db)
  const { rows } = await sql<Record<DeletedPeriod, { kept: number; oldest: string | null }>>`select
    (select jsonb_build_object('kept', count(*), 'oldest', min(created_at)::date) from (
      select created_at from mail_outbox where state <> 'waiting' union all select created_at from inbox_notices) m) as messages,
    (select jsonb_build_object('kept', count(*), 'oldest', min(created_at)::date) from contact_messages) as visitors,
    (select jsonb_build_object('kept', count(*), 'oldest', min(expires_at)::date) from (
      select expires_at from sessions union all select expires_at from one_time_links) s) as "signIns",
    (select jsonb_build_object('kept', count(*), 'oldest', min(last_day)) from papers
      join departures on departures.driver_id = papers.driver_id and returned_on is null) as papers,
    (select jsonb_build_object('kept', count(*), 'oldest', min(changed_at)::date) from applications
      where state in ('started', 'rejected', 'withdrawn')) as candidates`.execute(db)
  const [counted] = rows
  return DELETED_PERIODS.map((period) => {
    const run = runs.find((candidate) => candidate.period === period)
    const oldest = counted?.[period].oldest ?? null
    return {
      period,
      ranAt: run?.at.toString() ?? null,
      lastGone: run?.last ?? null,
      gone: run?.gone ?? 0,
      kept: counted?.[period].kept ?? 0,
      next:
        oldest &&
        Temporal.PlainDate.from(oldest)
          .add({ days: PERIODS[period].days + 1 })
          .toString(),
    }
  })
}
