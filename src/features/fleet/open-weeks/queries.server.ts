import { knownIn } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { openWeek } from '#domain/adjustment.ts'
import { drivesIn } from '#domain/driver-week.ts'
import { type Week, nextWeek } from '#domain/week.ts'

/** The week that something of a driver goes on: the first from one on that is open for them (`openWeek`). */
export async function openWeekFor(driverId: string, from: Week, on: Kysely<DB> = db): Promise<Week> {
  const { newest } = await newestIssued(on)
  return (await openWeeks([driverId], from, newest, on))(driverId)
}

/**
 * The same of each of several drivers, for what came too late for `about`: never before the newest week with statements, nor
 * before the first that drivers are paid for.
 */
export async function openWeeksAfter(
  about: Week,
  driverIds: readonly string[],
  on: Kysely<DB> = db,
): Promise<(driverId: string) => Week> {
  const [{ newest }, { first }] = await Promise.all([newestIssued(on), firstPaid(on)])
  const earliest = [nextWeek(about), newest, first].filter((week) => week !== null)
  // oxlint-disable-next-line typescript/no-non-null-assertion -- the week after is always among them
  return openWeeks(driverIds, earliest.toSorted().at(-1)!, newest, on)
}

/**
 * Weeks with movements from before the first that drivers are paid for: nobody works them, and none of them is the open week.
 * What came for them late goes on the open week, and they close by themselves (`rulings.md` K.6).
 */
export async function listLeftWeeks(on: Kysely<DB> = db): Promise<Week[]> {
  const { rows } = await sql<{ week: Week }>`
    select distinct week::text as week from import_weeks
    where live_rows > 0 and week < (${FIRST_PAID}) order by week`.execute(on)
  return rows.map(({ week }) => week)
}

/** The first week that drivers are paid for, by its statements or its income. */
async function firstPaid(on: Kysely<DB>): Promise<{ first: Week | null }> {
  const { rows } = await sql<{ first: Week | null }>`select (${FIRST_PAID})::text as first`.execute(on)
  return rows[0] ?? { first: null }
}

const FIRST_PAID = sql`select least(
  (select min(week) from settlements where state <> 'void'),
  (select min(brought.week) from import_weeks brought join imports on imports.id = import_id
    where live_rows > 0 and undone_at is null and imports.kind in ('payments_driver', 'earnings')))`

async function newestIssued(on: Kysely<DB>) {
  return on
    .selectFrom('settlements')
    .select(sql<Week | null>`max(week)`.as('newest'))
    .where('state', '<>', 'void')
    .executeTakeFirstOrThrow()
}

async function openWeeks(
  driverIds: readonly string[],
  from: Week,
  newest: Week | null,
  on: Kysely<DB>,
): Promise<(driverId: string) => Week> {
  const of = sql<boolean>`driver_id = any(${driverIds}::uuid[])`
  const [frozen, drivers, terms, departures] = await Promise.all([
    on
      .selectFrom('settlements')
      .select(['driver_id', 'week'])
      .where(of)
      .where('week', '>=', from)
      .where('state', '<>', 'void')
      .execute(),
    on
      .selectFrom('drivers')
      .select(['id', 'status', 'started_on as startedOn', 'ended_on as endedOn'])
      .where('id', '=', sql<string>`any(${driverIds}::uuid[])`)
      .execute(),
    on
      .selectFrom('terms')
      .select(['driver_id', sql<Week>`min(valid_from)`.as('first')])
      .where(of)
      .where('withdrawn_at', 'is', null)
      .groupBy('driver_id')
      .execute(),
    on
      .selectFrom('departures')
      .select(['driver_id', 'last_day as after', 'returned_on as until'])
      .where(of)
      .where('returned_on', 'is not', null)
      .execute(),
  ])
  const taken = new Set(frozen.map(({ driver_id, week }) => `${driver_id} ${week}`))
  const driverOf = new Map(drivers.map((driver) => [driver.id, driver]))
  const firstOf = new Map(terms.map(({ driver_id, first }) => [driver_id, first]))
  const awayOf = Map.groupBy(departures, ({ driver_id }) => driver_id)
  return (id) => {
    const away = (awayOf.get(id) ?? []).flatMap(({ after, until }) => (until === null ? [] : [{ after, until }]))
    return openWeek(from, newest, {
      isFrozen: (week) => taken.has(`${id} ${week}`),
      isActive: (week) => drivesIn(week, { ...knownIn(driverOf, id), away }),
      firstTerms: firstOf.get(id) ?? null,
    })
  }
}
