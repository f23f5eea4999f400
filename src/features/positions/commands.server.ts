import { sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { moment } from '#db/moment.ts'
import { listDays, showDay } from './queries.server.ts'
import { keptFrom, readSettings } from './rules/queries.server.ts'
import { ZONE } from '#domain/week.ts'

/**
 * Drops the partitions of days that are over, except what is held, and makes those to come. Does nothing where there is
 * no device.
 */
export async function dropExpiredPositions(now: Temporal.Instant): Promise<void> {
  const used = await db.selectFrom('position_devices').select('id').limit(1).executeTakeFirst()
  if (used) await sql`select positions.sweep(${moment(now)})`.execute(db)
}

/**
 * Counts how far each car went on each kept day for which fixes came since the last count. This is a look by the
 * product, and recorded as one.
 */
export async function countChangedDays(now: Temporal.Instant): Promise<void> {
  const { keepsDays } = await readSettings()
  const first = keptFrom(keepsDays, now).toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const days = await listDays(first)
  if (days.length === 0) return
  const counted = await db
    .selectFrom('position_days')
    .select(['vehicle_id', 'day', 'counted_at'])
    .where('day', '>=', first)
    .execute()
  const known = new Map(counted.map(({ vehicle_id, day, counted_at }) => [`${vehicle_id} ${day}`, counted_at]))
  for (const { vehicleId, day, receivedAt } of days) {
    const last = known.get(`${vehicleId} ${day}`)
    if (last !== undefined && Temporal.Instant.compare(last, receivedAt) > 0) continue
    const look = { by: { uid: null, role: 'system' as const }, reason: '', now }
    const { metres, trips } = await showDay(look, { vehicleId, day, what: 'kilometres' })
    const seconds = trips.reduce(
      (sum, { from, to }) => sum + Temporal.Instant.from(from).until(Temporal.Instant.from(to)).total('seconds'),
      0,
    )
    const values = { metres, trips: trips.length, moving_seconds: Math.round(seconds), counted_at: now.toString() }
    await db
      .insertInto('position_days')
      .values({ vehicle_id: vehicleId, day, ...values })
      .onConflict((conflict) => conflict.columns(['vehicle_id', 'day']).doUpdateSet(values))
      .execute()
  }
}

/** Days for which looks are kept: drivers may ask for those of a year. */
const LOOKS_KEPT = 400

export async function forgetLooks(now: Temporal.Instant): Promise<void> {
  await db
    .deleteFrom('position_looks')
    .where('until_at', '<', moment(now.subtract({ hours: 24 * LOOKS_KEPT })))
    .execute()
}
