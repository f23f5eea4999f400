import { type Kysely, type NotNull, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { listQuestion } from '#db/together.server.ts'
import type { DB } from '#db/types.ts'
import { readRecordId } from '#domain/record-id.ts'
import type { WorkshopStay } from '#domain/vehicle.ts'
import type { Week } from '#domain/week.ts'
import type { StayView } from './schema.ts'

/** The stays of a car in a workshop, the latest first. */
export async function listStays(vehicleId: string, on: Kysely<DB> = db): Promise<StayView[]> {
  return on
    .selectFrom('workshop_stays')
    .select(['id', 'since', 'until', 'expected_on as expectedOn', 'workshop', 'why'])
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .where('withdrawn_at', 'is', null)
    .orderBy('since', 'desc')
    .orderBy('ordinal', 'desc')
    .execute()
}

/** The stay of a car that is in a workshop now; `null` if it is in none. */
export async function findOpenStay(vehicleId: string, on: Kysely<DB> = db): Promise<StayView | null> {
  return (await listStays(vehicleId, on)).find(({ until }) => until === null) ?? null
}

/** The times in a workshop that touch some weeks, by car. */
export const workshopStays = (weeks: readonly Week[]) =>
  listQuestion(
    (on) =>
      on
        .selectFrom('times_in_workshop')
        .select(['vehicle_id as car', 'from_day as from', 'until_day as until', 'workshop'])
        .$narrowType<{ car: NotNull; from: NotNull; workshop: NotNull }>()
        .where(
          sql<boolean>`exists (select from unnest(${weeks}::date[]) as asked (week)
            where from_day < week + 7 and coalesce(until_day, 'infinity') >= week)`,
        ),
    (rows: (WorkshopStay & { car: string })[]): ReadonlyMap<string, readonly WorkshopStay[]> =>
      Map.groupBy(rows, ({ car }) => car),
  )
