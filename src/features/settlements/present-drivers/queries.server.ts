import { type Kysely, type Selectable, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptEach } from '#db/kept-by-tables.server.ts'
import { askTogether, listQuestion } from '#db/together.server.ts'
import type { DB, Drivers } from '#db/types.ts'
import { firstOf } from '#domain/certain.ts'
import { type Stay, daysActive, drivesIn } from '#domain/driver-week.ts'
import type { DriverName } from '#domain/driver.ts'
import { attribute } from '#domain/matching.ts'
import { type Week, weekOf } from '#domain/week.ts'
import { listDueGoalsIn } from '#features/adjustments/goals/queries.server.ts'
import { type Stays, staysOf } from '#features/departures/queries.server.ts'
import { firstTerms } from '#features/fleet/terms/queries.server.ts'
import { readDirectories } from '#features/imports/owners/queries.server.ts'
import { listNamedRows } from '#features/imports/rows/queries.server.ts'

/** Drivers with a statement in a week, in the order of `getWeek`, without settling anything. */
export async function listPresent(week: Week, on: Kysely<DB> = db): Promise<DriverName[]> {
  return (await listPresentIn([week], on)).get(week) ?? []
}

/** Drivers with a statement in several weeks, read together. */
export async function listPresentIn(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
): Promise<ReadonlyMap<Week, DriverName[]>> {
  return (await readPresent(weeks, on)).present
}

/** For each week, the number of these drivers for whom no statement was issued yet. */
export async function countUnissuedIn(weeks: readonly Week[], on: Kysely<DB> = db): Promise<ReadonlyMap<Week, number>> {
  const { present, isIssued } = await readPresent(weeks, on)
  return new Map([...present].map(([week, drivers]) => [week, drivers.filter(({ id }) => !isIssued(id, week)).length]))
}

type Present = { present: ReadonlyMap<Week, DriverName[]>; isIssued: (id: string, week: Week) => boolean }

async function readPresent(weeks: readonly Week[], on: Kysely<DB>): Promise<Present> {
  if (weeks.length === 0) return { present: new Map(), isIssued: () => false }
  const { agreedFrom, frozen, adjusted, opening, ...records } = await askTogether(
    {
      drivers: driverRecords(),
      stays: staysOf(),
      agreedFrom: firstTerms,
      frozen: statementsOf(weeks),
      adjusted: adjustedIn(weeks),
      opening: weeksThatOpen(weeks),
    },
    on,
  )
  const drivers = weekDrivers(records)
  const rewards = await listOpeningGoals(opening, on)
  const presentIn = (week: Week) => {
    const terms = { has: (id: string) => (agreedFrom.get(id) ?? LATER) <= week }
    const parts = { week, terms, frozen: frozen(week), rewards: rewards(week), adjusted: adjusted(week) }
    return (driver: WeekDriverRecord) => isPresent(driver, parts)
  }
  const others = weeks.map((week) => {
    const isHere = presentIn(week)
    return [week, ...drivers.filter((driver) => !isHere(driver)).map(({ id }) => id)].join(' ')
  })
  const [rows, directoryIn] = await Promise.all([rowsOfOthers(others, on), readDirectories(weeks, on)])
  const withRows = new Set(
    [...rows.values()].flat().flatMap((row) => {
      const owner = attribute(row, directoryIn(row.week))
      return owner.to === 'driver' ? [`${owner.driverId} ${row.week}`] : []
    }),
  )
  const present = new Map(
    weeks.map((week) => {
      const isHere = presentIn(week)
      const presentInWeek = drivers.filter((driver) => isHere(driver) || withRows.has(`${driver.id} ${week}`))
      return [week, presentInWeek.map(({ id, ref, name }) => ({ id, ref, name }))]
    }),
  )
  return { present, isIssued: (id, week) => frozen(week).has(id) }
}

/** Number of weeks whose rows are kept. */
const OTHERS_KEPT = 40

/**
 * Rows that may belong to drivers who have no other part in a week, by the week and their ids: kept while rows, names and cars
 * are the same.
 */
export const rowsOfOthers = keptEach(
  {
    shared: ['source_keys', 'vehicles', 'assignments'],
    ofWeek: ['import_weeks', 'row_answers', 'passage_answers'],
    weekOf: (key: string) => weekOfKey(key),
  },
  async (keys, on) => {
    const drivers = new Set(keys.flatMap((key) => key.split(' ').slice(1)))
    const rows = await listNamedRows({ weeks: keys.map(weekOfKey), of: 'all', drivers: [...drivers] }, on)
    const ofWeek = Map.groupBy(rows, ({ week }) => week)
    return new Map(keys.map((key) => [key, ofWeek.get(weekOfKey(key)) ?? []]))
  },
  OTHERS_KEPT,
)

