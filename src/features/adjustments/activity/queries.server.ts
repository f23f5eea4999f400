import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { keptByGround } from '#db/kept-by-ground.server.ts'
import { attribute } from '#domain/matching.ts'
import { ZERO, sum } from '#domain/money.ts'
import type { Week } from '#domain/week.ts'
import { type LiveRow, listLiveRows, readDirectory } from '#features/imports/queries.server.ts'
import type { Activity } from './schema.ts'

/** Half a year of weeks: as far back as rewards are usually under way. */
const WEEKS_KEPT = 26

/** What each driver did in a week as its files tell, by record; kept while rows, names and cars are the same. */
export const activityOf = keptByGround(
  (week: Week) => week,
  (week) => [
    ...(['import_weeks', 'row_answers', 'passage_answers', 'settlements'] as const).map((table) => ({
      table,
      where: sql<boolean>`week = ${week}::date`,
    })),
    { table: 'source_keys' },
    { table: 'vehicles' },
    { table: 'assignments' },
  ],
  readActivity,
  WEEKS_KEPT,
)

async function readActivity(week: Week, on: Kysely<DB>): Promise<ReadonlyMap<string, Activity>> {
  const [rows, directory] = await Promise.all([listLiveRows(week, on), readDirectory(on, week)])
  const found = new Map<string, Activity>()
  for (const row of rows) {
    if (row.kind !== 'earning' && row.kind !== 'activity') continue
    const owner = attribute(row, directory)
    if (owner.to !== 'driver') continue
    found.set(owner.driverId, added(found.get(owner.driverId), row))
  }
  return found
}

function added(
  before: Activity = { income: ZERO, trips: null, onlineMinutes: null },
  { kind, amount, measures }: LiveRow,
): Activity {
  const plus = (known: number | null, more: number | undefined) => (more === undefined ? known : (known ?? 0) + more)
  return {
    income: kind === 'earning' ? sum([before.income, amount]) : before.income,
    trips: plus(before.trips, measures['trips']),
    onlineMinutes: plus(before.onlineMinutes, measures['online_minutes']),
  }
}
