import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptByGround } from '#db/kept-by-ground.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { earningsOf } from '#domain/earning.ts'
import { attribute } from '#domain/matching.ts'
import { type Cents, ZERO, cents, minus, sum } from '#domain/money.ts'
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

const NOTHING: Activity = {
  income: ZERO,
  parts: { paid: ZERO, cash: ZERO, refunds: ZERO },
  trips: null,
  onlineMinutes: null,
}

/** `null` is what nobody told, and adds nothing. */
function plus(known: number | null, more: number | null): number | null {
  return more === null ? known : (known ?? 0) + more
}

function added(before: Activity = NOTHING, row: LiveRow): Activity {
  const told = earningsOf(row)
  const parts = {
    paid: sum(told.map(({ payment }) => payment)),
    cash: sum(told.map(({ cashKept }) => cashKept)),
    refunds: minus(sum(told.flatMap(({ tollRefunds, expenseRefunds }) => [tollRefunds, expenseRefunds]))),
  }
  return both(before, {
    income: sum(Object.values(parts)),
    parts,
    trips: row.measures['trips'] ?? null,
    onlineMinutes: row.measures['online_minutes'] ?? null,
  })
}

function both(one: Activity, other: Activity): Activity {
  return {
    income: sum([one.income, other.income]),
    parts: {
      paid: sum([one.parts.paid, other.parts.paid]),
      cash: sum([one.parts.cash, other.parts.cash]),
      refunds: sum([one.parts.refunds, other.parts.refunds]),
    },
    trips: plus(one.trips, other.trips),
    onlineMinutes: plus(one.onlineMinutes, other.onlineMinutes),
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
    const all = parts.reduce(both)
    return [{ week, ...all, earnings: issued.get(week) ?? null }]
  })
}

/** The weeks of which the reader has a statement, each with what it counts as earnings. */
export async function listOwnWeeks(driverId: OwnDriverId, on: Kysely<DB> = db): Promise<ReadonlyMap<string, Cents>> {
  const rows = await on
    .selectFrom('settlements')
    .select('week')
    .select(sql<number>`sum(earnings_cents)::bigint`.as('earnings'))
    .where(sql<boolean>`driver_id in (select own_records(${driverId}::uuid))`)
    .where('state', '<>', 'void')
    .groupBy('week')
    .execute()
  return new Map(rows.map(({ week, earnings }) => [week, cents(earnings)]))
}
