import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptEach } from '#db/kept-by-tables.server.ts'
import type { DB } from '#db/types.ts'
import { firstOf } from '#domain/certain.ts'
import { type Stay, daysActive, drivesIn } from '#domain/driver-week.ts'
import type { DriverName } from '#domain/driver.ts'
import { attribute } from '#domain/matching.ts'
import { type Week, weekOf } from '#domain/week.ts'
import { listDueGoalsIn } from '#features/adjustments/goals/queries.server.ts'
import { listStays } from '#features/departures/queries.server.ts'
import { listFirstTerms } from '#features/fleet/terms/queries.server.ts'
import { readDirectories } from '#features/imports/owners/queries.server.ts'
import { listNamedRows } from '#features/imports/rows/queries.server.ts'

/** Whoever has a statement in a week, in the order in which `getWeek` has them, with nothing settled. */
export async function listPresent(week: Week, on: Kysely<DB> = db): Promise<DriverName[]> {
  return (await listPresentIn([week], on)).get(week) ?? []
}

/** The same of several weeks, read together. */
export async function listPresentIn(
  weeks: readonly Week[],
  on: Kysely<DB> = db,
): Promise<ReadonlyMap<Week, DriverName[]>> {
  if (weeks.length === 0) return new Map()
  const [drivers, agreedFrom, frozen, adjusted, rewards] = await Promise.all([
    listWeekDrivers(on),
    listFirstTerms(on),
    listStatementsOf(weeks, on),
    listAdjustedIn(weeks, on),
    listOpeningGoals(weeks, on),
  ])
  const presentIn = (week: Week) => {
    const terms = { has: (id: string) => (agreedFrom.get(id) ?? LATER) <= week }
    const known = { week, terms, frozen: frozen.live(week), rewards: rewards(week), adjusted: adjusted(week) }
    return (driver: WeekDriverRecord) => isPresent(driver, known)
  }
  const others = weeks.map((week) => {
    const isHere = presentIn(week)
    return [week, ...drivers.filter((driver) => !isHere(driver)).map(({ id }) => id)].join(' ')
  })
  const [rows, directoryIn] = await Promise.all([rowsOfOthers(others, on), readDirectories(weeks, on)])
  const brought = new Set(
    [...rows.values()].flat().flatMap((row) => {
      const owner = attribute(row, directoryIn(row.week))
      return owner.to === 'driver' ? [`${owner.driverId} ${row.week}`] : []
    }),
  )
  return new Map(
    weeks.map((week) => {
      const isHere = presentIn(week)
      const present = drivers.filter((driver) => isHere(driver) || brought.has(`${driver.id} ${week}`))
      return [week, present.map(({ id, ref, name }) => ({ id, ref, name }))]
    }),
  )
}

/** As many weeks as are looked at together. */
const OTHERS_KEPT = 40

/**
 * Rows that may be of some who have no other part in a week, by the week and their ids: kept while rows, names and cars are the
 * same.
 */
export const rowsOfOthers = keptEach(
  {
    shared: ['source_keys', 'vehicles', 'assignments'],
    ofWeek: ['import_weeks', 'row_answers', 'passage_answers'],
    weekOf: (asked: string) => weekAsked(asked),
  },
  async (asked, on) => {
    const drivers = new Set(asked.flatMap((one) => one.split(' ').slice(1)))
    const rows = await listNamedRows({ weeks: asked.map(weekAsked), of: 'all', drivers: [...drivers] }, on)
    const ofWeek = Map.groupBy(rows, ({ week }) => week)
    return new Map(asked.map((one) => [one, ofWeek.get(weekAsked(one)) ?? []]))
  },
  OTHERS_KEPT,
)

const weekAsked = (asked: string) => firstOf(asked.split(' ')) as Week

/** After every week. */
const LATER = '9999-12-31'

/** Who has a statement that stands in each of some weeks, and in which of them one was voided. */
async function listStatementsOf(weeks: readonly Week[], on: Kysely<DB>) {
  const rows = await on
    .selectFrom('settlements')
    .select(['driver_id', 'week'])
    .select(sql<boolean>`bool_or(state <> 'void')`.as('stands'))
    .where('week', 'in', weeks)
    .groupBy(['driver_id', 'week'])
    .execute()
  const live = Map.groupBy(
    rows.filter(({ stands }) => stands),
    ({ week }) => week,
  )
  return { live: (week: Week) => new Set((live.get(week) ?? []).map(({ driver_id }) => driver_id)) }
}

/** Who has something decided that goes on each of some weeks. */
async function listAdjustedIn(weeks: readonly Week[], on: Kysely<DB>) {
  const rows = await on
    .selectFrom('adjustments')
    .select(['driver_id', 'week'])
    .distinct()
    .where('week', 'in', weeks)
    .where('state', '=', 'accepted')
    .execute()
  const found = new Set(rows.map(({ driver_id, week }) => `${driver_id} ${week}`))
  return (week: Week) => ({ has: (id: string) => found.has(`${id} ${week}`) })
}

/**
 * Whose prizes open a statement in each of some weeks: only a goal does, what somebody is paid for who was brought goes on one that
 * is there. Where statements were issued and none was voided, nothing opens another.
 */
async function listOpeningGoals(weeks: readonly Week[], on: Kysely<DB>) {
  const { rows } = await sql<{ week: Week }>`
    select asked.week from unnest(${weeks}::date[]) as asked(week)
    where exists (select from settlements where week = asked.week and state = 'void')
      or not exists (select from settlements where week = asked.week)`.execute(on)
  const due = await listDueGoalsIn(
    rows.map(({ week }) => week),
    on,
  )
  return (week: Week) => new Set((due.get(week) ?? []).flatMap((one) => (one.opensStatement ? [one.driverId] : [])))
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
    // A record that was put away, or merged, keeps its terms and works no longer.
    (!isGone && terms.has(id) && active(week)) ||
    // Who left in the middle of the month that a goal counts has earned it all the same.
    (!isGone && rewards.has(id)) ||
    // A final account that was closed is paid out by the statement of this week.
    paysIn === week
  )
}

export type WeekDriverRecord = Awaited<ReturnType<typeof listWeekDrivers>>[number]

/** Every driver, or these, with when they drove, by name. */
export async function listWeekDrivers(on: Kysely<DB>, only?: readonly string[]) {
  const [drivers, stays] = await Promise.all([
    on
      .selectFrom('drivers')
      .select(['id', 'ref', 'name', 'language', 'status', 'started_on', 'ended_on', 'is_gone'])
      .$if(only !== undefined, (query) => query.where('id', '=', sql<string>`any(${only}::uuid[])`))
      .orderBy('name')
      .orderBy('ref')
      .execute(),
    listStays(on, only),
  ])
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
