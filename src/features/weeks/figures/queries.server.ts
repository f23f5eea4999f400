import { firstOf, lastOf } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import type { DB } from '#db/types.ts'
import { keptByTables } from '#db/kept-by-tables.server.ts'
import { cents } from '#domain/money.ts'
import { type Week, weekName, ZONE } from '#domain/week.ts'
import { listCarIncome } from '#features/weeks/cars/queries.server.ts'
import type { CompanyFigures, WeekFigures } from './schema.ts'

const WEEKS_OF_FIGURES = 12

/** Room for the last weeks, and for those from before a week was closed or opened again. */
const FIGURES_KEPT = 4

/** The company over the newest of these weeks. */
export async function companyFigures(closed: readonly Week[], on: Kysely<DB>): Promise<CompanyFigures> {
  const weeks = closed.toSorted().slice(-WEEKS_OF_FIGURES)
  return weeks.length === 0 ? { weeks: [], idle: null, cars: [] } : await figuresOfWeeks(weeks, on)
}

/** Kept in one piece, so that the overview checks its tables only once. */
export const figuresOfWeeks = keptByTables(
  (weeks: readonly Week[]) => weeks.join(),
  (weeks) => [
    { table: 'settlements', where: ofWeeks(weeks) },
    { table: 'journals', where: ofWeeks(weeks) },
    { table: 'assignments' },
    { table: 'vehicles' },
  ],
  readFigures,
  FIGURES_KEPT,
)

async function readFigures(weeks: readonly Week[], on: Kysely<DB>): Promise<CompanyFigures> {
  const [rows, { cars, assignments, active }, income] = await Promise.all([
    bookedInWeeks(weeks, on),
    carsInWeeks(weeks, on),
    listCarIncome(weeks, on),
  ])
  const used = Map.groupBy(cars, ({ week }) => week)
  const knowsCars = assignments > 0
  const activeOnes = (used.get(lastOf(weeks)) ?? []).filter(({ is_active }) => is_active).length
  return {
    weeks: rows.map(({ week, drivers, ...row }): WeekFigures => ({
      week,
      name: weekName(week),
      paid: cents(row.paid),
      fee: cents(row.fee),
      rent: cents(row.rent),
      drivers,
      cars: knowsCars ? (used.get(week)?.length ?? 0) : null,
    })),
    idle: knowsCars ? active - activeOnes : null,
    cars: income,
  }
}

const ofWeeks = (weeks: readonly Week[]) => sql<boolean>`week = any(${weeks}::date[])`

/**
 * Sums of the statements and journals of closed weeks: kept while no statement is added or changed. A journal never
 * changes what it says.
 */
export const bookedInWeeks = keptByTables(
  (weeks: readonly Week[]) => weeks.join(),
  (weeks) => [
    { table: 'settlements', where: ofWeeks(weeks) },
    { table: 'journals', where: ofWeeks(weeks) },
  ],
  async (weeks, on) => {
    const { rows } = await sql<{ week: Week; paid: number; drivers: number; fee: number; rent: number }>`
      select asked.week, coalesce(paid, 0) as paid, coalesce(drivers, 0) as drivers, coalesce(fee, 0) as fee, coalesce(rent, 0) as rent
      from unnest(${weeks}::date[]) as asked (week)
      left join (
        select week, coalesce(sum(payable_cents) filter (where state = 'paid'), 0)::bigint as paid,
          count(*) filter (where earnings_cents > 0) as drivers
        from settlements where ${ofWeeks(weeks)} and state <> 'void' group by week) settled using (week)
      left join (
        select week, sum(amount_cents) filter (where code = 'income:fee')::bigint as fee,
          sum(amount_cents) filter (where code = 'income:rent')::bigint as rent
        from journals join entries on entries.journal_id = journals.id
          join ledger_accounts on ledger_accounts.id = entries.account_id
        where ${ofWeeks(weeks)} and code in ('income:fee', 'income:rent') group by week) booked using (week)
      order by asked.week`.execute(on)
    return rows
  },
  FIGURES_KEPT,
)

/** The cars that drivers with earnings had in closed weeks, and the number of all cars. */
export const carsInWeeks = keptByTables(
  (weeks: readonly Week[]) => weeks.join(),
  (weeks) => [{ table: 'settlements', where: ofWeeks(weeks) }, { table: 'assignments' }, { table: 'vehicles' }],
  async (weeks, on) => {
    const [{ rows: cars }, counted] = await Promise.all([
      sql<{ week: Week; vehicle_id: string; is_active: boolean }>`
        select distinct asked.week, vehicle_id, vehicles.status = 'active' as is_active
        from unnest(${weeks}::date[]) as asked (week)
        join settlements on settlements.week = asked.week and state <> 'void' and earnings_cents > 0
        join assignments on assignments.driver_id = settlements.driver_id and period && tstzrange(
          asked.week::timestamp at time zone ${ZONE}, (asked.week + 7)::timestamp at time zone ${ZONE})
        join vehicles on vehicles.id = vehicle_id`.execute(on),
      sql<{ assignments: number; active: number }>`
        select (select count(*) from assignments) as assignments,
          (select count(*) from vehicles where status = 'active') as active`.execute(on),
    ])
    return { cars, ...firstOf(counted.rows) }
  },
  FIGURES_KEPT,
)
