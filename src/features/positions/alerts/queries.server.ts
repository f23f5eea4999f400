import { type Kysely, sql } from 'kysely'
import { db } from '#db/client.server.ts'
import { type Waiting, momentOf } from '#db/together.server.ts'
import { moment } from '#db/moment.ts'
import { personName } from '#db/person-name.ts'
import type { DB } from '#db/types.ts'
import type { DriverName } from '#domain/driver.ts'
import { showPlate } from '#domain/identifiers.ts'
import type { AlertKind, Watched } from '#domain/position-alert.ts'
import type { Stretch } from '#domain/position.ts'
import { Refusal } from '#domain/refusal.ts'
import { ZONE } from '#domain/week.ts'
import { readShifts } from '#features/positions/rules/queries.server.ts'
import type { PositionSettings } from '#features/positions/rules/schema.ts'
import { isOfCar, listZones } from '#features/positions/zones/queries.server.ts'
import type { Alert, AlertAnswer } from './schema.ts'

/** The most alerts listed: open ones, and the latest of the others. */
const MAX_ALERTS = 2_000

/** Alerts about cars, open ones first, then the latest. An alert has no position, so reading alerts is not recorded as a look. */
export async function listAlerts(on: Kysely<DB> = db): Promise<Alert[]> {
  return (await selectAlerts(on).limit(MAX_ALERTS).execute()).map(alertOf)
}

/** One alert. Refuses `record.not-found`. */
export async function getAlert(id: number, on: Kysely<DB> = db): Promise<Alert> {
  if (!Number.isSafeInteger(id) || id > 2_147_483_647) throw new Refusal('record.not-found')
  const row = await selectAlerts(on).where('position_alerts.id', '=', id).executeTakeFirst()
  if (!row) throw new Refusal('record.not-found')
  return alertOf(row)
}

/** The number of open alerts, the moment of the first, and its id if there is only one. */
export const openAlerts = {
  ask: (on: Kysely<DB>) =>
    on
      .selectFrom('position_alerts')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.min('id').as('first_id'),
        fn.min('from_at').as('since'),
      ])
      .where('answer', 'is', null),
  read: ({ count, since, first_id }: Omit<Waiting, 'only'> & { first_id: number | null }) =>
    since === null ? null : { count, only: count === 1 ? first_id : null, since: momentOf(since) },
}

function selectAlerts(on: Kysely<DB>) {
  return on
    .selectFrom('position_alerts')
    .innerJoin('vehicles', 'vehicles.id', 'vehicle_id')
    .leftJoin('position_zones', 'position_zones.id', 'zone_id')
    .leftJoin('users', 'users.uid', 'answered_by')
    .selectAll('position_alerts')
    .select(['plate', 'position_zones.name as zone', personName().as('by')])
    .select(
      sql<DriverName | null>`(select json_build_object('id', drivers.id, 'ref', ref, 'name', name) from assignments join drivers on drivers.id = driver_id
        where assignments.vehicle_id = position_alerts.vehicle_id and period @> from_at limit 1)`.as('driver'),
    )
    .orderBy(sql`answer is null`, 'desc')
    .orderBy('from_at', 'desc')
    .orderBy('position_alerts.id', 'desc')
}

type Row = Awaited<ReturnType<ReturnType<typeof selectAlerts>['executeTakeFirstOrThrow']>>

function alertOf(row: Row): Alert {
  return {
    id: row.id,
    vehicleId: row.vehicle_id,
    plate: showPlate(row.plate),
    kind: row.kind as AlertKind,
    zone: row.zone,
    driver: row.driver,
    from: row.from_at.toString(),
    until: row.until_at.toString(),
    notifiedAt: row.told_at.toString(),
    answer: row.answer as AlertAnswer | null,
    text: row.answer_text,
    ignoredUntil: row.ignored_until?.toString() ?? null,
    holdId: row.hold_id,
    answeredAt: row.answered_at?.toString() ?? null,
    by: row.by,
  }
}

/** What the rules of alerts need to know about each of these cars during `time`; all times are epoch milliseconds. Leaves out sold cars. */
export async function readWatched(
  ids: readonly string[],
  time: Stretch,
  { tellsUnheld, night }: Pick<PositionSettings, 'tellsUnheld' | 'night'>,
  on: Kysely<DB> = db,
): Promise<Map<string, Watched>> {
  const from = Temporal.Instant.fromEpochMilliseconds(time.from)
  const to = Temporal.Instant.fromEpochMilliseconds(time.to)
  const today = to.toZonedDateTimeISO(ZONE).toPlainDate().toString()
  const { rows } = await sql<{
    id: string
    in_workshop: boolean
    driver: string | null
    from: Temporal.Instant | null
    to: Temporal.Instant | null
  }>`
    select v.id, v.status = 'maintenance' or exists (
        select from times_in_workshop t where t.vehicle_id = v.id and ${today}::date between t.from_day and coalesce(t.until_day, 'infinity')) as in_workshop,
      standing_record(a.driver_id) as driver, lower(a.period) as from, upper(a.period) as to
    from vehicles v left join assignments a on a.vehicle_id = v.id and a.period && tstzrange(${moment(from)}, ${moment(to)}, '[]')
    where v.id = any (${[...ids]}::uuid[]) and v.status <> 'sold'`.execute(on)
  const zones = (await listZones(on)).filter(({ tellsLeaving }) => tellsLeaving)
  const drivers = [...new Set(rows.flatMap(({ driver }) => driver ?? []))]
  const shifts = night === null || drivers.length === 0 ? [] : await readShifts(drivers, time, on)
  return new Map(
    [...Map.groupBy(rows, ({ id }) => id)].map(([id, rowsOfCar]) => [
      id,
      {
        held: rowsOfCar.flatMap((row) =>
          row.driver === null
            ? []
            : [{ from: row.from?.epochMilliseconds ?? -Infinity, to: row.to?.epochMilliseconds ?? Infinity }],
        ),
        shifts: shifts.filter(({ vehicleId }) => vehicleId === id),
        isInWorkshop: rowsOfCar.some(({ in_workshop }) => in_workshop),
        tellsUnheld,
        night,
        zones: zones
          .filter((zone) => isOfCar(zone, id))
          .map((zone) => ({
            ...zone.shape,
            id: zone.id,
            since: Temporal.Instant.from(zone.since).epochMilliseconds,
          })),
      },
    ]),
  )
}
