import { requireValue } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptEach } from '#db/kept-by-tables.server.ts'
import type { DB } from '#db/types.ts'
import type { OwnDriverId } from '#domain/access.ts'
import { earningsOf } from '#domain/earning.ts'
import { attribute } from '#domain/matching.ts'
import { type Cents, ZERO, cents, sum } from '#domain/money.ts'
import {
  NOTHING_REPORTED,
  type PlatformWeek,
  addPlatformWeeks,
  figuresOf,
  filledFrom,
  receivedParts,
  reportedBy,
} from '#domain/performance.ts'
import { type Week, previousWeek, weekAt } from '#domain/week.ts'
import { type CollectedWork, listCollectedWork } from '#features/connections/collected/queries.server.ts'
import { type NamedRow, SAID_OF_WORK, listNamedRows } from '#features/imports/rows/queries.server.ts'
import { readDirectories } from '#features/imports/owners/queries.server.ts'
import type { Activity, OwnActivity } from './schema.ts'

/** Number of weeks kept in memory: the last half year, the half year before it, and some more. */
const WEEKS_KEPT = 60

/**
 * Reads from the files the work of each driver's record in some weeks. With `records`, reads only these, every time;
 * without, a week is kept in memory until its rows, or anybody's names or cars, change.
 */
export async function activityOfWeeks(
  weeks: readonly Week[],
  on: Kysely<DB>,
  records?: readonly string[],
): Promise<ReadonlyMap<Week, ReadonlyMap<string, Activity>>> {
  if (weeks.length === 0) return new Map()
  return records === undefined ? await keptActivity(weeks, on) : await readActivity(weeks, on, records)
}

const keptActivity = keptEach(
  {
    shared: ['platform_drivers', 'source_keys', 'vehicles', 'assignments'],
    ofWeek: ['import_weeks', 'platform_weeks', ...SAID_OF_WORK, 'settlements'],
    weekOf: (week: Week) => week,
  },
  (weeks, on) => readActivity(weeks, on),
  WEEKS_KEPT,
)

async function readActivity(
  weeks: readonly Week[],
  on: Kysely<DB>,
  records?: readonly string[],
): Promise<ReadonlyMap<Week, ReadonlyMap<string, Activity>>> {
  const [listed, collected, directoryIn] = await Promise.all([
    listNamedRows({ weeks, of: 'work', ...(records && { drivers: records }) }, on),
    listCollectedWork(weeks, on, records),
    readDirectories(weeks, on),
  ])
  const only = records && new Set(records)
  const found = new Map(weeks.map((week) => [week, new Map<string, Activity>()]))
  const inWeeks = () => new Map(weeks.map((week) => [week, new Map<string, Activity['reported']>()]))
  // The data fetched from a platform only fills in figures that no file has, and is never added to a file's figures.
  const [reports, fetched] = [inWeeks(), inWeeks()]
  const driverOf = (row: NamedRow) => {
    const owner = attribute(row, directoryIn(row.week))
    return owner.to !== 'driver' || only?.has(owner.driverId) === false ? null : owner.driverId
  }
  for (const row of listed) {
    const driverId = driverOf(row)
    if (driverId === null) continue
    if (row.kind === 'reference') addReported(requireValue(reports, row.week), driverId, row)
    else {
      const activityOfWeek = requireValue(found, row.week)
      activityOfWeek.set(driverId, addRow(activityOfWeek.get(driverId), row))
    }
  }
  for (const row of collected.map(workRow)) {
    const driverId = driverOf(row)
    if (driverId !== null) addReported(requireValue(fetched, row.week), driverId, row)
  }
  for (const work of [reports, fetched]) fill(found, work)
  return found
}

type ReportedByDriver = Map<string, Activity['reported']>

function addReported(own: ReportedByDriver, driverId: string, row: NamedRow): void {
  own.set(driverId, bothPlatforms(own.get(driverId) ?? NO_REPORTS, reportedOf(row), addPlatformWeeks))
}

function fill(found: ReadonlyMap<Week, Map<string, Activity>>, work: ReadonlyMap<Week, ReportedByDriver>): void {
  for (const [week, drivers] of work) {
    const activityOfWeek = requireValue(found, week)
    for (const [driverId, reported] of drivers) {
      const before = activityOfWeek.get(driverId) ?? NOTHING
      activityOfWeek.set(driverId, { ...before, reported: bothPlatforms(before.reported, reported, filledFrom) })
    }
  }
}

