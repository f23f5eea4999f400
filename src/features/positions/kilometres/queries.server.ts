import type { Kysely } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import {
  type OdometerComparison,
  type DrivenDay,
  type Estimate,
  compareWithOdometer,
  estimateAt,
} from '#domain/driven-days.ts'
import { readRecordId } from '#domain/record-id.ts'
import { listRead, listReadings, listUnread } from '#features/fleet/odometers/queries.server.ts'

/** Days that a page shows one by one. */
const SHOWN_DAYS = 14

/** What positions say of how far a car went, compared with its odometer; kilometres alone, and no place, so no look. */
export type Kilometres = { comparisons: OdometerComparison[]; estimates: Estimate[]; days: DrivenDay[] }

/** The kilometres of one car: the two readings of each stretch, what could stand where nobody read, and its last days. */
export async function readKilometres(
  vehicleId: string,
  now: Temporal.Instant,
  on: Kysely<DB> = db,
): Promise<Kilometres> {
  const driven = await on
    .selectFrom('position_days')
    .select(['day', 'metres'])
    .where('vehicle_id', '=', readRecordId(vehicleId))
    .orderBy('day', 'desc')
    .execute()
  if (driven.length === 0) return { comparisons: [], estimates: [], days: [] }
  const [read, unread, all] = await Promise.all([
    listRead([vehicleId], on),
    listUnread(now, on),
    listReadings(vehicleId, on),
  ])
  const taken = new Set(all.flatMap(({ at, withdrawn }) => (withdrawn === null ? [at] : [])))
  const estimates = unread.flatMap(({ vehicleId: car, at }) => {
    if (car !== vehicleId || taken.has(at.toString())) return []
    return estimateAt(at, read, driven) ?? []
  })
  return { comparisons: compareWithOdometer(read, driven), estimates, days: driven.slice(0, SHOWN_DAYS) }
}
