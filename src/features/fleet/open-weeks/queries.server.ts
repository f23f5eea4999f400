import { requireValue, lastOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { askAlone, listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { openWeek } from '#domain/adjustment.ts'
import { type Absence, drivesIn } from '#domain/driver-week.ts'
import { type Week, nextWeek } from '#domain/week.ts'

/**
 * The week to which something new of a driver belongs: the first week, from the given one on, that is open for the
 * driver (`openWeek`).
 */
export async function openWeekFor(driverId: string, from: Week, on: Kysely<DB> = db): Promise<Week> {
  const openWeekOf = await openWeeksFor([{ driverId, from }], on)
  return openWeekOf(driverId, from)
}

/** The open weeks of several drivers, each from a week of its own. Returns a function that gives the week of one. */
export async function openWeeksFor(
  starts: readonly { driverId: string; from: Week }[],
  on: Kysely<DB> = db,
): Promise<(driverId: string, from: Week) => Week> {
  const { newest } = await readNewestAndFirstWeek(on)
  return openWeeks(starts, newest, on)
}

/**
 * The open week of each of several drivers for rows that came too late for the week `about`: never before the newest
 * week with statements, nor before the first for which drivers are paid.
 */
export async function openWeeksAfter(
  about: Week,
  driverIds: readonly string[],
  on: Kysely<DB> = db,
): Promise<(driverId: string) => Week> {
  const { newest, first } = await readNewestAndFirstWeek(on)
  const from = lastOf([nextWeek(about), newest, first].filter((week) => week !== null).toSorted())
  const openWeekOf = await openWeeks(
    driverIds.map((driverId) => ({ driverId, from })),
    newest,
    on,
  )
  return (driverId) => openWeekOf(driverId, from)
}

/**
 * Weeks with movements before the first week for which drivers are paid: nobody settles them, and none is an open
 * week. Their movements belong to the open week, and they close automatically (`rulings.md` K.6).
 */
export async function listWeeksBeforeFirstPaid(on: Kysely<DB> = db): Promise<Week[]> {
  return askAlone(weeksBeforeFirstPaid, on)
}

const FIRST_PAID = sql`select least(
  (select min(week) from settlements where state <> 'void'),
  (select min(brought.week) from import_weeks brought join imports on imports.id = import_id
    where live_rows > 0 and undone_at is null and imports.kind in ('payments_driver', 'earnings')))`

/**
 * The newest week with statements, and the first for which drivers are paid: the first with statements or with an
 * import of income.
 */
async function readNewestAndFirstWeek(on: Kysely<DB>): Promise<{ newest: Week | null; first: Week | null }> {
  return on
    .selectFrom('settlements')
    .select([sql<Week | null>`max(week)`.as('newest'), sql<Week | null>`(${FIRST_PAID})`.as('first')])
    .where('state', '<>', 'void')
    .executeTakeFirstOrThrow()
}

export const weeksBeforeFirstPaid = listQuestion(
  () => sql`(select distinct week from import_weeks where live_rows > 0 and week < (${FIRST_PAID}) order by week)`,
  (rows: { week: Week }[]) => rows.map(({ week }) => week),
)

/** Whether a driver has a statement of a week, issued or later: what is written for that week no longer changes it. */
export async function hasStatement(driverId: string, week: Week, on: Kysely<DB> = db): Promise<boolean> {
  const statement = await on
    .selectFrom('settlements')
    .select('id')
    .where('driver_id', '=', driverId)
    .where('week', '=', week)
    .where('state', '<>', 'void')
    .executeTakeFirst()
  return statement !== undefined
}

/**
 * Weeks for which drivers are paid, with movements and without any statement, oldest first. A week that is approved before one
 * of them deducts nothing of what its drivers come to owe in it.
 */
export const weeksWithoutStatements = listQuestion(
  () => sql`(select distinct week from import_weeks brought
    where live_rows > 0 and week >= (${FIRST_PAID})
      and not exists (select from settlements where settlements.week = brought.week and state <> 'void') order by week)`,
  (rows: { week: Week }[]) => rows.map(({ week }) => week),
)

/** The weeks of `weeksWithoutStatements` before a week. */
export async function listOpenWeeksBefore(week: Week, on: Kysely<DB> = db): Promise<Week[]> {
  return (await askAlone(weeksWithoutStatements, on)).filter((open) => open < week)
}

async function openWeeks(
  starts: readonly { driverId: string; from: Week }[],
  newest: Week | null,
  on: Kysely<DB>,
): Promise<(driverId: string, from: Week) => Week> {
  const [earliest] = starts.map(({ from }) => from).toSorted()
  const drivers = await on
    .selectFrom('drivers')
    .select(['id', 'status', 'started_on as startedOn', 'ended_on as endedOn'])
    .select([
      sql<Week[]>`array(select week::text from settlements where driver_id = drivers.id and week >= ${earliest}
        and state <> 'void')`.as('frozen'),
      sql<Week | null>`(select min(valid_from) from terms where driver_id = drivers.id and withdrawn_at is null)`.as(
        'firstTerms',
      ),
      sql<Absence[]>`(select coalesce(json_agg(json_build_object('after', last_day, 'until', returned_on)), '[]')
        from departures where driver_id = drivers.id and returned_on is not null)`.as('away'),
    ])
    .where('id', '=', sql<string>`any(${starts.map(({ driverId }) => driverId)}::uuid[])`)
    .execute()
  const driverOf = new Map(drivers.map((driver) => [driver.id, driver]))
  return (id, from) => {
    const { frozen, firstTerms, ...driver } = requireValue(driverOf, id)
    return openWeek(from, newest, {
      isFrozen: (week) => frozen.includes(week),
      isActive: (week) => drivesIn(week, driver),
      firstTerms,
    })
  }
}
