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
import { listLiveReadings, listReadings, listUnread } from '#features/fleet/odometers/queries.server.ts'

/** Number of days that a page shows one by one. */
const SHOWN_DAYS = 14

/**
 * Kilometres of a car by its positions, compared with its odometer; there is no place in them, so reading them is no
 * look.
 */
export type Kilometres = { comparisons: OdometerComparison[]; estimates: Estimate[]; days: DrivenDay[] }

/** The kilometres of one car: readings compared in pairs, estimates where a reading is missing, and its last days. */
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
    listLiveReadings([vehicleId], on),
    listUnread(now, on),
    listReadings(vehicleId, on),
  ])
  const knownMoments = new Set(all.flatMap(({ at, withdrawn }) => (withdrawn === null ? [at] : [])))
  const estimates = unread.flatMap(({ vehicleId: car, at }) => {
    if (car !== vehicleId || knownMoments.has(at.toString())) return []
    return estimateAt(at, read, driven) ?? []
  })
  return { comparisons: compareWithOdometer(read, driven), estimates, days: driven.slice(0, SHOWN_DAYS) }
}
