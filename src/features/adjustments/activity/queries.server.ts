import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptByGround } from '#db/kept-by-ground.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { earningsOf } from '#domain/earning.ts'
import { attribute } from '#domain/matching.ts'
import { ZERO, minus, sum } from '#domain/money.ts'
import { type Week, previousWeek, weekAt } from '#domain/week.ts'
import { type LiveRow, listLiveRows } from '#features/imports/rows/queries.server.ts'
import { readDirectory } from '#features/imports/owners/queries.server.ts'
import type { Activity, OwnActivity } from './schema.ts'

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

const NOTHING: Activity = { income: ZERO, trips: null, onlineMinutes: null }

/** `null` is what nobody told, and adds nothing. */
function plus(known: number | null, more: number | null | undefined): number | null {
  return more === undefined || more === null ? known : (known ?? 0) + more
}

function added(before: Activity = NOTHING, row: LiveRow): Activity {
  const earned = earningsOf(row).flatMap(({ payment, cashKept, tollRefunds, expenseRefunds }) => [
    payment,
    cashKept,
    minus(tollRefunds),
    minus(expenseRefunds),
  ])
  return {
    income: sum([before.income, ...earned]),
    trips: plus(before.trips, row.measures['trips']),
    onlineMinutes: plus(before.onlineMinutes, row.measures['online_minutes']),
  }
}

/** The same of several weeks that follow each other; asked once for all of them, as most looks find them unchanged. */
export const activityOfWeeks = keptByGround(
  (weeks: readonly Week[]) => `${weeks[0]} ${weeks.length}`,
  (weeks) => [
    ...(['import_weeks', 'row_answers', 'passage_answers', 'settlements'] as const).map((table) => ({
      table,
      where: sql<boolean>`week = any(${weeks}::date[])`,
    })),
    { table: 'source_keys' },
    { table: 'vehicles' },
    { table: 'assignments' },
  ],
  async (weeks, on): Promise<ReadonlyMap<Week, ReadonlyMap<string, Activity>>> => {
    const found = new Map<Week, ReadonlyMap<string, Activity>>()
    for (const week of weeks) found.set(week, await activityOf(week, on))
    return found
  },
  WEEKS_KEPT,
)

/** Weeks of the reader that are shown beside each other. */
const OWN_WEEKS = 12

/**
 * The reader's last weeks, this one with them, the newest first: those of which a file tells something. A person is all their
 * records.
 */
export async function listOwnActivity(
  driverId: OwnDriverId,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<OwnActivity[]> {
  const weeks = Array.from({ length: OWN_WEEKS }, (_, back) => previousWeek(weekAt(now), OWN_WEEKS - 1 - back))
  const [told, records, issued] = await Promise.all([
    activityOfWeeks(weeks, on),
    on
      .selectFrom('drivers')
      .select('id')
      .where(sql<boolean>`id in (select own_records(${driverId}::uuid))`)
      .execute(),
    listOwnWeeks(driverId, on),
  ])
  return weeks.toReversed().flatMap((week) => {
    const parts = records.flatMap(({ id }) => told.get(week)?.get(id) ?? [])
    if (parts.length === 0) return []
    const all = parts.reduce((one, other) => ({
      income: sum([one.income, other.income]),
      trips: plus(one.trips, other.trips),
      onlineMinutes: plus(one.onlineMinutes, other.onlineMinutes),
    }))
    return [{ week, ...all, isIssued: issued.has(week) }]
  })
}

/** The weeks of which the reader has a statement. */
export async function listOwnWeeks(driverId: OwnDriverId, on: Kysely<DB> = db): Promise<ReadonlySet<string>> {
  const rows = await on
    .selectFrom('settlements')
    .select('week')
    .where(sql<boolean>`driver_id in (select own_records(${driverId}::uuid))`)
    .where('state', '<>', 'void')
    .execute()
  return new Set(rows.map(({ week }) => week))
}
