import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import type { DB } from '#db/types.ts'
import { showPlate } from '#domain/identifiers.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import type { Device, DeviceKind } from './schema.ts'

/** Number of days over which outcomes of fixes are counted. */
const COUNTED_DAYS = 7

/** The devices that may send, including those for files, by name. */
export async function listDevices(now: Temporal.Instant, on: Kysely<DB> = db): Promise<Device[]> {
  const since = now
    .toZonedDateTimeISO(ZONE)
    .toPlainDate()
    .subtract({ days: COUNTED_DAYS - 1 })
  const { rows } = await sql<{
    id: number
    kind: DeviceKind
    name: string
    vehicle_id: string | null
    plate: string | null
    driver_id: string | null
    driver: string | null
    ref: string | null
    known_as: string | null
    token_ends: string | null
    made_at: Temporal.Instant
    heard_at: Temporal.Instant | null
    counts: Record<string, number> | null
  }>`
    select d.id, d.kind, d.name, d.vehicle_id, v.plate, p.id as driver_id, p.name as driver, p.ref, d.known_as, d.token_ends, d.made_at, d.heard_at,
      (select jsonb_object_agg(outcome, total) from (
        select outcome, sum(count)::int as total from position_counts
        where device_id = d.id and day >= ${since.toString()} group by outcome) c) as counts
    from position_devices d left join vehicles v on v.id = d.vehicle_id
      left join drivers p on p.id = standing_record(d.driver_id)
    where d.ended_at is null order by d.kind = 'file', d.name, d.id`.execute(on)
  return rows.map((row) => ({
    id: row.id,
    kind: row.kind,
    name: row.name,
    car: row.vehicle_id && row.plate ? { id: row.vehicle_id, plate: showPlate(row.plate) } : null,
    driver: row.driver_id && row.driver && row.ref ? { id: row.driver_id, name: row.driver, ref: row.ref } : null,
    knownAs: row.known_as,
    ends: row.token_ends,
    madeAt: row.made_at.toString(),
    lastSeenAt: row.heard_at?.toString() ?? null,
    counts: row.counts ?? {},
  }))
}

/** One device. Refuses `record.not-found`. */
export async function getDevice(id: number, now: Temporal.Instant, on: Kysely<DB> = db): Promise<Device> {
  const found = (await listDevices(now, on)).find((device) => device.id === id)
  if (!found) throw new Refusal('record.not-found')
  return found
}
