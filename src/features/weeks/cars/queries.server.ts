import { firstOf, knownIn } from '#domain/certain.ts'
import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { keptByGround } from '#db/kept-by-ground.server.ts'
import type { DB } from '#db/types.ts'
import { incomeByCar } from '#domain/car-income.ts'
import { type Cents, ZERO, cents } from '#domain/money.ts'
import { type Week, ZONE, weekName } from '#domain/week.ts'

export type CarIncome = { id: string; plate: string; amount: Cents }
export type CarWeek = { week: Week; name: string; amount: Cents }

/** As many weeks as a picture shows. */
const WEEKS_SHOWN = 12

type Row = { week: Week; settlement: string; amount: number; car: string; plate: string; seconds: number }

/** Kept of the weeks of the first page and of those of a car, and of those before one was closed. */
const HELD_KEPT = 4

/**
 * Rent and fee of each approved statement of these weeks, beside each car its driver had in that week: kept while statements,
 * cars and who had them are the same. What a statement says never changes.
 */
export const listHeld = keptByGround(
  (weeks: readonly Week[]) => weeks.join(),
  (weeks) => [
    { table: 'settlements', where: sql<boolean>`week = any(${weeks}::date[])` },
    { table: 'assignments' },
    { table: 'vehicles' },
  ],
  async (weeks, on) => {
    const { rows } = await sql<Row>`
      select booked.week, booked.id as settlement, booked.amount, vehicles.id as car, vehicles.plate,
        extract(epoch from sum(upper(held) - lower(held)))::bigint as seconds
      from (
        select settlements.id, settlements.week, settlements.driver_id, -sum(amount_cents)::bigint as amount
        from settlements join settlement_lines on settlement_lines.settlement_id = settlements.id
        where settlements.week = any(${weeks}::date[]) and settlements.state <> 'void'
          and (code = 'vehicle.rent' or code like 'fee.%')
        group by settlements.id) booked
      join assignments on assignments.driver_id = booked.driver_id
      cross join lateral (select assignments.period * tstzrange(
        booked.week::timestamp at time zone ${ZONE}, (booked.week + 7)::timestamp at time zone ${ZONE}) as held) cut
      join vehicles on vehicles.id = assignments.vehicle_id
      where not isempty(held)
      group by booked.week, booked.id, booked.amount, vehicles.id, vehicles.plate
      order by booked.week, booked.id, vehicles.plate`.execute(on)
    return rows
  },
  HELD_KEPT,
)

function broughtBy(rows: readonly Row[]): Map<string, Cents> {
  const statements = [...Map.groupBy(rows, ({ settlement }) => settlement).values()]
  return incomeByCar(
    statements.map((held) => ({
      amount: cents(firstOf(held).amount),
      held: held.map(({ car, seconds }) => ({ car, seconds })),
    })),
  )
}

/** What each car brought over some weeks, the most first. */
export async function listCarIncome(weeks: readonly Week[], on: Kysely<DB> = db): Promise<CarIncome[]> {
  const rows = await listHeld(weeks, on)
  const plates = new Map(rows.map(({ car, plate }) => [car, plate]))
  return [...broughtBy(rows)]
    .map(([id, amount]) => ({ id, plate: knownIn(plates, id), amount }))
    .toSorted((one, other) => other.amount - one.amount || one.plate.localeCompare(other.plate))
}

/** What one car brought in each of the last weeks with statements, oldest first; nothing in a week in which nobody had it. */
export async function listWeeksOfCar(id: string, on: Kysely<DB> = db): Promise<CarWeek[]> {
  const { rows: settled } = await sql<{ week: Week }>`
    select distinct week from settlements where state <> 'void' order by week desc limit ${WEEKS_SHOWN}`.execute(on)
  const weeks = settled.map(({ week }) => week).toReversed()
  const rows = await listHeld(weeks, on)
  if (!rows.some(({ car }) => car === id)) return []
  const byWeek = Map.groupBy(rows, ({ week }) => week)
  return weeks.map((week) => ({
    week,
    name: weekName(week),
    amount: broughtBy(byWeek.get(week) ?? []).get(id) ?? ZERO,
  }))
}
