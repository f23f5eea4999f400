import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import { MONDAY_TIME } from '#domain/monday.ts'
import { type Week, weekName } from '#domain/week.ts'
import { type MondayRun, type MondaySetting, mondayFound } from './schema.ts'

/** Whether and when a week is made ready by itself, and since when that setting holds. */
export async function readMondayTime(
  on: Kysely<DB> = db,
): Promise<MondaySetting & { changedAt: Temporal.Instant | null }> {
  const row = await on
    .selectFrom('monday_times')
    .select(['is_on as isOn', 'weekday', 'hour', 'changed_at as changedAt'])
    .executeTakeFirst()
  return row ?? { ...MONDAY_TIME, isOn: false, changedAt: null }
}

/** The newest looks, the newest first. */
export async function listMondayRuns(limit: number, on: Kysely<DB> = db, id?: number): Promise<MondayRun[]> {
  const rows = await on
    .selectFrom('monday_runs')
    .leftJoin('users', 'users.uid', 'by_uid')
    .selectAll('monday_runs')
    .select(personName().as('by'))
    .$if(id !== undefined, (query) => query.where('monday_runs.id', '=', id ?? 0))
    .orderBy('monday_runs.id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    week: row.week,
    name: weekName(row.week as Week),
    at: row.began_at.toString(),
    endedAt: row.ended_at?.toString() ?? null,
    by: row.by,
    isScheduled: row.day !== null,
    found: mondayFound.safeParse(row.found).data ?? null,
    lacks: row.lacks,
    notifiedAt: row.told_at?.toString() ?? null,
  }))
}