const weekOfKey = (key: string) => firstOf(key.split(' ')) as Week

/** A day after every week. */
const LATER = '9999-12-31'

/** Drivers with a live statement in each of some weeks. */
const statementsOf = (weeks: readonly Week[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('settlements')
        .select(['week', sql`array_agg(driver_id)`.as('drivers')])
        .where('week', 'in', weeks)
        .where('state', '<>', 'void')
        .groupBy('week'),
    byWeek,
  )

/** Drivers with a decided adjustment on each of some weeks. */
const adjustedIn = (weeks: readonly Week[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('adjustments')
        .select(['week', sql`array_agg(driver_id)`.as('drivers')])
        .where('week', 'in', weeks)
        .where('state', '=', 'accepted')
        .groupBy('week'),
    byWeek,
  )

function byWeek(rows: readonly { week: Week; drivers: string[] }[]): (week: Week) => ReadonlySet<string> {
  const found = new Map(rows.map(({ week, drivers }) => [week, new Set(drivers)]))
  return (week) => found.get(week) ?? NO_DRIVERS
}

const NO_DRIVERS: ReadonlySet<string> = new Set()

/** The weeks among these in which a prize may open a statement: none was issued yet, or one was voided. */
const weeksThatOpen = (weeks: readonly Week[]) =>
  listQuestion(
    () => sql`(select asked.week from unnest(${weeks}::date[]) as asked(week)
      where exists (select from settlements where week = asked.week and state = 'void')
        or not exists (select from settlements where week = asked.week))`,
    (rows: { week: Week }[]) => rows.map(({ week }) => week),
  )

/**
 * Drivers for whom a prize opens a statement in each of these weeks: only prizes for goals do; one for a recruited
 * driver goes on a statement that exists.
 */
async function listOpeningGoals(weeks: readonly Week[], on: Kysely<DB>) {
  const due = await listDueGoalsIn(weeks, on)
  return (week: Week) => new Set(due(week).flatMap((goal) => (goal.opensStatement ? [goal.driverId] : [])))
}

type Has = { has: (id: string) => boolean }

/** Whether a driver has a part in the week besides rows. */
export function isPresent(
  { id, active, isGone, paysIn }: WeekDriverRecord,
  { week, terms, frozen, adjusted, rewards }: { week: Week } & Record<'terms' | 'frozen' | 'adjusted' | 'rewards', Has>,
): boolean {
  return (
    frozen.has(id) ||
    adjusted.has(id) ||
    // A removed or merged record keeps its terms, but works no longer.
    (!isGone && terms.has(id) && active(week)) ||
    // A driver who left in the middle of the month of a goal has earned the prize all the same.
    (!isGone && rewards.has(id)) ||
    // The statement of this week pays out a closed final account.
    paysIn === week
  )
}

export type WeekDriverRecord = ReturnType<typeof weekDrivers>[number]

/** All driver records, or these, by name. */
export const driverRecords = (only?: readonly string[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('drivers')
        .select(['id', 'ref', 'name', 'language', 'status', 'started_on', 'ended_on', 'is_gone'])
        .$if(only !== undefined, (query) => query.where('id', '=', sql<string>`any(${only}::uuid[])`))
        .orderBy('name')
        .orderBy('ref'),
    (rows: DriverRecord[]) => rows,
  )

type DriverRecord = Pick<Selectable<Drivers>, 'id' | 'ref' | 'name' | 'language' | 'status' | 'is_gone'> & {
  started_on: string | null
  ended_on: string | null
}

/** Drivers with the weeks in which they worked. */
export function weekDrivers({
  drivers,
  stays,
}: {
  drivers: readonly DriverRecord[]
  stays: ReadonlyMap<string, Stays>
}) {
  return drivers.map(({ started_on, ended_on, language, is_gone, ...driver }) => ({
    ...driver,
    isGone: is_gone,
    language: language === 'en' ? ('en' as const) : ('pt' as const),
    hasLeft: stays.get(driver.id)?.hasLeft ?? false,
    paysIn: stays.get(driver.id)?.paysIn ?? null,
    since: started_on === null ? null : weekOf(Temporal.PlainDate.from(started_on)),
    ...stayOf({ startedOn: started_on, endedOn: ended_on, away: stays.get(driver.id)?.away ?? [] }, driver.status),
  }))
}

function stayOf(stay: Stay, status: string) {
  return {
    active: (week: Week) => drivesIn(week, { status, ...stay }),
    worked: (week: Week) => daysActive(week, stay),
  }
}