/** Turns fetched data of a platform into a row of a work report: it has no money and raises no question. */
function workRow({ source, week, keys, measures }: CollectedWork): NamedRow {
  const nothing = { id: '', at: null, amount: ZERO, said: null }
  return { ...nothing, source, week, kind: 'reference', keys, measures: { ...measures } }
}

const NO_REPORTS: Activity['reported'] = { uber: NOTHING_REPORTED, bolt: NOTHING_REPORTED }

function reportedOf(row: NamedRow): Activity['reported'] {
  return row.source === 'uber' || row.source === 'bolt' ? { ...NO_REPORTS, [row.source]: reportedBy(row) } : NO_REPORTS
}

function bothPlatforms(
  one: Activity['reported'],
  other: Activity['reported'],
  join: (one: PlatformWeek, other: PlatformWeek) => PlatformWeek,
): Activity['reported'] {
  return { uber: join(one.uber, other.uber), bolt: join(one.bolt, other.bolt) }
}

const NOTHING: Activity = {
  income: ZERO,
  parts: { paid: ZERO, cash: ZERO, refunds: ZERO },
  trips: null,
  onlineMinutes: { uber: null, bolt: null },
  reported: NO_REPORTS,
}

/** A `null` is a figure that no source reports: it adds nothing. */
function addKnown(known: number | null, more: number | null): number | null {
  return more === null ? known : (known ?? 0) + more
}

function addRow(before: Activity = NOTHING, row: NamedRow): Activity {
  const parts = receivedParts(earningsOf(row))
  const reported = reportedOf(row)
  return bothActivities(before, {
    income: sum(Object.values(parts)),
    parts,
    trips: row.measures['trips'] ?? null,
    onlineMinutes: { uber: reported.uber.onlineMinutes, bolt: reported.bolt.onlineMinutes },
    reported,
  })
}

/** Adds the activities of two records of a person, or of two rows of one record. */
export function bothActivities(one: Activity, other: Activity): Activity {
  return {
    income: sum([one.income, other.income]),
    parts: {
      paid: sum([one.parts.paid, other.parts.paid]),
      cash: sum([one.parts.cash, other.parts.cash]),
      refunds: sum([one.parts.refunds, other.parts.refunds]),
    },
    trips: addKnown(one.trips, other.trips),
    onlineMinutes: {
      uber: addKnown(one.onlineMinutes.uber, other.onlineMinutes.uber),
      bolt: addKnown(one.onlineMinutes.bolt, other.onlineMinutes.bolt),
    },
    reported: bothPlatforms(one.reported, other.reported, addPlatformWeeks),
  }
}

/** Number of weeks that a driver sees beside each other. */
const OWN_WEEKS = 12

/**
 * The signed-in driver's last weeks including the current one, newest first, over all records of the person. Leaves
 * out weeks without a file on the money received: a week whose trips were fetched before its file came would read as
 * nothing earned.
 */
export async function listOwnActivity(
  driverId: OwnDriverId,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<OwnActivity[]> {
  const weeks = Array.from({ length: OWN_WEEKS }, (_, back) => previousWeek(weekAt(now), OWN_WEEKS - 1 - back))
  const [records, issued] = await Promise.all([recordsOf([driverId], on), listOwnWeeks(driverId, on)])
  const activity = await activityOfWeeks(weeks, on, records)
  return weeks.toReversed().flatMap((week) => {
    const parts = records.flatMap((id) => activity.get(week)?.get(id) ?? [])
    if (parts.length === 0) return []
    const { reported: own, onlineMinutes: _, ...all } = parts.reduce(bothActivities)
    if (own.uber.received === null && own.bolt.received === null) return []
    const { perHour, minutes } = figuresOf([{ ...own, net: null }])
    // Two platforms may count the same hours, so show the driver only the hours of one of them.
    return [{ week, ...all, onlineMinutes: minutes, perHour, earnings: issued.get(week) ?? null }]
  })
}

/** All records of these persons, including those merged into them. */
export async function recordsOf(drivers: readonly string[], on: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select own_records(standing_record(one)) as id from unnest(${drivers}::uuid[]) one`.execute(on)
  return [...new Set(rows.map(({ id }) => id))]
}

/** The weeks for which the signed-in driver has a statement, each with the earnings that it counts. */
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
